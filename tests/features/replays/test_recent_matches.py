"""Every finished match is kept as a replay by itself, and the page *Replays* shows it (CLI-2042, CLI-2043)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.base.atomic_file import StorageError
from roborally.game.records.file_format import Summary
from roborally.game.records.recorder import load_replay
from roborally.plugin_system.loader import Catalogue
from roborally.profile import recent as module
from roborally.profile.recent import RecentReplays, is_pinned, recent_replays
from roborally.ui.pages.saves import save_replay
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.desks import recent
from tests.ui.kept_matches import begin, go
from tests.ui.seen import button, contrast, picture, texts

pytestmark = pytest.mark.window


@pytest.fixture
def client(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path / "saves")
    recent(client).begin(RecentReplays(tmp_path / "recent"))
    return client


@pytest.fixture
def finish(app: Any, client: Any, driver: Driver, new_game: Any) -> Callable[..., None]:
    """Return a function that plays a match to its result page."""
    from roborally.ui.match.windows.result_screen import ResultScreen

    def play(**options: Any) -> None:
        screen = begin(client, driver, new_game(**options))
        match = screen.session.match
        match.finish((0,))
        match.run()
        screen.question_controller.close()
        driver.until(lambda: isinstance(app.screens[-1], ResultScreen), 400)
        recent(client).replays.settle()
        driver.frame()

    return play


@pytest.mark.parametrize("people", [1, 2])
def test_a_match_that_is_over_is_kept(client: Any, catalogue: Catalogue, finish: Any, people: int) -> None:
    """CLI-2042."""
    finish(people=people, bots=1)
    ((path, summary),) = recent_replays(recent(client).folder)
    assert isinstance(summary, Summary)
    assert summary.course == "Yard"
    game, record = load_replay(path, catalogue)
    assert record.events[-1]["type"] == "over"
    assert record.answers == desks.matches(client).recorder.record.answers
    assert [seat.name for seat in game.config.seats] == [*("Ada", "Bea")[:people], "Bot 1"]


def test_a_match_that_is_left_is_not_kept(client: Any, driver: Driver, new_game: Any) -> None:
    begin(client, driver, new_game())
    client.router.home()
    driver.frame(3)
    assert recent_replays(recent(client).folder) == []


def test_the_page_shows_the_last_matches_and_the_saved_ones(app: Any, client: Any, driver: Driver, finish: Any) -> None:
    """CLI-2043."""
    finish()
    client.router.home()
    client.router.open("replays")
    page = app.screen_on_top
    driver.until(lambda: bool(page.ready), 200)
    assert page.main_list.entries[0][0] == "Yard, just now"
    assert page.main_list.entries[0][1].startswith("Ada wins! ")
    assert "Kept by itself." in texts(app)
    assert contrast(picture(driver, page.picture.pictures[0].rect.inset(40))) > 6
    recorder = desks.matches(client).recorder
    save_replay(app, recorder.game.course.id, recorder.finish)
    app.pop()
    app.pop()
    client.router.open("replays")
    driver.frame()
    assert len(app.screen_on_top.files) == 1, "the same match is not listed twice"
    assert "Saved by you." in texts(app)
    assert not app.screen_on_top.pin.enabled


def test_a_match_is_pinned_and_unpinned(app: Any, client: Any, driver: Driver, finish: Any) -> None:
    """CLI-2043: by button and by key; it stays selected."""
    finish()
    folder = recent(client).folder
    client.router.home()
    client.router.open("replays")
    go(driver, "Pin")
    ((path, _summary),) = recent_replays(folder)
    assert is_pinned(path)
    assert app.screen_on_top.selected == path
    assert "Pinned. It stays" in texts(app)
    driver.key(arcade.key.P)
    ((path, _summary),) = recent_replays(folder)
    assert not is_pinned(path)
    driver.key(arcade.key.DELETE)
    go(driver, "Delete")
    assert recent_replays(folder) == []
    assert not button(app, "Pin").enabled


def test_a_full_disk_is_told_once_on_the_result_page(
    app: Any, client: Any, driver: Driver, finish: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2042."""
    from roborally.ui.match.windows.result_screen import ResultScreen

    def full(path: Path, content: bytes, mode: int) -> None:
        raise StorageError("cannot be written: {error}", where=path, error="the disk is full")

    monkeypatch.setattr(module, "write_aside", full)
    finish()
    driver.frame(2)
    assert "This match could not be kept as a replay" in texts(app)
    assert "the disk is full" in texts(app)
    driver.key(arcade.key.ENTER)
    assert isinstance(app.screen_on_top, ResultScreen)
    client.router.home()
    finish()
    driver.frame(2)
    assert isinstance(app.screen_on_top, ResultScreen)
