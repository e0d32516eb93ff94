"""Work beside the event loop of a server: what grows with a match, or with what a client sends."""

import asyncio
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")


class SideWork:
    """Runs jobs one after the other in a thread of its own, so that they take little time from running matches."""

    def __init__(self, name: str) -> None:
        """Start without jobs; `name` is that of the thread."""
        self._worker = ThreadPoolExecutor(1, name)
        self._jobs: dict[Future[Any], bool] = {}
        """The jobs that are not done, each with whether it is done even when the server stops."""
        self._changed = asyncio.Event()
        self._stopped = False

    def submit(
        self, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None], *, last: bool = False
    ) -> None:
        """Run a job; call `then` on the event loop with a function that returns its result or raises its error.

        `finish` waits for a job that is a `last` one; when it has been called, no job is taken any more.
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
        """Drop the jobs that are not `last` ones, and wait for the others for at most that many seconds."""
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
    """Return the result of a job; its errors keep nothing alive, such as a large saved game that is refused.

    Errors and the frames that they passed hold each other, so that what the frames hold would stay for long.
    """
    try:
        return job()
    except BaseException as raised:
        error: BaseException | None = raised
        while error is not None:
            traceback.clear_frames(error.__traceback__)
            error = error.__context__
        raise
