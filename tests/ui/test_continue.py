"""*Continue* shows the kept matches side by side (CLI-2041)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records import recorder as module
from roborally.game.records.file_format import SAVE_SUFFIX
from roborally.game.records.recorder import Recorder, load_save
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.match_pictures import stand_of_save
from roborally.ui.rescue.continue_page import ContinuePage
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from tests.sweeps import few_of

from .conftest import Driver
from .kept_matches import go as click
from .seen import contrast, difference, labels, picture, share

NOW = datetime(2026, 5, 17, 12, 0, tzinfo=UTC)
MODES = {"standard": "laser-alley", "volt": "short-circuit"}


@pytest.fixture
def folder(tmp_path: Path, app: Any, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two matches, the older of two weeks ago, and a damaged file."""
    written = iter((NOW - timedelta(days=14), NOW - timedelta(seconds=20)))

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return next(written)

    monkeypatch.setattr(module, "datetime", Clock)
    (tmp_path / "running").mkdir()
    for number, (mode, course) in enumerate(MODES.items(), 1):
        seats = [SeatConfig("Ada", "human"), *(SeatConfig(f"Bot {n}", "random") for n in range(1, 3))]
        game = make_game(MatchConfig(match=MatchSection(mode=mode, course=course), seats=seats), catalogue)
        recorder = Recorder(game, 1)
        recorder.attach(LocalSession.start(game, 1, InstantThinker(catalogue)))
        recorder.save(tmp_path / "running" / f"match-{number}{SAVE_SUFFIX}")
    (tmp_path / "running" / f"match-3{SAVE_SUFFIX}").write_bytes(b"nothing")
    return tmp_path / "running"


@pytest.fixture
def gone_on() -> list[Path]:
    return []


@pytest.fixture
def page(app: Any, driver: Driver, catalogue: Catalogue, folder: Path, gone_on: list[Path]) -> Any:
    app.push(Screen(app))
    page = ContinuePage(app, catalogue, folder, gone_on.append, lambda: None, kind_of, NOW)
    app.push(page)
    driver.frame()
    return page


def kind_of(path: Path) -> str:
    """Return a kind for the older match only."""
    return "Practice" if path.stem == "match-1" else ""


def card(page: Any, number: int) -> Any:
    return dict(page.cards.in_view)[number]


def test_a_card_tells_mode_course_turn_time_and_players(app: Any, driver: Driver, page: Any) -> None:
    """CLI-2041: with the board of its match; none of the pictures stops the page, which comes to rest then."""
    assert labels(app, card(page, 0)) == ["VOLT", "Short Circuit", "Turn 1", "Just now", "Ada, Bot 1, Bot 2"]
    assert labels(app, card(page, 1))[:4] == ["Standard", "Laser Alley", "Practice · Turn 1", "3 May 2026 12:00"]
    name, problem = labels(app, card(page, 2))
    assert name == f"match-3{SAVE_SUFFIX}"
    assert problem.endswith("is not a RoboRally file")
    assert not page.ready
    driver.until(lambda: bool(page.ready))
    volt, standard = (picture(driver, card(page, number).inset(20)._replace(width=160)) for number in (0, 1))
    assert min(contrast(volt), contrast(standard)) > 6
    assert difference(volt, standard) > 6
    driver.frame(3)
    driver.send("on_draw")  # what has not been drawn is due
    app.pace.is_due(0.01)
    assert not app.pace.is_due(0.01)


def test_the_robots_stand_where_they_are(app: Any, driver: Driver, page: Any, catalogue: Catalogue) -> None:
    opening = stand_of_save(app, page.files[1][0], catalogue)
    while True:
        try:
            next(opening)
        except StopIteration as done:
            stand = done.value
            break
    _game, match, _recorder = load_save(page.files[1][0], catalogue)
    assert [robot.cell for robot in stand.display.robots] == [match.cell_of(piece) for piece in match.state.pieces]


def test_a_bar_tells_which_cards_are_in_view(app: Any, driver: Driver, catalogue: Catalogue, folder: Path) -> None:
    def lit(place: Any) -> float:
        return share(picture(driver, place), theme.colour("line"))

    def opened() -> Any:
        page = ContinuePage(app, catalogue, folder, lambda _path: None, lambda: None, kind_of, NOW)
        app.push(page)
        driver.frame()
        return page.cards

    cards = opened()
    assert cards.hidden == 0
    assert lit(cards.bar) < 0.1
    for number in range(4, 14):
        (folder / f"match-{number}{SAVE_SUFFIX}").write_bytes(b"nothing")
    cards = opened()
    above = cards.bar
    assert above.top == pytest.approx(cards.rect.top)
    assert lit(above) > 0.8
    cards.scroll(-9)
    assert cards.bar.y == pytest.approx(cards.rect.y)
    assert lit(cards.bar) > 0.8 > lit(above)


def test_arrows_or_a_click_select_and_enter_or_a_second_click_continues(
    driver: Driver, page: Any, gone_on: list[Path]
) -> None:
    """CLI-2204: the selected card is what comes into view."""
    assert page.cards.at == 0
    for symbol, at in ((arcade.key.RIGHT, 1), (arcade.key.END, 2), (arcade.key.RIGHT, 2), (arcade.key.LEFT, 1)):
        driver.key(symbol)
        page.focus_first()
        assert page.cards.at == at
        assert page.overflow.focus == card(page, at)
    driver.key(arcade.key.ENTER)
    assert gone_on == [page.files[1][0]]
    driver.key(arcade.key.LEFT)
    driver.click(card(page, 1).centre)
    driver.frame(60)
    driver.click(card(page, 1).centre)
    assert (page.cards.at, len(gone_on)) == (1, 1)
    driver.click(card(page, 1).centre)
    assert gone_on == [page.files[1][0]] * 2


@pytest.mark.parametrize("size", few_of([(800, 1200, 200), (1024, 768, 150), (800, 1200, 160)]))
def test_all_of_the_page_is_in_view_with_large_texts(page: Any, look: Any, size: tuple[int, int, int]) -> None:
    """CLI-2386: cards that have no room are scrolled into view, and not the page."""
    look(*size)
    assert not page.space.overflows
    seen, columns = page.space.seen, {rect.x for _number, rect in page.cards.in_view}
    assert len(columns) == 1
    assert all(seen.x <= widget.rect.x < widget.rect.right <= seen.right for widget in page.controls.widgets)


def test_delete_asks_and_the_next_card_is_selected(
    app: Any, driver: Driver, page: Any, folder: Path, go: Callable[[str], Any]
) -> None:
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.DELETE)
    go("Delete")
    assert sorted(path.stem for path in folder.glob(f"*{SAVE_SUFFIX}")) == ["match-2", "match-3"]
    assert app.screen_on_top.cards.at == 1


@pytest.fixture
def go(driver: Driver) -> Callable[[str], Any]:
    return lambda text: click(driver, text)
