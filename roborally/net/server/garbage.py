"""Keeps Python's collector of cyclic garbage from halting all matches of a server at once.

A full collection looks at every object: with 200 matches of five that takes a quarter of a second, every ten seconds,
though hardly anything is garbage. What a full collection leaves is therefore excluded from the next ones; only
`collect`, which the server calls once in a while, looks at everything.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PAUSE = 120.0
"""Seconds between two looks at all objects: connections and matches that are over leave some garbage."""
FULL = 2
"""The collector's oldest generation."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look at each old object only once, except in `collect`; this holds for the whole process."""
    gc.callbacks.append(_exclude)
    try:
        yield
    finally:
        gc.callbacks.remove(_exclude)
        gc.unfreeze()


def _exclude(phase: str, told: dict[str, Any]) -> None:
    """Exclude what a full collection has left from the next ones."""
    if phase == "stop" and told["generation"] == FULL:
        gc.freeze()


def collect() -> None:
    """Free all garbage, with that among the objects that are excluded."""
    gc.unfreeze()
    gc.collect()


async def collect_at_times() -> None:
    """Free all garbage once in a while, for ever."""
    while True:
        await asyncio.sleep(PAUSE)
        collect()
