"""What mattered in the last turn lies over the board until the first card of the next one is laid (CLI-2033)."""

from typing import Any

import arcade
import pytest

from roborally.base.translation import use_language
from roborally.narration.recap import RobotLines
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.watching.recap_box import HIDDEN
from roborally.ui.toolkit.tooltip import common
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.handless import Pad
from tests.ui.programming import POWER
from tests.ui.seen import place

pytestmark = pytest.mark.window


@pytest.fixture
def match(client: Any, app: Any, driver: Driver, new_game: Any) -> MatchScreen:
    client.start(new_game())
    driver.frame(12, 1 / 20)
    screen = app.screen_on_top
    assert isinstance(screen, MatchScreen)
    screen.playback.speed = "skip"
    return screen


def play_a_turn(driver: Driver, match: Any) -> None:
    turn = match.context.display.turn
    match.panels.shown.hand_in()
    driver.until(lambda: match.context.display.turn > turn and match.panels.open is not None)
    driver.frame(2)


def lay_a_card(app: Any, driver: Driver, match: Any) -> None:
    for tile in ("Move 1: ", "Rotate Left: ", "Rotate Right: "):
        driver.click(place(app, tile).centre)
    assert match.panels.open.unconfirmed


def texts(match: Any) -> list[str]:
    return [label.text for label in match.watching.recap.layer.labels]


def test_it_stays_until_the_first_card_is_laid_and_comes_again_with_the_next_turn(
    app: Any, match: Any, driver: Driver
) -> None:
    """It lies within the area of the board, which it keeps from the mouse."""
    recap, area, zoom = match.watching.recap, match.board.rect, match.board.zoom
    assert not recap.lines, "the first turn has nothing to recall"
    for _turn in range(2):
        play_a_turn(driver, match)
        assert "What mattered" in texts(match)
        assert {match.context.name(line.piece) for line in recap.lines} <= set(texts(match))
        spot = recap.spot
        assert area.x <= spot.x < spot.right <= area.right
        assert area.y <= spot.y < spot.top <= area.top
        at = int(spot.x + 60), int(spot.y + 4)
        assert match.board.cell_at(*at) is not None
        driver.send("on_mouse_press", *at, arcade.MOUSE_BUTTON_LEFT, 0)
        driver.send("on_mouse_scroll", *at, 0, 1)
        assert (match.panning, match.board.zoom, match.tooltip_at(*at)) == (False, zoom, "")
        driver.frame(30)
        assert (bool(recap.lines), match.board_pane.ghost.silent) == (True, True)
        lay_a_card(app, driver, match)
        driver.frame(2)
        assert (bool(recap.lines), match.board_pane.ghost.silent) == (False, False)
        match.panels.shown.take_back()
        driver.frame(2)
        assert not recap.lines, "once hidden, it stays hidden"


def test_turns_that_were_not_recalled_are_named(match: Any, driver: Driver) -> None:
    """A robot that was powered down had nothing to program."""
    play_a_turn(driver, match)
    turn = match.watching.recap.turn
    again = [{**event, "turn": 2} if event["type"] == "moment" else event for event in turn.last.events]
    turn.last = turn.last._replace(events=[*turn.last.events, *again])
    asked: list[int] = []
    match.context.watch_last_turns = asked.append
    driver.frame(2)
    assert "Turns 1 to 2" in texts(match)
    driver.click(match.watching.recap.controls.widgets[0].rect.centre)
    assert asked == [2]
    shown: list[tuple[int, int]] = []
    match._show_moment = lambda first, last: shown.append((first, last))  # noqa: SLF001
    play_a_turn(driver, match)
    begins = [
        event["beat"]
        for event in map(match.context.log.event, range(match.context.log.written))
        if event["type"] == "moment"
    ]
    for count in (1, 2):
        match.watch_last_turns(count)
    assert shown == [(begins[1], begins[2]), (begins[0], begins[2])]


def test_it_is_there_at_a_question_before_the_program_and_again_with_the_panel(
    app: Any, driver: Driver, new_game: Any, open_match: Any
) -> None:
    """CLS-401: whether a robot stays down is asked of somebody who knows what happened."""
    match = open_match(new_game(mode="classic"), speed="skip")
    driver.frame(12, 1 / 20)
    driver.click(place(app, POWER).centre)
    match.panels.shown.hand_in()
    driver.until(lambda: match.question_controller.dialog is not None)
    driver.frame(2)
    assert "What mattered" in texts(match)
    driver.key(arcade.key.ENTER)
    driver.until(lambda: match.panels.open is not None)
    driver.frame(2)
    assert "What mattered" in texts(match)


def test_its_button_shows_the_turn_again_and_the_cross_closes_it(app: Any, match: Any, driver: Driver) -> None:
    play_a_turn(driver, match)
    recap = match.watching.recap
    again, close = recap.controls.widgets
    driver.click(again.rect.centre)
    driver.frame(2)
    assert type(app.screen_on_top).__name__ == "ReplayScreen"
    moments = [event for event in app.screen_on_top.film.record.events if event["type"] == "moment"]
    assert {event["turn"] for event in moments} == {match.context.display.turn - 1}, "nothing of the present turn"
    driver.key(arcade.key.ESCAPE)
    driver.frame(2)
    assert app.screen_on_top is match
    assert recap.lines
    driver.click(close.rect.centre)
    driver.frame(2)
    assert not recap.lines


def test_esc_closes_it_and_the_page_of_keys_says_so(app: Any, match: Any, driver: Driver) -> None:
    play_a_turn(driver, match)
    recap = match.watching.recap
    driver.key(arcade.key.F2)
    assert any(row.keys == "Esc" and row.does == "Close" for row in app.screen_on_top.sections[0][1])
    driver.key(arcade.key.ESCAPE)
    assert (app.screen_on_top, bool(recap.lines)) == (match, True)
    driver.key(arcade.key.ESCAPE)
    assert (app.screen_on_top, bool(recap.lines)) == (match, False)
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is not match, "the menu"


def test_a_gamepad_closes_it_with_the_button_that_leads_back(match: Any, driver: Driver) -> None:
    """It is told in the language of the window."""
    play_a_turn(driver, match)
    lines = match.watching.recap.lines
    use_language("de")
    match.translate()
    driver.frame(2)
    assert "Was wichtig war" in texts(match)
    assert [line.piece for line in match.watching.recap.lines] == [line.piece for line in lines]
    assert match.watching.recap.lines != lines
    pad = Pad(driver)
    pad.do("back")
    pad.unplug()
    assert not match.watching.recap.lines


@pytest.mark.parametrize("back", few_of([False, True]))
def test_tab_leads_to_it_and_back_to_the_panel(app: Any, match: Any, driver: Driver, back: bool) -> None:
    """CLI-2001, CLI-2033."""
    play_a_turn(driver, match)
    recap, panel = match.watching.recap, match.panels.shown.controls
    driver.key(arcade.key.RIGHT)
    able, shift = [widget for widget in panel.widgets if widget.enabled and widget.focusable], arcade.key.MOD_SHIFT
    panel.set_focus(able[0 if back else -1])
    again, close = recap.controls.widgets
    for over in (close, again) if back else (again, close):
        driver.key(arcade.key.TAB, shift if back else 0)
        assert (recap.controls.focus, panel.focus) == (over, None)
        assert match.focused == (over.rect, over.tooltip)
    driver.key(arcade.key.TAB, shift if back else 0)
    assert (recap.controls.focus, panel.focus) == (None, able[-1 if back else 0])
    driver.key(arcade.key.TAB, 0 if back else shift)
    if back:
        driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.ENTER)
    assert not recap.lines
    assert panel.focus is not None, "the focus is in the panel again"
    assert match.panels.open is not None, "nothing was confirmed"


@pytest.mark.parametrize("size", few_of([(1280, 720, 200), (1024, 768, 100)]))
def test_lines_about_others_wait_rather_than_hide_the_own_robot(
    match: Any, driver: Driver, look: Any, size: tuple[int, int, int]
) -> None:
    """A button says how far one is; a click on the text or on it, a key and the wheel show the others at one place."""
    look(*size)
    play_a_turn(driver, match)
    recap, own = match.watching.recap, match.context.own_piece
    long = "is pushed 2 spaces by somebody; takes 3 damage (somebody)"
    recap.lines = [RobotLines(piece, f"{long}; {long}", 0) for piece in range(3)]
    for cell in sorted(match.board.board.inside):
        match.context.display.robots[own].cell = cell
        driver.frame()
        (own_place,) = match.board.places_of([cell])
        assert common(recap.spot, own_place) <= HIDDEN * own_place.width**2
        spoken = [line for line in recap.lines if match.context.name(line.piece) in texts(match)]
        assert recap.lines[0] in spoken or f"{match.context.name(0)} {recap.lines[0].text}" in texts(match)
        assert ("more" in recap.controls.named) == (len(spoken) < 3)
    if size[2] < 200:
        return
    recap.go_on()
    driver.frame()
    seen: set[str] = set()
    for turn in (
        lambda x, y: match.press(x, y, arcade.MOUSE_BUTTON_LEFT),
        lambda x, y: match.scroll(x, y, -1),
        lambda x, y: driver.key(arcade.key.N),
    ):
        before, point, more = texts(match), (recap.spot.x + 4, recap.spot.y + 4), recap.controls.named["more"].rect
        assert "N, the wheel" in match.tooltip_at(*more.centre)
        turn(*point)
        driver.frame()
        assert texts(match) != before
        assert recap.controls.named["more"].rect == more
        seen.update(texts(match))
    assert {match.context.name(line.piece) for line in recap.lines} <= seen
