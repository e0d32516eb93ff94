"""Measures how fast the window draws and how much memory its textures take (`bench --window`).

A large course, eight robots, everything moving; bots that think; menus that open.
"""

import gc
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from arcade.gl import Texture2D
from pyglet.font.base import GlyphTexture

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
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.app import App

SIDE = 24
ROBOTS = 8
SEED = 7
OPENINGS = 10
"""The number of times each page is opened."""
LATER = 8
"""The number of frames that a page stays open: enough to draw a course."""
BETWEEN = 3
"""The number of frames of the main menu between two pages."""
READING = 200
"""The largest number of frames that the main menu needs to prepare all pages in the background."""
LARGE = 1920, 1080
"""The size of the second window that measures the moving phase, in pixels."""
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
"""Six by six cells repeated over the whole course; each `c` becomes a checkpoint or a dock."""


def big_course(catalogue: Catalogue) -> Course:
    """Return a course of 24 by 24 cells full of belts, gears, lasers, oil and walls."""
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


def _screen(app: App, game: Game, thinker: Thinker) -> MatchScreen:
    session = LocalSession.start(game, SEED, thinker)

    def finished(context: ShownMatch) -> None:
        """Do nothing when a match ends."""

    screen = MatchScreen(app, session, finished=finished, open_menu=lambda _screen: None)
    app.replace(lambda: screen)
    return screen


def patient_screen(app: App, catalogue: Catalogue, robots: int) -> MatchScreen:
    """Return the screen of a match whose bots wait until everything so far has been shown."""
    thinker = InstantThinker(catalogue)
    screen = _screen(app, _game(catalogue, "random", robots), thinker)
    thinker.ready = lambda: screen.playback.dry
    return screen


def _moving(app: App, catalogue: Catalogue, frames: int) -> list[float]:
    """Return the frame times from the second frame on; the first includes opening the match."""
    screen = patient_screen(app, catalogue, ROBOTS)
    draw_frame(app)
    times: list[float] = []
    while len(times) < frames and not screen.session.over:
        seconds = draw_frame(app)
        if not screen.playback.dry:
            times.append(seconds)
    return times


def _thinking(app: App, catalogue: Catalogue, limit: float) -> list[float]:
    """Return the frame times of `limit` seconds during which bots think in another process almost all the time."""
    pool = BotPool()
    try:
        screen = _screen(app, _game(catalogue, "greedy", ROBOTS), pool)
        screen.playback.speed = "skip"
        for _ in range(30):
            draw_frame(app)
        times = [draw_frame(app)]
        begin = time.perf_counter()
        while time.perf_counter() - begin < limit and not screen.session.over:
            times.append(draw_frame(app))
        return times
    finally:
        pool.close()


def _figures(times: list[float]) -> dict[str, Any]:
    ordered = sorted(times)
    return {
        "frames": len(times),
        "frames_per_second": round(len(times) / sum(times), 1),
        "median_ms": round(statistics.median(times) * 1000, 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
        "worst_ms": round(ordered[-1] * 1000, 2),
    }


PAGES = ("quick-match", "lobby", "lessons", "load-game", "replays", "plugins", "statistics", "credits")
"""The pages of the main menu that are opened."""


def _pages(services: Services) -> dict[str, Callable[[], None]]:
    """Return functions that open each page of the main menu."""
    return {**{name: partial(services.router.open, name) for name in PAGES}, "settings": services.settings.open}


def _openings(app: App, show: Callable[[], None], leave: Callable[[], None], openings: int) -> dict[str, Any]:
    """Return the time from the command that opens a page until its first frame, and the longest later frame."""
    taken: list[float] = []
    later: list[float] = []
    for _ in range(openings):
        begin = time.perf_counter()
        show()
        draw_frame(app)
        taken.append(time.perf_counter() - begin)
        later += [draw_frame(app) for _ in range(LATER)]
        leave()
        for _ in range(BETWEEN):
            draw_frame(app)
    return {
        "openings": openings,
        "opened_first_ms": round(taken[0] * 1000, 2),
        "opened_median_ms": round(statistics.median(taken) * 1000, 2),
        "opened_worst_ms": round(max(taken) * 1000, 2),
        "worst_ms": round(max(later) * 1000, 2),
    }


def _menus(services: Services, openings: int) -> dict[str, Any]:
    """Return the times of all pages, each opened from the main menu."""
    app = services.app
    found = {"main menu": _openings(app, services.router.home, lambda: None, openings)}
    for _ in range(READING):
        draw_frame(app)

    def leave() -> None:
        """Go back to the main menu."""
        if len(app.screens) > 1:
            app.pop()
        else:  # the tutorial replaces the whole stack
            services.router.home()

    for name, show in _pages(services).items():
        found[name] = _openings(app, show, leave, openings)
    return found


def textures(app: App) -> dict[str, int]:
    """Return the memory that the current textures use on the graphics card, in bytes.

    `bytes` is the sum of the atlas for all pictures with its tables, the cached pictures (`baked`), and the letters.
    `atlas_used_bytes` is the part of the atlas that its `pictures` use.
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


def figures(
    services: Services, frames: int = 1500, thinking_seconds: float = 10.0, openings: int = OPENINGS
) -> dict[str, Any]:
    """Return frame rates, frame times and texture memory of a window; its size is restored afterwards.

    `moving` is a course of 24 × 24 cells with eight robots in the moving phase, in this size and once in a large
    window; `thinking` the same course while bots choose their programs in another process; `menus` the time until an
    opened page has been drawn; `textures` the memory on the graphics card during `moving`.
    """
    app, catalogue = services.app, services.catalogue
    size = app.get_size()
    menus = _menus(services, openings)
    moving = _figures(_moving(app, catalogue, frames))
    taken = textures(app)
    thinking = _figures(_thinking(app, catalogue, thinking_seconds))
    _resize(app, LARGE)
    large = _figures(_moving(app, catalogue, frames))
    _resize(app, size)
    return {
        "renderer": str(app.ctx.info.RENDERER),
        "size": list(size),
        "moving": moving,
        f"moving at {LARGE[0]} x {LARGE[1]}": large,
        "thinking": thinking,
        "menus": menus,
        "textures": taken,
    }
