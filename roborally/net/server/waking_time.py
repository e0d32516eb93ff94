"""The clock of a server: what its process has slept through does not count."""

import time
from collections.abc import Callable
from threading import Lock

ASLEEP = 10.0
"""From how many seconds between two looks on the process was asleep, as in a closed notebook; it looks all the time."""


class WakingTime:
    """Tells the seconds for which the process has been awake; called often, from any thread.

    Nobody could answer meanwhile, so no time of an answer goes by, and no bot has thought for too long.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Be awake; `now` is the clock of the machine in seconds."""
        self._now = now
        self._seen = now()
        self._slept = 0.0
        self._lock = Lock()

    def __call__(self) -> float:
        """Return the time in seconds; only differences mean something."""
        with self._lock:
            now = self._now()
            if now - self._seen > ASLEEP:
                self._slept += now - self._seen
            self._seen = now
            return now - self._slept
