"""Measures how fast the window draws and responds, and the memory of its textures (`roborally bench --window`).

Scenes are a large course with eight moving robots, bots that think, menus that open, clicks, and a window at rest.
"""

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import arcade
import pyglet
from arcade.gl import Texture2D
from pyglet.font.base import GlyphTexture

from roborally.bots.registry import bot_names
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.session.bot_pool import BotPool
from roborally.game.session.instant_thinker import InstantThinker
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import Thinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.shell.services import Services
from roborally.ui.shell.window import open_services
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect

SIDE = 24
ROBOTS = 8
SEED = 7
MOVING = 1500
"""The number of frames measured while robots move."""
REST_SECONDS = 10.0
"""Seconds for which the window is measured while bots think, and while nothing moves."""
OPENINGS = 10
"""The number of times each page is opened."""
LATER = 8
"""The number of frames for which a page stays open: enough to draw a course."""
BETWEEN = 3
"""The number of frames that the main menu is shown between two pages."""
READING = 200
"""The maximum number of frames in which the main menu prepares all pages in the background."""
STARTS = 5
"""How many times the program is started to measure its first picture."""
CLICKS = 40
FALLING_ASLEEP = 120
"""The number of frames after which all temporary motion has certainly stopped: twice as many as needed."""
LARGE = 1920, 1080
"""The width and height of the window in the second measurement of moving robots, in pixels."""
PIXEL_BYTES = 4
FRAME = 1 / 60
PATTERN = (
    ".    >>   >>   v    .    g>",
    "l>   ^    .    v    .:n  .",
    ".    ^    <    <    .    w1",
    "g<   .    .    .    >    v",
    ".    ~    .    v    ^    v",
    "c    .    .:e  v    ^    <",
)
"""Six by six cells in board notation, repeated over the whole course; `c` is an empty cell."""
PAGES = ("quick-match", "lobby", "lessons", "load-game", "replays", "plugins", "statistics", "credits")
"""The names of the pages that are opened from the main menu."""
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
"""The program as players start it, except that it prints `shown` and ends after its first picture."""


def measure(catalogue: Catalogue) -> dict[str, Any]:
    """Return all figures of a window of 1280 × 720 pixels; raise `GameError` without a display."""
    app = App(vsync=False)
    try:
        services = open_services(app, catalogue, InstantThinker(catalogue), bot_names(catalogue), speed="skip")
        return {"first picture": first_picture(), **figures(services)}
    finally:
        app.quit()


def first_picture() -> dict[str, Any]:
    """Start the program several times; return figures of the times to its first picture (see `_times`).

    Raise `RuntimeError` if the program fails.
    """
    taken = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        shown = subprocess.run([sys.executable, "-c", _FIRST_PICTURE], capture_output=True, check=False)
        if shown.stdout.strip() != b"shown":
            raise RuntimeError(shown.stderr.decode(errors="replace"))
        taken.append(time.perf_counter() - begin)
    return _times(taken)


def figures(services: Services) -> dict[str, Any]:
    """Return frame times, texture memory and how quickly a window responds; the window's size is restored afterwards.

    `moving` is a course of 24 × 24 cells with eight moving robots, once in this size and once in a large window;
    `thinking` the same course while bots choose programs in another process; `menus` the time until an opened page has
    been drawn; `textures` the memory on the graphics card after `moving`, in bytes; `click to picture` the time from a
    click to the frame that shows its effect; `at rest` the share of a processor in the menu and during programming.
    """
    app, catalogue = services.app, services.catalogue
    size = app.get_size()
    menus = _menus(services)
    moving = _times(_moving(app, catalogue))
    taken = textures(app)
    thinking = _times(_thinking(app, catalogue))
    _resize(app, LARGE)
    large = _times(_moving(app, catalogue))
    _resize(app, size)
    return {
        "renderer": str(app.ctx.info.RENDERER),
        "size": list(size),
        "moving": moving,
        f"moving at {LARGE[0]} x {LARGE[1]}": large,
        "thinking": thinking,
        "menus": menus,
        "textures": taken,
        "click to picture": _times(clicks(services)),
        "at rest": at_rest(services),
    }


def draw_frame(app: App) -> float:
    """Draw one frame as the window's loop would and return how long it took, in seconds."""
    begin = time.perf_counter()
    app.switch_to()
    app.dispatch_events()
    app.on_update(FRAME)
    app.on_draw()
    app.flip()
    app.ctx.finish()
    return time.perf_counter() - begin


def _draw_frames(app: App, count: int) -> list[float]:
    return [draw_frame(app) for _ in range(count)]


def _times(taken: list[float]) -> dict[str, float]:
    """Return figures of times in seconds: number, rate per second, and median, 99th percentile and worst in ms."""
    ordered = sorted(taken)
    return {
        "times": len(taken),
        "per_second": round(len(taken) / sum(taken), 1),
        "median_ms": _ms(statistics.median(taken)),
        "p99_ms": _ms(ordered[int(len(ordered) * 0.99)]),
        "worst_ms": _ms(ordered[-1]),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)


# --- a match that moves -----------------------------------------------------------------------------------------------


def big_course(catalogue: Catalogue) -> Course:
    """Return a course of 24 × 24 cells full of belts, gears, lasers, oil and walls."""
    rows = [PATTERN[y % 6].replace("c", ".").split() * (SIDE // 6) for y in range(SIDE)]
    free = [(x, y) for x in range(SIDE) for y in range(SIDE) if rows[y][x].startswith(".")]
    docks = [(cell, f"d{number}>") for number, cell in enumerate(free[:ROBOTS], 1)]
    flags = [(cell, f"c{number}") for number, cell in enumerate(free[-4:], 1)]
    for (x, y), token in (*docks, *flags):
        rows[y][x] = token + rows[y][x][1:]
    grid = "\n".join(" ".join(row) for row in rows)
    return Course(
        "bench", "Bench", parse_grid(grid, Notations.of(catalogue.plugins.values()), "bench"), players=(2, ROBOTS)
    )


def _game(catalogue: Catalogue, bot: str, robots: int) -> Game:
    models = ("tanky", "james-bot", "lazybot", "albot", "peach")
    seats = [SeatConfig(f"Robot {n + 1}", bot, models[n % len(models)]) for n in range(robots)]
    config = MatchConfig(match=MatchSection(timer=0), rules={"lives": 99}, seats=seats)
    return make_game(config, catalogue, course=big_course(catalogue))


def _screen(app: App, game: Game, thinker: Thinker) -> MatchScreen:
    session = LocalSession.start(game, SEED, thinker)
    screen = MatchScreen(app, session, finished=lambda _context: None, open_menu=lambda _screen: None)
    app.replace(lambda: screen)
    return screen


def patient_screen(app: App, catalogue: Catalogue, robots: int) -> MatchScreen:
    """Return the screen of a match of `robots` bots, which answer only when everything so far has been shown."""
    thinker = InstantThinker(catalogue)
    screen = _screen(app, _game(catalogue, "random", robots), thinker)
    thinker.ready = lambda: screen.playback.dry
    return screen


def _moving(app: App, catalogue: Catalogue) -> list[float]:
    """Return the frame times while robots move, in seconds; the first frame, which opens the match, does not count."""
    screen = patient_screen(app, catalogue, ROBOTS)
    draw_frame(app)
    times: list[float] = []
    while len(times) < MOVING and not screen.session.over:
        seconds = draw_frame(app)
        if not screen.playback.dry:
            times.append(seconds)
    return times


def _thinking(app: App, catalogue: Catalogue) -> list[float]:
    """Return the frame times while bots think in another process almost all the time, in seconds."""
    pool = BotPool()
    try:
        screen = _screen(app, _game(catalogue, "greedy", ROBOTS), pool)
        screen.playback.speed = "skip"
        _draw_frames(app, 30)
        times = [draw_frame(app)]
        begin = time.perf_counter()
        while time.perf_counter() - begin < REST_SECONDS and not screen.session.over:
            times.append(draw_frame(app))
        return times
    finally:
        pool.close()


def textures(app: App) -> dict[str, int]:
    """Return the memory that the current textures use on the graphics card, in bytes.

    `bytes` is the sum of the atlas of all pictures with its tables, of the cached pictures (`baked_bytes`), and of the
    letters. `atlas_used_bytes` is the part of the atlas that its `pictures` use.
    """
    gc.unfreeze()  # frozen objects would not be found
    gc.collect()
    app.ctx.gc()  # unused objects would be counted until this call
    atlas: Any = app.ctx.default_atlas
    own = [atlas.texture, atlas.image_uv_texture, atlas.texture_uv_texture]
    there = gc.get_objects()
    # By type, not isinstance, which reads the class of every object and fails for dead weak proxies.
    drawn = [item for item in there if issubclass(type(item), Texture2D) and not any(item is one for one in own)]
    letters = [item for item in there if issubclass(type(item), GlyphTexture)]
    taken = {
        "atlas_bytes": sum(texture.byte_size for texture in own),
        "baked_bytes": sum(texture.byte_size for texture in drawn),
        "letter_bytes": sum(texture.width * texture.height for texture in letters) * PIXEL_BYTES,
    }
    pictures = {
        "atlas_used_bytes": sum(image.width * image.height for image in atlas.images) * PIXEL_BYTES,
        "pictures": len(atlas.images),
    }
    return {"bytes": sum(taken.values()), **taken, **pictures}


def _resize(app: App, size: tuple[int, int]) -> None:
    app.set_size(*size)
    app.dispatch_events()


# --- pages, clicks, rest ----------------------------------------------------------------------------------------------


def pages(services: Services) -> dict[str, Callable[[], None]]:
    """Return functions that open the pages of the main menu, by the name of the page."""
    return {**{name: partial(services.router.open, name) for name in PAGES}, "settings": services.settings.open}


def _menus(services: Services) -> dict[str, Any]:
    """Return, by page, the times of opening it from the main menu: until its first frame, and of later frames."""
    found = {"main menu": _openings(services, services.router.home)}
    _draw_frames(services.app, READING)
    return found | {name: _openings(services, show) for name, show in pages(services).items()}


def _openings(services: Services, show: Callable[[], None]) -> dict[str, Any]:
    app = services.app
    taken: list[float] = []
    later: list[float] = []
    for _ in range(OPENINGS):
        begin = time.perf_counter()
        show()
        draw_frame(app)
        taken.append(time.perf_counter() - begin)
        later += _draw_frames(app, LATER)
        services.router.home()
        _draw_frames(app, BETWEEN)
    return {"first_ms": _ms(taken[0]), **_times(taken), "worst_later_ms": _ms(max(later))}


def clicks(services: Services) -> list[float]:
    """Return the seconds from each click to the frame that shows its effect, in the lobby and in a match."""
    app, taken = services.app, list[float]()
    services.router.home()
    services.router.open("lobby")
    _draw_frames(app, FALLING_ASLEEP)
    lobby = app.screen_on_top
    steps = [widget.rect for name, widget in lobby.controls.named.items() if name.startswith("step ")]
    _click_all(app, lobby, (steps * CLICKS)[: CLICKS // 2], taken)
    screen = _programming(services)
    _click_all(app, screen, screen.taken()[: CLICKS // 2], taken)
    return taken


def _click_all(app: App, screen: Screen, spots: list[Rect], taken: list[float]) -> None:
    """Click at the centres of rectangles while `screen` stays open; append the seconds of each click to `taken`."""
    for spot in spots:
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


def _programming(services: Services) -> MatchScreen:
    """Start a small match, and return its screen when a person is asked for a program."""
    seats = [SeatConfig(f"Robot {number}", "random" if number else "human") for number in range(4)]
    match = MatchSection(course="first-steps", timer=0, seed=SEED)
    services.start(make_game(MatchConfig(match=match, seats=seats), services.catalogue))
    screen = services.app.screen_on_top
    assert isinstance(screen, MatchScreen)
    while screen.question_controller.asked is None:
        draw_frame(services.app)
    return screen


def at_rest(services: Services) -> dict[str, Any]:
    """Return the share of a processor (as `_share` does) while nothing moves: in the `menu` and while `programming`."""
    services.router.home()
    menu = _share(services.app)
    _programming(services)
    return {"menu": menu, "programming": _share(services.app)}


def _share(app: App) -> dict[str, Any]:
    """Return the share of a processor that the window uses at rest, as `{"percent_of_a_core": percent}`."""
    _run_for(app, REST_SECONDS)
    begin, busy = time.perf_counter(), time.process_time()
    _run_for(app, REST_SECONDS)
    return {"percent_of_a_core": round(100 * (time.process_time() - busy) / (time.perf_counter() - begin), 1)}


def _run_for(app: App, seconds: float) -> None:
    pyglet.clock.schedule_once(lambda _passed: pyglet.app.exit(), seconds)
    app.pace.wake()
    arcade.run()
