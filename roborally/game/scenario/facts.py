"""The values of a robot that a scenario can set and compare whichever plugins are on, such as `cell` and `facing`."""

from typing import Any

from roborally.core.geometry import NAMES, direction_named
from roborally.core.match import Match
from roborally.core.state import Piece, frozen
from roborally.plugin import Fact


def _write_cell(match: Match, piece: Piece, value: Any) -> None:
    cell = frozen(value)
    if not isinstance(cell, tuple) or len(cell) != 2 or any(type(number) is not int for number in cell):
        raise ValueError("must be a cell such as [3, 9]")
    index = match.floor.index(cell)
    if index in match.value("fatal-cells", frozenset()):
        raise ValueError(f"[{cell[0]}, {cell[1]}] destroys a robot that stands there (COM-07)")
    if piece.solid and not match.is_free(index):
        raise ValueError(f"[{cell[0]}, {cell[1]}] is taken by another robot")
    match.place(piece, index, piece.facing, "scenario")


def _write_facing(match: Match, piece: Piece, value: Any) -> None:
    piece.facing = direction_named(value)


def _write_damage(match: Match, piece: Piece, value: Any) -> None:
    if type(value) is not int or not 0 <= value < match.rules.toughness:
        raise ValueError(f"must be a whole number from 0 to {match.rules.toughness - 1}, not {value!r}")
    if value:
        match.hurt(piece, value, "scenario")


def _write_virtual(match: Match, piece: Piece, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")


CORE_FACTS: dict[str, Fact] = {
    "cell": Fact(lambda match, piece: match.cell_of(piece), _write_cell),
    "facing": Fact(lambda match, piece: NAMES[piece.facing], _write_facing),
    "damage": Fact(lambda match, piece: piece.damage, _write_damage),
    "alive": Fact(lambda match, piece: piece.cell >= 0),
    "virtual": Fact(lambda match, piece: not piece.solid, _write_virtual),
}
"""The facts of the core by their keys; plugins register theirs in `FACTS`."""
