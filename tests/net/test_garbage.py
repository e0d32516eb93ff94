"""A server's full collections look at each old object once; garbage among them is freed all the same."""

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
    gc.collect()
    with rare_collections():
        yield


def test_a_full_collection_excludes_what_it_leaves() -> None:
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect()
    del ring
    gc.collect()
    assert gone() is not None
    collect()
    assert gone() is None
    assert gc.get_freeze_count() > 0


def test_new_garbage_is_freed_by_each_full_collection() -> None:
    gc.collect()
    gone = weakref.ref(Ring())
    gc.collect()
    assert gone() is None


def test_younger_collections_exclude_nothing() -> None:
    gc.unfreeze()
    gc.collect(1)
    assert gc.get_freeze_count() == 0


def test_nothing_stays_excluded_afterwards() -> None:
    with rare_collections():
        gc.collect()
    assert gc.get_freeze_count() == 0
