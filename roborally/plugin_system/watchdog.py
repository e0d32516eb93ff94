"""Interrupts a plugin that does not end, or whose memory grows without end, so that the window and servers continue.

A thread checks another thread a few times a second. As long as the latter is inside the same call of a plugin, its
processor time is counted, so a busy machine costs nothing. A call over the limit is interrupted with `Overrun`, again
and again until it has ended; the caller of the plugin handles that like every other error. Bots have their own limits
(`roborally.bots.time_limit`).

A call that waits (`time.sleep`, a socket, a lock) uses no processor time. It is interrupted after many checks without
progress; on Windows, and if the thread is not the main one, only after the wait.

While the call is in a debugger, it is not interrupted, and afterwards it gets its whole limits again.
"""

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from roborally.base.debuggers import in_debugger
from roborally.base.errors import Message, Overrun
from roborally.plugin_system.faults import PluginFiles
from roborally.plugin_system.loader import Plugin

SECONDS = 5.0
"""The processor time that one call of a plugin may take, in seconds."""
MEGABYTES = 1000
"""The memory by which the process may grow during one call of a plugin, in megabytes."""
STANDS_STILL = 50
"""The number of checks in a row without progress after which a call counts as waiting: 10 s on an idle machine."""
_NOTHING = 0.001
"""The processor time between two checks, in seconds, below which a thread counts as idle."""
EVERY = 0.2
"""The time between two checks, in seconds."""
_MEMORY = Path("/proc/self/statm")


class Watchdog:
    """A guard over the thread that creates it, from `start` to `stop`, against calls of plugins that do not end.

    `seconds`, `megabytes` and `still` (a number of checks) are the limits of one call; memory is measured on Linux
    only.
    """

    def __init__(
        self,
        plugins: Iterable[Plugin],
        *,
        seconds: float = SECONDS,
        megabytes: float = MEGABYTES,
        still: int = STANDS_STILL,
        every: float = EVERY,
    ) -> None:
        self._files = PluginFiles(plugins)
        self._seconds = seconds
        self._megabytes = megabytes
        self._most_still = still
        self._every = every
        self._thread = threading.get_ident()
        self._clock = _clock_of(self._thread)
        self._calls: list[FrameType] = []
        self._since = self._memory = self._last = 0.0
        self._still = 0
        self._at: tuple[FrameType, int] | None = None
        self._wakes = False
        self._over = threading.Event()

    def start(self) -> "Watchdog":
        """Start watching and return the watchdog; in the main thread, set a signal that wakes a plugin that waits."""
        if hasattr(signal, "SIGUSR1") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGUSR1, _wake)
            self._wakes = True
        threading.Thread(target=self._look_on, name="roborally-watchdog", daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop watching, for good."""
        self._over.set()

    def _look_on(self) -> None:
        while not self._over.wait(self._every):
            self.look()

    def look(self) -> None:
        """Check the thread once, and interrupt a call that is over a limit."""
        calls = self._find_calls()
        is_new = not calls or not self._calls or calls[0] is not self._calls[0]
        if is_new or in_debugger(self._innermost(), calls[0].f_back):
            self._calls = calls
            self._still, self._at = 0, None
            if calls:
                self._since, self._memory = self._clock(), _memory()
            return
        self._calls = [call for call, before in zip(calls, self._calls, strict=False) if call is before]
        if self._clock() - self._since > self._seconds:
            self._interrupt(
                Message.of("it did not end within {seconds} seconds of processor time", seconds=f"{self._seconds:g}")
            )
        elif _memory() - self._memory > self._megabytes:
            self._interrupt(Message.of("it took more than {number} MB of memory", number=f"{self._megabytes:g}"))
        elif self._stands_still():
            self._interrupt(Message.of("it waited too long for something that did not come"))
            if self._wakes:
                with suppress(ProcessLookupError):
                    signal.pthread_kill(self._thread, signal.SIGUSR1)

    def _stands_still(self) -> bool:
        """Return whether the thread has been at one place without processor time for too many checks.

        Checks are counted and not seconds: on a busy machine, or after the computer has slept, there are fewer.
        """
        frame = self._innermost()
        at = (frame, frame.f_lasti) if frame is not None else None
        now = self._clock()
        self._still = self._still + 1 if at == self._at and now - self._last < _NOTHING else 0
        self._at, self._last = at, now
        return self._still >= self._most_still

    def _innermost(self) -> FrameType | None:
        return sys._current_frames().get(self._thread)  # noqa: SLF001 - there is no other way to see another's stack

    def _find_calls(self) -> list[FrameType]:
        """Return the frames of plugins on the thread's stack, the outermost first; none while a bot thinks."""
        frame = self._innermost()
        found: list[FrameType] = []
        while frame is not None:
            if self._files.owner(frame.f_code.co_filename) is not None:
                found.append(frame)
            frame = frame.f_back
        found.reverse()
        return found if found and not Path(found[0].f_code.co_filename).name.startswith("bot") else []

    def _interrupt(self, why: Message) -> None:
        """Raise `Overrun` in the thread if it is still inside the watched call, at its innermost lasting frame."""
        names = {"frame": self._calls[-1], "why": why, "__str__": lambda _self: str(why)}
        error = type(Overrun.__name__, (Overrun,), names)
        before = sys.getswitchinterval()
        sys.setswitchinterval(1.0)  # nothing else runs between the check and the interruption
        try:
            if self._find_calls()[:1] == self._calls[:1]:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(error))
        finally:
            sys.setswitchinterval(before)


def _wake(_number: int, _frame: FrameType | None) -> None:
    """End a wait: the `Overrun` set by the watchdog is raised as soon as Python code runs, which is here."""


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock for the processor time of a thread (where that is impossible, of the process), in seconds.

    It reads 0 as soon as the thread has ended, which may be while the watchdog looks at it.
    """
    if not hasattr(time, "pthread_getcpuclockid"):  # Windows, macOS
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)

    def seconds() -> float:
        try:
            return time.clock_gettime(clock)
        except OSError:
            return 0.0

    return seconds


def _memory() -> float:
    """Return the resident memory of the process in megabytes, 0 if it cannot be read."""
    try:
        return int(_MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1_000_000
    except OSError:
        return 0.0
