"""What is to be said of a board while it is drawn: all that `roborally board check` knows, each with its cells.

Faults are found at once. What needs the rules of whole modes takes longer than a frame; another process finds it.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from roborally.authoring.board_check import doubts
from roborally.base.errors import FAULTS, Message
from roborally.bots.child_process import set_up_child_process
from roborally.core.board import Board, Element, both_sides, in_order
from roborally.core.geometry import WALL_LETTERS, Cell, opposite
from roborally.course.courses import Course, board_faults
from roborally.course.notation import CourseError
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.workshop.editor.document import Document
from roborally.workshop.editor.spelling import DIRECTION, Speller
from roborally.workshop.editor.tile import EMPTY

MAX_PLAYERS = 8
NICENESS = 5
"""The niceness added to the process, so that the window's frames come first."""


@dataclass(frozen=True)
class Advice:
    """A sentence about a board and the cells that it is about; with a fault the board cannot be used."""

    message: Message
    cells: tuple[Cell, ...] = ()
    is_fault: bool = False


def faults(document: Document, speller: Speller) -> list[Advice]:
    """Return everything with which a board cannot be used: cell by cell, then that of the whole board."""
    found: list[Advice] = []
    for y, row in enumerate(document.rows):
        for x, tile in enumerate(row):
            if tile is not EMPTY and (problem := speller.problem(tile.token)) is not None:
                found.append(Advice(problem, ((x, y),), is_fault=True))
    if not found:
        whole = board_faults(board_of(document, speller), speller.notations)
        found += [Advice(message, tuple(cells), is_fault=True) for message, cells in whole]
    return found


def board_of(document: Document, speller: Speller) -> Board:
    """Return the board that is drawn; what no plugin knows is left out.

    It is the one that `parse_grid` makes of the drawing, without reading every atom again.
    """
    elements, walls = [], set()
    for y, row in enumerate(document.rows):
        for x, tile in enumerate(row):
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
    found = faults(document, speller)
    if found:
        raise CourseError(found[0].message)
    board, notations = board_of(document, speller), speller.notations
    docks = len(board.of_kind("dock")) if "dock" in notations.elements else 0
    texts = document.texts
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


class Adviser:
    """Finds in another process what is hard to play about boards: `ask` about one, and take the `advice` with `poll`.

    A later question ends an earlier one. Plugins are those of `folders`, by default the usual ones.
    """

    def __init__(self, folders: list[Path] | None = None) -> None:
        """Start the process; `problem` says why there is none."""
        self.advice: list[Advice] = []
        self.problem = ""
        self.done = True
        """Whether everything about the last board has been found."""
        self._asked = 0
        self._fresh = False
        self._next: Course | None = None
        """The board that is to be asked about when the process is free; what it has not read yet must not pile up."""
        self._busy = self._stopped = False
        """Whether the process is at work on a board, and whether it was told to leave it."""
        context = multiprocessing.get_context("spawn")  # the parent holds a window, threads and an OpenGL context
        pipe, end = context.Pipe()
        self._pipe: Connection | None = pipe
        self._process: BaseProcess = context.Process(target=_work, args=(end, folders), daemon=True)
        try:
            self._process.start()
        except (OSError, RuntimeError) as error:
            self._fail(str(error))
        finally:
            end.close()

    def ask(self, course: Course | None) -> None:
        """Ask about a board; with `None` there is nothing to find."""
        self._asked += 1
        self.done = course is None or self._pipe is None
        if self.done or self._pipe is None:
            self.advice = []
            return
        self._fresh, self._next = True, course
        self._push()

    def _push(self) -> None:
        """Send the next board to a process that is free, or let it leave an earlier one; never waits."""
        if self._pipe is None or self._next is None or self._stopped:
            return
        try:
            self._pipe.send((self._asked, None if self._busy else self._next))
        except OSError as error:
            self._fail(str(error))
            return
        if self._busy:
            self._stopped = True
        else:
            self._busy, self._next = True, None

    def poll(self) -> bool:
        """Take what has been found; return whether the advice has changed.

        What was found about the board before stays until something is known about the new one.
        """
        changed = False
        while self._pipe is not None and not self.done:
            try:
                if not self._pipe.poll():
                    break
                number, found = self._pipe.recv()
            except (OSError, EOFError):
                self._fail("the process that did it has ended")
                return True
            if found is None:
                self._busy = self._stopped = False
                self._push()
            if number != self._asked:
                continue
            if self._fresh:
                self.advice, self._fresh = [], False
            if found is None:
                self.done = True
            else:
                self.advice = [*self.advice, found]
            changed = True
        return changed

    def wait(self, seconds: float) -> None:
        """Wait until there is something to take, for at most that many seconds."""
        if self._pipe is not None:
            self._pipe.poll(seconds)

    def close(self) -> None:
        """End the process."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if self._process.pid is not None:
            self._process.terminate()

    def _fail(self, why: str) -> None:
        self.problem, self.done, self.advice = why, True, []
        self.close()


def _work(pipe: Connection, folders: list[Path] | None) -> None:
    """Answer questions until the window has gone: findings with the number of the question, and `None` at the end."""
    set_up_child_process()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    catalogue = find_plugins(folders)
    with suppress(OSError, EOFError):
        while True:
            number, course = pipe.recv()
            if course is None:  # it was to leave a board that it had finished already
                continue
            for found in _found(course, catalogue):
                pipe.send((number, found))
                if pipe.poll():  # the board has changed meanwhile
                    break
            pipe.send((number, None))


def _found(course: Course, catalogue: Catalogue) -> Iterator[Advice]:
    try:
        yield from (Advice(doubt.message, doubt.cells) for doubt in doubts(course, catalogue))
    except FAULTS as error:  # of a plugin
        yield Advice(Message.of("{told}", told=f"{type(error).__name__}: {error}"))
