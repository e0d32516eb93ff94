"""Servers and clients for tests: a server in a thread, raw WebSockets, and matches without any network."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roborally.bots.registry import bot_names
from roborally.game.session.instant_thinker import InstantThinker
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests.net.patience import PATIENT, be_patient
from tests.net.table import Table

Serve = Callable[..., ServerThread]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to give up a connection."""
    be_patient(monkeypatch.setattr)


@pytest.fixture(autouse=True)
def _logging() -> Iterator[None]:
    """A server that a test starts in this process logs for that test alone."""
    root, own = logging.getLogger(), logging.getLogger("roborally.net")
    before = root.handlers[:], root.level, own.level
    yield
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


@pytest.fixture
def table(catalogue: Catalogue, tmp_path: Path) -> Table:
    """Return a room without a network."""
    return Table(catalogue, tmp_path / "bundles")


@pytest.fixture
def serve(catalogue: Catalogue) -> Iterator[Serve]:
    """Return a function that starts a server on a free port; `options` are those of `Server`."""
    running: list[ServerThread] = []

    def start(**options: object) -> ServerThread:
        own = {"limits": PATIENT, **options}
        known = own.pop("catalogue", catalogue)
        assert isinstance(known, Catalogue)
        thinker = own.pop("thinker", InstantThinker(known))
        server = Server(known, thinker, bot_names(known), **own)  # type: ignore[arg-type]
        running.append(ServerThread(server))
        return running[-1]

    yield start
    for thread in running:
        thread.stop()
