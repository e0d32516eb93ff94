"""Interrupts a plugin that does not end, or that takes memory without end, so that the window and servers go on.

A thread looks a few times a second at what another thread is doing. As long as that is inside the same call of a
plugin, its processor time is counted: a busy machine uses up nothing. What is over the limit is interrupted with
`Overrun`, again and again until it has ended; the caller of the plugin treats it like every other error. Bots
have limits of their own (`roborally.bots.time_limit`).
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

from roborally.base.errors import Overrun
from roborally.plugin_system.faults import PluginFiles
from roborally.plugin_system.loader import Plugin

SECONDS = 5.0
"""The processor time in seconds that one call of a plugin may take."""
MEGABYTES = 1000
"""How much memory may grow during one call of a plugin."""
EVERY = 0.2
"""Seconds between two looks."""
_MEMORY = Path("/proc/self/statm")


class Watchdog:
    """Watches the thread that makes it, from `start` to `stop`.

    `seconds` and `megabytes` are the limits of one call; memory is measured on Linux alone.
    """

    def __init__(
        self, plugins: Iterable[Plugin], *, seconds: float = SECONDS, megabytes: float = MEGABYTES, every: float = EVERY
    ) -> None:
        """Look for the code of these plugins."""
        self._files = PluginFiles(plugins)
        self._seconds = seconds
        self._megabytes = megabytes
        self._every = every
        self._thread = threading.get_ident()
        self._clock = _clock_of(self._thread)
        self._calls: list[FrameType] = []
        self._since = self._memory = 0.0
        self._over = threading.Event()

    def start(self) -> "Watchdog":
        """Begin to look."""
        threading.Thread(target=self._look_on, name="roborally-watchdog", daemon=True).start()
        return self

    def stop(self) -> None:
        """Look no more."""
        self._over.set()

    def _look_on(self) -> None:
        while not self._over.wait(self._every):
            self.look()

    def look(self) -> None:
        """Look once, and interrupt what is over the limit."""
        calls = self._find_calls()
        if not calls or not self._calls or calls[0] is not self._calls[0]:
            self._calls = calls
            if calls:
                self._since, self._memory = self._clock(), _memory()
            return
        self._calls = [call for call, before in zip(calls, self._calls, strict=False) if call is before]
        if self._clock() - self._since > self._seconds:
            self._interrupt(f"it did not end within {self._seconds:g} seconds of processor time")
        elif _memory() - self._memory > self._megabytes:
            self._interrupt(f"it took more than {self._megabytes:g} MB of memory")

    def _find_calls(self) -> list[FrameType]:
        """Return the frames of plugins on the stack of the thread, the outermost first; none while a bot thinks."""
        frame = sys._current_frames().get(self._thread)  # noqa: SLF001 - there is no other way to see another's stack
        found: list[FrameType] = []
        while frame is not None:
            if self._files.owner(frame.f_code.co_filename) is not None:
                found.append(frame)
            frame = frame.f_back
        found.reverse()
        return found if found and not Path(found[0].f_code.co_filename).name.startswith("bot") else []

    def _interrupt(self, why: str) -> None:
        """Raise `Overrun` in the thread, if it is still inside the call; the innermost that has lasted is at fault."""
        names = {"frame": self._calls[-1], "__str__": lambda _self: why}
        error = type(Overrun.__name__, (Overrun,), names)
        before = sys.getswitchinterval()
        sys.setswitchinterval(1.0)  # nothing else runs between the look and the interruption
        try:
            if self._find_calls()[:1] == self._calls[:1]:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(error))
        finally:
            sys.setswitchinterval(before)


def _clock_of(thread: int) -> Callable[[], float]:
    """Return what measures the processor time of a thread, or of the process where that is impossible."""
    if not hasattr(time, "pthread_getcpuclockid"):  # Windows, macOS
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _memory() -> float:
    """Return the resident memory of the process in megabytes, 0 where it cannot be read."""
    try:
        return int(_MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1_000_000
    except OSError:
        return 0.0
