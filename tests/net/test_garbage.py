"""A server's collections look at old objects only at times; garbage among them is freed all the same."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from roborally.net.server.garbage import collect, rare_collections


class Ring:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.ring = self


@pytest.fixture(autouse=True)
def rare() -> Iterator[None]:
    with rare_collections():
        yield


def test_old_objects_are_looked_at_only_at_times() -> None:
    ring = Ring()
    gone = weakref.ref(ring)
    collect()
    del ring
    gc.collect()
    assert gone() is not None
    collect()
    assert gone() is None
    assert gc.get_freeze_count() > 0


def test_what_outlives_a_full_collection_is_freed_by_the_next() -> None:
    """Else the connections that are open at each full collection stay in memory after their end."""
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect()
    assert gone() is not None
    del ring
    gc.collect()
    assert gone() is None


def test_nothing_stays_excluded_afterwards() -> None:
    with rare_collections():
        collect()
    assert gc.get_freeze_count() == 0
