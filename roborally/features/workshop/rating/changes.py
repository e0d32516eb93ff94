"""Small changes of a board that a rating tries and suggests."""

from dataclasses import replace
from typing import Literal

import msgspec

from roborally.core.board import Board, both_sides
from roborally.core.geometry import Cell


class Change(msgspec.Struct, frozen=True):
    """A change of a board at a `cell`: `name` is its kind, `wall`, `remove` or `move`.

    `wall` builds a wall at the edge of the cell in a `direction`, 0 north to 3 west. `remove` replaces the element of a
    `kind` by open floor; a wall behind it stays. `move` moves the element of a `kind` to the cell `to`.
    """

    name: Literal["wall", "remove", "move"]
    cell: Cell
    direction: int = -1
    kind: str = ""
    to: Cell | None = None


def changed_board(board: Board, change: Change) -> Board:
    """Return a board with a change; the other elements keep their order."""
    if change.name == "wall":
        return replace(board, walls=board.walls | both_sides({(change.cell, change.direction)}))
    number, element = next(
        (number, element)
        for number, element in enumerate(board.elements)
        if element.kind == change.kind and element.cell == change.cell
    )
    before, after = board.elements[:number], board.elements[number + 1 :]
    if change.to is not None:
        return replace(board, elements=(*before, replace(element, cell=change.to), *after))
    gates = tuple(gate for gate in board.gates if gate != (element.cell, element.values.get("direction")))
    return replace(board, elements=(*before, *after), gates=gates)
