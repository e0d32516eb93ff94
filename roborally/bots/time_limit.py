"""Interrupts bots that take too long in this process, with a timer signal where the system has one.

The window does not need it, since its bots think in another process.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from roborally.base.debuggers import in_debugger
from roborally.base.errors import TimeLimitExceeded
from roborally.core.rules import Ruleset

DEFAULT_SECONDS = 15
"""A bot's time limit in seconds where the rules do not set one."""
REPEAT_SECONDS = 1.0
"""The seconds after which code that caught the exception and goes on is interrupted again."""
_MIN_DELAY = 0.001


def thinking_seconds(rules: Ruleset) -> float:
    """Return the seconds that a bot may think about a question: the setting `ai_seconds`, or `DEFAULT_SECONDS`."""
    return float(next((own["ai_seconds"] for own in rules.settings.values() if "ai_seconds" in own), DEFAULT_SECONDS))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitExceeded` in the block after `seconds`; 0 sets no limit.

    It needs POSIX and the main thread, and interrupts Python code and sleep, but no long call into C; elsewhere the
    block runs without a limit. A timer that was set before continues afterwards. Code that stops in a debugger gets the
    whole time again.
    """
    if not seconds or not can_interrupt():
        yield
        return
    begun = time.monotonic()
    caller = sys._getframe(2)  # noqa: SLF001 - beyond `contextmanager`; a debugger below it has started the program

    def interrupt(_number: int, frame: FrameType | None) -> None:
        if not in_debugger(frame, caller):
            raise TimeLimitExceeded
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)

    handler = signal.signal(signal.SIGALRM, interrupt)
    delay, interval = signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if delay:
            signal.setitimer(signal.ITIMER_REAL, max(_MIN_DELAY, delay - (time.monotonic() - begun)), interval)


def can_interrupt() -> bool:
    """Return whether `time_limit` works here: the system has timer signals, and this is the main thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
