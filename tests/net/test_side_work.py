"""Tests of the work beside the event loop of a server."""

import asyncio
import gc
import weakref

import pytest

from roborally.net.server.side_work import SideWork


class _Large:
    """Stands for a large saved game."""


def test_a_failed_job_keeps_nothing_alive() -> None:
    """What the frames of a job hold goes with it: a client may send one refused saved game after the other."""
    seen: list[weakref.ref[_Large]] = []

    def read() -> None:
        large = _Large()
        seen.append(weakref.ref(large))
        raise KeyError

    def job() -> None:
        try:
            read()
        except KeyError:
            raise ValueError("refused") from None

    async def run() -> bool:
        done = asyncio.Event()
        side = SideWork("test")

        def then(result: object) -> None:
            with pytest.raises(ValueError, match="refused"):
                result()  # type: ignore[operator]
            done.set()

        side.submit(job, then)
        await done.wait()
        await side.finish(1)
        return seen[0]() is None

    gc.disable()
    try:
        assert asyncio.run(run())
    finally:
        gc.enable()
