"""Keeps Python's collector of cyclic garbage from halting all matches of a server at once.

A full collection looks at every object: with 200 matches of five that takes a quarter of a second, every ten seconds,
though hardly anything is garbage. The server therefore calls `collect` from time to time: it looks at all objects, and
excludes those that remain from the collections until the next call, which then look at newer objects only.

Only `collect` excludes anything. If each full collection did, connections that are open just then would stay in
memory after their end, more with each collection.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

PAUSE = 60.0
"""Seconds between two full collections: closed connections and ended matches leave some garbage."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let only `collect` look at old objects, in the whole process, until the block ends."""
    collect()
    try:
        yield
    finally:
        gc.unfreeze()


def collect() -> None:
    """Free all garbage, also among excluded objects; then exclude the remaining objects until the next call."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def collect_at_times() -> None:
    """Call `collect` every `PAUSE` seconds, for ever."""
    while True:
        await asyncio.sleep(PAUSE)
        collect()
