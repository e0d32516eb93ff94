"""Runs slow jobs outside the event loop of a server: those that grow with a match or with a client's upload."""

import asyncio
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")


class SideWork:
    """Runs jobs one after the other in one thread, so that they take little time from running matches."""

    def __init__(self, name: str) -> None:
        """Start without jobs; `name` is the name of the thread."""
        self._worker = ThreadPoolExecutor(1, name)
        self._jobs: dict[Future[Any], bool] = {}
        """The unfinished jobs, each with whether it is done even when the server stops."""
        self._changed = asyncio.Event()
        self._stopped = False

    def submit(
        self, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None], *, last: bool = False
    ) -> None:
        """Run a job; call `then` on the event loop with a function that returns its result or raises its error.

        `finish` waits only for jobs with `last`; after `finish` no job is accepted.
        """
        if self._stopped:
            return
        loop = asyncio.get_running_loop()
        future = self._worker.submit(_lean, job)
        self._jobs[future] = last

        def done(_future: "Future[Result]") -> None:
            with suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(self._end, future, then)

        future.add_done_callback(done)

    def _end(self, future: "Future[Result]", then: Callable[[Callable[[], Result]], None]) -> None:
        try:
            if not future.cancelled():
                then(future.result)
        finally:
            del self._jobs[future]
            self._changed.set()

    async def finish(self, seconds: float) -> None:
        """Drop the jobs without `last`, and wait for the others for at most these seconds."""
        for future, last in list(self._jobs.items()):
            if not last:
                future.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._jobs:
                    self._changed.clear()
                    await self._changed.wait()
        self._stopped = True
        self._worker.shutdown(wait=False, cancel_futures=True)


def _lean(job: Callable[[], Result]) -> Result:
    """Return the result of a job; its errors keep no objects alive, such as a large saved game that is refused.

    Errors and the frames that they passed refer to each other, so that the objects in the frames would stay for long.
    """
    try:
        return job()
    except BaseException as raised:
        error: BaseException | None = raised
        while error is not None:
            traceback.clear_frames(error.__traceback__)
            error = error.__context__
        raise
