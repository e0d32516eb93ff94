"""Reads the course that a host builds beside the window: strangers send it, as often and as large as they may."""

import queue
import threading
import time
from collections.abc import Callable

from roborally.base.errors import GameError, any_fault
from roborally.course.notation import Notations
from roborally.net.server_log import warn
from roborally.workshop.building.seen_course import SeenCourse, read_seen

REST = 9
"""How many times as long as a course took nothing is read after it: a tenth of one processor is spent on courses."""


class CourseReader:
    """Knows the newest course that has been read; codes that another one follows soon are left out."""

    def __init__(self, notations: Notations, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without a course; `now` is the clock in seconds."""
        self.seen: SeenCourse | None = None
        """The course of `code`; `None` where there is none that can be shown."""
        self.code = ""
        """The code that has been read last."""
        self._notations = notations
        self._now = now
        self._reading = ""
        self._next_at = float("-inf")
        self._found: queue.SimpleQueue[SeenCourse | None] = queue.SimpleQueue()

    @property
    def can_be_moved(self) -> bool:
        """Whether the pieces of what has been read can be told apart: those of an empty table, or of boards."""
        return not self.code or (self.seen is not None and self.seen.layout is not None)

    def look(self, code: str) -> bool:
        """Follow what the host shows now; return whether something else has been read since the last call."""
        if not code:
            changed, self.seen, self.code = bool(self.code), None, ""
            return changed
        changed = self._take()
        if not self._reading and code != self.code and self._now() >= self._next_at:
            self._reading = code
            threading.Thread(target=self._read, args=(code,), name="course-reader", daemon=True).start()
        return changed

    def _take(self) -> bool:
        try:
            seen = self._found.get_nowait()
        except queue.Empty:
            return False
        self.seen, self.code, self._reading = seen, self._reading, ""
        return True

    def _read(self, code: str) -> None:
        begun = self._now()
        seen = None
        try:
            seen = read_seen(code, self._notations)
        except GameError:
            pass  # a course that cannot be used here, such as one whose plugin is missing
        except any_fault() as error:
            warn("a course that the host builds makes no sense", error)
        self._next_at = self._now() + REST * (self._now() - begun)
        self._found.put(seen)
