"""Draws a recorded match frame by frame, as the window shows it, for films.

No code here reads a clock: every frame is a fixed time after the one before, so a replay always gives the same frames.
`roborally.ui.toolkit.frames.headless` makes it possible to draw the window without a screen.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import arcade
from PIL import Image

from roborally.base.errors import GameError
from roborally.features.replays.window.film_files import Size
from roborally.game.factory import Game
from roborally.game.records.file_format import ReplayError
from roborally.game.records.recorder import Record
from roborally.narration.highlights import best_moments
from roborally.profile import Settings
from roborally.ui.lost_views import sound_views
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.replay.film import Film, beside
from roborally.ui.replay.replay_screen import ReplayScreen
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import MAX_STEP, App
from roborally.ui.toolkit.frames.headless import complaint

AT_THE_END = 4.0
"""Seconds for which the last frame, usually the result page, is shown."""
LAST_SHARE = 0.1
"""The share of the progress that belongs to the last frame, from 0 to 1."""
BETWEEN = 0.6
"""Seconds for which the last frame of a moment is shown before the next moment."""
LEAD = 4
"""The number of visible steps shown before a moment."""
CLOSE = 12
"""The film goes on to the end of the match if fewer events than this follow after a moment."""
SAMPLES = 12
"""The number of points of a match where frames are sampled for the colours of an animated picture."""
IN_MOTION = 0.35
"""Seconds after a sampled point when its frame is taken, so that sparks and beams are visible."""
NOWHERE = (-100.0, -100.0)
"""A mouse position outside the window, where there is no tooltip."""


@dataclass(frozen=True)
class FilmOptions:
    """The options of a film: its size in pixels, frames per second, speed of the match, first and last turn.

    `turns` is `None` for the whole match; with `best` only the best moments are shown.
    """

    size: Size
    rate: int
    speed: str
    turns: tuple[int, int] | None = None
    best: bool = False


def film_screen(app: App, film: Film, speed: str) -> ReplayScreen:
    """Return a screen that plays a film without the player's controls, and shows the result page at its end."""
    return ReplayScreen(
        app,
        film,
        leave=app.pop,
        show_result=lambda context: app.push(ResultScreen(app, context, ())),
        speed=speed,
        bare=True,
    )


class FilmFrame(NamedTuple):
    """A frame in RGB, and the share of the film shown so far, from 0 to 1."""

    picture: Image.Image
    part: float


def open_window(size: Size, *, visible: bool = True) -> App:
    """Return a window for a film of a size in pixels, without a screen if possible; raise `GameError` on failure.

    If drawing needs a screen, `visible` says whether the window appears on it. If the film is smaller than the smallest
    window, the window's size is a multiple of the film's.
    """
    width, height = size
    least = theme.MINIMUM_SIZE
    times = max(1, math.ceil(least[0] / width), math.ceil(least[1] / height))
    # The player's settings have no effect; antialiasing depends on the machine.
    settings = Settings(window_width=width * times, window_height=height * times)
    try:
        return App(settings, vsync=False, visible=visible)
    except GameError as error:
        raise complaint(error.__cause__ or error) from error


class Projector:
    """Plays one replay in a window and captures its frames."""

    def __init__(self, app: App, game: Game, record: Record, wish: FilmOptions) -> None:
        """Open the replay; raise `GameError` if it is damaged or lacks the requested turns."""
        self._app = app
        self._wish = wish
        self._replay = game, record
        film = self._open().film
        self._spans = _spans(film, wish)
        self._length = sum(last - first for first, last in self._spans)
        self._is_whole = self._spans[-1][1] == len(film.events)

    def _open(self) -> ReplayScreen:
        """Open the replay at its beginning, completely prepared."""
        while self._app.screens:
            self._app.screens.pop().closed()
        self._app.pointer = NOWHERE
        game, record = self._replay
        film = Film(game, record, sound_views(self._app, game.plugins))
        film.prepare(math.inf)
        if film.damaged:
            raise ReplayError("this replay is damaged: not all of it can be shown")
        screen = film_screen(self._app, film, self._wish.speed)
        self._app.push(screen)
        return screen

    def sample(self) -> list[Image.Image]:
        """Return some frames, whose colours are typical for the film; this does not affect `shots`."""
        screen = self._open()
        pictures = []
        for number in range(SAMPLES):
            screen.go_to(self._position(number / SAMPLES))
            self._go_on(IN_MOTION)
            pictures.append(self._picture())
        if self._is_whole and screen.film.ended:
            screen.result()
            pictures.append(self._picture())
        return pictures

    def _position(self, part: float) -> int:
        """Return the position (a number of events) at a share of the film, from 0 to 1."""
        at = int(part * self._length)
        for first, last in self._spans:
            if at <= last - first:
                return first + at
            at -= last - first
        return self._spans[-1][1]

    def shots(self) -> Iterator[FilmFrame]:
        """Yield the frames of the film."""
        screen = self._open()
        shown = 0
        for first, last in self._spans:
            screen.play(first, last)
            while not screen.playback.paused:
                self._go_on(1 / self._wish.rate)
                yield FilmFrame(self._picture(), self._share(shown + screen.at - first))
            shown += last - first
            if (first, last) != self._spans[-1]:
                for _number in range(round(BETWEEN * self._wish.rate)):
                    self._go_on(1 / self._wish.rate)
                    yield FilmFrame(self._picture(), self._share(shown))
        rest = round(AT_THE_END * self._wish.rate)
        for number in range(rest):
            self._go_on(1 / self._wish.rate)
            yield FilmFrame(self._picture(), 1.0 - LAST_SHARE * (1 - (number + 1) / rest))

    def _share(self, shown: int) -> float:
        """Return the finished share of the film after `shown` events, from 0 to 1."""
        return (1.0 - LAST_SHARE) * min(1.0, shown / max(1, self._length))

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


def _spans(film: Film, wish: FilmOptions) -> list[tuple[int, int]]:
    """Return the first and last position of each part of a film; raise `GameError` if there is none."""
    if wish.best:
        return best_spans(film)
    return [_span(film, wish.turns)]


def best_spans(film: Film) -> list[tuple[int, int]]:
    """Return the first and last position of each of the best moments, with some steps before it.

    A position is a number of events. Raises `GameError` if there are no such moments.
    """
    spans: list[tuple[int, int]] = []
    for moment in best_moments(film.events):
        first = moment.first
        for _action in range(LEAD):
            first = beside(film.steps, first, -1) or 0
        last = beside(film.steps, moment.last, 1) or len(film.events)
        if len(film.events) - last < CLOSE:
            last = len(film.events)
        if spans and first <= spans[-1][1]:
            first = spans.pop()[0]
        spans.append((first, last))
    if not spans:
        raise GameError("nothing happens in this match that could be shown: no robot is destroyed, pushed or hurt")
    return spans


def _span(film: Film, turns: tuple[int, int] | None) -> tuple[int, int]:
    """Return the first and last position of some turns, or of all; raise `GameError` if the replay lacks them."""
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
