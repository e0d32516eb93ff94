"""Matches on the network: what the tests of the lobby have in common with those of servers."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.net.discovery import Announcer, Discovery
from roborally.plugin_system.loader import Catalogue
from tests.features.lobby.network import Net, Slow
from tests.net.conftest import _logging, _patience, serve, table
from tests.net.patience import be_patient
from tests.ui.conftest import Driver

__all__ = ["_logging", "_patience", "serve", "table"]


@pytest.fixture
def net(app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path, monkeypatch: Any) -> Iterator[Net]:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path / "data" / "saves")
    monkeypatch.setattr(paths, "bundle_folder", lambda: tmp_path / "data" / "packs")
    monkeypatch.setattr(paths, "seal_key_file", lambda: tmp_path / "data" / "sealed-games.key")
    monkeypatch.setattr(paths, "hosting_file", lambda: tmp_path / "data" / "hosting.lock")
    monkeypatch.setattr(paths, "seat_file", lambda: tmp_path / "data" / "seat.json")
    here = ["127.0.0.1"]  # the network of the test is this machine alone
    monkeypatch.setattr("roborally.net.server.local_server.Announcer", partial(Announcer, interfaces=here))
    monkeypatch.setattr("roborally.features.lobby.window.online.nearby.Discovery", partial(Discovery, interfaces=here))
    # what other tests announce at the same time is not found
    monkeypatch.setattr("roborally.net.discovery.SERVICE", f"_rr{os.getpid()}._tcp.local.")
    be_patient(monkeypatch.setattr)
    found = Net(app, driver, catalogue, tmp_path)
    yield found
    found.close()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Slow)
    monkeypatch.setattr(Slow, "arrival", None)
    return Slow
