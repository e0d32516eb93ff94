"""Prepares what later pages need, in small steps, while the menu is shown."""

import gc
import time
from collections.abc import Callable, Iterator

Work = Callable[[], bool]
"""Does one small step of something; returns whether there is more of it to do."""


SLICE = 0.006
"""Seconds of a frame that go into work of which nothing is seen yet."""


def set_aside() -> None:
    """Spare all that is there now from being looked through again: that would cost several frames.

    What has been set aside before and is of no use any more, such as a match that was closed, goes now.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def go_on_with(steps: Iterator[object], seconds: float = SLICE) -> bool:
    """Do small steps for a stretch of time, one at least; return whether there may be more to do."""
    end = time.perf_counter() + seconds
    return any(time.perf_counter() >= end for _step in steps)


class Preloader:
    """Does one thing after the other, step by step; what is there then stays, so that nothing needs to look through it.

    Python's collector of cycles looks through everything that has been made, which takes longer than a frame with all
    the code, and still longer once all courses are read. `gc.freeze` sets them aside.
    """

    def __init__(self, *things: Work) -> None:
        """Start with nothing done, but set aside what there is already."""
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
