"""Finds, reads, joins and checks board and course files (docs/formats.md, Board and Course)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.errors import Message
from roborally.base.nearest import nearest
from roborally.base.toml_file import MAX_FILE, parse_toml
from roborally.base.translation import _, plugin_text
from roborally.core.board import Board, Edge, Element, both_sides, in_order, rotate_board
from roborally.core.geometry import Cell
from roborally.game.course.notation import (
    MAX_PLAYERS,
    TEXTS,
    CourseError,
    Notations,
    _check_cell,
    _check_size,
    _spot,
    load_toml,
    parse_grid,
    read_grid,
    read_players,
    read_plugins,
    read_texts,
    refuse_unknown_keys,
)

Read = Callable[[Path], dict[str, Any]]
"""A function that returns the content of a TOML file, or raises `CourseError`."""


@dataclass(frozen=True)
class Course:
    """A playable course: its board, and what lists of courses show about it.

    `id` is the file's name without `.toml`; `players` is the smallest and the largest number of players. `plugins` are
    the ids of those that it needs besides the mode. `folder` is that of the plugin that brings it, else `None`.
    """

    id: str
    name: str
    board: Board
    author: str = ""
    license: str = ""
    description: str = ""
    players: tuple[int, int] = (1, 8)
    plugins: tuple[str, ...] = ()
    folder: Path | None = None

    @property
    def title(self) -> str:
        """The course's name in the player's language."""
        return self._translated(self.name)

    @property
    def about(self) -> str:
        """The course's description in the player's language."""
        return self._translated(self.description)

    def _translated(self, text: str) -> str:
        return plugin_text(self.folder, text) if self.folder is not None else _(text)

    @property
    def checkpoints(self) -> int:
        """The number of checkpoints on the board."""
        return len(self.board.of_kind("checkpoint"))


# --- courses -------------------------------------------------------------------------------------------------------

BOARD_KEYS = (*TEXTS, "players", "plugins", "grid")
"""The keys that a board file may have, in the order in which the editor writes them."""
_COURSE_KEYS = (*TEXTS, "players", "plugins", "boards", "checkpoints")
MAX_BESIDE = 500
"""The maximum number of elements on a board besides one floor element for each cell.

With thousands of lasers a turn would take ten seconds, and a server would keep all its matches waiting.
"""
BOARDS = "boards"
"""The name of the folder of a plugin that contains its boards and courses."""


def course_folders(notations: Notations | None = None) -> list[Path]:
    """Return the folders to search for boards and courses: the player's, the game's, and those of the plugins."""
    brought = notations.plugins.values() if notations is not None else ()
    return [paths.user_board_folder(), paths.board_folder(), *(folder / BOARDS for folder in brought)]


def course_files(notations: Notations | None = None, folders: Sequence[Path] | None = None) -> dict[str, Path]:
    """Return the board and course files by name (without `.toml`), in order of names.

    They are searched for in `folders`, by default `course_folders`; of two files with one name the first counts.
    """
    found: dict[str, Path] = {}
    for path in _files(course_folders(notations) if folders is None else folders):
        found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def refused_courses(notations: Notations) -> dict[Path, CourseError]:
    """Return an error for each course file of a plugin whose name the game or another plugin has already taken.

    A player's own file may have any name: it replaces the other one.
    """
    folders = course_folders(notations)
    first: dict[str, Path] = {}
    refused = {}
    for path in _files(folders[1:]):
        known = first.setdefault(path.stem, path)
        if known != path:
            refused[path] = CourseError(
                "course {name!r} exists already, in {other}; give the file another name",
                where=path,
                name=path.stem,
                other=known,
            )
    return refused


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.glob("*.toml")) if folder.is_dir() else []


def find_course(name: str, notations: Notations) -> Course:
    """Return a course by its name or by the path of its file; raise `CourseError`."""
    return load_course(course_file(name, notations), notations)


def course_file(name: str, notations: Notations, where: str | Message = "") -> Path:
    """Return the path of a course's file by its name; a name that ends in `.toml` is the path itself.

    Raise `CourseError` that begins with `where`, such as the key or option that names the course.
    """
    files = course_files(notations)
    path = Path(name) if name.endswith(".toml") else files.get(name)
    if path is None:
        if near := nearest(name, files):
            raise CourseError("there is no course {name!r}; is it {near!r}?", where=where, name=name, near=near)
        known = ", ".join(files)
        raise CourseError("there is no course {name!r}; there are: {known}", where=where, name=name, known=known)
    return path


def course_beside(name: str, file: Path) -> str:
    """Return a course's `name` as written in `file`; a path relative to the folder of `file` is made absolute."""
    beside = file.absolute().parent / name
    return str(beside) if name.endswith(".toml") and beside.is_file() else name


def load_course(path: Path, notations: Notations, folders: Sequence[Path] | None = None) -> Course:
    """Read and check the course or board in a file; raise `CourseError`.

    `folders` are searched for the boards that it joins, by default `course_folders`; the file's own folder comes first.
    """

    def files() -> dict[str, Path]:
        return course_files(folders=[path.parent, *(course_folders(notations) if folders is None else folders)])

    return _read(load_toml(path), path, notations, files, load_toml)


def course_of_texts(name: str, texts: Mapping[str, str], notations: Notations) -> Course:
    """Return the course or board `name`, read from `texts`, the contents of files by name; raise `CourseError`.

    The names are without `.toml`; the other texts are the boards that the course joins.
    """
    files = {each: Path(f"{each}.toml") for each in texts}

    def read(path: Path) -> dict[str, Any]:
        text = texts[path.stem]
        if len(text.encode()) > MAX_FILE:
            raise CourseError(
                "larger than the {limit:,} bytes that a file of this kind may have", where=path, limit=MAX_FILE
            )
        return parse_toml(text, path, CourseError)

    return _read(read(files[name]), files[name], notations, lambda: files, read)


def _read(
    data: Mapping[str, Any], path: Path, notations: Notations, files: Callable[[], Mapping[str, Path]], read: Read
) -> Course:
    """Return the checked course in a file's content; `files` finds and `read` reads the boards that it may join."""
    plugins = _plugins(data, path, notations)
    board = _joined(path, data, notations, files(), read) if "boards" in data else _single(path, data, notations)
    check_board(board, notations, str(path))
    texts = read_texts(data, path)
    docks = len(board.of_kind("dock")) if "dock" in notations.elements else 0
    return Course(
        path.stem,
        texts.pop("name") or path.stem,
        board,
        players=read_players(data, path) or (1, min(max(docks, 1), MAX_PLAYERS)),
        plugins=plugins,
        folder=next((folder for folder in notations.plugins.values() if path.parent == folder / BOARDS), None),
        **texts,
    )


def check_board(board: Board, notations: Notations, where: str | Message) -> None:
    """Raise `CourseError` with the first fault of a board, if there is one."""
    for fault, _cells in board_faults(board, notations):
        raise CourseError(replace(fault, where=where))


def board_faults(board: Board, notations: Notations) -> Iterator[tuple[Message, list[Cell]]]:
    """Yield the faults of a whole board, each with its cells: gaps in numbers, repeated elements, incomplete pairs."""
    floors = {element.cell for element in board.elements if notations.elements[element.kind][1].layer == "floor"}
    if len(board.elements) - len(floors) > MAX_BESIDE:
        text = Message.of(
            "there are more than {most} markers and elements at edges, such as lasers; that is too many",
            most=MAX_BESIDE,
        )
        yield text, [element.cell for element in board.elements]
    for kind, (_pattern, manifest, _plugin) in notations.elements.items():
        name = manifest.sequence or manifest.unique or manifest.pairs
        if not name:
            continue
        cells: dict[Any, list[Cell]] = {}
        for element in board.of_kind(kind):
            cells.setdefault(element.values[name], []).append(element.cell)
        for value, found in cells.items():
            if manifest.pairs:
                yield from _pair_faults(Message.of("{kind} {value}", kind=kind, value=value), found)
            elif len(found) > 1:
                text = Message.of(
                    "{kind} {value} is there twice: in {first} and in {second}",
                    kind=kind,
                    value=value,
                    first=_spot(found[0]),
                    second=_spot(found[1]),
                )
                yield text, found
        missing = sorted(set(range(1, len(cells) + 1)) - set(cells)) if manifest.sequence else []
        if missing:
            highest = max(cells)
            text = Message.of(
                "{kind} {number} is missing; the highest is {highest}", kind=kind, number=missing[0], highest=highest
            )
            yield text, cells[highest]


def _pair_faults(what: Message, found: list[Cell]) -> Iterator[tuple[Message, list[Cell]]]:
    if len(found) == 1:
        text = Message.of(
            "{what} in {spot} has no partner; it needs exactly one other {what}", what=what, spot=_spot(found[0])
        )
        yield text, found
    elif len(found) > 2:
        text = Message.of(
            "{what} is there {count} times; exactly two are right, and the third is in {spot}",
            what=what,
            count=len(found),
            spot=_spot(found[2]),
        )
        yield text, found


def _plugins(data: Mapping[str, Any], path: Path, notations: Notations) -> tuple[str, ...]:
    """Return the ids of the plugins that a course needs; raise `CourseError` if one is not installed."""
    named = read_plugins(data, path)
    for id_ in named:
        if id_ in notations.plugins:
            continue
        if near := nearest(id_, notations.plugins):
            raise CourseError(
                "it needs the plugin {plugin!r}, which is not there; is it {near!r}?", where=path, plugin=id_, near=near
            )
        raise CourseError("it needs the plugin {plugin!r}, which is not there", where=path, plugin=id_)
    return named


def _single(path: Path, data: Mapping[str, Any], notations: Notations) -> Board:
    refuse_unknown_keys(data, BOARD_KEYS, path)
    return replace(parse_grid(read_grid(data, path), notations, str(path)), name=path.stem)


def _joined(path: Path, data: Mapping[str, Any], notations: Notations, files: Mapping[str, Path], read: Read) -> Board:
    refuse_unknown_keys(data, _COURSE_KEYS, path)
    entries = data["boards"]
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise CourseError("key 'boards' must be one or more [[boards]] tables", where=path)
    parts: list[tuple[str, Board, Cell]] = []
    single: dict[str, Board] = {}
    turned: dict[tuple[str, int], Board] = {}
    for number, entry in enumerate(entries, 1):
        place = Message.of("boards entry {number}", path, number=number)
        refuse_unknown_keys(entry, {"file", "at", "rotate"}, place)
        name, at, turn = entry.get("file"), entry.get("at", [0, 0]), entry.get("rotate", 0)
        if not isinstance(name, str) or name not in files:
            raise CourseError(
                "key 'file' names {name!r}; there are: {known}",
                where=place,
                name=name,
                known=", ".join(files),
            )
        if turn not in (0, 90, 180, 270) or isinstance(turn, bool):
            raise CourseError("key 'rotate' must be 0, 90, 180 or 270, not {turn!r}", where=place, turn=turn)
        cell = _cell(at, Message.of("key {key!r}", place, key="at"))
        if name not in single:
            part = read(files[name])
            if "boards" in part:
                raise CourseError(
                    "key 'file' names {name!r}, which is itself a course of several boards",
                    where=place,
                    name=name,
                )
            single[name] = _single(files[name], part, notations)
        if (name, turn) not in turned:
            turned[name, turn] = rotate_board(single[name], turn // 90, notations.sides)
        parts.append((name, turned[name, turn], cell))
    board = _lay_out(path, parts)
    if "checkpoints" in data:
        board = _with_checkpoints(path, board, data["checkpoints"], notations)
    return board


def _cell(value: Any, where: Message) -> Cell:
    if not isinstance(value, list) or len(value) != 2 or any(type(n) is not int or n < 0 for n in value):
        raise CourseError(
            "must be a cell such as [3, 9] (column and row, counted from 0), not {value!r}", where=where, value=value
        )
    return value[0], value[1]


def _lay_out(path: Path, parts: Sequence[tuple[str, Board, Cell]]) -> Board:
    """Return one board made of `parts` (name, board, upper left cell); raise `CourseError` if they overlap."""
    inside: dict[Cell, str] = {}
    walls: set[Edge] = set()
    gates: list[Edge] = []
    elements: list[Element] = []
    for name, board, (left, top) in parts:
        _check_size(left + board.width, top + board.height, str(path))  # before too many cells are counted
        for x, y in sorted(board.inside):
            cell = (x + left, y + top)
            if cell in inside:
                raise CourseError(
                    "boards {other!r} and {name!r} overlap at {cell}",
                    where=path,
                    other=inside[cell],
                    name=name,
                    cell=list(cell),
                )
            inside[cell] = name
        walls |= {((x + left, y + top), direction) for (x, y), direction in board.walls}
        gates += [((x + left, y + top), direction) for (x, y), direction in board.gates]
        elements += [replace(e, cell=(e.cell[0] + left, e.cell[1] + top)) for e in board.elements]
    width = max(x for x, _y in inside) + 1
    height = max(y for _x, y in inside) + 1
    return Board(path.stem, width, height, frozenset(inside), both_sides(walls), tuple(elements), in_order(gates))


def _with_checkpoints(path: Path, board: Board, table: Any, notations: Notations) -> Board:
    """Return a board with the checkpoints of the course file's table in place of those drawn on it."""
    if not isinstance(table, dict) or not table:
        raise CourseError("[checkpoints] must give a cell for each number, such as 1 = [3, 9]", where=path)
    kept = [element for element in board.elements if element.kind != "checkpoint"]
    for key, value in table.items():
        where = Message.of("checkpoint {key} in [checkpoints]", path, key=key)
        cell = _cell(value, where)
        if cell not in board.inside:
            raise CourseError("{cell} is outside the floor", where=where, cell=list(cell))
        read = notations.read(f"c{key}")
        if read is None:
            raise CourseError("there is no such checkpoint; the numbers are 1 to 8", where=where)
        kept.append(Element(read[0], cell, read[1]))
        _check_cell([element for element in kept if element.cell == cell], notations, where)
    return replace(board, elements=tuple(kept))
