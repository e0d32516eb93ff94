"""Board notation, boards and courses (docs/formats.md, Board and Course).

The reader knows no element by name: every notation comes from a plugin's manifest (`Notations`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from roborally import paths
from roborally.core.board import Board, Edge, Element, both_sides, in_order, rotate_board
from roborally.core.geometry import WALL_LETTERS, Cell, opposite
from roborally.errors import GameError
from roborally.loader import Plugin
from roborally.manifest import ElementManifest
from roborally.texts import _
from roborally.tomlfile import read_toml

MAXIMUM_SIDE = 100
"""The longest side of a course, in cells: beyond this nobody can play it and tables grow without need."""
MAXIMUM_FILE = 1_000_000
"""The largest board or course file that is read, in bytes."""


class CourseError(GameError):
    """A board or course that cannot be used; the message is one plain sentence with file, row, column and token."""


@dataclass(frozen=True)
class Notations:
    """The notations of all board elements that some plugins bring, and which plugin brings which."""

    elements: Mapping[str, tuple[re.Pattern[str], ElementManifest, str]]

    @staticmethod
    def of(plugins: Iterable[Plugin]) -> "Notations":
        """Collect the notations from manifests, by the elements' names."""
        found = {
            kind: (re.compile(element.notation), element, plugin.id)
            for plugin in plugins
            for kind, element in plugin.manifest.element.items()
        }
        return Notations(dict(sorted(found.items())))

    def read(self, atom: str) -> tuple[str, dict[str, Any]] | None:
        """Return kind and values of the element that an atom stands for, or `None`."""
        for kind, (pattern, element, _plugin) in self.elements.items():
            if match := pattern.fullmatch(atom):
                return kind, element.read(match)
        return None


@dataclass(frozen=True)
class Course:
    """A course: a joined board with what a list of courses shows; `players` is the least and the largest number."""

    id: str
    name: str
    board: Board
    author: str = ""
    license: str = ""
    description: str = ""
    players: tuple[int, int] = (1, 8)


# --- reading -------------------------------------------------------------------------------------------------------


def load_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file; raise `CourseError` when it is missing, too large or malformed."""
    return read_toml(path, MAXIMUM_FILE, CourseError)


def parse_grid(grid: str, notations: Notations, where: str = "board") -> Board:
    """Return the board that a text grid draws; raise `CourseError` that names row, column and token."""
    if len(grid) > MAXIMUM_FILE:
        raise CourseError(
            _("{where}: the grid is larger than {most:,} characters").format(where=where, most=MAXIMUM_FILE)
        )
    rows = [line.split() for line in grid.splitlines() if line.strip()]
    if not rows:
        raise CourseError(
            _("{where}: the grid is empty; write one line for each row, for example ' .  .  .'").format(where=where)
        )
    width, height = len(rows[0]), len(rows)
    _check_size(width, height, where)
    elements: list[Element] = []
    walls: set[Edge] = set()
    for y, row in enumerate(rows):
        if len(row) != width:
            raise CourseError(
                _("{where}: row {row} has {count} cells, but row 1 has {width}; all must be equal").format(
                    where=where, row=y + 1, count=len(row), width=width
                )
            )
        for x, token in enumerate(row):
            place = f"{where}: {_spot((x, y))}: {token!r}"
            found, edges = _parse_token(token, (x, y), notations, place)
            elements += found
            walls |= {((x, y), direction) for direction in edges}
    inside = frozenset((x, y) for y in range(height) for x in range(width))
    gates = tuple((e.cell, e.values["direction"]) for e in elements if notations.elements[e.kind][1].wall == "gate")
    return Board(where, width, height, inside, both_sides(walls), tuple(elements), in_order(gates))


def _check_size(width: int, height: int, where: str) -> None:
    if max(width, height) > MAXIMUM_SIDE:
        raise CourseError(
            _("{where}: {width} x {height} cells are too many; at most {most} on a side").format(
                where=where, width=width, height=height, most=MAXIMUM_SIDE
            )
        )


def _parse_token(token: str, cell: Cell, notations: Notations, place: str) -> tuple[list[Element], set[int]]:
    """Return the elements and walls of one token (`atom+atom:walls`)."""
    content, colon, letters = token.partition(":")
    if colon and (not letters or not set(letters) <= set(WALL_LETTERS)):
        raise CourseError(
            _("{place}: walls are written with the letters n, e, s and w behind one colon").format(place=place)
        )
    walls = {WALL_LETTERS.index(letter) for letter in letters}
    elements: list[Element] = []
    for atom in content.split("+"):
        if atom == ".":
            continue
        read = notations.read(atom)
        if read is None:
            raise CourseError(_("{place}: {atom!r} is no element of any enabled plugin").format(place=place, atom=atom))
        kind, values = read
        elements.append(Element(kind, cell, values))
        if notations.elements[kind][1].wall == "behind":
            walls.add(opposite(values["direction"]))
    _check_cell(elements, notations, place)
    return elements, walls


def _check_cell(elements: list[Element], notations: Notations, place: str) -> None:
    """Refuse combinations that the manifests forbid (COM-01)."""
    layers: dict[str, str] = {}
    kinds = {element.kind for element in elements}
    for element in elements:
        manifest = notations.elements[element.kind][1]
        for other in manifest.not_on:
            if other in kinds:
                raise CourseError(
                    _("{place}: a {kind} may not stand on a {other}").format(
                        place=place, kind=element.kind, other=other
                    )
                )
        if manifest.layer == "floor" and "floor" in layers:
            raise CourseError(
                _("{place}: a cell holds one floor element, not both {other} and {kind}").format(
                    place=place, other=layers["floor"], kind=element.kind
                )
            )
        layers[manifest.layer] = element.kind


# --- courses -------------------------------------------------------------------------------------------------------

_BOARD_KEYS = {"name", "author", "license", "description", "players", "grid"}
_COURSE_KEYS = {"name", "author", "license", "description", "players", "boards", "checkpoints"}


def course_folders() -> list[Path]:
    """Return the folders in which boards and courses are looked for, the player's own first."""
    return [paths.user_board_folder(), paths.board_folder()]


def course_files(folders: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return the board and course files by name (the file's name without `.toml`), in order of names."""
    found: dict[str, Path] = {}
    for folder in course_folders() if folders is None else folders:
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
            found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def find_course(name: str, notations: Notations, folders: Sequence[Path] | None = None) -> Course:
    """Return a course by name, or by the path of its file; raise `CourseError`."""
    files = course_files(folders)
    path = Path(name) if name.endswith(".toml") else files.get(name)
    if path is None:
        raise CourseError(
            _("there is no course {name!r}; there are: {known}").format(name=name, known=", ".join(files))
        )
    return load_course(path, notations, folders)


def load_course(path: Path, notations: Notations, folders: Sequence[Path] | None = None) -> Course:
    """Return the course or board in a file, checked; raise `CourseError`."""
    data = load_toml(path)
    board = _joined(path, data, notations, folders) if "boards" in data else _single(path, data, notations)
    check_board(board, notations, str(path))
    texts = {key: _text(data, key, path) for key in ("author", "license", "description")}
    docks = len(board.of_kind("dock")) if "dock" in notations.elements else 0
    return Course(
        path.stem, _text(data, "name", path) or path.stem, board, players=_players(data, path, docks), **texts
    )


def check_board(board: Board, notations: Notations, where: str) -> None:
    """Check what concerns the whole board: numbers without a gap, nothing twice that must be unique, pairs complete."""
    for kind, (_pattern, manifest, _plugin) in notations.elements.items():
        name = manifest.sequence or manifest.unique or manifest.pairs
        if not name:
            continue
        cells: dict[Any, list[Cell]] = {}
        for element in board.of_kind(kind):
            cells.setdefault(element.values[name], []).append(element.cell)
        for value, found in cells.items():
            if manifest.pairs:
                _check_pair(f"{where}: {kind} {value}", found)
            elif len(found) > 1:
                raise CourseError(
                    _("{where}: {kind} {value} stands twice, in {first} and in {second}").format(
                        where=where, kind=kind, value=value, first=_spot(found[0]), second=_spot(found[1])
                    )
                )
        missing = sorted(set(range(1, len(cells) + 1)) - set(cells)) if manifest.sequence else []
        if missing:
            raise CourseError(
                _("{where}: {kind} {number} is missing; the highest is {highest}").format(
                    where=where, kind=kind, number=missing[0], highest=max(cells)
                )
            )


def _check_pair(what: str, found: list[Cell]) -> None:
    if len(found) == 1:
        raise CourseError(
            _("{what} in {spot} has no partner; every one needs exactly one other of its kind").format(
                what=what, spot=_spot(found[0])
            )
        )
    if len(found) > 2:
        raise CourseError(
            _("{what} stands {count} times; there must be exactly two, the third is in {spot}").format(
                what=what, count=len(found), spot=_spot(found[2])
            )
        )


def _spot(cell: Cell) -> str:
    return _("row {row}, column {column}").format(row=cell[1] + 1, column=cell[0] + 1)


def _text(data: Mapping[str, Any], key: str, path: Path) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise CourseError(
            _("{path}: key {key!r} must be a text, not {value!r}").format(path=path, key=key, value=value)
        )
    return value


def _players(data: Mapping[str, Any], path: Path, docks: int) -> tuple[int, int]:
    value = data.get("players", [1, min(max(docks, 1), 8)])
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 2 or any(type(n) is not int for n in numbers) or not 1 <= numbers[0] <= numbers[1] <= 8:
        raise CourseError(
            _("{path}: key 'players' must be the least and the largest number, such as [2, 8]").format(path=path)
        )
    return numbers[0], numbers[1]


def _refuse_unknown_keys(data: Mapping[str, Any], known: set[str], path: Path, place: str = "") -> None:
    for key in sorted(set(data) - known):
        raise CourseError(
            _("{path}: unknown key {key!r}{place}; possible are: {known}").format(
                path=path, key=key, place=place, known=", ".join(sorted(known))
            )
        )


def _single(path: Path, data: Mapping[str, Any], notations: Notations) -> Board:
    _refuse_unknown_keys(data, _BOARD_KEYS, path)
    grid = data.get("grid")
    if not isinstance(grid, str):
        raise CourseError(
            _("{path}: key 'grid' must be a text with one line for each row of the board").format(path=path)
        )
    board = parse_grid(grid, notations, str(path))
    return replace(board, name=path.stem)


def _joined(path: Path, data: Mapping[str, Any], notations: Notations, folders: Sequence[Path] | None) -> Board:
    _refuse_unknown_keys(data, _COURSE_KEYS, path)
    entries = data["boards"]
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise CourseError(_("{path}: 'boards' must be one or more [[boards]] tables").format(path=path))
    files = course_files([path.parent, *(course_folders() if folders is None else folders)])
    parts: list[tuple[str, Board, Cell]] = []
    for number, entry in enumerate(entries, 1):
        place = _(" in boards entry {number}").format(number=number)
        _refuse_unknown_keys(entry, {"file", "at", "rotate"}, path, place)
        name, at, turn = entry.get("file"), entry.get("at", [0, 0]), entry.get("rotate", 0)
        if name not in files:
            raise CourseError(
                _("{path}: 'file'{place} names {name!r}; there are: {known}").format(
                    path=path, place=place, name=name, known=", ".join(files)
                )
            )
        if turn not in (0, 90, 180, 270) or isinstance(turn, bool):
            raise CourseError(
                _("{path}: 'rotate'{place} must be 0, 90, 180 or 270, not {turn!r}").format(
                    path=path, place=place, turn=turn
                )
            )
        cell = _cell(at, f"{path}: 'at'{place}")
        part = load_toml(files[name])
        if "boards" in part:
            raise CourseError(
                _("{path}: 'file'{place} names {name!r}, which is itself a course of several boards").format(
                    path=path, place=place, name=name
                )
            )
        parts.append((name, rotate_board(_single(files[name], part, notations), turn // 90), cell))
    board = _lay_out(path, parts)
    if "checkpoints" in data:
        board = _with_checkpoints(path, board, data["checkpoints"], notations)
    return board


def _cell(value: Any, where: str) -> Cell:
    if not isinstance(value, list) or len(value) != 2 or any(type(n) is not int or n < 0 for n in value):
        raise CourseError(
            _("{where} must be a cell such as [3, 9] (column, row; from 0), not {value!r}").format(
                where=where, value=value
            )
        )
    return value[0], value[1]


def _lay_out(path: Path, parts: Sequence[tuple[str, Board, Cell]]) -> Board:
    """Join boards into one; they may not overlap."""
    inside: dict[Cell, str] = {}
    walls: set[Edge] = set()
    gates: list[Edge] = []
    elements: list[Element] = []
    for name, board, (left, top) in parts:
        for x, y in sorted(board.inside):
            cell = (x + left, y + top)
            if cell in inside:
                raise CourseError(
                    _("{path}: boards {other!r} and {name!r} overlap at {cell}").format(
                        path=path, other=inside[cell], name=name, cell=list(cell)
                    )
                )
            inside[cell] = name
        walls |= {((x + left, y + top), direction) for (x, y), direction in board.walls}
        gates += [((x + left, y + top), direction) for (x, y), direction in board.gates]
        elements += [replace(e, cell=(e.cell[0] + left, e.cell[1] + top)) for e in board.elements]
    width = max(x for x, _y in inside) + 1
    height = max(y for _x, y in inside) + 1
    _check_size(width, height, str(path))
    return Board(path.stem, width, height, frozenset(inside), both_sides(walls), tuple(elements), in_order(gates))


def _with_checkpoints(path: Path, board: Board, table: Any, notations: Notations) -> Board:
    """Replace the checkpoints drawn on the boards by those of the course file."""
    if not isinstance(table, dict) or not table:
        raise CourseError(
            _("{path}: [checkpoints] must give a cell for each number, such as 1 = [3, 9]").format(path=path)
        )
    kept = [element for element in board.elements if element.kind != "checkpoint"]
    for key, value in table.items():
        where = _("{path}: checkpoint {key} in [checkpoints]").format(path=path, key=key)
        cell = _cell(value, where)
        if cell not in board.inside:
            raise CourseError(_("{where} lies outside the floor at {cell}").format(where=where, cell=list(cell)))
        read = notations.read(f"c{key}")
        if read is None:
            raise CourseError(
                _("{where}: there is no such checkpoint; the numbers run from 1 to 8").format(where=where)
            )
        kept.append(Element(read[0], cell, read[1]))
        _check_cell([element for element in kept if element.cell == cell], notations, where)
    return replace(board, elements=tuple(kept))
