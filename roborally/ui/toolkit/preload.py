"""Prepares data for later pages, in small steps, while the menu is shown."""

import gc
import time
from collections.abc import Callable, Iterator

Work = Callable[[], bool]
"""Does one small step of a task; returns whether there is more to do."""


SLICE = 0.006
"""Seconds per frame for invisible work."""


def set_aside() -> None:
    """Exclude all current objects from garbage collection, because scanning them would take several frames.

    Objects excluded before but no longer used, such as those of a closed match, are collected first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def go_on_with(steps: Iterator[object], seconds: float = SLICE) -> bool:
    """Do small steps for about `seconds`, at least one; return whether there may be more to do."""
    end = time.perf_counter() + seconds
    return any(time.perf_counter() >= end for _step in steps)


class Preloader:
    """Runs one task after the other, step by step, and excludes the results from garbage collection.

    Python's cyclic collector scans all objects, which takes longer than a frame with all the code, and even longer once
    all courses are read. `gc.freeze` excludes them.
    """

    def __init__(self, *things: Work) -> None:
        """Start with no task done, but exclude the existing objects."""
        self._things = list(things)
        gc.freeze()

    def work(self) -> bool:
        """Do one step; return whether there is more to do."""
        if not self._things:
            return False
        if not self._things[0]():
            self._things.pop(0)
            if not self._things:
                gc.freeze()
        return bool(self._things)
