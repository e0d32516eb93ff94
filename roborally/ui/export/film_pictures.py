"""Draws a recorded match frame by frame, as the window shows it at a steady pace.

No code here reads a clock: every frame is a fixed time after the one before, so a replay always gives the same frames.
`roborally.ui.toolkit.headless` lets the window be drawn without a screen.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import arcade
from PIL import Image

from roborally.base.errors import GameError
from roborally.bots.pool import BotPool
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.profile import Settings
from roborally.records.recorder import Record
from roborally.ui.client import Client
from roborally.ui.export.film_files import Size
from roborally.ui.match.result_screen import ResultScreen
from roborally.ui.replay.film import Film
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import MAX_STEP, App
from roborally.ui.toolkit.headless import complaint

AT_THE_END = 4.0
"""Seconds for which the last frame stays, usually the result page."""
SAMPLES = 12
"""The number of moments of a match sampled for the colours of an animated picture."""
IN_MOTION = 0.35
"""Seconds after such a moment at which to sample: sparks fly and beams flash."""
NOWHERE = (-100.0, -100.0)
"""A mouse position without a tooltip."""


@dataclass(frozen=True)
class FilmOptions:
    """The options of a film: pixels, frames per second, the speed of the match, and the turns (first and last)."""

    size: Size
    rate: int
    speed: str
    turns: tuple[int, int] | None = None


class Shot(NamedTuple):
    """A frame in RGB, and the share of the film shown so far, 0 to 1."""

    picture: Image.Image
    part: float


def open_window(size: Size) -> App:
    """Return a window without a screen for a film of the given size; raise `GameError`.

    If the film is smaller than the minimum window, the window is a multiple of it.
    """
    width, height = size
    least = theme.MINIMUM_SIZE
    times = max(1, math.ceil(least[0] / width), math.ceil(least[1] / height))
    # The player's settings have no effect; antialiasing depends on the machine.
    settings = Settings(window_width=width * times, window_height=height * times)
    try:
        return App(settings, vsync=False)
    except GameError as error:
        raise complaint(error.__cause__ or error) from error


class Projector:
    """Shows one replay in a window and captures its frames."""

    def __init__(self, app: App, catalogue: Catalogue, game: Game, record: Record, wish: FilmOptions) -> None:
        """Open the replay; raise `GameError` if it lacks the requested turns."""
        self._app = app
        self._wish = wish
        self._client = Client(app, catalogue, BotPool(), [], speed=wish.speed)
        self._replay = game, record
        film = self._open().film
        self._first, self._last = _span(film, wish.turns)
        self._is_whole = self._last == len(film.events)

    def _open(self) -> ReplayScreen:
        """Open the replay at its beginning, and complete the work that the window does in steps."""
        while self._app.screens:
            self._app.screens.pop().closed()
        self._app.pointer = NOWHERE
        self._client.replays.watch(*self._replay)
        screen = self._app.screen_on_top
        assert isinstance(screen, ReplayScreen)
        screen.analysis = None  # a film has no buttons over the board
        screen.film.prepare(math.inf)
        return screen

    def sample(self) -> list[Image.Image]:
        """Return some frames with the colours of the film; this does not change the film."""
        screen = self._open()
        pictures = []
        for number in range(SAMPLES):
            screen.go_to(self._first + (self._last - self._first) * number // SAMPLES)
            self._go_on(IN_MOTION)
            pictures.append(self._picture())
        if self._is_whole and screen.film.ended:
            screen.go_to(self._last)
            self._app.push(ResultScreen(self._app, screen.context, [("", "arrow-left", self._app.pop)]))
            pictures.append(self._picture())
        return pictures

    def shots(self) -> Iterator[Shot]:
        """Yield the frames of the film."""
        screen = self._open()
        if self._first:
            screen.go_to(self._first)
        length = max(1, self._last - self._first)
        while not self._is_over(screen):
            self._go_on(1 / self._wish.rate)
            yield Shot(self._picture(), min(1.0, (screen.at - self._first) / length))
        for _ in range(round(AT_THE_END * self._wish.rate)):
            self._go_on(1 / self._wish.rate)
            yield Shot(self._picture(), 1.0)

    def _is_over(self, screen: ReplayScreen) -> bool:
        """Return whether all requested turns have been shown, and the result if there is one."""
        if self._is_whole:
            return screen.playback.paused  # as the screen does at the end
        return screen.at >= self._last and screen.playback.dry

    def _go_on(self, seconds: float) -> None:
        """Advance time, in steps small enough that the window skips nothing."""
        steps = math.ceil(seconds / MAX_STEP - 1e-9)
        for _ in range(steps):
            self._app.on_update(seconds / steps)

    def _picture(self) -> Image.Image:
        app = self._app
        app.switch_to()
        app.on_draw()
        picture = arcade.get_image(0, 0, *app.get_framebuffer_size()).convert("RGB")
        app.flip()  # arcade releases unused objects
        return picture if picture.size == self._wish.size else picture.resize(self._wish.size, Image.Resampling.LANCZOS)


def _span(film: Film, turns: tuple[int, int] | None) -> tuple[int, int]:
    """Return the first and last position of some turns, or of all; raise `GameError`."""
    whole = len(film.events)
    if turns is None:
        return 0, whole
    starts = {stop.turn: stop.at for stop in film.turns}
    first, last = turns
    if not starts or not min(starts) <= first <= last <= max(starts):
        if not starts:
            raise GameError("--turns {first}-{last}: this replay has no turns", first=first, last=last)
        raise GameError(
            "--turns {first}-{last}: this replay has the turns {least} to {most}",
            first=first,
            last=last,
            least=min(starts),
            most=max(starts),
        )
    return starts[first], film.next_turn(starts[last])
