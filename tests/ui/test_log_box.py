"""The log in the panels: scrolling back, the button for all of it, and the last turn once more."""

from typing import Any

import pytest

from roborally.ui.match.match_screen import MatchScreen

from .conftest import Driver
from .seen import texts


@pytest.fixture
def moments() -> list[tuple[int, int]]:
    """The beats between which the match was to be shown again."""
    return []


@pytest.fixture
def screen(app: Any, driver: Driver, begin_session: Any, new_game: Any, moments: list[Any]) -> Any:
    """A match that can be watched again while it runs."""
    shown = MatchScreen(
        app,
        begin_session(new_game()),
        finished=lambda context: None,
        open_menu=lambda screen: None,
        show_moment=lambda first, last: moments.append((first, last)),
        speed="skip",
    )
    app.replace(lambda: shown)
    driver.frame(12, 1 / 20)
    return shown


def written(log: Any, driver: Driver) -> list[str]:
    """Return what is drawn of the log, from the bottom up."""
    driver.frame()
    return [label.text for label in log.lines if label.visible]


def narrate(screen: Any, first: int, end: int) -> None:
    for number in range(first, end):
        screen.on_event({"type": "moment", "name": "start", "beat": number, "turn": number})


def turn_wheel(driver: Driver, log: Any, amount: float) -> None:
    x, y = log.rect.centre
    driver.move((x, y))
    driver.send("on_mouse_scroll", *driver.pixel((x, y)), 0, amount)


def test_the_wheel_scrolls_the_log_and_new_lines_leave_the_reader_alone(screen: Any, driver: Driver) -> None:
    """CLI-2021, in the panel that is shown."""
    panel = screen.panels.shown
    log = panel.log
    narrate(screen, 2, 60)
    newest = written(log, driver)
    assert newest[0] == "Turn 59"
    turn_wheel(driver, log, 2)
    back = written(log, driver)
    assert back[0] == "Turn 55"
    assert len(back) == len(newest)
    narrate(screen, 60, 62)
    assert written(log, driver) == back
    turn_wheel(driver, log, -1)
    assert written(log, driver)[0] == "Turn 57"
    turn_wheel(driver, log, -50)
    assert written(log, driver)[0] == "Turn 61"
    narrate(screen, 62, 63)
    assert written(log, driver)[0] == "Turn 62", "at the end one reads along again"
    turn_wheel(driver, log, 500)
    assert "" not in written(log, driver), "the oldest line stays at the top"


def test_long_sentences_scroll_row_by_row(screen: Any, driver: Driver) -> None:
    """CLI-2021."""
    log = screen.panels.moving.log
    for number in range(20):
        log.write(f"Sentence {number}: this one is so long that it does not fit into a single row of the panel.")
    log.refresh()
    rows = [label.text for label in log.lines]
    assert rows[0].startswith("    ")
    log.scroll(0.5)
    log.refresh()
    assert [label.text for label in log.lines][:-1] == rows[1:]
    log.scroll(-0.5)
    log.refresh()
    assert [label.text for label in log.lines] == rows


def test_no_row_is_a_number_alone(screen: Any) -> None:
    """Whatever the width of the names before it: "Checkpoint" and its number stay together."""
    log = screen.panels.shown.log
    for length in range(1, 60):
        log.write(f"{'N' * length} archives checkpoint 1.")
        log.refresh()
        assert not [label.text for label in log.lines if label.text.strip() == "1."], length


@pytest.mark.parametrize("moving", [False, True])
def test_a_button_opens_the_whole_log(app: Any, screen: Any, driver: Driver, moving: bool) -> None:
    """CLI-2022, in both panels."""
    if moving:
        screen.panels.show_moving()
        driver.frame(12, 1 / 20)
    narrate(screen, 2, 30)
    driver.click(screen.panels.shown.log_buttons.whole.rect.centre)
    driver.frame()
    assert "What happened" in texts(app)
    assert "Turn 20" in texts(app)


def test_the_last_turn_can_be_watched_again(screen: Any, driver: Driver, moments: list[Any]) -> None:
    """CLI-2023: from its beginning to that of the running turn; in the first turn there is none."""
    again = screen.panels.shown.log_buttons.again
    driver.frame()
    driver.click(again.rect.centre)
    assert (again.enabled, moments) == (False, [])
    narrate(screen, 2, 5)
    driver.frame()
    driver.click(again.rect.centre)
    assert moments == [(3, 4)]
