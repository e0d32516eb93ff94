"""The pictures of an exported film are those of the window, pixel by pixel."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from roborally.game.factory import Game
from tests.replay.conftest import play_recorded
from tests.ui.desks import replays

pytestmark = pytest.mark.window

RATE = 10
"""Pictures a second."""
EVERY = 10
"""Of how many pictures one is compared."""
EXPORTER = f"""
import sys
from pathlib import Path
from roborally.plugin_system.loader import find_plugins
from roborally.game.records.recorder import load_replay
from roborally.ui.toolkit.frames.headless import import_without_screen

export = import_without_screen("roborally.features.replays.window.film_pictures")
replay, out = map(Path, sys.argv[1:3])
catalogue = find_plugins()
wish = export.FilmOptions((1280, 720), {RATE}, "normal")
projector = export.Projector(export.open_window(wish.size), *load_replay(replay, catalogue), wish)
for number, shot in enumerate(projector.shots()):
    if number % {EVERY} == 0:
        shot.picture.save(out / f"{{number}}.png", compress_level=1)
    if number == int(sys.argv[3]):
        break
"""
WINDOW = f"""
import sys
from pathlib import Path
import arcade
from pyglet.event import EventDispatcher
from roborally.plugin_system.loader import find_plugins
from roborally.game.records.recorder import load_replay
from roborally.features.replays.window.film_pictures import film_screen
from roborally.ui.replay.film import Film
from roborally.ui.toolkit.app import App

assert not arcade.headless
replay, out = map(Path, sys.argv[1:3])
app = App(vsync=False)
app.pointer = (-100, -100)  # no tooltip
film = Film(*load_replay(replay, find_plugins()))
film.prepare(float("inf"))
screen = film_screen(app, film, "normal")
app.push(screen)
number = rest = 0
while rest <= 4 * {RATE} and number <= int(sys.argv[3]):  # the end stays for four seconds
    app.switch_to()
    EventDispatcher.dispatch_event(app, "on_update", 1 / {RATE})
    EventDispatcher.dispatch_event(app, "on_draw")
    if number % {EVERY} == 0:
        picture = arcade.get_image(0, 0, *app.get_framebuffer_size()).convert("RGB")
        picture.save(out / f"{{number}}.png", compress_level=1)
    app.flip()
    number += 1
    rest += screen.playback.paused
"""


def pictures(script: str, replay: Path, folder: Path, last: int, *, display: bool) -> dict[int, bytes]:
    """Return the pictures up to the last one, by their number, that a separate process takes of a replay."""
    folder.mkdir()
    environment = {key: value for key, value in os.environ.items() if display or key != "DISPLAY"}
    command = [sys.executable, "-c", script, str(replay), str(folder), str(last)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    taken = {}
    for path in folder.iterdir():
        with Image.open(path) as picture:
            assert picture.size == (1280, 720)
            taken[int(path.stem)] = picture.tobytes()
    return taken


@pytest.fixture
def replay(new_game: Callable[..., Game], tmp_path: Path) -> Path:
    _match, recorder = play_recorded(new_game(bots=3), 3, 1)
    recorder.finish(tmp_path / "yard.rrreplay")
    return tmp_path / "yard.rrreplay"


@pytest.fixture
def watched(app: Any, open_program: Any, replay: Path) -> Any:
    replays(open_program(speed="normal")).watch_file(replay)
    app.pointer = (-100, -100)  # no tooltip
    screen = app.screen_on_top
    screen.film.prepare(float("inf"))
    return screen


@pytest.mark.long
@pytest.mark.parametrize(("last", "least"), [(2 * EVERY, 2), (10_000, 5)])
def test_pictures_without_a_screen_are_those_of_the_window(replay: Path, tmp_path: Path, last: int, least: int) -> None:
    """Each in a separate process: a picture's place in the atlas slightly changes its colours."""
    exported = pictures(EXPORTER, replay, tmp_path / "exported", last, display=False)
    shown = pictures(WINDOW, replay, tmp_path / "shown", last, display=True)
    assert sorted(exported) == sorted(shown) == list(range(0, EVERY * len(shown), EVERY))
    assert len(set(shown.values())) > least
    assert [number for number in shown if shown[number] != exported[number]] == []


def test_sparks_fly_the_same_way_whatever_was_shown_before(watched: Any) -> None:
    film = watched.film
    hurt = next(event["beat"] for event in film.events if event["type"] in ("hurt", "destroy", "blocked"))
    at = film.position_of(hurt)

    def sparks() -> list[Any]:
        watched.go_to(at)
        for _ in range(4):
            watched.update(1 / RATE)
        flying = watched.board_pane.effects.flying
        return [(sprite.position, sprite.scale, sprite.alpha) for sprite in flying]

    first = sparks()
    assert first
    for _ in range(30):
        watched.update(1 / RATE)
    assert sparks() == first


def test_a_whole_match_ends_with_its_result(app: Any, new_game: Callable[..., Game]) -> None:
    """At the speed that shows the end of each turn for half a second."""
    from roborally.features.replays.window.film_pictures import FilmOptions, Projector
    from roborally.ui.match.windows.result_screen import ResultScreen

    match, recorder = next(found for seed in range(20) if (found := play_recorded(new_game(), seed, 80))[0].state.over)
    projector = Projector(app, recorder.game, recorder.record, FilmOptions(app.get_size(), 4, "skip"))
    shots = list(projector.shots())
    turns = match.state.turn
    assert 2 * turns <= len(shots) - 4 * 4 <= 2 * turns + 6
    assert shots[-1].part == 1
    assert isinstance(app.screen_on_top, ResultScreen)
