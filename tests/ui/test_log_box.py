"""The log in the panels: scrolling back, all of it, the last turn once more, and its bounds in memory."""

import weakref
from typing import Any

import arcade
import pytest

from roborally.narration.match_log import MatchLog
from roborally.ui.match.panel.log_box import KEPT, LOWEST
from tests.sweeps import few_of

from .conftest import Driver
from .seen import texts

MAX_LINES = 60


@pytest.fixture
def moments() -> list[tuple[int, int]]:
    """The beats between which the match was to be shown again."""
    return []


@pytest.fixture
def screen(begin_session: Any, new_game: Any, show_session: Any, moments: list[Any]) -> Any:
    """A match that can be watched again while it runs."""

    def show_moment(first: int, last: int) -> None:
        moments.append((first, last))

    return show_session(begin_session(new_game()), check=False, show_moment=show_moment)


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the log keep few lines."""
    monkeypatch.setattr("roborally.ui.match.shown_match.MAX_LINES", MAX_LINES)


class Line(str):
    """A line of which one can learn when it is gone."""

    __slots__ = ("__weakref__",)


def written(log: Any, driver: Driver) -> list[str]:
    """Return what is drawn of the log, from the bottom up."""
    driver.frame()
    return [label.text for label in log.lines if label.visible]


def narrate(screen: Any, first: int, end: int) -> None:
    for number in range(first, end):
        screen.on_event_in_order({"type": "moment", "name": "start", "beat": number, "turn": number})


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
    thumb = log._thumb  # noqa: SLF001
    assert thumb.visible, "there is more above"
    lowest = thumb.center_y
    turn_wheel(driver, log, 2)
    back = written(log, driver)
    assert back[0] == "Turn 55"
    assert thumb.center_y > lowest
    assert len(back) == len(newest) - 1, "one row counts the newer lines"
    narrate(screen, 60, 62)
    assert written(log, driver) == back
    assert "↓ Newer lines: 6" in texts(driver.app)
    turn_wheel(driver, log, -1)
    assert written(log, driver)[0] == "Turn 57"
    turn_wheel(driver, log, -50)
    assert written(log, driver)[0] == "Turn 61"
    narrate(screen, 62, 63)
    assert written(log, driver)[0] == "Turn 62", "at the end one reads along again"
    turn_wheel(driver, log, 500)
    assert "" not in written(log, driver), "the oldest line stays at the top"
    driver.click((log.rect.centre[0], log.rect.y + LOWEST))
    assert written(log, driver)[0] == "Turn 62", "a click on the count leads to the newest line"
    turn_wheel(driver, log, 2)
    driver.move(screen.board_area.centre)
    assert written(log, driver)[0] == "Turn 58", "until the next turn"
    narrate(screen, 63, 64)
    assert written(log, driver)[0] == "Turn 63"


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
def test_a_button_opens_the_whole_log(app: Any, screen: Any, driver: Driver, look: Any, moving: bool) -> None:
    """CLI-2022, in all panels; a line that is too long for its row has a tooltip."""
    if moving:
        screen.panels.show_moving()
        driver.frame(12, 1 / 20)
    narrate(screen, 2, 30)
    driver.click(screen.panels.shown.log_buttons.whole.rect.centre)
    driver.frame()
    assert "What happened" in texts(app)
    assert "Turn 20" in texts(app)
    app.pop()
    look(1280, 720, 200)
    screen.context.log.narrate({"type": "stood-in", "beat": 30})
    panel = screen.panels.asking["program"]
    (journal,) = (widget for widget in panel.controls.widgets if widget.name == "log")
    assert panel.panel_context.canvas.seen.holds(*journal.rect.centre), "above the cards, where the log is out of sight"
    journal.activate(*journal.rect.centre)
    log, (*_others, row) = app.screen_on_top, app.screen_on_top.labels
    assert row.is_shortened
    assert log.tooltip_at(row.x + 4, row.y) == log.focused[1] == row.text
    for number, newest in ((40, True), (41, False)):
        first = log.labels[0].text
        narrate(screen, number, number + 1)
        driver.frame()
        assert (row.text == screen.context.log[-1]) is newest, "new lines are added at the end"
        assert (log.labels[0].text != first) is newest, "who reads further up goes on there"
        log.scroll(0, 0, 1)
    driver.click((log.rows.track.right, log.rows.track.top - 1))
    assert (log.labels[0].text, app.screen_on_top) == (screen.context.log[0], log), "the bar leads to the beginning"


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


# --- bounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few_lines")
def test_a_flood_of_events_leaves_few_lines_and_few_labels(screen: Any, driver: Driver) -> None:
    narrate(screen, 1, 10 * MAX_LINES + 1)
    log = screen.context.log
    assert isinstance(log, MatchLog)
    assert MAX_LINES / 2 < len(log) <= MAX_LINES
    assert log[-1] == f"Turn {10 * MAX_LINES}"
    box = screen.panels.moving.log
    box.refresh()
    assert box.lines[0].text == log[-1]
    assert max(box.numbers) == log.written - 1


def test_panels_that_nobody_sees_keep_only_what_they_can_show(screen: Any) -> None:
    alive: weakref.WeakSet[Line] = weakref.WeakSet()
    for number in range(1000):
        line = Line(f"Turn {number}")
        alive.add(line)
        screen.panels.write(line)
    del line
    assert len(screen.panels.asking) >= 1
    assert 0 < len(alive) <= KEPT


@pytest.mark.usefixtures("few_lines")
def test_a_line_still_leads_to_its_moment(screen: Any, app: Any, driver: Driver, moments: list[Any]) -> None:
    narrate(screen, 1, 10 * MAX_LINES + 1)
    box = screen.panels.moving.log
    for _ in ("written", "written again"):
        box.refresh()
        box.on_line(box.numbers[2])
        assert moments.pop()[0] == 10 * MAX_LINES - 2
        screen.translate()
        box = screen.panels.moving.log
    box.on_line(3)
    assert moments == [], "it is forgotten"
    driver.key(arcade.key.L)
    assert f"Turn {10 * MAX_LINES}" in texts(app)
    app.screen_on_top.choose(4)
    driver.key(arcade.key.ENTER)
    beat = screen.context.log.event(screen.context.log.first + 4)["beat"]
    assert moments == [(beat, 10 * MAX_LINES)], "up to the running turn"


def test_a_line_under_the_mouse_frames_its_place_on_the_board(screen: Any, driver: Driver) -> None:
    """CLI-2049: where the robot stood, unless the event says where."""
    hurt = {"type": "hurt", "beat": 900, "piece": 1, "by": 0, "cause": "robot-laser", "points": 1, "damage": 1}
    lost = {"type": "destroy", "beat": 901, "piece": 2, "by": (), "cause": "pit", "cell": (3, 4)}
    stood, targets = screen.context.display.robots[1].cell, screen.board_pane.targets
    for event in (hurt, lost, {"type": "moment", "name": "start", "beat": 902, "turn": 2}):
        screen.on_event_in_order(event)
    log = screen.panels.shown.log
    driver.frame()
    found = []
    for row in (2, 1, 0):
        driver.move((log.rect.centre[0], log.lines[row].y))
        driver.frame()
        found.append(targets.meant)
    assert found == [stood, (3, 4), None]
    driver.move((log.rect.centre[0], log.lines[1].y))
    driver.move(screen.board.point_of((3, 4)))
    assert targets.meant is None


@pytest.mark.parametrize("bots", few_of([3, 1, 2]))
def test_the_newest_line_is_in_view_where_the_window_cuts_the_box(
    begin_session: Any, new_game: Any, show_session: Any, look: Any, driver: Driver, bots: int
) -> None:
    """CLI-2021: with large texts in a small window, also after the panel was scrolled."""
    look(1280, 720, 200)
    screen = show_session(begin_session(new_game(bots=bots)), check=False)
    screen.panels.show_moving()
    log, space = screen.panels.moving.log, screen.panel_space
    narrate(screen, 2, 60)
    for part in (1.0, 0.8, 0.0):
        space.go_to(0, part)
        assert written(log, driver)[0] == "Turn 59"
        lowest = log.lines[0].box
        assert lowest.y >= max(space.seen.y, log.rect.y)
        assert log.line_at(lowest.centre[1]) == log.numbers[0]
    assert lowest.y < log.rect.y + 30, "at the bottom of the box, where all of it is in view"
