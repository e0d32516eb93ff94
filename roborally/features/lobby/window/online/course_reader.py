"""Reads in a thread the course that the host of a lobby builds, because a stranger may send large ones often."""

import queue
import threading
import time
from collections.abc import Callable

from roborally.base.errors import GameError, any_fault
from roborally.game.course.code import look_at, unpack_small
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.net.server_log import warn

REST = 9
"""The pause after reading a course, as a multiple of the reading time: 9 leaves reading a tenth of one processor."""


class CourseReader:
    """Reads courses from codes in a thread, and holds the latest; codes that are soon replaced are skipped."""

    def __init__(self, notations: Notations, now: Callable[[], float] = time.monotonic) -> None:
        """Start without a course; `now()` returns the time in seconds."""
        self.course: Course | None = None
        """The course last read; `None` if there is none or it cannot be used here."""
        self._code = ""
        self._notations = notations
        self._now = now
        self._reading = ""
        self._next_at = float("-inf")
        self._found: queue.SimpleQueue[Course | None] = queue.SimpleQueue()

    def look(self, code: str) -> bool:
        """Start reading a code if it is new; return whether `course` has changed. An empty code removes the course."""
        if not code:
            changed, self.course, self._code = bool(self._code), None, ""
            return changed
        changed = self._take()
        if not self._reading and code != self._code and self._now() >= self._next_at:
            self._reading = code
            threading.Thread(target=self._read, args=(code,), name="course-reader", daemon=True).start()
        return changed

    def _take(self) -> bool:
        try:
            course = self._found.get_nowait()
        except queue.Empty:
            return False
        self.course, self._code, self._reading = course, self._reading, ""
        return True

    def _read(self, code: str) -> None:
        begun = self._now()
        course = None
        try:
            course = look_at(unpack_small(code), self._notations)
        except GameError:
            pass  # a course that cannot be used here, such as one whose plugin is missing
        except any_fault() as error:
            warn("a course that the host builds makes no sense", error)
        self._next_at = self._now() + REST * (self._now() - begun)
        self._found.put(course)
