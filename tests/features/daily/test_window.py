"""The daily course in the window: its page, a match of it, its result, and the line for friends."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.features.daily.results_file import DailyResult, daily_results, note_finished
from roborally.profile.kept import MatchKeeper
from tests.ui.conftest import Driver
from tests.ui.desks import daily
from tests.ui.seen import button, labels, texts
from tests.waiting import stands_still

pytestmark = pytest.mark.window
DAY = date(2026, 11, 28)


@pytest.fixture
def client(app: Any, open_program: Any) -> Any:
    """Return the game at the main menu; it is the same day for ever."""
    from roborally.profile import Settings

    app.apply(Settings())
    client = open_program()
    daily(client).today = lambda: DAY
    client.router.home()
    Driver(app).frame(2)
    return client


def go(app: Any, driver: Driver, text: str) -> Any:
    driver.click(button(app, text).rect.centre)
    driver.frame(3)
    return app.screen_on_top


def play_to_the_end(app: Any, driver: Driver) -> None:
    """Let the defaults answer for the person until the result is shown; few frames are drawn."""
    from roborally.ui.match.match_screen import MatchScreen
    from roborally.ui.match.windows.result_screen import ResultScreen

    match = next(screen for screen in app.screens if isinstance(screen, MatchScreen))

    for number in range(6000):
        if isinstance(app.screen_on_top, ResultScreen):
            driver.frame()
            return
        asked = match.question_controller.asked
        if asked is not None:
            match.answer(asked["seat"], asked["id"], asked["default"])
        driver.send("on_update", 1 / 20)
        if number % 50 == 0:
            driver.frame()
    raise AssertionError("the match does not end")


def test_the_menu_leads_to_the_course_of_the_day(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2081: the page shows what is played, and what is played is that."""
    page = go(app, driver, "Daily course")
    course = daily(client).almanac.course_of(DAY)
    shown = labels(app)
    assert "Today, 28 Nov 2026" in shown
    assert course.course.title in shown
    assert "Not played yet" in shown
    for seat in course.config.seats[1:]:
        assert seat.name in shown
    assert page.list.entries[1][0].startswith("27 Nov 2026")
    assert len(page.list.entries) == 8
    assert not page.copier.enabled
    go(app, driver, "Play")
    game = next(screen.session.game for screen in app.screens if hasattr(screen, "session"))
    assert course.is_of(game.config)
    assert game.course.board == course.course.board
    assert not daily_results()["2026-11-28"].finished


def test_the_edition_is_explained_and_its_lessons_are_offered(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2082: of whichever day is shown; the lessons lead back."""
    page = go(app, driver, "Daily course")
    modes = set()
    for at in range(len(page.list.entries)):
        page.list.choose(at)
        mode = client.catalogue.get(page.edition)
        modes.add(mode.title)
        assert f"{mode.title}: {mode.manifest.description}" in labels(app)
    assert len(modes) > 1
    lessons = go(app, driver, "Lessons")
    assert lessons.editions.entries[lessons.editions.at][0] == mode.title
    driver.key(arcade.key.ESCAPE)
    assert type(app.screen_on_top) is type(page)
    assert app.screen_on_top.selected == at, "still the day that was shown"
    assert f"{page.shown.course.board.width} × {page.shown.course.board.height}" in " ".join(labels(app))


def test_a_result_is_kept_and_shown(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2082: the page of the result leads back to the course of the day."""
    note_finished(DailyResult("2026-11-27", "2026-11-27", 9, 2, 4, "↑" * 9, "x"))
    page = go(app, driver, "Daily course")
    assert "1 day in a row" in labels(app)
    page.act()
    driver.frame()
    play_to_the_end(app, driver)
    result = daily_results()["2026-11-28"]
    assert result.finished
    assert not result.late
    assert len(result.symbols) == result.turns
    page = go(app, driver, "Daily course")
    assert page.result == result
    sentence = f"Place {result.place} of {result.players} · "
    assert any(text.startswith(sentence) for text in labels(app))
    assert "2 days in a row" in labels(app)
    assert "Play again" in labels(app)


def test_a_day_of_the_week_before_is_late(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2082: it is marked, and is no part of the days in a row."""
    page = go(app, driver, "Daily course")
    driver.key(arcade.key.DOWN)
    driver.frame(2)
    assert page.shown.day == DAY - timedelta(days=1)
    assert "27 Nov 2026" in labels(app)
    page.act()
    begun = daily_results()["2026-11-27"]
    assert begun.late
    note_finished(DailyResult(begun.day, begun.begun, 9, 2, 4, "↑" * 9, "x"))
    client.router.home()
    page = go(app, driver, "Daily course")
    assert page.list.entries[1][1].endswith(" · late")
    assert not any("in a row" in text for text in labels(app))


def test_the_line_is_copied(client: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2083, CLI-2084."""
    copied: list[str] = []
    monkeypatch.setattr(app, "set_clipboard_text", copied.append)
    note_finished(DailyResult("2026-11-28", "2026-11-28", 7, 1, 4, "↑↑+×↑↑+", "0.1.0-b4727"))
    page = go(app, driver, "Daily course")
    title = page.shown.course.title
    go(app, driver, "Copy line")
    assert copied == [f"RoboRally 2026-11-28 · {title} · place 1 of 4 · 7 turns · ↑↑+×↑↑+ · 0.1.0-b4727"]
    assert page.copier.text == "Copied"
    assert copied[0] in texts(app)

    def refuse(text: str) -> None:
        raise OSError("no clipboard")

    monkeypatch.setattr(app, "set_clipboard_text", refuse)
    go(app, driver, "Copied")
    assert page.copier.text == "It could not be copied"


def test_a_match_that_is_not_finished_is_told_and_goes_on(
    client: Any, app: Any, driver: Driver, tmp_path: Path
) -> None:
    """CLI-2082: a second one is begun only if the player wants it; the list of kept matches names its kind, too."""
    client.rescue.keeper = MatchKeeper(tmp_path, stands_still)
    page = go(app, driver, "Daily course")
    page.act()
    driver.frame(12, 1 / 20)  # the bots answer, too
    digest = app.screen_on_top.session.digest()
    client.rescue.leave()
    client.rescue.open_page()
    driver.frame(2)
    assert "Daily course · Turn 1" in labels(app)
    client.router.home()
    go(app, driver, "Play")
    page = go(app, driver, "Daily course")
    assert labels(app).count("Begun, not finished") == 2, "in the list of days, too"
    assert {"Start anew", "Continue"} < set(labels(app))
    go(app, driver, "Continue")
    driver.frame(12, 1 / 20)
    assert app.screen_on_top.session.digest() == digest
    client.rescue.forget()
    client.router.home()
    go(app, driver, "Daily course")
    assert "Play" in labels(app)


def test_another_match_has_no_part_in_it(client: Any, app: Any, driver: Driver, new_game: Callable[..., Any]) -> None:
    client.start(new_game())
    driver.frame()
    play_to_the_end(app, driver)
    assert daily_results() == {}
    assert "Play again" in labels(app)


def test_escape_leads_back_to_the_entries_of_the_menu(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2225."""
    from roborally.ui.pages.main_menu import MainMenu

    go(app, driver, "Daily course")
    driver.key(arcade.key.ESCAPE)
    menu = app.screen_on_top
    assert isinstance(menu, MainMenu)
    assert menu.group is not None
    assert menu.group.title == "Play"
    client.router.home()
    assert app.screen_on_top.group is None
