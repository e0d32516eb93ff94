"""The board editor, opened from the menu in a profile of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.plugin_system.loader import Catalogue

from .conftest import Driver
from .kept_matches import go


@contextmanager
def editor(
    app: Any, catalogue: Catalogue, driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """Yield the page of the editor; boards and the draft lie in a folder."""
    from roborally.ui.bench import InstantThinker
    from roborally.ui.client import Client

    monkeypatch.setattr(paths, "user_board_folder", lambda: folder / "boards")
    monkeypatch.setattr(paths, "draft_file", lambda: folder / "draft.json")
    client = Client(app, catalogue, InstantThinker(catalogue), ["greedy"], speed="skip", check=True)
    client.main_menu()
    yield go(driver, "Board editor")
    client.editor.bench.close()
