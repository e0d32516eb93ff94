"""The floor behind the main menu: a recorded match of bots, a few frames a second, on the real board view."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from roborally.base.errors import any_fault
from roborally.core.events import Event, Watch, is_for
from roborally.core.observation import SPECTATOR, observe
from roborally.game.records.recorder import load_replay
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animator
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import Display
from roborally.ui.board.effects import Effects
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.playback import Playback
from roborally.ui.board.timetable import Pacing
from roborally.ui.plugin import sound_views
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.preload import go_on_with

FRAME = 0.16
"""The shortest time between two pictures, in seconds."""
PATIENCE = 60.0
"""Seconds without input until everything stands still."""
REST = 3.0
"""Seconds between the last move and the next start of the match."""


class LivingFloor(Part):
    """Plays the match in a file repeatedly; shows nothing without a usable file.

    `prepare` loads it in small steps. Nothing moves unless `update` is called.
    """

    def __init__(self, app: App, catalogue: Catalogue, path: Path | None = None) -> None:
        """Load nothing yet; the default file is part of the game."""
        super().__init__()
        self._app = app
        self._space = app.matches  # unlike pages, it never scrolls
        self._steps = self._loading(catalogue, path or theme.asset("menu", "floor.rrreplay"))
        self._board: BoardView | None = None
        self._actors: Actors
        self._playback: Playback
        self._effects: Effects
        self._display: Display
        self._start: dict[str, Any] = {}
        self._events: list[Event] = []
        self._since = self._rested = self._idle = 0.0

    @property
    def ready(self) -> bool:
        """Whether the floor is loaded."""
        return self._board is not None

    @property
    def moves(self) -> bool:
        """Whether robots move over time: not after a while without input, and never with reduced motion."""
        return self.ready and self._idle < PATIENCE and not self._app.settings.reduced_motion

    def stir(self) -> None:
        """Keep everything moving for a while, because there is input."""
        self._idle = 0.0

    def prepare(self) -> bool:
        """Continue loading for a moment; return whether there is more to do."""
        return go_on_with(self._steps)

    def _loading(self, catalogue: Catalogue, path: Path) -> Iterator[None]:
        try:
            game, record = load_replay(path, catalogue)
            yield
            views = sound_views(self._app, game.plugins)
            yield
            opening: list[Event] = []
            match = game.start(record.seed, Watch(opening.append))
            self._events = [event for event in record.events[len(opening) :] if is_for(event, SPECTATOR)]
            self._display = Display(observe(match, SPECTATOR), game.plugins, views.changes)
            self._start = self._display.keep()
            painter = BoardPainter(game.plugins)
            board = BoardView(self._space, game.course.board, painter, self._space.whole, at_once=False)
            _fill(board)
            yield from board.loading()
            self._effects = Effects()
            self._actors = Actors(board, self._display, game.seats, game.plugins, facings=views.facings)
            self._actors.fit_zoom()
            yield
            animator = Animator(board, self._actors, self._effects, ActMarks(game.plugins), views.animations)
            pacing = Pacing(views.stops, views.paces, game.course.board.elements)
            self._playback = Playback(self._display, animator, self._actors, self._effects, pacing=pacing)
            self._begin()
        except any_fault():  # the menu works without the floor
            return
        self._board = board

    def _begin(self) -> None:
        """Start the match from its beginning."""
        self._rested = 0.0
        self._playback.drop()
        self._display.restore(self._start)
        self._actors.settle_all()
        self._playback.feed(self._events)

    def finish(self) -> None:
        """Show the end of the match at once."""
        self._playback.finish()

    def update(self, seconds: float) -> None:
        """Advance time; the picture changes a few times a second."""
        if not self.moves:
            return
        self._idle += seconds
        self._since += seconds
        if self._since < FRAME:
            return
        passed, self._since = self._since, 0.0
        board = self._board
        assert board is not None, "it is ready"
        self._playback.update(passed)
        self._actors.update(passed)
        self._effects.update(passed)
        board.stir()
        board.update(passed)
        board.shut(self._display.shut)
        board.light(self._display.stage)
        if self._playback.dry:
            self._rested += passed
            if self._rested >= REST:
                self._begin()

    def draw(self) -> None:
        """Draw the floor over the whole window."""
        if self._board is None:
            return
        self._actors.fit_zoom()
        self._board.draw_floor()
        self._actors.markers.draw()
        self._actors.sprites.draw()
        self._board.draw_above()
        self._effects.draw()

    def resized(self) -> None:
        """Adapt to another size of the window."""
        if self._board is not None:
            self._board.take_place(self._space.whole)
            _fill(self._board)


def _fill(board: BoardView) -> None:
    """Zoom in until the board fills its rectangle."""
    board.fit()
    place, seen = board.rect, board.seen
    board.zoom_by(max(place.width / seen.width, place.height / seen.height), *place.centre)
