"""Limits the processor time of each step of a check, and the memory of a plugin's code.

Only processor time counts, so a busy machine does not matter. It needs POSIX; elsewhere only the whole check has a
limit (`checks.apart`).
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
"""The processor time in seconds after which code that goes on after a stop is stopped again."""
_NOTHING = 0.05
"""Processor time that counts as none, in seconds, however busy the machine is."""


class Bounds(NamedTuple):
    """The limits for the code of a plugin."""

    step: float = 4.0
    """The maximum processor time of a step in seconds: a scenario, an answer, or the events between two answers."""
    waiting: float = 6.0
    """The idle seconds after which a process is assumed to wait for ever."""
    memory: float = 1e9
    """The maximum number of bytes that the check may use beyond its initial memory."""


USUAL = Bounds()


class StepTooLong(TimeLimitExceeded):
    """The error of a step that takes too long; its text names the function of the plugin that runs without end."""

    def __init__(self, place: str, function: str, doing: str, seconds: float) -> None:
        """Store the place and function in the plugin's code (empty if unknown), the step, and its limit in seconds."""
        super().__init__(place, function, doing)
        self.place = place
        self.function = function
        self.doing = doing
        self.seconds = seconds

    def __str__(self) -> str:
        what = self.function or "something that it has begun"
        where = self.place or "rules.py"
        when = f"in this step: {self.doing}; {self.seconds:g} seconds were not enough"
        return f"{where}: {what} runs without end ({when})"


class StepLimit:
    """Interrupts each step of a check that takes too much processor time, by raising `StepTooLong` in it.

    `stopped` holds every interruption, including those that the plugin's code has caught.
    """

    def __init__(
        self, folder: Path, progress: Callable[[str], None] = lambda doing: None, bounds: Bounds = USUAL
    ) -> None:
        """Prepare limits for the plugin in a folder; `progress` is called with the description of each step."""
        self.bounds = bounds
        self.doing = ""
        self.stopped: list[StepTooLong] = []
        self.otherwise: Callable[[], str] = str
        """A function that returns the place to report if no code of the plugin is on the stack."""
        self._folder = folder
        self._progress = progress
        self._works = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self._works:
            signal.signal(signal.SIGPROF, self._stop)

    def begin(self, doing: str = "", seconds: float = 0) -> None:
        """Begin the step `doing`, or the current one again, with a limit in seconds (0 for the usual one)."""
        if doing and doing != self.doing:
            self.doing = doing
            self._progress(doing)
        if self._works:
            # After one endless step, the next ones get less time.
            first = REPEAT_SECONDS if self.stopped else seconds or self.bounds.step
            signal.setitimer(signal.ITIMER_PROF, first, REPEAT_SECONDS)

    def end(self) -> None:
        """End the last step, so that nothing is interrupted any more."""
        if self._works:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        place, function = place_in(frame, self._folder)
        stop = StepTooLong(place or self.otherwise(), function, self.doing, self.bounds.step)
        self.stopped.append(stop)
        raise stop


def place_in(frame: FrameType | None, folder: Path) -> tuple[str, str]:
    """Return the innermost place on the stack in a folder's files, as `rules.py:12`, and its function, or no texts."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.parent == folder:
            name = frame.f_code.co_name
            return f"{path.name}:{frame.f_lineno}", "the module" if name == "<module>" else name
        frame = frame.f_back
    return "", ""


def limit_memory(size: float) -> None:
    """Let this process use at most `size` bytes more than now, on Linux only; beyond, `MemoryError` is raised."""
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    most = pages * resource.getpagesize() + int(size)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def end_when_waiting(stacks: TextIO, seconds: float) -> None:
    """End this process if it is idle for some seconds, after writing its stacks into the open file `stacks`."""

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
