"""Whole turns in the window, with the mouse and with the keyboard."""

import itertools
import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roborally import paths
from roborally.chronicle import is_sentence
from roborally.config import Game, MatchConfig, MatchSection, SeatConfig, make_game
from roborally.core.views import SPECTATOR
from roborally.course import Course, Notations, parse_grid
from roborally.loader import Catalogue
from roborally.replay import load_replay, verify

from .conftest import Clock, Driver

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("window")]


@pytest.fixture
def open_match(begin_session: Any, show_session: Any) -> Callable[..., Any]:
    """Return a way to show a match."""

    def make(game: Game, *, seed: int = 3, speed: str = "fast", now: Any = time.monotonic) -> Any:
        return show_session(begin_session(game, seed, now), speed=speed)

    return make


def tile(panel: Any, command: str) -> Any:
    return next(entry for entry in panel._commands if entry.command == command)


def available(panel: Any) -> list[Any]:
    return [entry for entry in panel._commands if entry.enabled]


def fill(driver: Driver, panel: Any) -> None:
    while not panel.hand.full:
        driver.click(available(panel)[0].rect.centre)


def test_the_second_of_two_clicks_does_not_hit_the_other_panel(
    app: Any, driver: Driver, open_match: Any, new_game: Any
) -> None:
    """Confirm and a speed lie on one spot (CLI-213, CLI-309); so do Clear and another speed."""
    screen = open_match(new_game(), speed="slow")
    panel, spot = screen.interfaces.asking["program"], screen.interfaces.asking["program"].confirm.rect.centre
    fill(driver, panel)
    driver.click(spot)
    screen.player.paused = True
    driver.until(lambda: screen.interfaces.shown is screen.interfaces.moving)
    assert any(button.rect.holds(*spot) for button in screen.interfaces.moving._speeds.values())
    driver.click(spot)
    assert screen.player.speed == "slow"
    driver.frame(12, 1 / 20)
    driver.click(spot)
    assert screen.player.speed != "slow"

    screen.player.paused, screen.player.speed = False, "skip"
    driver.until(lambda: screen.interfaces.shown is panel)
    driver.click(available(panel)[0].rect.centre)
    assert not any(panel.hand.slots)
    driver.frame(12, 1 / 20)
    driver.click(available(panel)[0].rect.centre)
    assert any(panel.hand.slots)


def test_a_turn_with_the_mouse(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game())
    panel = screen.interfaces.asking["program"]
    assert screen.interfaces.shown is panel
    dealt = sorted(panel.hand.rest())
    assert len(dealt) == 9

    first = available(panel)[0]
    driver.click(first.rect.centre)  # into the first free slot
    assert panel.hand.slots[0].startswith(first.command)
    second = available(panel)[-1]
    driver.drag(second.rect.centre, panel._slots[3].rect.centre)  # onto a slot of one's choice
    assert panel.hand.slots[3].startswith(second.command)
    kept = panel.hand.slots[0], panel.hand.slots[3]
    driver.drag(panel._slots[0].rect.centre, panel._slots[3].rect.centre)  # swap
    assert (panel.hand.slots[3], panel.hand.slots[0]) == kept
    driver.drag(panel._slots[0].rect.centre, (300, 300))  # dropped nowhere: stays
    assert panel.hand.slots[0] == kept[1]
    driver.click(panel._slots[3].rect.centre)  # out again
    assert panel.hand.slots[3] == ""
    driver.click(panel.controls.widgets[panel.controls.widgets.index(panel.confirm) + 1].rect.centre)  # clear
    assert panel.hand.answer() == ("",) * 5
    assert sorted(panel.hand.rest()) == dealt

    driver.click(panel.confirm.rect.centre)  # not before all slots are filled
    assert screen.interfaces.shown is panel
    fill(driver, panel)
    driver.click(panel._power_button.rect.centre)
    program = panel.hand.answer()
    driver.click(panel.confirm.rect.centre)
    driver.until(lambda: screen.interfaces.shown is screen.interfaces.moving and not screen.player.dry, 50)
    assert screen.session.match.state.turn == 2
    driver.until(lambda: screen.player.dry)
    driver.frame(2)
    screen.table.display.assert_equals(screen.session.view(SPECTATOR))
    played = [line for line in screen.table.log if line.startswith("Ada plays")]
    assert len(played) == 5 or any("Ada" in line and "destroyed" in line for line in screen.table.log)
    assert "Ada announces a power-down." in screen.table.log
    assert len(program) == 5


def test_keys(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    import arcade

    screen = open_match(new_game())
    panel = screen.interfaces.asking["program"]
    driver.key(arcade.key.ENTER)  # nothing is filled yet
    assert panel.editable
    fill(driver, panel)
    driver.key(arcade.key.DELETE)
    assert panel.hand.answer() == ("",) * 5
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is not screen
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is screen
    fill(driver, panel)
    driver.key(arcade.key.ENTER)
    assert not panel.editable
    driver.until(lambda: not screen.player.dry, 50)
    assert screen.interfaces.shown is screen.interfaces.moving


def test_another_language_tells_the_log_again(
    app: Any, driver: Driver, open_match: Any, new_game: Any, speak: Any
) -> None:
    import arcade

    screen = open_match(new_game(), speed="skip")
    screen.interfaces.asking["program"].hand_in()
    driver.until(lambda: screen.asker.asked is not None)
    english = list(screen.table.log)
    assert english[0] == "Turn 1"
    assert any(" plays " in line for line in english)
    speak("de")
    screen.translate()
    driver.frame()
    german = list(screen.table.log)
    assert german[0] == "Runde 1"
    assert any(" spielt " in line for line in german)
    assert not {line for line in german if line in english and is_sentence(line)}, "Register 1 is German, too"
    screen.interfaces.moving.log.refresh()
    assert screen.interfaces.moving.log._parts(german[-1])[-1] == screen.interfaces.moving.log._lines[0].text
    driver.key(arcade.key.L)
    from roborally.ui import theme

    shown = app.screen_on_top._labels
    assert german[-1] in [label.text for label in shown]
    assert {label.tint for label in shown if label.text and not is_sentence(label.text)} == {theme.colour("accent")}
    driver.key(arcade.key.L)
    screen.interfaces.asking["program"].hand_in()
    driver.until(lambda: len(screen.table.log) > len(german))
    assert screen.table.log[: len(german)] == german
    speak("en")
    screen.translate()
    assert screen.table.log[: len(english)] == english


def test_a_banner_hides_no_cell(driver: Driver, open_match: Any, new_game: Any) -> None:
    """Also a long one fits where the title of the panel stands."""
    from roborally.ui.theme import HEIGHT

    screen = open_match(new_game())
    notices = screen._notices
    destroyed = {"type": "destroy", "beat": 99, "piece": 0, "cell": (1, 1), "by": (), "cause": "edge"}
    screen._told(destroyed)
    assert notices._sentence.text == "Ada goes over the edge."
    notices.announce("A sentence so long that it needs the second line that there is.", screen.actors[0].colours.light)
    driver.frame()
    strip, frame = notices._banner.sprites
    assert frame.left < strip.left, "what covers the title stands within the frame"
    assert frame.left >= screen.board_area.right
    assert frame.top <= HEIGHT
    assert frame.bottom >= screen.interfaces.moving._rows[0].rect.top
    width, height = notices._sentence.shown_size
    assert width < frame.width
    assert height < frame.height


def test_virtual_robots_on_one_cell_stand_side_by_side(driver: Driver, open_match: Any, new_game: Any) -> None:
    """They go there softly, none hides another, and who is alone again stands in the middle in full size."""
    from roborally.ui.board_art import CELL

    screen = open_match(new_game(bots=3))
    actors, robots = screen.actors.actors, screen.table.display.robots
    before = [(actor.body.position, actor.body.width) for actor in actors]
    middle, homes = screen.board.centre((5, 5)), [robot.cell for robot in robots]
    for robot in robots:
        robot.cell, robot.virtual = (5, 5), True
        screen.actors.settle(robot.index)
    assert {actor.body.position for actor in actors} == {middle}
    screen.actors.update(1 / 60)
    first = [math.dist(actor.body.position, middle) for actor in actors]
    screen.actors.update(1 / 60)
    assert all(0 < near < math.dist(actor.body.position, middle) for near, actor in zip(first, actors, strict=True))
    for _ in range(60):
        screen.actors.update(1 / 60)
    for one, other in itertools.combinations(actors, 2):
        apart = math.dist(one.body.position, other.body.position)
        assert apart > 0.8 * max(one.body.width, other.body.width)
    for actor in actors:
        assert max(abs(actor.body.center_x - middle[0]), abs(actor.body.center_y - middle[1])) < CELL / 2
        assert actor.body.width < before[actor.index][1]
    for robot, home in zip(robots, homes, strict=True):
        robot.cell, robot.virtual = home, False
        screen.actors.settle(robot.index)
    for _ in range(60):
        screen.actors.update(1 / 60)
    assert [(actor.body.position, actor.body.width) for actor in actors] == before


def test_pause_and_speed(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    import arcade

    screen = open_match(new_game(), speed="slow")
    fill(driver, screen.interfaces.asking["program"])
    driver.key(arcade.key.ENTER)
    driver.until(lambda: not screen.player.dry, 50)
    driver.frame(5)
    driver.key(arcade.key.SPACE)
    driver.frame()
    before = len(screen.table.log), [actor.x for actor in screen.actors.actors]
    driver.frame(40, 0.1)
    assert (len(screen.table.log), [actor.x for actor in screen.actors.actors]) == before
    driver.key(arcade.key.SPACE)
    driver.key(arcade.key.KEY_4)  # skip
    driver.frame(2)
    assert screen.interfaces.shown is screen.interfaces.asking["program"]
    assert screen.player.dry


def test_robots_glide_and_turn_from_cell_to_cell(driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game(), speed="slow")
    fill(driver, screen.interfaces.asking["program"])
    screen.interfaces.asking["program"].send()
    between = turned = 0
    for _ in range(4000):
        driver.frame()
        for actor in screen.actors.actors:
            x, y, angle = (value % side for value, side in ((actor.x - 32, 64), (actor.y - 32, 64), (actor.angle, 90)))
            between += 1 < x < 63 or 1 < y < 63
            turned += 1 < angle < 89
        if screen.interfaces.asking["program"].is_open or screen.ended or (between > 20 and turned > 20):
            break
    assert between > 20
    assert turned > 20


@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_display_equals_the_session_after_every_turn(
    app: Any, driver: Driver, open_match: Any, new_game: Any, mode: str
) -> None:
    """`check` makes the screen compare; skipped and animated turns take turns."""
    screen = open_match(new_game(mode=mode), speed="fast")
    for turn in range(8):
        screen.player.speed = "skip" if turn % 2 else "fast"
        driver.until(
            lambda: screen.interfaces.asking["program"].is_open or bool(screen.ended) or app.screen_on_top is not screen
        )
        if screen.ended:
            break
        while app.screen_on_top is not screen:  # a question: take the default
            app.screen_on_top.default()
            driver.until(
                lambda: (
                    screen.interfaces.asking["program"].is_open or app.screen_on_top is not screen or bool(screen.ended)
                )
            )
        if screen.asker.marked:
            screen.answer(0, screen.asker.asked["id"], screen.asker.asked["default"])
            continue
        if screen.interfaces.asking["program"].is_open:
            fill(driver, screen.interfaces.asking["program"])
            screen.interfaces.asking["program"].send()
    assert screen.session.match.state.turn > 4 or screen.ended


def test_a_special_command_is_offered_to_lazybot_alone(driver: Driver, open_match: Any, new_game: Any) -> None:
    panel = open_match(new_game("lazybot")).interfaces.asking["program"]
    assert tile(panel, "pause").enabled
    driver.click(panel._special.rect.centre)
    assert panel.hand.slots[0] == "pause@0"
    assert not panel._special.enabled
    other = open_match(new_game("tanky")).interfaces.asking["program"]
    assert all(entry.command != "pause" for entry in other._commands)


def test_albot_takes_new_commands_once(driver: Driver, open_match: Any, new_game: Any) -> None:
    panel = open_match(new_game("albot")).interfaces.asking["program"]
    before = sorted(panel.hand.rest())
    driver.click(available(panel)[0].rect.centre)
    driver.click(panel._special.rect.centre)
    assert sorted(panel.hand.rest()) != before
    assert len(panel.hand.rest()) == 9
    assert panel.hand.answer() == ("",) * 5
    assert not panel._special.enabled
    fill(driver, panel)
    driver.click(panel.confirm.rect.centre)
    assert not panel.editable


def test_the_clock_stands_while_the_turn_is_shown_and_then_takes_what_lies_there(
    driver: Driver, open_match: Any, new_game: Any
) -> None:
    clock = Clock()
    screen = open_match(new_game(timer=30), now=clock, speed="slow")
    panel = screen.interfaces.asking["program"]
    driver.click(available(panel)[0].rect.centre)
    placed = panel.hand.slots[0]
    clock.time = 29.99
    driver.frame()
    assert not screen.player.dry
    assert screen.session.match.state.turn == 2
    shown = next(event for beat in screen.player._beats for event in beat if event["type"] == "reveal")
    assert dict(shown["cards"])[0] == placed
    clock.time = 200
    driver.frame(3)
    assert screen.session.seconds_left() == 30
    assert screen.session.match.state.turn == 2
    screen.player.speed = "skip"
    driver.frame(2)
    assert screen.interfaces.shown is panel
    clock.time = 210
    assert screen.session.seconds_left() == 20
    assert screen.session.match.state.turn == 2


def test_what_happens_meanwhile_does_not_take_the_program_away(driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game(), speed="slow")
    panel = screen.interfaces.asking["program"]
    driver.click(available(panel)[0].rect.centre)
    placed = panel.hand.answer()
    screen.session.match.hurt(screen.session.match.state.pieces[1], 2, "test")
    driver.frame()
    assert not screen.player.dry
    driver.until(lambda: screen.player.dry, 100)
    driver.frame()
    assert screen.interfaces.shown is panel
    assert panel.editable
    assert panel.hand.answer() == placed
    assert screen.table.display.robots[1].damage == 2


def test_locked_slots_stay_as_they_are(driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game(), speed="skip")
    panel = screen.interfaces.asking["program"]
    piece = screen.session.match.state.pieces[0]
    assert not panel._slots[4]._frame.visible
    screen.session.match.hurt(piece, 5, "test")  # locks register 5 (STD-902)
    panel.open(screen.asker.asked)
    driver.frame()
    assert panel._slots[4]._frame.visible
    assert panel._slots[4]._lock.visible
    driver.drag(available(panel)[0].rect.centre, panel._slots[4].rect.centre)
    assert panel.hand.slots[4] == ""
    fill(driver, panel)
    assert panel.hand.slots[4] == ""
    assert all(panel.hand.slots[:4])
    driver.drag(panel._slots[0].rect.centre, panel._slots[4].rect.centre)
    assert panel.hand.slots[4] == ""
    driver.click(panel.confirm.rect.centre)
    driver.until(lambda: screen.session.match.state.turn == 2 or bool(screen.ended), 200)


def test_a_question_is_asked_in_a_dialog_and_a_cell_on_the_board(
    app: Any, driver: Driver, open_match: Any, new_game: Any
) -> None:
    """CLS-302: whoever comes back chooses the facing; where the place is taken, the cell as well."""
    screen = open_match(new_game(mode="classic"), speed="skip")
    match = screen.session.match
    match.destroy(match.state.pieces[0], "test")
    match.place(match.state.pieces[1], match.state.ext["archive"]["cells"][0], 0, "test")
    match.settle()
    screen.interfaces.asking["program"].hand_in()
    driver.until(lambda: screen.asker.asked is not None and screen.asker.asked["kind"] == "respawn-facing", 100)
    dialog = app.screen_on_top
    assert dialog is not screen
    assert "face" in _texts(dialog)
    west = next(button for button in dialog.controls.widgets if button.text == "West")
    driver.click(west.rect.centre)
    if screen.asker.asked is None:
        driver.until(lambda: screen.asker.asked is not None, 50)
    if screen.asker.asked["kind"] == "respawn-cell":
        cell = sorted(screen.asker.marked)[-1]
        driver.click(screen.board.to_design(*screen.board.centre(cell)))
        driver.until(lambda: screen.interfaces.asking["program"].is_open, 50)
        assert screen.table.display.robots[0].cell == cell
    assert screen.table.display.robots[0].facing == 3


def _texts(screen: Any) -> str:
    return " ".join(label.text for label in screen.layer._labels)


def test_tooltips_come_after_a_rest(app: Any, driver: Driver, open_match: Any, new_game: Any) -> None:
    screen = open_match(new_game())
    gear = screen.board.to_design(*screen.board.centre((3, 3)))
    driver.move(gear)
    driver.frame(12)
    assert app.tooltip == ""
    driver.frame(20)
    assert "Gear: turns a robot a quarter to the right" in app.tooltip
    robot = screen.table.display.robots[0]
    driver.move(screen.board.to_design(*screen.board.centre(robot.cell)))
    assert app.tooltip == ""
    driver.frame(30)
    assert "Ada – Tanky" in app.tooltip
    assert "Start dock 1" in app.tooltip
    driver.move(tile(screen.interfaces.asking["program"], "u-turn").rect.centre)
    driver.frame(30)
    assert "turns around" in app.tooltip


def test_zoom_and_pan_keep_the_point_under_the_mouse(driver: Driver, open_match: Any, new_game: Any) -> None:
    import arcade

    screen = open_match(new_game())
    board = screen.board
    point = (300.0, 400.0)
    before = board.to_world(*point)
    driver.send("on_mouse_scroll", *driver.pixel(point), 0, 2)
    driver.frame()
    assert board.zoom > board.smallest
    assert board.to_world(*point) == pytest.approx(before)
    middle = board.middle
    driver.drag((300, 400), (380, 420))
    assert board.middle[0] == pytest.approx(middle[0] - 80 / board.zoom)
    driver.key(arcade.key.KEY_0)
    assert board.zoom == pytest.approx(board.smallest)


@pytest.mark.parametrize("size", [(1024, 640), (1600, 720), (1280, 960)])
def test_clicks_hit_at_every_size(app: Any, driver: Driver, open_match: Any, new_game: Any, size: Any) -> None:
    screen = open_match(new_game())
    try:
        app.set_size(*size)
        driver.until(lambda: app.dispatch_events() or app.get_size() == size, 200)
        app.on_resize(*size)
        driver.frame()
        assert app.frame.scale == pytest.approx(min(size[0] / 1280, size[1] / 720))
        world = screen.board.centre((2, 2))  # what is drawn there is what is clicked there
        drawn = screen.board.camera.project(world)
        assert (drawn[0], drawn[1]) == pytest.approx(driver.pixel(screen.board.to_design(*world)), abs=1.5)
        entry = available(screen.interfaces.asking["program"])[0]
        driver.click(entry.rect.centre)
        assert screen.interfaces.asking["program"].hand.slots[0].startswith(entry.command)
    finally:
        app.set_size(1280, 720)
        driver.until(lambda: app.dispatch_events() or app.get_size() == (1280, 720), 200)
        app.on_resize(1280, 720)


def test_from_the_menu_to_the_result(
    app: Any, driver: Driver, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A quick match as a player begins it; the player's own program is filled in by the mouse."""
    import arcade

    from roborally.ui import quick_match
    from roborally.ui.bench import InstantThinker
    from roborally.ui.client import Client
    from roborally.ui.match_screen import MatchScreen
    from roborally.ui.quick_match import QuickMatchPage
    from roborally.ui.result import ResultScreen

    board = parse_grid(" . . . .\n . c1 . .\n . . . .\n d1^ . d2^ .", Notations.of(catalogue.plugins.values()), "dash")
    short = Course("dash", "Dash", board, players=(2, 2))
    monkeypatch.setattr(quick_match, "playable_courses", lambda catalogue, mode: [short])
    real = make_game
    monkeypatch.setattr("roborally.ui.client.make_game", lambda config, found, **k: real(config, found, course=short))
    client = Client(app, catalogue, InstantThinker(catalogue), ["random"], speed="skip", check=True)
    client.wishes = replace(client.wishes, bots=1, bot="random", timer=0)
    client.main_menu()
    driver.frame(2)
    driver.key(arcade.key.ENTER)
    assert isinstance(app.screen_on_top, QuickMatchPage)
    start = next(button for button in app.screen_on_top.controls.widgets if getattr(button, "text", "") == "Start")
    driver.click(start.rect.centre)
    screen = app.screen_on_top
    assert isinstance(screen, MatchScreen)
    for _ in range(200):
        driver.until(lambda: screen.interfaces.asking["program"].is_open or app.screen_on_top is not screen, 100)
        if app.screen_on_top is not screen:
            break
        fill(driver, screen.interfaces.asking["program"])
        driver.click(screen.interfaces.asking["program"].confirm.rect.centre)
    result = app.screen_on_top
    assert isinstance(result, ResultScreen)
    assert result.order[0] in screen.table.display.winners
    driver.frame(2)
    assert "wins!" in _texts(result)
    assert "Walked\nforward" in _texts(result)
    monkeypatch.setattr("roborally.paths.save_folder", lambda: tmp_path / "saves")
    keep = next(button for button in result.controls.widgets if button.text == "Save replay")
    driver.click(keep.rect.centre)
    (file,) = (tmp_path / "saves").glob("dash *.rrreplay")
    game, record = load_replay(file, catalogue)
    assert verify(record, game) == ""
    driver.key(arcade.key.ENTER)  # close the message
    assert app.screen_on_top is result
    driver.key(arcade.key.ENTER)  # play again
    assert isinstance(app.screen_on_top, MatchScreen)
    assert app.screen_on_top is not screen
    driver.key(arcade.key.ESCAPE)
    assert "Back to the game" in " ".join(button.text for button in app.screen_on_top.controls.widgets)


def test_courses_and_bots_speak_the_players_language(
    app: Any, catalogue: Catalogue, speak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A course of one's own is called as its file says."""
    from roborally.ui.quick_match import QuickMatchPage, Wishes

    own = tmp_path / "boards"
    own.mkdir()
    text = (paths.board_folder() / "first-steps.toml").read_text(encoding="utf-8")
    (own / "mine.toml").write_text(text.replace("First Steps", "Home, Sweet Home"), encoding="utf-8")
    monkeypatch.setattr(paths, "user_board_folder", lambda: own)
    speak("sv")
    page = QuickMatchPage(app, catalogue, ["greedy", "random"], Wishes(mode="standard"), lambda wishes, config: None)
    said = {label.text for label in page.layer._labels}
    assert {"Första stegen", "Home, Sweet Home", "Girigbuk"} <= said
    assert "First Steps" not in said


def test_a_match_that_cannot_begin_is_told_in_a_dialog(app: Any, driver: Driver, catalogue: Catalogue) -> None:
    from roborally.ui.bench import InstantThinker
    from roborally.ui.client import Client

    client = Client(app, catalogue, InstantThinker(catalogue), ["random"])
    client.wishes = replace(client.wishes, bots=7)
    client.main_menu()
    client.quick_match()
    page = app.screen_on_top
    small = next(number for number, course in enumerate(page.courses) if course.players[1] < 8)
    page.list.choose(small)
    page.start()
    driver.frame()
    assert app.screen_on_top is not page
    assert "takes at most" in _texts(app.screen_on_top)


def test_bots_alone_can_be_watched(
    app: Any, driver: Driver, open_match: Any, catalogue: Catalogue, course: Any
) -> None:
    seats = [SeatConfig(name, "random", "peach") for name in ("A", "B")]
    game = make_game(MatchConfig(match=MatchSection(), seats=seats), catalogue, course=course)
    screen = open_match(game, speed="skip")
    driver.until(lambda: screen.session.match.state.turn > 3 or bool(screen.ended), 300)
    assert screen.interfaces.shown is screen.interfaces.moving


def test_two_people_at_one_machine_program_one_after_the_other(
    app: Any, driver: Driver, open_match: Any, catalogue: Catalogue, course: Any
) -> None:
    seats = [SeatConfig("Ada", "human", "lazybot"), SeatConfig("Bob", "human", "tanky")]
    game = make_game(MatchConfig(match=MatchSection(timer=0), seats=seats), catalogue, course=course)
    screen = open_match(game, speed="skip")
    first = screen.session.view(0).data["ext"]["program-cards"]["hands"][0]
    second = screen.session.view(1).data["ext"]["program-cards"]["hands"][1]
    assert app.screen_on_top is not screen  # whoever is called must be there
    driver.click(app.screen_on_top.button.rect.centre)
    driver.frame(12, 1 / 20)
    assert sorted(screen.interfaces.asking["program"].hand.cards) == sorted([*first, "pause@0"])
    fill(driver, screen.interfaces.asking["program"])
    driver.click(screen.interfaces.asking["program"].confirm.rect.centre)
    driver.until(lambda: app.screen_on_top is not screen, 20)
    driver.click(app.screen_on_top.button.rect.centre)
    driver.frame(12, 1 / 20)
    assert sorted(screen.interfaces.asking["program"].hand.cards) == sorted(second)
    fill(driver, screen.interfaces.asking["program"])
    driver.click(screen.interfaces.asking["program"].confirm.rect.centre)
    driver.until(lambda: screen.session.match.state.turn == 2, 50)
