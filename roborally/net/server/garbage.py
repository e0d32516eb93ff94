"""Keeps Python's collector of cyclic garbage from halting all matches of a server at once.

A full collection looks at every object: with 200 matches of five that takes a quarter of a second, every ten seconds,
though hardly anything is garbage. `collect`, which the server calls once in a while, therefore looks at everything,
and excludes what it leaves from the collections until the next call: those look only at what is newer.

Only `collect` excludes anything. If each full collection did, connections that are open just then would stay in
memory after their end, more with each collection.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

PAUSE = 60.0
"""Seconds between two looks at all objects: connections and matches that are over leave some garbage."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look at old objects only in `collect`; this holds for the whole process, and ends with the block."""
    collect()
    try:
        yield
    finally:
        gc.unfreeze()


def collect() -> None:
    """Free all garbage, with that among the objects that are excluded; exclude what is left until the next call."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def collect_at_times() -> None:
    """Free all garbage once in a while, for ever."""
    while True:
        await asyncio.sleep(PAUSE)
        collect()
