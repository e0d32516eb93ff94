"""Watching a recorded match again: forward, back, and to any moment, with the mouse and with the keyboard."""

import itertools
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from roborally.base import paths
from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import Game
from roborally.game.records.playing_again import play_again
from roborally.game.records.recorder import Record, Recorder, load_replay
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.theme import Rect
from tests.fuzz.play import random_game
from tests.replay.conftest import play_recorded
from tests.screens.moments import Library
from tests.sweeps import few_of
from tests.ui import desks
from tests.ui.conftest import Driver
from tests.ui.desks import replays
from tests.ui.playing import written
from tests.ui.seen import button, picture, share

pytestmark = pytest.mark.window

FILE = "yard 2026.rrreplay"


@pytest.fixture
def client(open_program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path)
    return open_program(speed="fast")


@pytest.fixture
def recorded(new_game: Callable[..., Game], tmp_path: Path) -> Recorder:
    _match, recorder = play_recorded(new_game(), 3, 5)
    recorder.finish(tmp_path / FILE)
    return recorder


@pytest.fixture
def screen(client: Any, app: Any, driver: Driver, recorded: Recorder, tmp_path: Path) -> Any:
    replays(client).watch_file(tmp_path / FILE)
    screen = app.screen_on_top
    screen.playback.paused = True  # before it can come to its end
    driver.until(lambda: screen.film.ready and len(screen.film.observations) > 5)
    return screen


def shown(screen: Any) -> Any:
    """Return everything that is shown, as it was at its position; animations have run dry."""
    assert screen.playback.dry
    panel = [(label.text, number) for label, number in zip(*_log_rows(screen), strict=True)]
    return screen.at, screen.context.display.keep(), list(screen.context.log), panel


def _log_rows(screen: Any) -> tuple[Any, Any]:
    screen.panels.moving.log.refresh()
    return screen.panels.moving.log.lines, screen.panels.moving.log.numbers


def test_steps_back_and_forth_show_what_playing_shows(app: Any, driver: Driver, screen: Any) -> None:
    import arcade

    keys = arcade.key
    driver.key(keys.HOME)
    seen = {0: shown(screen)}
    for _ in range(16):
        driver.key(keys.RIGHT)
        driver.until(lambda: bool(screen.playback.paused))
        seen[screen.at] = shown(screen)
    assert len(seen) == 17
    assert list(seen)[1:] == screen.film.steps[:16]
    for at in reversed(list(seen)[:-1]):
        driver.key(keys.LEFT)
        assert shown(screen) == seen[at]
        poses = [(actor.x, actor.y, actor.angle) for actor in screen.actors.actors if actor.alpha]
        cells = [screen.board.centre(robot.cell) for robot in screen.context.display.robots if robot.cell is not None]
        assert [pose[:2] for pose in poses] == cells
    for at in list(seen)[1:]:
        driver.key(keys.RIGHT)
        driver.until(lambda: bool(screen.playback.paused))
        assert shown(screen) == seen[at]


def test_a_whole_replay_at_skip_speed_ends_as_it_was_recorded(
    client: Any, app: Any, driver: Driver, recorded: Recorder, catalogue: Catalogue, new_game: Any, tmp_path: Path
) -> None:
    from roborally.core.events import Watch
    from roborally.ui.match.windows.result_screen import ResultScreen
    from roborally.ui.replay.replay_screen import ReplayScreen

    match, recorder = next(found for seed in range(20) if (found := play_recorded(new_game(), seed, 80))[0].state.over)
    recorder.finish(tmp_path / "ended.rrreplay")
    client.settings.speed = "skip"
    replays(client).watch_file(tmp_path / "ended.rrreplay")
    screen = app.screen_on_top
    assert isinstance(screen, ReplayScreen)
    driver.until(lambda: app.screen_on_top is not screen)
    result = app.screen_on_top
    assert isinstance(result, ResultScreen)
    assert screen.at == len(screen.film.events)
    screen.context.display.assert_equals(observe(match, SPECTATOR))
    assert screen.context.display.winners == tuple(match.state.winners)
    assert [line for line in screen.context.log if "{" in line] == []
    game, record = load_replay(tmp_path / "ended.rrreplay", catalogue)
    *_before, last = play_again(record, game, Watch())
    assert last.digest() == record.final
    driver.click(button(result, "Back").rect.centre)
    assert app.screen_on_top is screen
    driver.frame(3)
    assert app.screen_on_top is screen  # it is told once
    assert screen.bar.result.enabled
    screen.go_to(before := screen.film.turns[1].at)
    driver.click(screen.bar.result.rect.centre)
    result = app.screen_on_top
    assert isinstance(result, ResultScreen)
    assert result.context.display.winners == tuple(match.state.winners)
    driver.click(button(result, "Back").rect.centre)
    driver.frame(2)
    assert (screen.at, screen.playback.paused, app.screen_on_top) == (before, True, screen)


def test_nothing_of_the_timeline_is_past_at_the_beginning(
    client: Any, app: Any, driver: Driver, recorded: Recorder, tmp_path: Path
) -> None:
    from roborally.ui.toolkit import theme

    replays(client).watch_file(tmp_path / FILE)
    screen = app.screen_on_top
    screen.playback.paused = True
    driver.frame()
    assert screen.at == 0
    line = screen.bar.timeline
    right = Rect(line.rect.x + 40, line.y - 3, line.rect.width - 40, 6)
    assert share(picture(driver, right), theme.colour("accent")) == 0
    screen.go_to(len(screen.film.events))
    driver.until(lambda: screen.at == len(screen.film.events))
    driver.frame(2)
    assert share(picture(driver, right), theme.colour("accent")) > 0.5


def test_there_is_one_button_for_a_pause_and_one_for_the_result(driver: Driver, screen: Any) -> None:
    """CLI-302, CLI-2230."""
    import arcade

    driver.frame(2)
    rows = screen.panels.moving.rows
    assert min(rows, key=lambda index: rows[index].rect.y) == 0, "the own row is the last, as in the match"
    widgets = [*screen.bar.controls.widgets, *screen.panels.shown.controls.widgets]
    sentence = [widget.tooltip for widget in widgets]
    assert sum(text in ("Pause (Space)", "Play (Space)", "Next action (Space)") for text in sentence) == 1
    icons = [widget.icon.texture for widget in widgets if getattr(widget, "icon", None) is not None]
    trophy = screen.bar.result.icon.texture
    assert icons.count(trophy) == 1
    driver.click(screen.bar.play.rect.centre)
    assert not screen.playback.paused
    driver.key(arcade.key.SPACE)
    assert screen.playback.paused


def test_the_timeline_is_clicked_and_dragged(driver: Driver, screen: Any) -> None:
    line = screen.bar.timeline
    stop = screen.film.turns[2]
    driver.click((line.place_of(stop.at), line.rect.centre[1]))
    assert screen.at == stop.at
    assert (screen.context.display.turn, screen.panels.moving.title.text) == (3, "Turn 3")
    middle = line.rect.centre[1]
    driver.drag((line.place_of(stop.at), middle), (line.place_of(screen.film.stages[2].at), middle))
    assert screen.at == screen.film.stages[2].at
    assert (screen.context.display.turn, screen.context.display.stage) == (1, 3)
    assert line.knob.center_x == pytest.approx(line.place_of(screen.at))
    driver.drag((line.rect.x + 40, middle), (line.rect.x - 300, 200))
    assert screen.at == 0
    assert line.tooltip_at(line.place_of(stop.at), middle) == "Turn 3"
    panned = screen.board.middle
    driver.drag((400, 400), (440, 420))  # on the board
    assert screen.board.middle != panned


@pytest.mark.parametrize("size", few_of([(1024, 768, 200), (800, 1200, 160)]))
def test_in_a_narrow_bar_the_timeline_lies_above_the_buttons(
    app: Any, driver: Driver, screen: Any, size: tuple[int, int, int]
) -> None:
    """CLI-2338: it is as wide as the bar, and each turn can be clicked; the panel leaves the board most of the room."""
    import arcade

    before = app.settings
    try:
        app.settings = msgspec.structs.replace(before, interface_scale=size[2])
        app.adapt_to(*size[:2])
        driver.frame(20, 1 / 20)
        line, bar = screen.bar.timeline, screen.bar
        assert line.rect.width > 0.8 * bar.rect.width - 20
        buttons = [widget.rect for widget in bar.controls.widgets if widget is not line]
        assert all(spot.top < line.rect.y and spot.y > bar.rect.y for spot in buttons)
        assert all(left.right < right.x for left, right in itertools.pairwise(sorted(buttons)))
        shown = [int(label.text) for label in bar.layer.labels if label.text]
        assert len({later - earlier for earlier, later in itertools.pairwise(shown)}) == 1, "one can count them"
        stop = screen.film.turns[2]
        driver.click((line.place_of(stop.at), line.rect.centre[1]))
        assert screen.at == stop.at
        whole, driven = screen.space.whole, screen.context.heading(3, 0)
        assert max(screen.board.rect.width / whole.width, screen.board.rect.height / whole.height) > 0.6
        assert (screen.waiting_text() == driven) == screen.is_folded == (size[0] > size[1])
        driver.key(arcade.key.N)
        driver.frame(2)
        assert screen.arrangement.room.right == pytest.approx(whole.right, abs=1)
        assert screen.panels.moving.title.text == driven
    finally:
        app.settings = before
        app.adapt_to(app.width, app.height)


def test_a_line_of_the_log_shows_its_moment(app: Any, driver: Driver, screen: Any) -> None:
    import arcade

    driver.key(arcade.key.END)
    end = shown(screen)
    box = screen.panels.moving.log
    row = next(row for row in range(3, 8) if box.numbers[row] != box.numbers[row - 1])
    number = box.numbers[row]
    driver.click((box.rect.x + 30, box.lines[row].y))
    assert screen.context.log[:] == screen.film.lines[: len(screen.context.log)]
    assert screen.at == screen.film.line_at[number]
    assert box.tooltip_at(box.rect.x + 30, box.lines[0].y) == "See this moment"
    driver.key(arcade.key.L)  # the whole log begins at the present moment
    log = app.screen_on_top
    assert log.chosen == number
    driver.key(arcade.key.PAGEUP)
    driver.key(arcade.key.DOWN)
    chosen = log.chosen
    driver.key(arcade.key.ENTER)
    assert app.screen_on_top is screen
    assert screen.at == screen.film.line_at[chosen]
    assert screen.context.log[-1] == screen.film.lines[chosen]
    driver.key(arcade.key.END)
    assert shown(screen) == end


def test_keys(app: Any, driver: Driver, screen: Any) -> None:
    import arcade

    keys, film = arcade.key, screen.film
    driver.key(keys.HOME)
    for turn in (1, 2, 3):
        driver.key(keys.PAGEDOWN)
        assert (screen.at, screen.context.display.turn) == (film.turns[turn - 1].at, turn)
    driver.key(keys.DOWN)
    driver.key(keys.DOWN)
    assert (screen.context.display.turn, screen.context.display.stage) == (3, 2)
    driver.key(keys.UP)
    assert screen.context.display.stage == 1
    driver.key(keys.PAGEUP)
    assert screen.at == film.turns[2].at
    driver.key(keys.RIGHT, keys.MOD_SHIFT)
    assert screen.at in film.actions
    assert ": Move 3." in screen.context.log[-1]
    driver.key(keys.END)
    assert screen.at == len(film.events)
    driver.key(keys.HOME)
    assert screen.at == 0
    while screen.playback.speed != "slow":
        before = screen.playback.speed
        driver.key(keys.COMMA)
        assert screen.playback.speed != before
    driver.key(keys.SPACE)
    driver.frame(20, 1 / 20)
    assert screen.at > 0
    driver.key(keys.SPACE)
    at = screen.at
    driver.frame(20, 1 / 20)
    assert screen.at == at
    driver.key(keys.TAB)
    driver.key(keys.TAB)
    assert screen.bar.controls.focus is screen.bar.play
    driver.key(keys.ENTER)
    assert not screen.playback.paused
    driver.key(keys.ESCAPE)
    assert screen not in app.screens


def test_the_page_of_keys_lists_what_each_key_does_here_once(app: Any, driver: Driver, screen: Any) -> None:
    """CLI-2007: Space plays, which the panel behind it would call a pause; Esc leads back, for there is no menu."""
    import arcade

    driver.key(arcade.key.F2)
    here = [(row.does, key) for row in dict(app.screen_on_top.sections)["Here"] for key in row.keys.split("   ")]
    assert ("Play, and pause", "Space") in here
    assert ("Back", "Esc") in here
    keys = [key for _does, key in here]
    assert sorted(keys) == sorted(set(keys))


def test_no_frame_takes_long_while_a_long_replay_is_prepared(
    app: Any, driver: Driver, client: Any, recorded: Recorder, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by a millisecond whenever it is looked at: a frame takes six steps, and then draws."""
    ticks = itertools.count()
    monkeypatch.setattr("roborally.ui.toolkit.preload.time", SimpleNamespace(perf_counter=lambda: next(ticks) / 1000))
    _match, recorder = play_recorded(new_game(bots=3), 5, 20)
    replays(client).watch(recorder.game, recorder.record)
    screen = app.screen_on_top
    film = screen.film
    screen.playback.paused = True
    wanted = len(film.events) * 3 // 4
    screen.go_to(wanted)  # as soon as it is known
    for _ in range(2000):
        built, stored = film.built, len(film.observations)
        screen.update(0)
        assert film.built - built + len(film.observations) - stored <= 7
        assert screen.at in (0, wanted)
        assert (screen.at == wanted) is (film.built >= wanted)
        if film.ready and len(film.observations) >= len(film.turns):
            break
    assert film.ready
    assert len(film.observations) >= len(film.turns) > 9
    assert screen.at == wanted


def test_what_cannot_be_shown_ends_the_film(client: Any, app: Any, driver: Driver, recorded: Recorder) -> None:
    record = recorded.record
    wrong = {"type": "step", "beat": record.events[300]["beat"], "piece": 99}
    broken = msgspec.structs.replace(record, events=[*record.events[:300], wrong, *record.events[300:]])
    replays(client).watch(recorded.game, broken)
    screen = app.screen_on_top
    screen.playback.speed = "skip"
    driver.until(lambda: bool(screen.film.ready))
    assert 200 < len(screen.film.events) <= 300
    driver.until(lambda: bool(screen.playback.paused))
    assert screen.at == len(screen.film.events)


def test_a_replay_of_other_plugins_plays_from_its_events(
    client: Any, app: Any, driver: Driver, recorded: Recorder
) -> None:
    record: Record = msgspec.structs.replace(
        recorded.record, plugins=dict.fromkeys(recorded.record.plugins, "0.0.1"), answers=[]
    )
    replays(client).watch(recorded.game, record)
    screen = app.screen_on_top
    screen.playback.speed = "skip"
    driver.until(lambda: screen.at == len(screen.film.events))
    assert len(screen.film.observations) == 1
    assert screen.context.display.turn >= 5


def test_the_page_of_replays(app: Any, driver: Driver, client: Any, recorded: Recorder, tmp_path: Path) -> None:
    import arcade

    from roborally.features.replays.window.replays_page import ReplaysPage
    from roborally.ui.replay.replay_screen import ReplayScreen

    (tmp_path / "broken.rrreplay").write_bytes(b"no replay")
    client.router.home()
    driver.click(button(app.screen_on_top, "Replays").rect.centre)
    page = app.screen_on_top
    driver.frame(4)
    (title, line), (broken, text) = page.main_list.entries
    assert title == "yard 2026"
    for part in ("Standard", "Yard", "Ada", "Bot 2", "Unfinished."):
        assert part in line
    assert broken == "broken.rrreplay"
    assert text.endswith(": is not a RoboRally file")

    driver.key(arcade.key.ENTER)
    driver.until(lambda: isinstance(app.screen_on_top, ReplayScreen), 5)
    driver.frame(2)
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is page
    driver.key(arcade.key.DOWN)
    driver.key(arcade.key.ENTER)
    driver.until(lambda: "broken" in written(app.screen_on_top), 5)
    driver.key(arcade.key.ENTER)
    assert app.screen_on_top is page

    driver.click(button(page, "Delete").rect.centre)
    driver.click(button(app.screen_on_top, "Back").rect.centre)
    assert (tmp_path / "broken.rrreplay").exists()
    driver.key(arcade.key.DELETE)
    driver.key(arcade.key.ENTER)
    assert (tmp_path / "broken.rrreplay").exists()
    driver.key(arcade.key.DELETE)
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.ENTER)
    assert [path.name for path in tmp_path.glob("*.rrreplay")] == [FILE]
    page = app.screen_on_top
    assert isinstance(page, ReplaysPage)
    driver.frame(2)
    driver.key(arcade.key.DELETE)
    driver.key(arcade.key.RIGHT)
    driver.key(arcade.key.ENTER)
    assert "No replays yet" in written(app.screen_on_top)
    assert not button(app.screen_on_top, "Watch").enabled
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is not page


def test_a_running_match_shows_a_moment_again(app: Any, driver: Driver, client: Any, new_game: Any) -> None:
    import arcade

    from roborally.ui.replay.replay_screen import ReplayScreen

    client.settings.speed = "skip"
    client.start(new_game())
    match = app.screen_on_top
    for turn in (2, 3):
        driver.until(lambda: match.panels.open is not None)
        match.panels.open.hand_in()
        driver.until(lambda turn=turn: match.session.match.state.turn == turn and match.playback.dry)  # type: ignore[misc]
    driver.key(arcade.key.L)
    log = app.screen_on_top
    chosen = match.context.log.index("Turn 1")
    log.choose(chosen)
    driver.key(arcade.key.ENTER)
    driver.until(lambda: isinstance(app.screen_on_top, ReplayScreen), 5)
    screen = app.screen_on_top
    driver.until(lambda: bool(screen.playback.paused))
    assert screen.context.display.turn == 2, "all turns but the present one"
    assert "Turn 2" in screen.context.log
    hidden = [slot for robot in screen.context.display.robots for slot in robot.slots]
    assert not any(hidden)
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is match


def test_a_match_that_has_ended_can_be_watched_again(app: Any, driver: Driver, client: Any, recorded: Recorder) -> None:
    from roborally.game.session.local import LocalSession
    from roborally.ui.match.shown_match import ShownMatch
    from roborally.ui.replay.replay_screen import ReplayScreen

    desks.matches(client).recorder = recorded
    game = recorded.game
    desks.matches(client).show_result(ShownMatch.of(LocalSession.start(game, 3, desks.matches(client).thinker)))
    result = app.screen_on_top
    driver.click(button(result, "Watch again").rect.centre)
    driver.until(lambda: isinstance(app.screen_on_top, ReplayScreen), 5)
    screen = app.screen_on_top
    driver.until(lambda: screen.at > 20)
    screen.escape()
    assert app.screen_on_top is result


@pytest.mark.parametrize("mode", ["standard", "volt"])
def test_programs_lie_open_once_the_match_is_over(app: Any, driver: Driver, client: Any, mode: str) -> None:
    """CLI-2050: those of all players, before they are disclosed; a moment of a running match keeps them secret."""
    over = Library(client.catalogue).finished(mode).recorder
    laid = next(event for event in over.record.events if event["type"] == "program" and event["piece"] == 1)
    turns = [event["beat"] for event in over.record.events if event["type"] == "moment" and event["name"] == "start"]
    running = msgspec.structs.replace(
        over.record, events=[event for event in over.record.events if event["beat"] < turns[1]]
    )
    for record, is_open in ((over.record, True), (running, False)):
        client.router.home()
        replays(client).watch(over.game, record)
        screen = app.screen_on_top
        screen.playback.paused = True
        driver.until(lambda screen=screen: screen.film.built > 0 and screen.film.turns)  # type: ignore[misc]
        screen.go_to(screen.film.position_of(laid["beat"] + 1))
        driver.until(lambda screen=screen: screen.film.ready)  # type: ignore[misc]
        driver.frame()
        shown = list(screen.context.display.robots[1].slots)
        assert (shown == list(laid["cards"])) == is_open, mode


def test_markers_lie_where_they_lay_however_one_gets_there(app: Any, driver: Driver, client: Any) -> None:
    """VOLT's markers are drawn by an overlay that counts events."""
    game = random_game("volt", 3)
    _match, recorder = play_recorded(game, 3, 8)
    replays(client).watch(game, recorder.record)
    screen = app.screen_on_top
    screen.playback.speed = "skip"
    arena = next(overlay for overlay in screen.board_pane.overlays if hasattr(overlay, "lying"))
    screen.playback.paused = True
    lying = {}
    for at in range(0, len(screen.film.events), 40):
        screen.go_to(at)
        driver.until(lambda at=at: screen.at == at)  # type: ignore[misc]
        driver.frame()
        lying[screen.at] = dict(arena.lying)
    driver.until(lambda: screen.film.ready and len(screen.film.observations) > 5)
    assert len({tuple(found.values()) for found in lying.values()}) > 1
    for at in reversed(list(lying)):
        screen.go_to(at)
        driver.frame()
        assert dict(arena.lying) == lying[at]


def test_f1_opens_the_rule_behind_what_is_shown(client: Any, app: Any, driver: Driver, screen: Any) -> None:
    """CLI-1506: also over a match that asks for a program, which nobody sees."""
    import arcade

    client.start(screen.film.game)
    driver.frame(12, 1 / 20)
    app.push(screen)
    events, links = screen.film.events, screen.rules.links
    at = next(at for at, event in enumerate(events, 1) if event["type"] == "card" and links.event(event))
    screen.go_to(at)
    driver.move((1200.0, 20.0))
    driver.key(arcade.key.F1)
    driver.frame(3)
    assert app.screen_on_top.target == links.event(events[at - 1])
    driver.key(arcade.key.F1)
    screen.go_to(0)
    driver.key(arcade.key.F1)
    driver.frame(3)
    assert app.screen_on_top.target != "STD-501"


def test_a_replay_that_is_damaged_inside_its_shape_is_shown_to_there_and_says_so(
    client: Any, app: Any, driver: Driver, recorded: Recorder, tmp_path: Path
) -> None:
    steps = [event for event in recorded.record.events if event["type"] == "step"]
    del steps[len(steps) // 2]["to"]
    recorded.finish(tmp_path / "damaged.rrreplay")
    replays(client).watch_file(tmp_path / "damaged.rrreplay")
    screen = app.screen_on_top
    screen.playback.paused = True
    driver.until(lambda: app.screen_on_top is not screen)
    assert "This replay ends early" in written(app.screen_on_top)
    driver.key(65307)
    driver.frame(3)
    assert app.screen_on_top is screen, "it is told once"
    assert 0 < len(screen.film.events) < len(recorded.record.events)
    screen.result()


def test_a_replay_that_fails_while_it_moves_is_left_with_a_sentence(
    client: Any, app: Any, driver: Driver, recorded: Recorder, tmp_path: Path
) -> None:
    """What is not as the match was played comes from outside; else it is a fault of ours, with a report."""
    beam = next(event for event in recorded.record.events if event["type"] == "beam")
    beam["targets"] = 999
    recorded.finish(tmp_path / "damaged.rrreplay")
    client.router.home()
    menu = app.screen_on_top
    replays(client).watch_file(tmp_path / "damaged.rrreplay")
    driver.until(lambda: "This replay cannot be watched" in written(app.screen_on_top))
    driver.key(65307)
    assert type(app.screen_on_top) is type(menu)
    replays(client).watch_file(tmp_path / FILE)
    assert not replays(client).rescue(TypeError()), "this one is sound, so the fault is ours"


def test_in_a_small_window_a_jump_cuts_to_the_robots(screen: Any, driver: Driver, look: Any) -> None:
    """CLI-2111."""
    from roborally.ui.board.board_art import CELL
    from roborally.ui.replay.replay_screen import LEAST

    look(1280, 720, 200)
    assert screen.board_pane.minimap.rect is None, "all of the board is in view beside its buttons"
    assert screen.board.rect.height / screen.space.point > 26 * LEAST, "so would be one of 24 rows"
    names = [name for widget in screen.bar.controls.widgets if (name := getattr(widget, "text", ""))]
    assert names == ["Programs", "Back", "Film", "Result"]
    screen.camera.least = 30.0  # on a larger course there would be too little room, too
    look(320, 240)
    for at in (0, len(screen.film.events) // 2, len(screen.film.events)):
        screen.go_to(at)
        driver.frame()
        assert not screen.camera.pans
        assert CELL * screen.board.zoom / screen.space.point == pytest.approx(screen.camera.least)
        cell = screen.board_pane.own_cell
        assert cell is None or screen.board.rect.holds(*screen.board.point_of(cell))
