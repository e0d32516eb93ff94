"""Reads the notation of boards, a grid of text tokens (docs/formats.md, Board).

The reader knows no element by name: every notation comes from a plugin's manifest (`Notations`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, Message
from roborally.base.toml_file import MAX_FILE, read_toml
from roborally.base.translation import plugin_text
from roborally.base.validation import unknown_key
from roborally.core.board import Board, Edge, Element, Sides, both_sides, in_order
from roborally.core.geometry import WALL_LETTERS, Cell, opposite
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import MAX_ATOM, ElementManifest
from roborally.plugin_system.manifest_tables import element_name

MAX_SIDE = 100
"""The maximum width and height of a course, in cells, so that it stays playable and its tables small."""
MAX_PLAYERS = 8
"""The maximum number of players of a course."""
TEXTS = ("name", "author", "license", "description")
"""The keys of a board or course file whose values are texts."""


class CourseError(GameError):
    """A board or course cannot be used; the message is one plain sentence with file, row, column and token."""


@dataclass(frozen=True)
class Notations:
    """The notations of all board elements of some plugins.

    `elements` has a pattern, a manifest and a plugin id for each kind of element; `plugins` the folders by plugin id.
    """

    elements: Mapping[str, tuple[re.Pattern[str], ElementManifest, str]]
    plugins: Mapping[str, Path] = field(default_factory=dict)

    @staticmethod
    def of(plugins: Iterable[Plugin]) -> "Notations":
        """Return the notations in the manifests of plugins."""
        plugins = list(plugins)
        found = {
            kind: (re.compile(element.notation), element, plugin.id)
            for plugin in plugins
            for kind, element in plugin.manifest.element.items()
        }
        return Notations(dict(sorted(found.items())), {plugin.id: plugin.folder for plugin in plugins})

    @property
    def sides(self) -> Sides:
        """The values that mean north, east, south and west, by kind of element and name of the value."""
        return {kind: element.sides for kind, (_pattern, element, _plugin) in self.elements.items() if element.sides}

    def read(self, atom: str) -> tuple[str, dict[str, Any]] | None:
        """Return the kind and the values of the element that an atom such as `c3` stands for; `None` for no element."""
        for kind, (pattern, element, _plugin) in self.elements.items():
            if match := pattern.fullmatch(atom):
                try:
                    return kind, element.read(match)
                except ValueError:
                    raise CourseError("the values of {kind!r} cannot be read", kind=kind) from None
        return None

    def title(self, kind: str) -> str:
        """Return the name of a kind of element for players, such as `Belt`; `kind` itself if it is unknown."""
        if kind not in self.elements:
            return kind
        _pattern, element, plugin = self.elements[kind]
        return element_name(plugin_text(self.plugins[plugin], element.tooltip)) or kind

    def in_words(self, message: Message) -> Message:
        """Return a message with the kinds of elements in it replaced by their names for players."""
        values = {
            name: self.in_words(value)
            if isinstance(value, Message)
            else self.title(value)
            if name in ("kind", "other")
            else value
            for name, value in message.values.items()
        }
        return replace(message, values=values)


# --- reading -------------------------------------------------------------------------------------------------------


def load_toml(path: Path) -> dict[str, Any]:
    """Read and return a board or course file; raise `CourseError` if it is missing, too large or malformed."""
    return read_toml(path, error=CourseError)


def refuse_unknown_keys(data: Mapping[str, Any], known: Collection[str], where: Path | str | Message) -> None:
    """Raise `CourseError` if `data` has a key that is not in `known`."""
    for key in sorted(set(data).difference(known)):
        raise CourseError(unknown_key(key, "", known), where=where)


def read_texts(data: Mapping[str, Any], where: Path | str | Message) -> dict[str, str]:
    """Return the values of the keys `TEXTS` in a board or course, empty if missing; raise `CourseError`."""
    for key in TEXTS:
        if not isinstance(value := data.get(key, ""), str):
            raise CourseError("key {key!r} must be a text, not {value!r}", where=where, key=key, value=value)
    return {key: data.get(key, "") for key in TEXTS}


def read_players(data: Mapping[str, Any], where: Path | str | Message) -> tuple[int, int] | None:
    """Return the smallest and the largest number of players, `None` if `data` has none; raise `CourseError`."""
    if (value := data.get("players")) is None:
        return None
    numbers = value if isinstance(value, list) else []
    if (
        len(numbers) != 2
        or any(type(n) is not int for n in numbers)
        or not 1 <= numbers[0] <= numbers[1] <= MAX_PLAYERS
    ):
        raise CourseError(
            "key 'players' must be the smallest and the largest number of players, such as [2, 8]", where=where
        )
    return numbers[0], numbers[1]


def read_plugins(data: Mapping[str, Any], where: Path | str | Message) -> tuple[str, ...]:
    """Return the ids of the plugins that a board or course names, without repetitions; raise `CourseError`."""
    named = data.get("plugins", [])
    if not isinstance(named, list) or not all(isinstance(id_, str) for id_ in named):
        raise CourseError("key 'plugins' must be a list of plugins, such as [\"oil\"]", where=where)
    return tuple(dict.fromkeys(named))


def read_grid(data: Mapping[str, Any], where: Path | str | Message) -> str:
    """Return the text grid of a board; raise `CourseError` if it is missing or not a text."""
    grid = data.get("grid")
    if not isinstance(grid, str):
        raise CourseError("key 'grid' must be a text with one line for each row of the board", where=where)
    return grid


def grid_rows(grid: str, where: str | Message = "") -> list[list[str]]:
    """Return the tokens of a text grid, row by row; raise `CourseError` if rows differ in length or are too many."""
    if len(grid) > MAX_FILE:
        raise CourseError("the grid is larger than {most:,} characters", where=where, most=MAX_FILE)
    rows = [line.split() for line in grid.splitlines() if line.strip()]
    if not rows:
        raise CourseError("the grid is empty; write one line for each row, for example ' .  .  .'", where=where)
    _check_size(len(rows[0]), len(rows), where)
    for fault in unequal_rows(rows):
        raise CourseError(fault, where=where)
    return rows


def unequal_rows(rows: Sequence[Sequence[str]]) -> Iterator[Message]:
    """Yield a message for each row of a grid whose length is not that of the first row."""
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            yield Message.of(
                "row {row} has {count} cells, but row 1 has {width}; all must be equal",
                row=number,
                count=len(row),
                width=width,
            )


def parse_grid(grid: str, notations: Notations, where: str | Message = "") -> Board:
    """Return the board drawn by a text grid; raise `CourseError` with row, column and token."""
    rows = grid_rows(grid, where)
    width, height = len(rows[0]), len(rows)
    elements: list[Element] = []
    walls: set[Edge] = set()
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token == ".":  # the usual case
                continue
            try:
                found, edges = parse_token(token, (x, y), notations)
            except CourseError as error:
                at = Message.of("column {column}, row {row} ({token!r})", where, row=y + 1, column=x + 1, token=token)
                raise CourseError(error.message.at(at)) from None
            elements += found
            walls |= {((x, y), direction) for direction in edges}
    inside = frozenset((x, y) for y in range(height) for x in range(width))
    gates = tuple((e.cell, e.values["direction"]) for e in elements if notations.elements[e.kind][1].wall == "gate")
    return Board(str(where), width, height, inside, both_sides(walls), tuple(elements), in_order(gates))


def _check_size(width: int, height: int, where: str | Message) -> None:
    if max(width, height) > MAX_SIDE:
        raise CourseError(
            "{width} x {height} cells are too many; at most {most} on a side are possible",
            where=where,
            width=width,
            height=height,
            most=MAX_SIDE,
        )


def parse_token(token: str, cell: Cell, notations: Notations) -> tuple[list[Element], set[int]]:
    """Return the elements of one token (`atom+atom:walls`), and the directions of its walls, 0 north to 3 west.

    Raise `CourseError`, which does not name the cell.
    """
    content, colon, letters = token.partition(":")
    if colon and (not letters or not set(letters) <= set(WALL_LETTERS)):
        raise CourseError("walls are written with the letters n, e, s and w behind one colon")
    walls = {WALL_LETTERS.index(letter) for letter in letters}
    elements: list[Element] = []
    for atom in content.split("+"):
        if atom == ".":
            continue
        if len(atom) > MAX_ATOM:
            raise CourseError("an element is written with at most {most} letters", most=MAX_ATOM)
        read = notations.read(atom)
        if read is None:
            raise CourseError("there is no element {atom!r} in the plugins that are on", atom=atom)
        kind, values = read
        elements.append(Element(kind, cell, values))
        if notations.elements[kind][1].wall == "behind":
            walls.add(opposite(values["direction"]))
    _check_cell(elements, notations)
    return elements, walls


def _check_cell(elements: list[Element], notations: Notations, place: str | Message = "") -> None:
    """Raise `CourseError` for elements that may not share a cell, as the manifests say (COM-01)."""
    layers: dict[str, str] = {}
    kinds = Counter(element.kind for element in elements)
    for element in elements:
        manifest = notations.elements[element.kind][1]
        for other in manifest.not_on:
            if kinds[other] > (other == element.kind):
                raise CourseError("a {kind} may not stand on a {other}", where=place, kind=element.kind, other=other)
        if manifest.layer == "floor" and "floor" in layers:
            raise CourseError(
                "a cell can hold one floor element, not both {other} and {kind}",
                where=place,
                other=layers["floor"],
                kind=element.kind,
            )
        layers[manifest.layer] = element.kind


def _spot(cell: Cell) -> Message:
    return Message.of("column {column}, row {row}", row=cell[1] + 1, column=cell[0] + 1)
