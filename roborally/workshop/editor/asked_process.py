"""A process that finds something out about boards while the window goes on drawing."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Generic, TypeVar

from roborally.base.translation import _
from roborally.bots.child_process import set_up_child_process
from roborally.course.courses import Course
from roborally.plugin_system.loader import Catalogue, find_plugins

NICENESS = 5
"""The niceness added to the process, so that the window's frames come first."""

Finding = TypeVar("Finding")
Find = Callable[[Course, Catalogue], Iterator[Finding]]
"""Yields what there is to find about a board; a function of a module, since its name goes to another process."""


class AskedProcess(Generic[Finding]):
    """Finds in another process what `find` yields about boards: `ask` about one, and take what is `found` with `poll`.

    A later question ends an earlier one. Plugins are those of `folders`, by default the usual ones.
    """

    takes_late = False
    """Whether what is found about a board counts that was changed meanwhile: it is newer than what was known."""

    def __init__(self, find: Find[Finding], folders: list[Path] | None = None) -> None:
        """Start the process; `problem` says why there is none."""
        self.found: list[Finding] = []
        self.problem = ""
        self.done = True
        """Whether everything about the last board has been found."""
        self._asked = self._found_of = 0
        self._barred = 0
        """The last question after which nothing was known any more."""
        self._next: Course | None = None
        """The board that is to be asked about when the process is free; what it has not read yet must not pile up."""
        self._busy = self._stopped = False
        """Whether the process is at work on a board, and whether it was told to leave it."""
        context = multiprocessing.get_context("spawn")  # the parent holds a window, threads and an OpenGL context
        pipe, end = context.Pipe()
        self._pipe: Connection | None = pipe
        self.process: BaseProcess = context.Process(target=_work, args=(end, find, folders), daemon=True)
        try:
            self.process.start()
        except (OSError, RuntimeError) as error:
            self._fail(str(error))
        finally:
            end.close()

    def ask(self, course: Course | None) -> None:
        """Ask about a board; with `None` there is nothing to find."""
        self._asked += 1
        self.done = course is None or self._pipe is None
        if self.done or self._pipe is None:
            self.found, self._found_of, self._barred = [], self._asked, self._asked
            return
        self._next = course
        self._push()

    @property
    def is_old(self) -> bool:
        """Whether what is `found` is about an earlier board."""
        return self._found_of != self._asked

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
        """Take what has been found; return whether that has changed.

        What was found about the board before stays until something is known about the new one.
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

    def wait(self, seconds: float) -> None:
        """Wait until there is something to take, for at most that many seconds."""
        if self._pipe is not None:
            self._pipe.poll(seconds)

    def close(self) -> None:
        """End the process."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if self.process.pid is not None:
            self.process.terminate()

    def _fail(self, why: str) -> None:
        self.problem, self.done, self.found = why, True, []
        self.close()


def _work(pipe: Connection, find: Find[Finding], folders: list[Path] | None) -> None:
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
            for found in find(course, catalogue):
                pipe.send((number, found))
                if pipe.poll():  # the board has changed meanwhile
                    break
            pipe.send((number, None))
