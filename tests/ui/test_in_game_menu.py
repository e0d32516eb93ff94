"""The in-game menu, what it asks before a game is left, and the clock beneath it (CLI-701 to CLI-706, CLI-1003)."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.game.records.recorder import load_save
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.pages.main_menu import MainMenu
from tests.slots import put_in
from tests.sweeps import few_of
from tests.ui import desks
from tests.waiting import Clock

from .conftest import Driver
from .playing import lay
from .seen import button, find, labels, place, texts

ENTRIES = ["Back to the game", "Save game", "Rulebook (F1)", "Keys (F2)", "Settings", "Main menu", "Quit RoboRally"]


@pytest.fixture
def client(open_program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path)
    return open_program(speed="slow")


@pytest.fixture
def match(client: Any, app: Any, driver: Driver, new_game: Any) -> Any:
    client.start(new_game())
    driver.frame(12, 1 / 20)
    return app.screen_on_top


@pytest.fixture
def timed(client: Any, app: Any, new_game: Any, begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Return a function that begins a match with 30 seconds for each program, with a given clock."""

    def make(clock: Clock, people: int = 1) -> Any:
        session = begin_session(new_game(timer=30, people=people), 3, clock)

        def menu(screen: Any) -> GameMenu:
            again = partial(menu, screen)
            return GameMenu(app, app.pop, client.settings.open, client.router.home, again=again)

        def open_menu(screen: Any) -> None:
            app.push(menu(screen))

        return show_session(session, open_menu=open_menu, speed="slow")

    return make


def escape(driver: Driver) -> None:
    driver.key(arcade.key.ESCAPE)


def captions(app: Any) -> list[str]:
    return [entry.text for entry in app.screen_on_top.controls.widgets if getattr(entry, "text", "")]


def leave_the_mouse(driver: Driver, text: str) -> None:
    driver.click(button(driver.app, text).rect.centre)


def test_it_opens_in_both_phases_and_leads_back(match: Any, app: Any, driver: Driver) -> None:
    """CLI-216, CLI-308, CLI-701, CLI-1003: with its button or Esc, and back with its button or Esc.

    CLI-703: the settings open over the game.
    """
    for moving in (False, True):
        if moving:
            match.panels.shown.hand_in()
            driver.until(lambda: match.panels.shown is match.panels.moving, 20)
            driver.frame(12, 1 / 20)
        driver.click(place(app, "Menu (Esc)").centre)
        assert captions(app) == ENTRIES
        leave_the_mouse(driver, "Back to the game")
        assert app.screens == [match]
        escape(driver)
        assert captions(app) == ENTRIES
        leave_the_mouse(driver, "Settings")
        assert any(entry.tooltip.startswith("Volume of everything") for entry in app.screen_on_top.controls.widgets)
        assert app.screens[0] is match
        leave_the_mouse(driver, "Back")
        assert captions(app) == ENTRIES
        escape(driver)
        assert app.screens == [match]


def test_the_program_stays_as_it_was_while_the_menu_is_open(match: Any, app: Any, driver: Driver) -> None:
    """CLI-216, CLI-701."""
    tile = next(entry for entry in ("Rotate Left: ", "Rotate Right: ", "Move 1: ") if usable(app, entry))
    driver.click(place(app, tile).centre)
    first = match.tooltip_at(*place(app, "Register 1:").centre)
    assert "empty" not in first
    spot = place(app, "Register 1:").centre
    escape(driver)
    driver.click(spot)  # on what lies beneath
    assert captions(app) == ENTRIES
    escape(driver)
    assert match.tooltip_at(*spot) == first


def usable(app: Any, command: str) -> bool:
    area = find(app, command)
    return area is not None and any(text.isdigit() for text in labels(app, area))


def test_the_game_is_saved_at_the_beginning_of_the_turn(
    match: Any, client: Any, app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path
) -> None:
    """CLI-702, CLI-901 to CLI-904, CLI-1003, CLI-R03: a new name; an old one after a confirmation alone; and back."""
    escape(driver)
    leave_the_mouse(driver, "Save game")
    page = app.screen_on_top
    leave_the_mouse(driver, "Back")
    assert captions(app) == ENTRIES
    leave_the_mouse(driver, "Save game")
    page = app.screen_on_top
    page.field.value = ""
    for letter in "mine":
        driver.send("on_text", letter)
    leave_the_mouse(driver, "Save")
    driver.frame()
    (file,) = tmp_path.glob("*.rrsave")
    assert file.name == "mine.rrsave"
    _game, saved, _recorder = load_save(file, catalogue)
    assert (saved.state.turn, saved.state.stage) == (1, 0)
    assert [piece.cell for piece in saved.state.pieces] == [piece.cell for piece in match.session.match.state.pieces]
    while app.screens[-1] is not match:
        escape(driver)
    match.panels.shown.hand_in()
    driver.until(lambda: match.panels.shown is match.panels.moving, 20)
    escape(driver)
    leave_the_mouse(driver, "Save game")
    page = app.screen_on_top
    assert "mine" in texts(app)
    page.field.value = "mine"
    before = file.read_bytes()
    leave_the_mouse(driver, "Save")
    driver.frame()
    assert app.screen_on_top is not page
    leave_the_mouse(driver, "Back")
    assert file.read_bytes() == before
    leave_the_mouse(driver, "Save")
    driver.frame()
    leave_the_mouse(driver, "Replace")
    assert file.read_bytes() != before
    _game, saved, _recorder = load_save(file, catalogue)
    assert (saved.state.turn, saved.state.stage) == (1, 0), "the turn that is shown"


@pytest.mark.parametrize("turn", few_of([2, 1]))
def test_a_save_in_the_moving_phase_is_programmed_once_more(
    match: Any, client: Any, app: Any, driver: Driver, tmp_path: Path, turn: int
) -> None:
    """CLI-R03: the turn that is shown, with the same cells and the same hand; also in a match that was loaded."""
    for _earlier in range(1, turn):
        match.panels.moving.set_speed("skip")
        match.panels.shown.hand_in()
        driver.until(
            lambda: (
                match.context.display.turn == turn
                and match.playback.dry
                and match.panels.shown is not match.panels.moving
            )
        )
        match.panels.moving.set_speed("slow")
    cells = [robot.cell for robot in match.context.display.robots]
    asked = match.session.decisions(0)
    match.panels.shown.hand_in()
    driver.until(lambda: match.panels.shown is match.panels.moving, 20)
    driver.frame(12, 1 / 20)
    assert match.session.match.state.turn == turn + 1
    for _again in range(2):
        escape(driver)
        leave_the_mouse(driver, "Save game")
        app.screen_on_top.field.value = "mine"
        leave_the_mouse(driver, "Save")
        driver.frame()
        if app.screen_on_top.heading.text != "The game is saved":
            leave_the_mouse(driver, "Replace")
        assert app.screen_on_top.heading.text == "The game is saved"
        desks.matches(client).load(tmp_path / "mine.rrsave")
        driver.frame(12, 1 / 20)
        loaded = app.screen_on_top
        assert loaded.context.display.turn == loaded.session.match.state.turn == turn
        assert [robot.cell for robot in loaded.context.display.robots] == cells
        assert loaded.session.decisions(0) == asked
        loaded.panels.shown.hand_in()
        until_it_moves(driver, loaded)


def test_the_end_of_a_match_waits_for_what_is_open(
    begin_session: Any, show_session: Any, new_game: Any, driver: Driver
) -> None:
    """A menu, or a name that somebody is typing, is not torn away by the result."""
    screen = show_session(begin_session(new_game(people=0)), frames=1)
    escape(driver)
    driver.until(lambda: screen.session.over and screen.playback.dry)
    driver.frame(10)
    assert screen.ended == []
    leave_the_mouse(driver, "Back")
    driver.until(lambda: bool(screen.ended), 5)


def until_it_moves(driver: Driver, screen: Any) -> None:
    driver.until(lambda: screen.panels.shown is screen.panels.moving, 20)


@pytest.mark.parametrize(
    ("entry", "question", "answer"),
    [("Main menu", "Leave the game?", "Main menu"), ("Quit RoboRally", "Quit RoboRally?", "Quit")],
)
def test_leaving_the_game_asks_first(
    match: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch, entry: str, question: str, answer: str
) -> None:
    """CLI-704, CLI-705, CLI-1003: both answers, and Esc, which means no. The tests' own window stays open."""
    closed: list[bool] = []
    monkeypatch.setattr(app, "close", lambda: closed.append(True))
    for refuse in (partial(leave_the_mouse, driver, "Back"), partial(escape, driver)):
        escape(driver)
        leave_the_mouse(driver, entry)
        assert question in labels(app)
        refuse()
        assert captions(app) == ENTRIES
        assert not closed
        assert app.screens[0] is match
        leave_the_mouse(driver, "Back to the game")
        assert app.screen_on_top is match
    escape(driver)
    leave_the_mouse(driver, entry)
    leave_the_mouse(driver, answer)
    assert closed == [True] * (answer == "Quit")
    assert [type(screen) for screen in app.screens] == [MainMenu] * (answer == "Main menu")


@pytest.mark.parametrize(("entry", "key"), [("Main menu", arcade.key.TAB), ("Quit RoboRally", arcade.key.RIGHT)])
def test_enter_alone_never_ends_the_game(
    match: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch, entry: str, key: int
) -> None:
    """CLI-704, CLI-705: Enter means the button that does nothing; the arrows and Tab lead to the other."""
    closed: list[bool] = []
    monkeypatch.setattr(app, "close", lambda: closed.append(True))
    escape(driver)
    for leads in (False, True):
        leave_the_mouse(driver, entry)
        assert captions(app)[0] == "Back"
        if leads:
            driver.key(key)
        driver.key(arcade.key.ENTER)
        gone = bool(closed) or app.screens[0] is not match
        assert gone is leads
        assert gone or captions(app) == ENTRIES


def test_against_bots_alone_the_clock_stands_still(timed: Any, app: Any, driver: Driver) -> None:
    """CLI-216, CLI-706: in the menu, in the settings above it, in the log and in the rulebook; then it goes on."""
    clock = Clock()
    screen = timed(clock)
    driver.frame()
    escape(driver)
    for seconds, text in ((100, "Settings"), (200, "")):
        clock.time = seconds
        driver.frame(3)
        assert any("0:30" in label for label in labels(app))
        if text:
            leave_the_mouse(driver, text)
    escape(driver)
    escape(driver)
    assert app.screen_on_top is screen
    driver.key(arcade.key.L)
    clock.time = 300
    driver.frame(3)
    escape(driver)
    clock.time = 311
    driver.frame(2)
    assert "0:19" in labels(app)
    assert screen.session.match.state.turn == 1
    clock.time = 329.99
    driver.frame(3)
    assert screen.session.match.state.turn == 2


def test_among_several_people_the_clock_runs_on(timed: Any, app: Any, driver: Driver) -> None:
    """CLI-216, CLI-706, CLI-1104: in the menu and in the settings above it; the program is then taken as it is."""
    clock = Clock()
    screen = timed(clock, people=2)
    driver.until(lambda: screen.question_controller.hot_seat.curtain is not None, 50)
    driver.key(arcade.key.ENTER)
    driver.frame()
    escape(driver)
    driver.frame()
    assert "0:30" in labels(app)
    clock.time = 11
    driver.frame()
    assert "0:19" in labels(app)
    leave_the_mouse(driver, "Settings")
    clock.time = 20
    driver.frame()
    assert any("0:10" in text for text in labels(app))
    clock.time = 29.99
    driver.frame(3)
    assert "program" not in [entry["kind"] for entry in screen.session.decisions(0)]


def test_in_the_moving_phase_no_clock_runs_out(timed: Any, app: Any, driver: Driver) -> None:
    """CLI-706: the time for the next program has not begun, so the menu and the settings show none."""
    clock = Clock()
    screen = timed(clock)
    screen.panels.shown.hand_in()
    driver.until(lambda: screen.panels.shown is screen.panels.moving, 20)
    escape(driver)
    for seconds in (100, 200, 300):
        clock.time = seconds
        driver.frame(2)
    assert screen.session.match.state.turn == 2
    assert screen.session.seconds_left() == 30
    assert not any("0:30" in text for text in labels(app))
    leave_the_mouse(driver, "Settings")
    driver.frame(2)
    assert not any("0:30" in text for text in labels(app))


def test_the_pages_of_rules_and_keys_show_the_time_that_is_left(timed: Any, app: Any, driver: Driver) -> None:
    """CLI-706: with several people it goes on."""
    clock = Clock()
    timed(clock, people=2)
    driver.key(arcade.key.ENTER)  # lifts the curtain
    driver.frame(20)
    for key, left in ((arcade.key.F1, "0:20"), (arcade.key.F2, "0:10")):
        driver.key(key)
        clock.time += 10
        driver.frame(2)
        assert left in labels(app)
        escape(driver)


def test_robots_stand_still_behind_the_menu(match: Any, app: Any, driver: Driver) -> None:
    """CLI-706: and go on afterwards."""
    match.panels.shown.hand_in()
    driver.until(lambda: match.context.display.stage == 1, 400)
    escape(driver)
    driver.frame()
    places = [(actor.x, actor.y) for actor in match.actors.actors]
    driver.frame(100, 1 / 20)
    assert [(actor.x, actor.y) for actor in match.actors.actors] == places
    escape(driver)
    driver.until(lambda: [(actor.x, actor.y) for actor in match.actors.actors] != places, 40)


# --- the end of the programming phase ---------------------------------------------------------------------------------


def test_programming_ends_by_the_timer_and_empty_slots_are_filled(timed: Any, app: Any, driver: Driver) -> None:
    """CLI-1101, CLI-1102: what lies there stays, and the other four come by chance."""
    clock = Clock()
    screen = timed(clock)
    command = next(title for title in ("Rotate Left", "Rotate Right", "Move 1") if usable(app, f"{title}: "))
    driver.click(place(app, f"{command}: ").centre)
    clock.time = 29
    driver.frame(3)
    assert screen.session.match.state.turn == 1
    clock.time = 29.99
    driver.frame(3)
    assert screen.session.match.state.turn == 2
    assert screen.notices.announces
    assert screen.notices.sentence.text == "Time is up. Registers filled at random: 2, 3, 4, 5"
    assert "Ada ran out of time; what was missing was filled in." in list(screen.context.log)
    row = place(app, "Ada – ")
    sentence = {screen.tooltip_at(x, row.centre[1]) for x in range(936, 1280, 6)}
    commands = {text for text in sentence if text.startswith("Register ")}
    assert sorted(text[:10] for text in commands) == [f"Register {number}" for number in range(1, 6)]
    assert any(text.startswith(f"Register 1: {command}: ") for text in commands)
    screen.playback.speed = "skip"
    driver.until(lambda: screen.watching.recap.lines)
    assert "ran out of time" in screen.watching.recap.lines[0].text


def test_a_program_that_is_refused_when_the_time_is_up_is_told_once_in_a_line(
    timed: Any, app: Any, driver: Driver
) -> None:
    """CLI-213, CLI-1102: no dialog covers the next turn, whose time runs."""
    clock = Clock()
    screen = timed(clock)
    lay(screen.panels.open)
    card = screen.panels.open.draft()[0]
    put_in(screen.session.match.state.ext["program-cards"], "hands", 0, ("pause@1",) * 9)
    clock.time = 29.99
    driver.frame(3)
    assert screen.session.match.state.turn == 2
    assert app.screen_on_top is screen
    assert screen.notices.announces
    assert screen.notices.sentence.text == f"Card {card} is used 1 times, but the hand holds 0."
    assert [line for line in screen.context.log if "time" in line] == ["Ada ran out of time; the default was chosen."]
