"""Servers and clients that wait as long for each other as tests do, however busy or quick the machine is.

A test that is about one of these bounds sets it itself.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from roborally.cli import listener
from roborally.features.lobby import cli_serve as serve
from roborally.net.client import connection, list_matches
from roborally.net.limits import Limits
from roborally.net.server import local_server, server
from tests.waiting import PATIENCE

MANY = 10_000
PATIENCE_WITH_ALL: dict[str, Any] = {
    "matches_each": MANY,
    "lobbies_each": MANY,
    "connections_each": MANY,
    "silent_each": MANY,
    "silent": MANY,
    "slow": PATIENCE,
    "first_message": PATIENCE,
    **{f"{what}{kind}": float(MANY) for what in ("", "arrival_", "entry_", "creation_") for kind in ("rate", "burst")},
}
PATIENT = Limits(matches=200, **PATIENCE_WITH_ALL)
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
    limits = partial(Limits, **PATIENCE_WITH_ALL)
    put(serve, "Limits", limits)
    put(listener, "Limits", limits)
    put(local_server, "Limits", limits)
