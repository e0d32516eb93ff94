"""What `roborally bench --window` measures, and that a long match leaves nothing behind; no time is asserted."""

import gc
import sys
from collections import Counter
from typing import Any

import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.ui.shell.services import Services
from tests.ui.conftest import Driver

pytestmark = pytest.mark.window

PAGES = {
    "main menu",
    "quick-match",
    "lobby",
    "lessons",
    "load-game",
    "replays",
    "plugins",
    "settings",
    "statistics",
    "credits",
}
WARM_UP, TURNS = 10, 50
FEW, EACH = 50, 3
"""How many more objects of a type there may be in all, and with each turn: letters are seen for the first time."""
BLOCKS = 10
"""The most blocks of memory for a line of the log: there are 7.5, or 8.3 if compiled; if events were kept, 14."""
FEW_PICTURES = 5
"""How many pictures may be seen for the first time, such as the face of a rare card; one each turn would be more."""


@pytest.fixture
def services(client: Services) -> Services:
    return client


def test_the_figures_are_there(app: Any, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    from roborally.features.bench.window import frames

    few = {"MOVING": 3, "OPENINGS": 1, "READING": 1, "LATER": 1, "BETWEEN": 1, "SIDE": 12, "ROBOTS": 2}
    for name, value in {**few, "CLICKS": 4, "FALLING_ASLEEP": 1, "REST_SECONDS": 0.02}.items():
        monkeypatch.setattr(frames, name, value)
    size = app.get_size()
    found = frames.figures(services)
    assert tuple(found["size"]) == app.get_size() == size
    assert set(found["menus"]) == PAGES
    moving = [found[part] for part in ("moving", "moving at 1920 x 1080", "thinking", "click to picture")]
    for times in (*moving, *found["menus"].values()):
        assert all(value > 0 for value in times.values())
        assert times["median_ms"] <= times["p99_ms"] <= times["worst_ms"]
    assert found["click to picture"]["times"] == 4
    assert [sorted(part) for part in found["at rest"].values()] == [["percent_of_a_core"]] * 2
    taken = found["textures"]
    assert taken["bytes"] == taken["atlas_bytes"] + taken["baked_bytes"] + taken["letter_bytes"]
    assert 0 < taken["atlas_used_bytes"] < taken["atlas_bytes"]
    # At least the frames of the belts and the panel lie there as pictures of the window's size.
    assert taken["baked_bytes"] >= 2 * app.width * app.height * 4
    assert taken["letter_bytes"] > 0
    assert taken["pictures"] > 50


@pytest.mark.long
def test_the_first_picture_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    from roborally.features.bench.window import frames

    monkeypatch.setattr(frames, "STARTS", 1)
    found = frames.first_picture()
    assert found["times"] == 1
    assert 0 < found["median_ms"] == found["worst_ms"]


def test_bots_of_the_bench_do_not_play_ahead_of_what_is_shown(app: Any, catalogue: Catalogue, driver: Driver) -> None:
    from roborally.features.bench.window.frames import patient_screen

    screen = patient_screen(app, catalogue, 2)
    driver.frame(3)
    assert not screen.playback.dry
    assert isinstance(screen.session, LocalSession)
    match = screen.session.match
    turn = match.state.turn
    driver.frame(30)
    assert not screen.playback.dry
    assert match.state.turn == turn
    driver.until(lambda: match.state.turn > turn)


def test_the_figures_are_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import argparse
    import json

    from roborally.features.bench import cli

    menu = {"first_ms": 90.5, "median_ms": 20.0}
    rest = {"menu": {"percent_of_a_core": 1.5}}
    figures = {"menus": {"main menu": menu}, "textures": {"bytes": 1234567}, "at rest": rest}
    monkeypatch.setattr(cli, "measure", lambda catalogue, passes: {})
    monkeypatch.setattr("roborally.features.bench.window.frames.measure", lambda catalogue: figures)
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    assert cli.run(parser.parse_args(["--window", "--json"])) == 0
    assert json.loads(capsys.readouterr().out) == {"window": figures}
    monkeypatch.setenv("COLUMNS", "120")
    assert cli.run(parser.parse_args(["--window"])) == 0
    printed = capsys.readouterr().out
    assert "window: menus: main menu" in printed
    assert "1,234,567" in printed
    assert "percent of a core" in printed


def counted(app: Any) -> tuple[Counter[str], dict[str, int]]:
    """Return the Python objects by type, and what lies on the graphics card."""
    from roborally.features.bench.window.frames import textures

    found = textures(app)
    stats = app.ctx.stats
    for name in ("texture", "framebuffer", "buffer", "geometry", "vertex_array"):
        created, freed = getattr(stats, name)
        found[name] = created - freed
    gc.collect()
    return Counter(type(item).__name__ for item in gc.get_objects()), found


@pytest.mark.parametrize(("warm_up", "turns"), [(1, 2), pytest.param(WARM_UP, TURNS, marks=pytest.mark.long)])
def test_turns_leave_nothing_behind(
    app: Any,
    driver: Driver,
    catalogue: Catalogue,
    begin_session: Any,
    show_session: Any,
    monkeypatch: pytest.MonkeyPatch,
    warm_up: int,
    turns: int,
) -> None:
    """The log aside, a long match holds as much at its end as at its beginning."""
    from roborally.features.bench.window import frames

    if turns < TURNS:
        monkeypatch.setattr(frames, "SIDE", 12)
    models = ("tanky", "james-bot", "lazybot", "peach")
    seats = [SeatConfig(f"Robot {number}", "random", model) for number, model in enumerate(models, 1)]
    config = MatchConfig(match=MatchSection(timer=0), rules={"lives": 99}, seats=seats)
    game = make_game(config, catalogue, course=frames.big_course(catalogue))
    screen = show_session(begin_session(game), check=False, frames=0)

    def play_to(turn: int) -> None:
        for number in range(20000):
            screen.update(1 / 20)
            if number % 20 == 0:
                driver.frame()
            if screen.context.display.turn >= turn and screen.playback.dry:
                for _picture in range(60):  # every one of the running belts, so each frame is drawn
                    driver.frame()
                return
        raise AssertionError("the match does not go on")

    play_to(warm_up)
    objects, card = counted(app)
    blocks, lines = sys.getallocatedblocks(), len(screen.context.log)
    play_to(warm_up + turns)
    assert not screen.session.over
    later, card_later = counted(app)
    new_pictures = card_later.pop("pictures") - card.pop("pictures")
    assert 0 <= new_pictures <= FEW_PICTURES
    used = card_later.pop("atlas_used_bytes") - card.pop("atlas_used_bytes")
    assert used <= FEW_PICTURES * 64 * 1024
    assert card_later == card
    # What holds no other objects, such as an event, is not among those counted by type, but it takes up memory.
    # The log keeps, for each of its lines, the text and the events that it tells, and nothing of all other events.
    text = len(screen.context.log) - lines
    assert sys.getallocatedblocks() - blocks < BLOCKS * text
    later["tuple"] -= text  # of the events of a line
    grown = {name: count for name, count in (later - objects).items() if count > FEW + EACH * turns}
    assert not grown, "more of them would be seen: four robots have five cards each in every turn"
    assert later.total() < objects.total() + 10 * (FEW + EACH * turns)
    assert later["Sprite"] == objects["Sprite"] > 100
