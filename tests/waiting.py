"""Waiting for other processes and threads: the one place where a test looks at a clock.

No test asks how fast something is. What a test waits for comes, however busy the machine is, and the bound is there
only so that a test that hangs ends with a message.
"""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 180.0
"""Seconds after which a test gives up; anything that waits for a process, a thread or a socket takes this."""
_PAUSE = 0.005
_LONGEST_LOOK = 1.0
"""Seconds that one look counts at most: while the machine or the process sleeps, nothing can come."""
Found = TypeVar("Found")


def stands_still() -> float:
    """Return the time of a clock that stands still: for matches in which no time shall run out."""
    return 0.0


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self, time: float = 0.0) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


def until(
    look: Callable[[], Found],
    expected: str = "what is waited for",
    *,
    meanwhile: Callable[[], object] | None = None,
    progress: Callable[[], object] = lambda: None,
) -> Found:
    """Poll until a value is true, and return it.

    `meanwhile` is called between two looks. The patience begins anew whenever `progress` returns another value, for
    work whose length depends on the machine. Raises `AssertionError` when it never comes.
    """
    waited, at, reached = 0.0, time.monotonic(), progress()
    while not (found := look()):
        before, at = at, time.monotonic()
        waited += min(at - before, _LONGEST_LOOK)
        if (now := progress()) != reached:
            waited, reached = 0.0, now
        if waited > PATIENCE:
            raise AssertionError(f"{expected} has not come in {PATIENCE / 60:.0f} minutes")
        if meanwhile is not None:
            meanwhile()
        time.sleep(_PAUSE)  # the processor belongs to the others
    return found
