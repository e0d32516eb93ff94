"""Runs long tasks in small steps between frames, such as reading all courses while the menu is shown."""

import gc
import time
from collections.abc import Callable, Iterator

Work = Callable[[], bool]
"""A function that does one small step of a task and returns whether there is more to do."""


SLICE = 0.006
"""Seconds of each frame that may be spent on tasks done in steps."""


def set_aside() -> None:
    """Collect garbage once, then exclude all objects from later collections, which would take several frames."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def go_on_with(steps: Iterator[object], seconds: float = SLICE) -> bool:
    """Advance an iterator for about `seconds`, by one step at least; return whether it may have more steps."""
    end = time.perf_counter() + seconds
    return any(time.perf_counter() >= end for _step in steps)


class Preloader:
    """Runs tasks one after the other, step by step, and excludes their results from garbage collection.

    Otherwise the collector would scan all courses and other long-lived objects, which takes longer than a frame.
    """

    def __init__(self, *things: Work) -> None:
        self._things = list(things)
        gc.freeze()

    def work(self) -> bool:
        """Do one step of the current task; return whether there is more to do."""
        if not self._things:
            return False
        if not self._things[0]():
            self._things.pop(0)
            if not self._things:
                gc.freeze()
        return bool(self._things)
