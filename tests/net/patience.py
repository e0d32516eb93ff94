"""Servers and clients that wait as long for each other as tests do, however busy or quick the machine is.

A test that is about one of these bounds sets it itself.
"""

from collections.abc import Callable
from functools import partial

from roborally.cli import serve
from roborally.net import connection, list_matches, local_server, server
from roborally.net.limits import Limits
from tests.waiting import PATIENCE

PATIENT = Limits(matches=200, rate=10_000.0, burst=10_000.0, first_message=PATIENCE)
"""For tests that are not about limits."""


def be_patient(put: Callable[[object, str, object], None] = setattr) -> None:
    """Lengthen every bound that ends a connection or gives up an answer; `put` sets them."""
    for module, names in (
        (connection, ("OPEN_TIMEOUT", "CLOSE_TIMEOUT", "PATIENCE")),
        (server, ("CLOSE_TIMEOUT", "PATIENCE", "STOPPING")),
        (list_matches, ("MAX_SECONDS",)),
    ):
        for name in names:
            put(module, name, PATIENCE)
    limits = partial(Limits, rate=PATIENT.rate, burst=PATIENT.burst, first_message=PATIENCE)
    put(serve, "Limits", limits)
    put(local_server, "Limits", limits)
