"""Lets a bot think for a limited time, whatever it does.

In the main thread of a process the operating system's alarm ends the thought. Elsewhere (another thread, or a system
without alarms) the bot thinks in a thread of its own, and a thought that takes too long is left behind there.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any


class OverrunError(Exception):
    """A bot has thought for too long."""


class _Alarm(BaseException):
    """Ends a thought; no `except Exception` of a bot catches it."""


def limited(think: Callable[[], Any], seconds: float) -> Any:
    """Return what `think` returns; raise `OverrunError` when that takes more than `seconds`, or what it raises."""
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _with_alarm(think, seconds)
    return _beside(think, seconds)


def _with_alarm(think: Callable[[], Any], seconds: float) -> Any:
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return _tamed(think)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except _Alarm:
        raise OverrunError(_told(seconds)) from None
    finally:
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _Alarm


def _tamed(think: Callable[[], Any]) -> Any:
    """Return what `think` returns; make an error of its wish to end the program."""
    try:
        return think()
    except (SystemExit, GeneratorExit) as error:
        raise RuntimeError(f"{type(error).__name__} {error}".strip()) from error


def _beside(think: Callable[[], Any], seconds: float) -> Any:
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["answer"] = _tamed(think)
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if "answer" in outcome:
        return outcome["answer"]
    raise outcome.get("error") or OverrunError(_told(seconds))


def _told(seconds: float) -> str:
    return f"thought for more than {seconds:g} s"
