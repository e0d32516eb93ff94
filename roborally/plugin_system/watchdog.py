"""Interrupts a plugin that does not end, or that takes memory without end, so that the window and servers go on.

A thread looks a few times a second at what another thread is doing. As long as that is inside the same call of a
plugin, its processor time is counted: a busy machine uses up nothing. What is over the limit is interrupted with
`Overrun`, again and again until it has ended; the caller of the plugin treats it like every other error. Bots
have limits of their own (`roborally.bots.time_limit`).

A call that waits (`time.sleep`, a socket, a lock) uses no processor time. It is interrupted when it has stood still for
many looks; on Windows, and where the thread is not the main one, only after the wait.

While the call stands in a debugger, nothing is interrupted, and afterwards it has all its limits anew.
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
"""The processor time in seconds that one call of a plugin may take."""
MEGABYTES = 1000
"""How much memory may grow during one call of a plugin."""
STANDS_STILL = 50
"""A call that has stood still at so many looks in a row waits for something: 10 seconds on an idle machine."""
_NOTHING = 0.001
"""Less processor time than this between two looks, in seconds, is none."""
EVERY = 0.2
"""Seconds between two looks."""
_MEMORY = Path("/proc/self/statm")


class Watchdog:
    """Watches the thread that makes it, from `start` to `stop`.

    `seconds`, `megabytes` and `still` are the limits of one call; memory is measured on Linux alone.
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
        """Look for the code of these plugins."""
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
        """Begin to look; in the main thread a signal wakes a plugin that waits."""
        if hasattr(signal, "SIGUSR1") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGUSR1, _wake)
            self._wakes = True
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
        """Return whether the thread has been at one place without processor time for too many looks.

        Looks are counted and not seconds: on a busy machine, or when the computer has slept, there are fewer.
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
        """Return the frames of plugins on the stack of the thread, the outermost first; none while a bot thinks."""
        frame = self._innermost()
        found: list[FrameType] = []
        while frame is not None:
            if self._files.owner(frame.f_code.co_filename) is not None:
                found.append(frame)
            frame = frame.f_back
        found.reverse()
        return found if found and not Path(found[0].f_code.co_filename).name.startswith("bot") else []

    def _interrupt(self, why: Message) -> None:
        """Raise `Overrun` in the thread, if it is still inside the call; the innermost that has lasted is at fault."""
        names = {"frame": self._calls[-1], "why": why, "__str__": lambda _self: str(why)}
        error = type(Overrun.__name__, (Overrun,), names)
        before = sys.getswitchinterval()
        sys.setswitchinterval(1.0)  # nothing else runs between the look and the interruption
        try:
            if self._find_calls()[:1] == self._calls[:1]:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(error))
        finally:
            sys.setswitchinterval(before)


def _wake(_number: int, _frame: FrameType | None) -> None:
    """End a wait: `Overrun`, which the watchdog has set, is raised as soon as Python code runs, so in here."""


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
