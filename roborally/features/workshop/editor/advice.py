"""Advice for the board editor: the findings of `roborally board check`, each with its cells.

Faults are found at once. Checks with the rules of whole modes take longer than a frame, so another process does them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from roborally.base.errors import Message, any_fault, reason
from roborally.core.board import Board, Element, both_sides, in_order
from roborally.core.geometry import WALL_LETTERS, Cell, opposite
from roborally.features.workshop.editor.asked_process import AskedProcess
from roborally.features.workshop.editor.atom_text import DIRECTION, Speller
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.tile import EMPTY
from roborally.game.board_check import doubts
from roborally.game.course.courses import Course, board_faults
from roborally.game.course.notation import MAX_PLAYERS, CourseError
from roborally.plugin_system.loader import Catalogue


@dataclass(frozen=True)
class Advice:
    """One finding about a board, with the cells that it is about; a board with a fault (`is_fault`) cannot be used."""

    message: Message
    cells: tuple[Cell, ...] = ()
    is_fault: bool = False


def faults(document: Document, speller: Speller, board: Board | None = None) -> list[Advice]:
    """Return the faults of single cells, or if there are none, the faults of the whole board.

    `board` is the result of `board_of`, if the caller already has it.
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
    """Return the drawn board in the form that the rules use, without elements that no plugin knows.

    It equals the result of `parse_grid` for the drawing, without parsing every atom again.
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
    """Return the board as a course with the id `name`; raise `CourseError` if the board has a fault."""
    board = board_of(document, speller)
    found = faults(document, speller, board)
    if found:
        raise CourseError(found[0].message)
    return course_without_faults(document, board, speller, name)


def course_without_faults(document: Document, board: Board, speller: Speller, name: str) -> Course:
    """Return a board without faults as a course with the id `name`; raise `CourseError` if a plugin is missing."""
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
    """A process that looks for reasons why a board is hard to play; `found` has them as `Advice`."""

    def __init__(self) -> None:
        super().__init__(_found)


def _found(course: Course, catalogue: Catalogue) -> Iterator[Advice]:
    try:
        yield from (Advice(doubt.message, doubt.cells) for doubt in doubts(course, catalogue))
    except GeneratorExit:  # the caller needs no more
        raise
    except any_fault() as error:  # an error of a plugin
        yield Advice(reason(error))
