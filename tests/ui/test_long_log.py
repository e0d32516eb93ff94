"""The log of a match in the window has bounds: whatever a server sends, memory does not fill up with its lines."""

import weakref
from typing import Any

import arcade
import pytest

from roborally.narration.match_log import MatchLog
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.panel.log_box import KEPT

from .conftest import Driver
from .seen import texts

MAX_LINES = 60


@pytest.fixture
def moments() -> list[tuple[int, int]]:
    """The beats of the moments that were to be shown again."""
    return []


@pytest.fixture
def screen(
    app: Any, driver: Driver, begin_session: Any, new_game: Any, moments: list[Any], monkeypatch: pytest.MonkeyPatch
) -> Any:
    """A match whose log keeps few lines."""
    monkeypatch.setattr("roborally.ui.match.shown_match.MAX_LINES", MAX_LINES)
    shown = MatchScreen(
        app,
        begin_session(new_game()),
        finished=lambda context: None,
        open_menu=lambda screen: None,
        show_moment=lambda first, last: moments.append((first, last)),
    )
    app.replace(lambda: shown)
    driver.frame(2)
    return shown


class Line(str):
    """A line of which one can learn when it is gone."""

    __slots__ = ("__weakref__",)


def flood(screen: Any, count: int, first: int = 1) -> None:
    """Tell many turns, each of one beat."""
    for number in range(first, first + count):
        screen.on_event({"type": "moment", "name": "start", "beat": number, "turn": number})


def test_a_flood_of_events_leaves_few_lines_and_few_labels(screen: Any, driver: Driver) -> None:
    flood(screen, 10 * MAX_LINES)
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


def test_a_line_still_leads_to_its_moment(screen: Any, app: Any, driver: Driver, moments: list[Any]) -> None:
    flood(screen, 10 * MAX_LINES)
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
    assert moments == [(screen.context.log.event(screen.context.log.first + 4)["beat"], 10 * MAX_LINES)]
