"""Measures how quickly the window responds, how little it does at rest, and how much memory matches leave behind."""

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pyglet

from roborally.features.bench.window.frames import draw_frame
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect

STARTS = 5
"""The number of starts of the program up to its first picture."""
CLICKS = 40
REST_SECONDS = 10.0
FALLING_ASLEEP = 120
"""The number of frames after which all temporary motion has stopped, with a factor of two to spare."""
MATCHES = 20
COURSE = "first-steps"
SEED = 7
MAX_FRAMES = 60_000
"""The largest number of frames of a match; one at full speed takes a few thousand."""
_PAGE = 4096
_FIRST_PICTURE = """
import os, sys
from roborally.ui.toolkit.app import App
flip = App.flip
def flipped(window):
    flip(window)
    window.ctx.finish()
    print("shown", flush=True)
    os._exit(0)
App.flip = flipped
from roborally.cli import main
sys.exit(main([]))
"""
"""The program as usually started, except that it ends at its first picture."""


def first_picture(starts: int = STARTS) -> dict[str, Any]:
    """Return the time from the start of the program to its first picture, in milliseconds."""
    taken = []
    for _ in range(starts):
        begin = time.perf_counter()
        shown = subprocess.run([sys.executable, "-c", _FIRST_PICTURE], capture_output=True, check=False)
        if shown.stdout.strip() != b"shown":
            raise RuntimeError(shown.stderr.decode(errors="replace"))
        taken.append(time.perf_counter() - begin)
    return {"starts": starts, "shown_median_ms": _ms(statistics.median(taken)), "shown_worst_ms": _ms(max(taken))}


def clicks(services: Services, wanted: int = CLICKS) -> dict[str, Any]:
    """Return the time from a click to the frame that shows its effect, in a match and on the steps of the lobby."""
    app, taken = services.app, list[float]()
    services.router.home()
    services.router.open("lobby")
    _rest(app, FALLING_ASLEEP)
    lobby = app.screen_on_top
    steps = [widget.rect for name, widget in lobby.controls.named.items() if name.startswith("step ")]
    _click_all(app, lobby, steps * wanted, wanted // 2, taken)
    screen = _match(services, "human")
    _until(app, lambda: screen.question_controller.asked is not None)
    _click_all(app, screen, screen.taken(), wanted // 2, taken)
    return {"clicks": len(taken), "shown_median_ms": _ms(statistics.median(taken)), "shown_worst_ms": _ms(max(taken))}


def _click_all(app: App, screen: Screen, spots: list[Rect], most: int, taken: list[float]) -> None:
    """Click controls while the screen stays open; close all screens that open above it."""
    for spot in spots[:most]:
        begin = time.perf_counter()
        frame = screen.space.frame
        x, y = frame.left + spot.centre[0] * frame.scale, frame.bottom + spot.centre[1] * frame.scale
        for event in ("on_mouse_press", "on_mouse_release"):
            app.dispatch_event(event, int(x), int(y), arcade.MOUSE_BUTTON_LEFT, 0)
        draw_frame(app)
        taken.append(time.perf_counter() - begin)
        if screen not in app.screens:
            return
        while app.screen_on_top is not screen:
            app.pop()
        draw_frame(app)


def at_rest(services: Services, seconds: float = REST_SECONDS) -> dict[str, Any]:
    """Return the share of a processor that the window uses while nothing moves, in the menu and during programming."""
    app, found = services.app, {}
    services.router.home()
    found["menu"] = _share(app, seconds)
    screen = _match(services, "human")
    _until(app, lambda: screen.question_controller.asked is not None)
    found["programming"] = _share(app, seconds)
    return found


def _share(app: App, seconds: float) -> dict[str, Any]:
    """Run the window's own loop, first until everything is at rest, and return the share in percent."""
    _run_for(app, seconds)
    begin, busy = time.perf_counter(), time.process_time()
    _run_for(app, seconds)
    return {"percent_of_a_core": round(100 * (time.process_time() - busy) / (time.perf_counter() - begin), 1)}


def _run_for(app: App, seconds: float) -> None:
    pyglet.clock.schedule_once(lambda _passed: pyglet.app.exit(), seconds)
    app.pace.wake()
    arcade.run()


def left_behind(services: Services, matches: int = MATCHES) -> dict[str, Any]:
    """Return how much more memory the program uses after many matches than after the first, in bytes.

    The result is empty on systems without `/proc`.
    """
    if not Path("/proc/self/statm").exists():
        return {}
    app, taken = services.app, []
    for _ in range(matches):
        _match(services, "random")
        _until(app, lambda: not isinstance(app.screen_on_top, MatchScreen))
        services.router.home()
        _rest(app, FALLING_ASLEEP)
        gc.unfreeze()
        gc.collect()
        app.ctx.gc()
        taken.append(_memory())
    return {"matches": matches, "memory_bytes": taken[-1], "more_than_after_one_bytes": taken[-1] - taken[0]}


def _memory() -> int:
    """Return the memory that this process uses, in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE


def _game(catalogue: Catalogue, first: str) -> Game:
    """Return a game of four players; the first seat is a person's or a bot's."""
    seats = [SeatConfig(f"Robot {n + 1}", first if n == 0 else "random") for n in range(4)]
    match = MatchSection(course=COURSE, timer=0, seed=SEED)
    return make_game(MatchConfig(match=match, seats=seats), catalogue)


def _match(services: Services, first: str) -> MatchScreen:
    services.start(_game(services.catalogue, first))
    screen = services.app.screen_on_top
    assert isinstance(screen, MatchScreen)
    return screen


def _until(app: App, condition: Callable[[], bool]) -> None:
    """Draw frames until a condition holds; raise `RuntimeError` if it never does."""
    for _ in range(MAX_FRAMES):
        if condition():
            return
        draw_frame(app)
    raise RuntimeError("the match does not come to an end")


def _rest(app: App, frames: int) -> None:
    for _ in range(frames):
        draw_frame(app)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)


def figures(
    services: Services,
    *,
    starts: int = STARTS,
    wanted: int = CLICKS,
    seconds: float = REST_SECONDS,
    matches: int = MATCHES,
) -> dict[str, Any]:
    """Return the figures that a player notices in a window: the first picture, clicks, rest, memory.

    `first picture` is the time from the start of the program to its menu; `click to picture` from a click to the frame
    that shows its effect; `at rest` the share of a processor in the menu and during programming; `after matches` the
    memory after twenty matches, and how much more it is than after one.
    """
    return {
        "first picture": first_picture(starts),
        "click to picture": clicks(services, wanted),
        "at rest": at_rest(services, seconds),
        "after matches": left_behind(services, matches),
    }
