"""What is to be said of a board while it is drawn: all that `roborally board check` knows, each with its cells.

Faults are found at once. What needs the rules of whole modes takes longer than a frame; another process finds it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roborally.authoring.board_check import doubts
from roborally.base.errors import Message, any_fault
from roborally.core.board import Board, Element, both_sides, in_order
from roborally.core.geometry import WALL_LETTERS, Cell, opposite
from roborally.course.courses import Course, board_faults
from roborally.course.notation import CourseError
from roborally.plugin_system.loader import Catalogue
from roborally.workshop.editor.asked_process import AskedProcess
from roborally.workshop.editor.atom_text import DIRECTION, Speller
from roborally.workshop.editor.document import Document
from roborally.workshop.editor.tile import EMPTY

MAX_PLAYERS = 8


@dataclass(frozen=True)
class Advice:
    """A sentence about a board and the cells that it is about; with a fault the board cannot be used."""

    message: Message
    cells: tuple[Cell, ...] = ()
    is_fault: bool = False


def faults(document: Document, speller: Speller, board: Board | None = None) -> list[Advice]:
    """Return everything with which a board cannot be used: cell by cell, then that of the whole board.

    `board` is that of `board_of`, where it is there already.
    """
    found: list[Advice] = []
    for y, row in enumerate(document.rows):
        for x, tile in enumerate(row):
            if tile is not EMPTY and (problem := speller.problem(tile.token)) is not None:
                found.append(Advice(problem, ((x, y),), is_fault=True))
    if not found:
        whole = board_faults(board or board_of(document, speller), speller.notations)
        found += [Advice(message, tuple(cells), is_fault=True) for message, cells in whole]
    return found


def board_of(document: Document, speller: Speller) -> Board:
    """Return the board that is drawn; what no plugin knows is left out.

    It is the one that `parse_grid` makes of the drawing, without reading every atom again.
    """
    elements, walls = [], set()
    for y, row in enumerate(document.rows):
        for x, tile in enumerate(row):
            if tile is EMPTY:
                continue
            walls |= {((x, y), WALL_LETTERS.index(letter)) for letter in tile.walls if letter in WALL_LETTERS}
            for known in tile.known(speller):
                elements.append(Element(known.kind, (x, y), known.values))
                if known.manifest.wall == "behind":
                    walls.add(((x, y), opposite(known.values[DIRECTION])))
    gates = [
        (element.cell, element.values[DIRECTION])
        for element in elements
        if speller.manifest(element.kind).wall == "gate"
    ]
    return Board(
        "",
        document.width,
        document.height,
        frozenset(document.cells()),
        both_sides(walls),
        tuple(elements),
        in_order(gates),
    )


def course_of(document: Document, speller: Speller, name: str) -> Course:
    """Return the board as a course that can be played; raise `CourseError` for one with faults."""
    board = board_of(document, speller)
    found = faults(document, speller, board)
    if found:
        raise CourseError(found[0].message)
    return course_without_faults(document, board, speller, name)


def course_without_faults(document: Document, board: Board, speller: Speller, name: str) -> Course:
    """Return a board without faults as a course; raise `CourseError` if it needs a plugin that is not there."""
    notations, texts = speller.notations, document.texts
    docks = len(board.of_kind("dock")) if "dock" in notations.elements else 0
    for id_ in texts.plugins:
        if id_ not in notations.plugins:
            raise CourseError("it needs the plugin {plugin!r}, which is not there", plugin=id_)
    return Course(
        name,
        texts.name or name,
        board,
        texts.author,
        texts.license,
        texts.description,
        players=texts.players or (1, min(max(docks, 1), MAX_PLAYERS)),
        plugins=texts.plugins,
    )


# --- in another process -----------------------------------------------------------------------------------------------


class Adviser(AskedProcess[Advice]):
    """Finds in another process what is hard to play about boards; `found` is the advice."""

    def __init__(self, folders: list[Path] | None = None) -> None:
        """Start the process, with the plugins of `folders`, by default the usual ones."""
        super().__init__(_found, folders)


def _found(course: Course, catalogue: Catalogue) -> Iterator[Advice]:
    try:
        yield from (Advice(doubt.message, doubt.cells) for doubt in doubts(course, catalogue))
    except GeneratorExit:  # nobody wants more
        raise
    except any_fault() as error:  # of a plugin
        yield Advice(Message.of("{text}", text=f"{type(error).__name__}: {error}"))
