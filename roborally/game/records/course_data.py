"""A whole course as data for saves, replays and network messages, so that it survives changes to its board files."""

from typing import Any

import msgspec

from roborally.base.bounded import MAX_TEXT
from roborally.base.errors import Message
from roborally.core.board import Board, Element
from roborally.core.geometry import Cell
from roborally.core.state import frozen
from roborally.game.course.courses import Course, check_board
from roborally.game.course.notation import MAX_SIDE, CourseError, Notations
from roborally.plugin_system.loader import Catalogue


class CourseData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A course as it is stored in a record.

    `outside` are the cells that are not part of the board; `walls` and `gates` are pairs of a cell and a direction, 0
    north to 3 west; `elements` are kind, cell and values.
    """

    id: str
    name: str
    author: str
    license: str
    description: str
    players: tuple[int, int]
    width: int
    height: int
    outside: list[Cell]
    walls: list[tuple[Cell, int]]
    elements: list[tuple[str, Cell, dict[str, Any]]]
    gates: list[tuple[Cell, int]] = []

    @staticmethod
    def of(course: Course) -> "CourseData":
        """Return a course in the form in which records store it."""
        board = course.board
        cells = [(x, y) for y in range(board.height) for x in range(board.width)]
        return CourseData(
            course.id,
            course.name,
            course.author,
            course.license,
            course.description,
            course.players,
            board.width,
            board.height,
            [cell for cell in cells if cell not in board.inside],
            sorted(board.walls),
            [(element.kind, element.cell, dict(element.values)) for element in board.elements],
            list(board.gates),
        )

    def to_course(self, catalogue: Catalogue, plugins: list[str]) -> Course:
        """Return the course; raise `GameError` if sizes, walls or elements are impossible with the `plugins` (ids)."""
        if not (0 < self.width <= MAX_SIDE and 0 < self.height <= MAX_SIDE):
            raise CourseError(
                "invalid course size: {width} x {height} cells; at most {most} on a side are possible",
                width=self.width,
                height=self.height,
                most=MAX_SIDE,
            )
        texts = (self.id, self.name, self.author, self.license, self.description)
        if max(map(len, texts)) > MAX_TEXT:
            raise CourseError("its course has a text of more than {most:,} letters", most=MAX_TEXT)
        notations = Notations.of(catalogue.resolve(plugins, begun=True))
        inside = {(x, y) for y in range(self.height) for x in range(self.width)} - set(self.outside)
        elements = tuple(_checked(Element(k, c, frozen(v)), inside, notations) for k, c, v in self.elements)
        walls, gates = frozenset(self.walls), tuple(self.gates)
        for cell, side in (*walls, *gates):
            if not (-1 <= cell[0] <= self.width and -1 <= cell[1] <= self.height and 0 <= side < 4):
                raise CourseError("its course has a wall at {cell}, which is not possible", cell=list(cell))
        board = Board(self.id, self.width, self.height, frozenset(inside), walls, elements, gates)
        check_board(board, notations, Message.of("the recorded course"))
        return Course(self.id, self.name, board, self.author, self.license, self.description, self.players)


def _checked(element: Element, inside: set[Cell], notations: Notations) -> Element:
    """Return an element; raise `CourseError` if no notation of the plugins could have drawn it."""
    known = notations.elements.get(element.kind)
    if known is None or element.cell not in inside:
        raise CourseError(
            "its course has {kind!r} at {cell}, which is not possible", kind=element.kind, cell=list(element.cell)
        )
    pattern, manifest, _group = known
    for name, value in element.values.items():
        expected = {"integer": int, "digits": tuple}.get(manifest.values.get(name, ""), str)
        if name == "direction":
            sound = type(value) is int and 0 <= value < 4
        else:
            sound = name in pattern.groupindex and type(value) is expected
        if not sound:
            raise CourseError(
                "its course has a {kind} with {name} = {value!r}, which is not possible",
                kind=element.kind,
                name=name,
                value=value,
            )
    return element
