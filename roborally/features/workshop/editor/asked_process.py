"""A process that examines boards while the window goes on drawing: the base of `Adviser` and `Foresight`."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from roborally.base.child_process import NO_PROCESS, start_child
from roborally.base.translation import _
from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue, find_plugins

NICENESS = 5
"""The niceness of the process, so that drawing the window has priority."""

Finding = TypeVar("Finding")
Find = Callable[[Course, Catalogue], Iterator[Finding]]
"""A function that yields findings about a board; on module level, because another process finds it by name."""


class AskedProcess(Generic[Finding]):
    """Runs `find` on boards in another process: call `ask` with a board, then `poll` each frame, and read `found`.

    A new board ends the examination of an earlier one.
    """

    takes_late = False
    """Whether findings about an earlier board are used if they arrive late; otherwise they are dropped."""

    def __init__(self, find: Find[Finding]) -> None:
        """Start the process; if that fails, `problem` is the reason, otherwise it is empty."""
        self.found: list[Finding] = []
        self.problem = ""
        self.done = True
        """Whether all findings about the last board are in `found`."""
        self._asked = self._found_of = 0
        self._barred = 0
        """The number of the last question that cleared `found`; answers to it and to earlier ones are ignored."""
        self._next: Course | None = None
        """The next board to send when the process is free, so that unread boards do not pile up."""
        self._busy = self._stopped = False
        """Whether the process is examining a board (`_busy`), and has been asked to stop with it (`_stopped`)."""
        self._pipe: Connection | None = None
        self.process: BaseProcess
        try:
            self.process, self._pipe = start_child(_work, find, niceness=NICENESS)
        except NO_PROCESS as error:
            self._fail(str(error))

    def ask(self, course: Course | None) -> None:
        """Start to examine a board; for `None`, clear `found`."""
        self._asked += 1
        self.done = course is None or self._pipe is None
        if self.done:
            self.found, self._found_of, self._barred = [], self._asked, self._asked
            return
        self._next = course
        self._push()

    @property
    def is_old(self) -> bool:
        """Whether `found` is about an earlier board than the one last asked about."""
        return self._found_of != self._asked

    def _push(self) -> None:
        """Send the next board if the process is free, else ask it to stop with the current one; never wait."""
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
        """Add the findings that have arrived to `found`; return whether `found`, `done` or `problem` has changed.

        Findings about the previous board stay until there is one about the new board.
        """
        changed = False
        while self._pipe is not None and not self.done:
            try:
                if not self._pipe.poll():
                    break
                number, found = self._pipe.recv()
            except (OSError, EOFError):
                self._fail(_("the process that did it has ended"))
                return True
            if found is None:
                self._busy = self._stopped = False
                self._push()
            if number != self._asked and (not self.takes_late or found is None or number <= self._barred):
                continue
            if number != self._found_of:
                self.found, self._found_of = [], number
            if found is None:
                self.done = True
            else:
                self.found = [*self.found, found]
            changed = True
        return changed

    def close(self) -> None:
        """End the process; `found` stays as it is."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
            self.process.terminate()

    def _fail(self, why: str) -> None:
        self.problem, self.done, self.found = why, True, []
        self.close()


def _work(pipe: Connection, find: Find[Finding]) -> None:
    """Examine boards until the pipe closes; send pairs of question number and finding, `None` after the last."""
    catalogue = find_plugins()
    with suppress(OSError, EOFError):
        while True:
            number, course = pipe.recv()
            if course is None:  # a request to stop with a board that was already finished
                continue
            for found in find(course, catalogue):
                pipe.send((number, found))
                if pipe.poll():  # the board has changed meanwhile
                    break
            pipe.send((number, None))
