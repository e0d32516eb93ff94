"""A server's collections look at old objects only at times; garbage among them is freed all the same."""

import gc
import weakref

from roborally.net.server.garbage import collect, rare_collections


class Ring:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.ring = self


def test_old_objects_are_looked_at_only_at_times() -> None:
    """One test, since a look at all objects of the tests takes a while."""
    with rare_collections():
        ring = Ring()
        gone = weakref.ref(ring)
        gc.collect()
        assert gone() is not None
        del ring
        gc.collect()
        assert gone() is None, "or the connections that are open at a full collection would stay after their end"
        ring = Ring()
        gone = weakref.ref(ring)
        collect()
        del ring
        gc.collect()
        assert gone() is not None
        collect()
        assert gone() is None
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0, "nothing stays excluded"
