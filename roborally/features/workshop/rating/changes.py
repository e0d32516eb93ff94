"""Small changes of a course: to its board in memory, and to its files."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import tomli_w

from roborally.base.errors import GameError
from roborally.base.toml_file import parse_toml
from roborally.core.board import Board, both_sides
from roborally.core.geometry import WALL_LETTERS, Cell, opposite, rotated
from roborally.game.course.courses import course_files, course_folders
from roborally.game.course.notation import CourseError, Notations, load_toml


class Change(msgspec.Struct, frozen=True):
    """A change of a course at a `cell`.

    `wall` builds a wall at the cell's edge in a `direction`. `remove` replaces the element of a `kind` by plain floor;
    a wall behind it stays. `move` moves the element of a `kind` to the cell `to`.
    """

    name: Literal["wall", "remove", "move"]
    cell: Cell
    direction: int = -1
    kind: str = ""
    to: Cell | None = None


def changed_board(board: Board, change: Change) -> Board:
    """Return a board with a change; the order of its other elements stays."""
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


def changed_grid(grid: str, change: Change, notations: Notations) -> str:
    """Return the text of a board's grid with a change, with columns aligned again."""
    rows = [line.split() for line in grid.splitlines() if line.strip()]
    x, y = change.cell
    if change.name == "wall":
        rows[y][x] = _with_walls(rows[y][x], WALL_LETTERS[change.direction])
    else:
        atom, rows[y][x] = _taken(rows[y][x], change, notations)
        if change.to is not None:
            x, y = change.to
            rows[y][x] = _with_atom(rows[y][x], atom)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(token.ljust(width) for token, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n" * grid.startswith("\n") + "".join(f" {line}\n" for line in lines)


def changed_files(
    path: Path, change: Change, notations: Notations, folders: Sequence[Path] | None = None
) -> dict[Path, str]:
    """Return the new texts of the files that a change concerns; `path` is the board or course with the changed cells.

    Checkpoints of a course of several boards are changed in its own file, everything else in the board's file. Raises
    `CourseError` if an element would move from one board to another.
    """
    data = load_toml(path)
    if "boards" not in data:
        return {path: _with_grid(path, data, changed_grid(data["grid"], change, notations))}
    number = _checkpoint(data, change)
    if number and change.to is not None:
        return {path: _with_checkpoint(path, data, number, change.to)}
    files = course_files(folders=[path.parent, *(course_folders(notations) if folders is None else folders)])
    for entry in data["boards"]:
        board, turns = files[entry["file"]], entry.get("rotate", 0) // 90
        part = load_toml(board)
        rows = [line.split() for line in part["grid"].splitlines() if line.strip()]
        size = len(rows[0]), len(rows)
        cell, to = (_in_part(where, entry.get("at", [0, 0]), turns, size) for where in (change.cell, change.to))
        if cell is None:
            continue
        if change.to is not None and to is None:
            break
        direction = rotated(change.direction, -turns) if change.direction >= 0 else -1
        own = msgspec.structs.replace(change, cell=cell, to=to, direction=direction)
        return {board: _with_grid(board, part, changed_grid(part["grid"], own, notations))}
    raise CourseError("an element cannot be moved from one board to another", where=path)


# --- tokens -------------------------------------------------------------------------------------------------------


def _with_walls(token: str, letters: str) -> str:
    content, _colon, before = token.partition(":")
    walls = [letter for letter in WALL_LETTERS if letter in before + letters]
    return f"{content}:{''.join(walls)}" if walls else content


def _with_atom(token: str, atom: str) -> str:
    content, colon, walls = token.partition(":")
    return (atom if content == "." else f"{content}+{atom}") + colon + walls


def _taken(token: str, change: Change, notations: Notations) -> tuple[str, str]:
    """Return the atom of the changed element, and the token without it."""
    content, colon, walls = token.partition(":")
    atoms = content.split("+")
    read = {atom: notations.read(atom) for atom in atoms if atom != "."}
    atom = next(atom for atom, found in read.items() if found is not None and found[0] == change.kind)
    atoms.remove(atom)
    left = ("+".join(atoms) or ".") + colon + walls
    found = read[atom]
    if change.to is None and found is not None and notations.elements[change.kind][1].wall == "behind":
        left = _with_walls(left, WALL_LETTERS[opposite(found[1]["direction"])])
    return atom, left


# --- files --------------------------------------------------------------------------------------------------------


def _with_grid(path: Path, data: dict[str, Any], grid: str) -> str:
    """Return the text of a file with another grid; if possible, the rest of the text stays the same."""
    text = path.read_bytes().decode().replace("\r\n", "\n")
    changed = text.replace(data["grid"], grid, 1)
    wanted = {**data, "grid": grid}
    return changed if _says(changed, wanted) else tomli_w.dumps(wanted, multiline_strings=True)


def _with_checkpoint(path: Path, data: dict[str, Any], number: str, to: Cell) -> str:
    """Return the text of a course file with another cell for a checkpoint."""
    lines = path.read_bytes().decode().replace("\r\n", "\n").split("\n")
    wanted = {**data, "checkpoints": {**data["checkpoints"], number: list(to)}}
    for at, line in enumerate(lines):
        if line.partition("=")[0].strip() == number:
            changed = "\n".join((*lines[:at], f"{number} = [{to[0]}, {to[1]}]", *lines[at + 1 :]))
            if _says(changed, wanted):
                return changed
    return tomli_w.dumps(wanted)


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return parse_toml(text, "") == wanted
    except GameError:
        return False


def _checkpoint(data: dict[str, Any], change: Change) -> str:
    """Return the key in `[checkpoints]` of the moved element, empty if it is not there."""
    found = data.get("checkpoints", {}).items() if change.kind == "checkpoint" else ()
    return next((key for key, cell in found if tuple(cell) == change.cell), "")


def _in_part(cell: Cell | None, at: Sequence[int], turns: int, size: Cell) -> Cell | None:
    """Return the cell of a board, as in its file, for a cell of the course; `None` if the board does not cover it."""
    if cell is None:
        return None
    x, y = cell[0] - at[0], cell[1] - at[1]
    width, height = size if turns % 2 == 0 else size[::-1]
    if not (0 <= x < width and 0 <= y < height):
        return None
    for _turn in range(turns):  # back, counterclockwise
        x, y = y, width - 1 - x
        width, height = height, width
    return x, y
