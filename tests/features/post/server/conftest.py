"""Games by post on a server, with a clock that the test sets."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from roborally.features.post.server import client, server
from roborally.features.post.server.shelf import Shelf
from roborally.plugin_system.loader import Catalogue
from tests.features.post.conftest import BEGUN
from tests.waiting import PATIENCE

WHEN_BEGUN = {"NOW": BEGUN.isoformat()}
"""For a server in a process, which else would remind players of a deadline, or play, on some days and not on others."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to give up a connection; the tests read English."""
    monkeypatch.setattr(client, "SECONDS", PATIENCE)
    monkeypatch.setattr(server, "SILENCE", PATIENCE)
    monkeypatch.setenv("LANGUAGE", "en")


class Shelves:
    """A shelf and its clock."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.now: datetime = BEGUN
        self.shelf = Shelf(folder, catalogue)

    def look(self) -> list[str]:
        """Let all go on whose time has come, and return the names of their folders."""
        due = self.shelf.due(self.now)
        for path in due:
            self.shelf.look_at(path, self.now)
        return [path.name for path in due]

    def pass_time(self, **span: float) -> None:
        """Let time pass, an hour at a time."""
        end = self.now + timedelta(**span)
        while self.now < end:
            self.now = min(end, self.now + timedelta(hours=1))
            self.look()


@pytest.fixture
def shelf(tmp_path: Path, catalogue: Catalogue) -> Shelves:
    return Shelves(tmp_path / "shelf", catalogue)
