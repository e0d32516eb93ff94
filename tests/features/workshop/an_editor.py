"""The board editor, opened from the menu with a profile of its own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go


def desk_of(client: Any) -> Any:
    """Return the editor of a client."""
    from roborally.features.workshop.window.editor.desk import EditorDesk

    return client.of(EditorDesk)


@contextmanager
def builder(
    app: Any, catalogue: Catalogue, folder: Path, monkeypatch: pytest.MonkeyPatch, bots: Sequence[str] = ("greedy",)
) -> Iterator[Any]:
    """Yield a client without a screen that can open the editor; boards, draft and lobby are in a folder."""
    from roborally.game.session.instant_thinker import InstantThinker
    from roborally.ui.shell.window import open_services

    monkeypatch.setattr(paths, "user_board_folder", lambda: folder / "boards")
    monkeypatch.setattr(paths, "draft_file", lambda: folder / "draft.json")
    monkeypatch.setattr(paths, "lobby_file", lambda: folder / "lobby.toml")
    client = open_services(app, catalogue, InstantThinker(catalogue), list(bots), speed="skip", check=True)
    yield client
    desk_of(client).plugins_changed()  # stops the search for advice


@contextmanager
def editor(
    app: Any, catalogue: Catalogue, driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """Yield the page of the editor, with its files in a folder."""
    with builder(app, catalogue, folder, monkeypatch) as client:
        client.router.home()
        yield go(driver, "Board editor")
