"""Bounds what the code of a plugin may use while it is checked: processor time for each step, and memory.

Time is that of the processor, so a busy machine does not matter. It needs POSIX; elsewhere only the end of the whole
check is bounded (`roborally.authoring.apart`).
"""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TextIO

from roborally.base.errors import TimeLimitExceeded

REPEAT_SECONDS = 0.5
"""Code that went on after it was stopped is stopped again after this much."""
_NOTHING = 0.05
"""Less processor time than this, in seconds, is nothing, however busy the machine is."""


class Bounds(NamedTuple):
    """What the code of a plugin may take."""

    step: float = 4.0
    """How much processor time a step may take: a scenario, an answer, what happens between two answers."""
    waiting: float = 6.0
    """A process that does nothing for so many seconds waits for something that will not come."""
    memory: float = 1e9
    """How many bytes the check may take beyond what it had at its beginning."""


USUAL = Bounds()


class StepTooLong(TimeLimitExceeded):
    """A step of the check seems to have no end."""

    def __init__(self, place: str, function: str, doing: str, seconds: float) -> None:
        """Store where the plugin's code was, what was done, and how long it might take; the texts may be empty."""
        super().__init__(place, function, doing)
        self.place = place
        self.function = function
        self.doing = doing
        self.seconds = seconds

    def __str__(self) -> str:
        """Return a sentence for the report."""
        what = self.function or "something that it has begun"
        where = self.place or "rules.py"
        when = f"in this step: {self.doing}; {self.seconds:g} seconds were not enough"
        return f"{where}: {what} runs without end ({when})"


class StepLimit:
    """Stops each step of a check that takes too much time.

    `begin(doing)` ends one step and begins the next; `doing` says what is done now. `stopped` holds every stop, also
    those that the code has swallowed.
    """

    def __init__(
        self, folder: Path, progress: Callable[[str], None] = lambda doing: None, bounds: Bounds = USUAL
    ) -> None:
        """Look for the code in a folder; `progress` is called with what every step does."""
        self.bounds = bounds
        self.doing = ""
        self.stopped: list[StepTooLong] = []
        self.otherwise: Callable[[], str] = str
        """Returns the place to name where the plugin's code is not on the way."""
        self._folder = folder
        self._progress = progress
        self._works = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self._works:
            signal.signal(signal.SIGPROF, self._stop)

    def begin(self, doing: str = "", seconds: float = 0) -> None:
        """Begin a step, which may take longer than usual; without words the one that runs begins anew."""
        if doing and doing != self.doing:
            self.doing = doing
            self._progress(doing)
        if self._works:
            # What had no end once is not waited for so long again.
            first = REPEAT_SECONDS if self.stopped else seconds or self.bounds.step
            signal.setitimer(signal.ITIMER_PROF, first, REPEAT_SECONDS)

    def end(self) -> None:
        """End the last step."""
        if self._works:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        place, function = place_in(frame, self._folder)
        stop = StepTooLong(place or self.otherwise(), function, self.doing, self.bounds.step)
        self.stopped.append(stop)
        raise stop


def place_in(frame: FrameType | None, folder: Path) -> tuple[str, str]:
    """Return where the code in a folder is, as `rules.py:12`, and its function; empty where it is not on the way."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.parent == folder:
            name = frame.f_code.co_name
            return f"{path.name}:{frame.f_lineno}", "the module" if name == "<module>" else name
        frame = frame.f_back
    return "", ""


def limit_memory(size: float) -> None:
    """Let this process take so many more bytes than it has, and no more; what would take more gets `MemoryError`."""
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    most = pages * resource.getpagesize() + int(size)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def end_when_waiting(stacks: TextIO, seconds: float) -> None:
    """End this process when it waits for so long, and write into an open file where it is: code may sleep for ever."""

    def watch() -> None:
        used = time.process_time()
        while True:
            time.sleep(seconds)
            now = time.process_time()
            if now - used < _NOTHING:
                faulthandler.dump_traceback(stacks)
                os._exit(1)
            used = now

    threading.Thread(target=watch, daemon=True).start()
