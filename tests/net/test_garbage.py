"""A server's collections look at old objects only at times; garbage among them is freed all the same."""

import subprocess
import sys

SCRIPT = """
import gc, weakref
from roborally.net.server.garbage import collect, rare_collections

class Ring:
    def __init__(self):
        self.ring = self  # so that only the collector can free it

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
print(gc.get_freeze_count())
"""


def test_old_objects_are_looked_at_only_at_times() -> None:
    """In another process: a look at all objects of the tests takes a while."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", ""), "nothing stays excluded"
