"""The whole game by keyboard alone, and by gamepad alone (CLI-2001 to CLI-2007)."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import arcade
import pytest
from pyglet.math import Vec2

from roborally.features.lobby.window import quick_match
from roborally.features.lobby.window.quick_match import QuickMatchPage
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import make_game
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.shell.window import open_services
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.input.gamepad import Gamepads
from roborally.ui.toolkit.shortcuts import CTRL, SHIFT, Shortcut, code_of, names_of
from roborally.ui.toolkit.theme import Rect
from tests.sweeps import few_of
from tests.ui import desks

from .conftest import Driver
from .handless import Hand, Keyboard, Pad, VirtualController, VirtualManager, focus_of, play_on, walk_to, walk_to_text
from .seen import picture, texts
from .test_volt import open_volt as open_volt

KEYS = arcade.key
GRIDS = {
    "standard": " . . . .\n . c1 . .\n . . . .\n d1^ . d2^ .",
    "volt": " . . s3 . .\n . vp1 . O .\n s2 . vp2 . s4\n . O . vp3 .\n . . s1 . shop",
}


@pytest.fixture
def pad(app: Any, driver: Driver) -> Iterator[Pad]:
    pad = Pad(driver)
    yield pad
    pad.unplug()


@pytest.fixture(params=["keyboard", "gamepad"])
def hand(request: pytest.FixtureRequest, driver: Driver) -> Hand:
    if request.param == "keyboard":
        return Keyboard(driver)
    found: Hand = request.getfixturevalue("pad")
    return found


@pytest.fixture
def client(app: Any, driver: Driver, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Open the main menu; matches of a mode are played on a short course."""

    def courses(found: Catalogue, mode: str) -> list[Course]:
        board = parse_grid(GRIDS[mode], Notations.of(catalogue.plugins.values()), "dash")
        return [Course("first-steps", "Dash", board, players=(2, 4 if mode == "volt" else 2))]

    real = make_game

    def make(config: Any, found: Catalogue, **options: Any) -> Any:
        (course,) = courses(found, config.match.mode)
        return real(config, found, course=course)

    def open_client() -> Any:
        monkeypatch.setattr(quick_match, "playable_courses", courses)
        monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: 1)
        for module in ("roborally.ui.shell.local_matches", "roborally.features.lobby.window.desk"):
            monkeypatch.setattr(f"{module}.make_game", make)
        client = open_services(app, catalogue, InstantThinker(catalogue), ["random"], speed="skip", check=True)
        desks.setup(client).wishes = replace(desks.setup(client).wishes, bots=1, bot="random", timer=0)
        client.router.home()
        driver.frame(2)
        return client

    return open_client


@pytest.mark.parametrize(
    ("hand", "mode"),
    [
        ("keyboard", "standard"),
        ("gamepad", "standard"),
        *[pytest.param(hand, "volt", marks=pytest.mark.long) for hand in ("keyboard", "gamepad")],
    ],
    indirect=["hand"],
)
def test_a_quick_match_from_the_menu_to_the_result(
    app: Any, driver: Driver, client: Any, hand: Hand, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2001, CLI-2002, CLI-2006: nothing needs the mouse, and the focus is seen all the way."""

    def refuse(*arguments: Any) -> None:
        raise AssertionError("the mouse is used")

    monkeypatch.setattr(driver, "move", refuse)
    client()
    for text in ("Play", "Quick match"):
        walk_to_text(app, hand, text)
        if text == "Play":
            hand.do("confirm")
            driver.frame(2)
    hand.do("confirm")
    driver.frame(2)
    page = app.screen_on_top
    assert isinstance(page, QuickMatchPage)
    assert focus_of(app) is page.list, "a new page has a focus at once"
    walk_to(app, hand, lambda widget: widget is page.choices["mode"])
    while page.choices["mode"].value != mode:
        hand.do("right")
        assert focus_of(app) is page.choices["mode"], "the focus stays when the page is built anew"
    walk_to_text(app, hand, "Start")
    hand.do("confirm")
    driver.frame(12, 1 / 20)
    screen = app.screen_on_top
    assert isinstance(screen, MatchScreen)
    play_on(app, driver, hand, screen)
    result = app.screen_on_top
    assert isinstance(result, ResultScreen)
    driver.frame(2)
    assert focus_of(app) is not None
    assert texts(app)


# --- the programming panel --------------------------------------------------------------------------------------------

CARDS = (
    "move1@490",
    "move1@500",
    "move2@700",
    "left@70",
    "left@90",
    "left@110",
    "right@80",
    "u-turn@10",
    "back-up@430",
)


def laid(screen: Any) -> list[str]:
    return [card.partition("@")[0] for card in screen.panels.shown.hand.answer()]


def test_digits_lay_commands_and_backspace_takes_the_last_one_back(driver: Driver, begin: Any) -> None:
    """CLI-2002: into the register with the focus, if one has it."""
    screen = begin(hand=CARDS)
    panel = screen.panels.shown
    for digit in (KEYS.KEY_1, KEYS.NUM_2, KEYS.KEY_6):
        driver.key(digit)
    assert laid(screen) == ["move1", "move2", "left", "", ""]
    driver.key(KEYS.KEY_3)
    assert laid(screen) == ["move1", "move2", "left", "", ""], "there is no card for a Move 3"
    driver.key(KEYS.BACKSPACE)
    assert laid(screen) == ["move1", "move2", "", "", ""]
    panel.remove(0)
    driver.key(KEYS.KEY_7)
    driver.key(KEYS.BACKSPACE)
    assert laid(screen) == ["", "move2", "", "", ""], "the one that was laid last, wherever it lies"
    driver.key(KEYS.BACKSPACE)
    driver.key(KEYS.BACKSPACE)
    assert laid(screen) == [""] * 5
    panel.controls.set_focus(panel.slots[3])
    driver.key(KEYS.KEY_7)
    assert laid(screen) == ["", "", "", "u-turn", ""]
    driver.key(KEYS.KEY_1)
    assert laid(screen) == ["", "", "", "move1", ""]
    driver.key(KEYS.ENTER)
    assert laid(screen) == [""] * 5, "Enter takes it out"


def test_arrows_lead_to_what_lies_in_their_direction(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2001: and Enter uses it; once the program is complete Confirm has the focus."""
    screen = begin(hand=CARDS)
    panel = screen.panels.shown
    driver.key(KEYS.RIGHT)
    first = focus_of(app)
    assert first.command == "move1"
    driver.key(KEYS.RIGHT)
    assert focus_of(app).command == "move2"
    driver.key(KEYS.DOWN)
    assert focus_of(app).command == "left"
    assert panel.controls.ring is not None
    driver.key(KEYS.DOWN)
    assert focus_of(app) in panel.slots
    driver.key(KEYS.UP)
    assert focus_of(app).command in ("left", "right")
    for _ in range(5):
        walk_to(app, Keyboard(driver), lambda widget: hasattr(widget, "command") and widget.enabled)
        driver.key(KEYS.ENTER)
    assert focus_of(app) is panel.confirm
    board = screen.board.middle
    driver.key(KEYS.PLUS)
    driver.key(KEYS.LEFT, KEYS.MOD_SHIFT)
    assert focus_of(app) is panel.confirm
    assert screen.board.middle != board, "with Shift the arrows move the board"
    answers: list[Any] = []
    screen.session.record = lambda seat, id_, answer: answers.append((seat, len(answer)))
    driver.key(KEYS.ENTER)
    assert (0, 5) in answers


def test_arrows_beyond_the_first_and_the_last_row_do_not_walk_sideways(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2001: nor from one end to the other."""
    screen = begin(hand=CARDS)
    panel = screen.panels.shown
    bottom = panel.confirm.rect.y
    rows = [panel.commands[:4], [widget for widget in panel.controls.widgets if widget.rect.y == bottom]]
    for arrow, row in zip((KEYS.UP, KEYS.DOWN), rows, strict=True):
        able = [widget for widget in row if widget.enabled]
        assert len(able) > 2
        for widget in able:
            panel.controls.set_focus(widget)
            driver.key(arrow)
            assert focus_of(app) is widget


def test_tab_begins_with_the_commands_and_goes_on_from_one_that_is_used_up(
    app: Any, driver: Driver, begin: Any
) -> None:
    """CLI-2001: not with the log, and not from the beginning."""
    screen = begin(hand=CARDS)
    driver.key(KEYS.TAB)
    assert focus_of(app).command == "move1"
    driver.key(KEYS.TAB)
    driver.key(KEYS.ENTER)
    assert laid(screen)[0] == "move2"
    assert not focus_of(app).enabled, "there was one Move 2"
    driver.key(KEYS.TAB)
    assert focus_of(app).command == "back-up"
    driver.key(KEYS.TAB, KEYS.MOD_SHIFT)
    driver.key(KEYS.TAB, KEYS.MOD_SHIFT)
    assert focus_of(app) is screen.panels.shown.controls.widgets[-1], "the menu is the last one"


def test_the_digits_are_shown_to_those_who_use_keys(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2002."""
    screen = begin(hand=CARDS)
    panel = screen.panels.shown

    def digits() -> list[str]:
        return [
            label.text for label in panel.layer.labels if label.visible and label.size == 11 and label.text.isdigit()
        ]

    assert digits() == []
    driver.key(KEYS.RIGHT)
    assert digits() == ["1", "2", "3", "4", "5", "6", "7"]
    driver.click((300, 300))
    driver.click((panel.rect.x + 2, panel.rect.y + 2))
    assert digits() == []


# --- focus and tooltip ------------------------------------------------------------------------------------------------


def ratio(one: Any, other: Any) -> float:
    """Return the contrast of two colours as WCAG defines it, 1 to 21."""

    def light(colour: Any) -> float:
        parts = [float(value) / 255 for value in colour[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04 else math.pow((part + 0.055) / 1.055, 2.4) for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_digits_on_commands_can_be_read_on_every_face(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2002: with a contrast of 4.5 to the button around them, also on one under the mouse."""
    panel = begin(hand=CARDS).panels.shown
    for hovered in (False, True):
        driver.key(KEYS.RIGHT)
        for tile in panel.commands:
            tile.hovered = hovered
            tile.refresh()
        digits = [label for label in panel.layer.labels if label.visible and label.size == 11 and label.text.isdigit()]
        assert len(digits) == len(panel.commands)
        for label in digits:
            around = picture(driver, Rect(label.x - 6, label.y - 4, 2, 8))
            worst = min(ratio(label.tint, pixel) for pixel in around.getdata())
            assert worst >= 4.5, (label.text, hovered, worst)


def test_the_focused_control_tells_after_a_moment_what_it_is_for(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2004."""
    begin(hand=CARDS)
    driver.key(KEYS.RIGHT)
    driver.frame(20)
    assert app.tooltip == ""
    driver.frame(60)
    assert app.tooltip.startswith("Move 1: The robot walks one space forward.")
    driver.key(KEYS.RIGHT)
    assert app.tooltip == ""
    driver.frame(80)
    assert app.tooltip.startswith("Move 2")
    driver.move((5, 5))
    driver.frame(60)
    assert app.tooltip == "", "with the mouse it is about what is under the mouse"


def test_a_focus_that_came_by_itself_tells_nothing(app: Any, driver: Driver, begin: Any, client: Any) -> None:
    """CLI-2326: its tooltip would lie over what is read first; the first step of the focus brings tooltips."""
    client()
    screen = begin(hand=CARDS)
    driver.key(KEYS.F2)
    driver.key(KEYS.F2)
    assert app.screen_on_top is screen
    driver.frame(90)
    focus = focus_of(app)
    assert focus is not None
    assert app.tooltip == ""
    focus.rect = focus.rect._replace(x=focus.rect.x + 3)
    driver.frame(90)
    assert app.tooltip == "", "nobody has gone to it because the page was laid out again"
    driver.key(KEYS.RIGHT)
    driver.frame(80)
    assert app.tooltip
    driver.key(KEYS.LEFT)
    driver.frame(80)
    assert app.tooltip, "the first control tells, too, once somebody has gone to it"


def test_who_uses_the_mouse_sees_no_focus(app: Any, driver: Driver, client: Any) -> None:
    """CLI-2001: the ring comes with the first key, and each new page has one then.

    CLI-2007: the settings lead to the keys.
    """
    opened = client()
    opened.settings.open()
    driver.frame(3)
    assert focus_of(app) is None
    walk_to_text(app, Keyboard(driver), "Keys (F2)")
    driver.key(KEYS.ENTER)
    assert "Keys and gamepad" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert "Settings" in texts(app)
    driver.key(KEYS.ESCAPE)
    driver.frame(2)
    assert focus_of(app) is not None
    assert app.screen_on_top.controls.ring is not None


# --- the board --------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["keyboard", "gamepad"])
def look_on(request: pytest.FixtureRequest, driver: Driver) -> Callable[[str, int], None]:
    """Return a function that moves the frame on the board some spaces in a direction, such as `UP`."""
    if request.param == "keyboard":

        def by_keys(way: str, steps: int = 1) -> None:
            for _step in range(steps):
                driver.key(*code_of(f"{CTRL}{way}"))

        return by_keys
    controller = request.getfixturevalue("pad").controller

    def by_stick(way: str, steps: int = 1) -> None:
        for _step in range(steps):
            for tilt in (Pad.WAYS[way.lower()], Vec2(0, 0)):
                controller.dispatch_event("on_stick_motion", controller, "rightstick", tilt)
            driver.frame()

    return by_stick


def test_the_spaces_of_the_board_tell_what_they_are(
    app: Any, driver: Driver, begin: Any, look_on: Callable[..., None]
) -> None:
    """CLI-2008: a frame leads over the board, first to the own robot; the panel keeps its focus and what is laid."""
    screen = begin(hand=CARDS)
    driver.key(KEYS.RIGHT)
    focus, targets = focus_of(app), screen.board_pane.targets

    def told() -> str:
        driver.frame(90)
        return str(app.tooltip)

    x, y = screen.context.display.robots[0].cell
    look_on("UP")
    assert targets.chosen == (x, y)
    assert told().startswith(f"column {x + 1}, row {y + 1}\nAda")
    look_on("UP")
    look_on("RIGHT")
    assert targets.chosen == (x + 1, y - 1)
    assert told() == f"column {x + 2}, row {y}", "a space with nothing on it tells where it is"
    look_on("LEFT", 20)
    look_on("UP", 20)
    assert targets.chosen == (0, 0), "it stays on the board"
    look_on("RIGHT", 4)
    assert told().startswith("column 5, row 1\nRepair site")
    assert app.rule_here() == screen.rules.at(targets.chosen)
    driver.key(KEYS.ENTER)
    assert targets.chosen is None
    assert focus_of(app) is focus
    assert laid(screen) == [""] * 5
    look_on("UP")
    driver.key(KEYS.RIGHT)
    assert targets.chosen is None
    assert focus_of(app) is not focus
    look_on("UP")
    assert targets.chosen is not None
    driver.move((300, 300))
    assert targets.chosen is None, "the mouse takes the frame away"


@pytest.mark.parametrize("look_on", few_of(["keyboard", "gamepad"]), indirect=True)
def test_the_view_follows_the_frame_on_the_board(driver: Driver, begin: Any, look_on: Callable[..., None]) -> None:
    """CLI-2008: as far as it must, with large cells, too."""
    screen = begin(hand=CARDS)
    board = screen.board
    for _step in range(12):
        driver.key(KEYS.PLUS)
    for way in ("UP", "UP", "LEFT", "DOWN", "RIGHT", "RIGHT"):
        look_on(way, 8)
        x, y = board.point_of(screen.board_pane.targets.chosen)
        half = 32 * board.zoom - 2
        assert board.rect.x <= x - half
        assert x + half <= board.rect.right
        assert board.rect.y <= y - half
        assert y + half <= board.rect.top


# --- the page of keys -------------------------------------------------------------------------------------------------


def rows(app: Any, title: str) -> dict[str, tuple[str, str]]:
    """Return what the page tells below a heading: keys and buttons by what they do."""
    found = dict(app.screen_on_top.sections)[title]
    return {row.does: (row.keys, row.buttons) for row in found}


def test_f2_lists_what_keys_and_buttons_do_where_one_is(app: Any, driver: Driver, begin: Any, client: Any) -> None:
    """CLI-2007: from the match, and from the menu before it; the same key closes the page."""
    client()
    screen = begin(hand=CARDS)
    driver.key(KEYS.F2)
    here = rows(app, "Here")
    assert here["The whole log"] == ("L", "Select")
    assert here["Take back the command that was laid last"] == ("Backspace", "B")
    assert here["Lay this command into the next free register, or into the one with the focus"][0] == "1 … 7"
    assert here["Move the board"] == ("Shift+Arrow keys", "")
    assert here["Look at the next space of the board in this direction"] == ("Ctrl+Arrow keys", "Right stick")
    assert rows(app, "Everywhere")["This page of keys"] == ("F2", "Guide")
    assert "Keys and gamepad" in texts(app)
    driver.key(KEYS.F2)
    assert app.screen_on_top is screen
    screen.panels.show_moving()
    driver.key(KEYS.F2)
    assert rows(app, "Here")["Faster, up to showing the result alone"] == ("Full stop", "R1")
    assert rows(app, "Here")["The steps of a turn"] == ("T", "R3")
    driver.key(KEYS.ESCAPE)
    driver.key(KEYS.ESCAPE)
    driver.key(KEYS.F2)
    assert rows(app, "In the match")["The whole log"] == ("L", "Select")


@pytest.mark.parametrize(
    ("language", "small"), [("en", ["Comma", "Full stop"]), ("de", ["Komma", "Punkt"]), ("sv", ["Komma", "Punkt"])]
)
def test_keys_with_small_signs_have_names(speak: Callable[[str], None], language: str, small: list[str]) -> None:
    """CLI-2325: a point alone is hardly seen; larger signs stand there as on the key."""
    speak(language)
    assert names_of(["COMMA", "PERIOD", "PLUS", "MINUS"]) == [*small, "+", "−"]


def until_program(driver: Driver, screen: Any) -> None:
    """Answer by default what is asked before the program."""
    while (asked := screen.question_controller.asked)["kind"] != "program":
        screen.answer(asked["seat"], asked["id"], asked["default"])
        driver.until(lambda: screen.question_controller.asked is not None)


def test_no_key_and_no_button_is_listed_twice(
    app: Any, driver: Driver, begin: Any, client: Any, open_volt: Any
) -> None:
    """CLI-2229: in VOLT, where Tab leads to the next die, nor before a match, where the menu has L3 for itself."""
    client()
    for open_match in (partial(begin, hand=CARDS), open_volt):
        screen = open_match()
        until_program(driver, screen)
        for before in (None, screen.menu):
            if before is not None:
                before()
            driver.key(KEYS.F2)
            now = [*rows(app, "Here").values(), *rows(app, "Everywhere").values()]
            keys = [key for listed, _buttons in now for key in listed.split("   ")]
            assert sorted(keys) == sorted(set(keys))
            every = [row for _title, found in app.screen_on_top.sections for row in found]
            everywhere = {button for _keys, listed in rows(app, "Everywhere").values() for button in listed.split()}
            others = {button for row in every for button in row.buttons.split()}
            text = [button for row in every for button in row.buttons.split() if button in everywhere]
            assert everywhere <= others
            assert sorted(text) == sorted(set(text))
            driver.key(KEYS.F2)


def test_digits_leave_the_speed_alone(driver: Driver, begin: Any) -> None:
    """CLI-2226: comma and period change it, from step by step to showing the result alone."""
    screen = begin(hand=CARDS)
    screen.panels.show_moving()
    speed, zoom = screen.playback.speed, screen.board.zoom
    for digit in range(KEYS.KEY_0, KEYS.KEY_9 + 1):
        driver.key(digit)
    assert screen.playback.speed == speed
    assert screen.board.zoom == zoom
    found = []
    for key in (*[KEYS.COMMA] * 5, *[KEYS.PERIOD] * 5):
        driver.key(key)
        found.append(screen.playback.speed)
    assert found[4:] == ["step", "slow", "normal", "fast", "skip", "skip"]


def test_every_key_that_is_listed_is_handled(app: Any, driver: Driver, client: Any) -> None:
    """CLI-2007: the page is made from what the handlers use; of a new entry nothing else must know."""
    client()
    done: list[str] = []
    keys = ("X", "NUM_7", f"{CTRL}X", f"{SHIFT}TAB", "PAGEUP")

    class Page(Screen):
        def shortcuts(self) -> list[Shortcut]:
            return [Shortcut((key,), f"Does {key}", partial(done.append, key)) for key in keys]

    app.push(Page(app))
    for key in keys:
        driver.key(*code_of(key))
    assert done == list(keys)
    driver.key(KEYS.X, KEYS.MOD_SHIFT)
    assert done[-1] == "X", "a letter also counts as a capital"
    driver.key(KEYS.NUM_7, KEYS.MOD_CTRL)
    assert len(done) == len(keys) + 1
    driver.key(KEYS.F2)
    assert list(rows(app, "Here")) == [f"Does {key}" for key in keys]
    assert rows(app, "Here")[f"Does {CTRL}X"] == ("Ctrl+X", "")
    assert rows(app, "Here")[f"Does {SHIFT}TAB"] == ("Shift+Tab", "L1")


# --- gamepads ---------------------------------------------------------------------------------------------------------


def test_a_pad_comes_and_goes_during_a_match(app: Any, driver: Driver, begin: Any) -> None:
    """CLI-2006."""
    screen = begin(hand=CARDS)
    manager, controller = VirtualManager(), VirtualController()
    app.gamepads.watch(lambda: manager)
    manager.dispatch_event("on_connect", controller)
    assert controller.is_open
    controller.dispatch_event("on_dpad_motion", controller, Vec2(1, 0))
    driver.frame()
    assert focus_of(app).command == "move1"
    manager.dispatch_event("on_disconnect", controller)
    driver.frame(120)
    assert focus_of(app).command == "move1", "what was held is let go"
    controller.dispatch_event("on_button_press", controller, "a")
    assert laid(screen) == [""] * 5
    assert app.gamepads.connected == []
    manager.dispatch_event("on_connect", controller)
    controller.dispatch_event("on_button_press", controller, "a")
    assert laid(screen)[0] == "move1"
    manager.dispatch_event("on_disconnect", controller)


def test_a_stick_has_a_dead_zone_and_repeats(app: Any, driver: Driver, client: Any, pad: Pad) -> None:
    """CLI-2006."""
    client()
    reached: list[Any] = []

    def tilt(x: float, y: float, frames: int = 1) -> None:
        pad.controller.dispatch_event("on_stick_motion", pad.controller, "leftstick", Vec2(x, y))
        for _ in range(frames):
            driver.frame()
            if focus_of(app) is not None and focus_of(app) not in reached[-1:]:
                reached.append(focus_of(app))

    tilt(0.3, 0.1)
    assert reached == []
    tilt(0.9, 0.1)
    assert len(reached) == 1
    tilt(0.45, 0.1, 10)
    assert len(reached) == 1, "it is held, but not for long"
    tilt(0.9, 0, 40)
    assert 3 <= len(reached) <= 5, "after a while it repeats"
    tilt(0, 0)
    before = len(reached)
    driver.frame(60)
    tilt(0, 0)
    assert len(reached) == before


def test_buttons_have_their_meaning_where_one_is(app: Any, driver: Driver, begin: Any, pad: Pad) -> None:
    """CLI-2006: back takes a card back in a match, and leads back elsewhere; triggers zoom; Start opens the menu."""
    screen = begin(hand=CARDS)
    pad.do("right")
    pad.do("confirm")
    assert laid(screen)[0] == "move1"
    pad.do("back")
    assert laid(screen) == [""] * 5
    zoom = screen.board.zoom
    for value in (0.2, 0.7, 0.9, 0.1):
        pad.controller.dispatch_event("on_trigger_motion", pad.controller, "righttrigger", value)
    assert screen.board.zoom == pytest.approx(zoom * 1.2)
    aid = screen.board_pane.ghost.switched_on
    pad.press("y")
    assert screen.board_pane.ghost.switched_on is not aid
    pad.press("back")
    assert app.screen_on_top is not screen
    pad.press("b")
    assert app.screen_on_top is screen
    pad.press("rightstick")
    assert "The steps of a turn" in texts(app)
    pad.press("b")
    assert app.screen_on_top is screen
    pad.press("start")
    assert "Menu" in texts(app)


def test_without_a_way_to_ask_for_pads_there_are_none(app: Any) -> None:
    """CLI-2006."""

    def fail() -> Any:
        raise FileNotFoundError("/dev/input")

    pads = Gamepads(app, dict, lambda: None)
    pads.watch(fail)
    assert pads.connected == []
    pads.update(1.0)
