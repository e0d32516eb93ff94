"""The clock of a match, which leaves out the time during which the machine was asleep."""

import time
from collections.abc import Callable
from threading import Lock

ASLEEP = 10.0
"""A gap of this many seconds between two calls means that the machine was asleep, as a closed notebook is."""


class WakingTime:
    """A clock that counts only the seconds for which the machine was awake; call it often, from any thread.

    Players cannot answer while the machine sleeps, so their time to answer does not pass, nor a bot's thinking time.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start the clock; `now` returns the machine's time in seconds."""
        self._now = now
        self._seen = now()
        self._slept = 0.0
        self._lock = Lock()

    def __call__(self) -> float:
        """Return the time in seconds since an arbitrary moment; only differences have a meaning."""
        with self._lock:
            now = self._now()
            if now - self._seen > ASLEEP:
                self._slept += now - self._seen
            self._seen = now
            return now - self._slept
