"""The moment that decided a match, found and played on a small board while the result is shown (CLI-2561)."""

from collections.abc import Callable, Iterator

from roborally.base.errors import any_fault
from roborally.base.translation import _
from roborally.bots.plugin import MatchBots
from roborally.core.events import Event
from roborally.features.analysis.findings import Analysis
from roborally.features.analysis.judgement import Judge
from roborally.features.analysis.review import judged_stops
from roborally.features.analysis.turning_points import beats_of, reason_of, turning_points
from roborally.features.analysis.window.words import change_text, no_reason
from roborally.game.records.file_format import Record
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
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.replay.film import Film, beside
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.theme import Rect

LEAD, TRAIL = 4, 2
"""The numbers of visible steps shown before and after the event that explains the moment."""
AROUND = 3
"""The number of cells shown around the way of the robots that the event is about."""
TIMES, REST = 3, 1.5
"""How many times it is played, and the seconds between the end and the next beginning."""


class DecidingMoment(Part):
    """Finds the largest turning point of a match, and plays it in a small rectangle; without one, the last turn.

    It works in small steps.
    """

    def __init__(
        self,
        app: App,
        canvas: Canvas,
        context: ShownMatch,
        record: Record,
        catalogue: Catalogue,
        watch: Callable[[int], None],
    ) -> None:
        """Begin to look for it; `watch(beat)` shows the match from a beat on."""
        super().__init__()
        self.lines: tuple[str, ...] = (_("Looking for the moment that decided it …"),)
        """What to say about it; empty if there is nothing to show."""
        self.turn = 0
        self._app, self._canvas, self._context, self._record = app, canvas, context, record
        self._watch = watch
        self._beat = 0
        self._rect = Rect(0, 0, 1, 1)
        self._board: BoardView | None = None
        self._times, self._rested = TIMES if app.settings.reduced_motion else 0, 0.0
        self._steps = self._work(catalogue)

    @property
    def ready(self) -> bool:
        """Whether the board is shown."""
        return self._board is not None

    def open(self) -> None:
        """Show the whole turn as a replay."""
        if self.ready:
            self._watch(self._beat)

    def take_place(self, rect: Rect) -> None:
        """Show the board in another rectangle."""
        self._rect = rect
        if self._board is not None:
            self._board.take_place(rect)
            self._look_closer(self._board)

    # --- finding it -----------------------------------------------------------------------------------------------

    def _work(self, catalogue: Catalogue) -> Iterator[None]:
        """Find the moment and load its board; a damaged record or plugin leaves nothing to show."""
        try:
            analysis, judge = Analysis(), Judge(self._context.game, MatchBots(catalogue))
            for _taken, _match, found in judged_stops(self._record, self._context.game, judge):
                if found is not None:
                    analysis.take(found)
                yield
            lines, beat = self._explained(analysis)
            yield from self._load(beat)
            self.lines = lines
        except any_fault():
            self.lines = ()

    def _explained(self, analysis: Analysis) -> tuple[tuple[str, ...], int]:
        """Return what to say about the moment, and the beat of the event that explains it; note the turn."""
        beats = beats_of(self._record)
        self.turn = max(beats)
        lines: tuple[str, ...] = (_("How it ended, in turn {turn}").format(turn=self.turn),)
        beat = self._record.events[-1]["beat"]
        point = max(turning_points(analysis, self._record), key=lambda each: abs(each.change), default=None)
        if point is not None:
            context = self._context
            reason = reason_of(point, self._record, context.game, context.chronicle)
            self.turn, beat = point.turn, reason.beat
            lines = change_text(point, context), reason.text or no_reason(point, context)
        self._beat = beats[self.turn]
        return lines, beat

    def _load(self, beat: int) -> Iterator[None]:
        """Make the board, and choose the events to play: those around a beat, within its turn."""
        game, views = self._context.game, self._context.views
        film = Film(game, self._record, views)
        following = beats_of(self._record).get(self.turn + 1)
        begin = film.position_of(self._beat)
        end = film.position_of(following) if following is not None else len(film.events)
        while film.built < min(end, len(film.events)):
            film.prepare()
            yield
        first, last = film.position_of(beat), film.position_of(beat + 1)
        for _step in range(LEAD):
            first = max(begin, beside(film.steps, first, -1) or 0)
        for _step in range(TRAIL):
            last = min(end, beside(film.steps, last, 1) or end)
        self._events: list[Event] = film.events[first:last]
        self._display = Display(film.session.observe(), game.plugins, views.changes)
        for event in film.restore(self._display, first):
            self._display.apply(event)
        self._start = self._display.keep()
        for event in self._events:
            self._display.apply(event)
        actors = {event.get("piece") for event in self._events if event["beat"] == beat}
        states = self._start["robots"] + self._display.keep()["robots"]
        self._cells = [robot["cell"] for robot in states if robot["index"] in actors and robot["cell"] is not None]
        board = BoardView(self._canvas, game.course.board, BoardPainter(game.plugins), self._rect, at_once=False)
        board.calm = self._app.settings.reduced_motion
        self._look_closer(board)
        yield from board.loading()
        self._effects = Effects()
        self._actors = Actors(board, self._display, game.seats, game.plugins, facings=views.facings)
        animator = Animator(board, self._actors, self._effects, ActMarks(game.plugins), views.animations)
        pacing = Pacing(views.stops, views.paces, game.course.board.elements)
        self._playback = Playback(self._display, animator, self._actors, self._effects, pacing=pacing)
        self._board = board
        self._begin()

    def _look_closer(self, board: BoardView) -> None:
        """Show the part of the board where it happens."""
        if self._cells:
            board.show_cells(self._cells, AROUND)

    # --- playing it -----------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Show the beginning, and play on from there unless it has been played often enough."""
        self._rested = 0.0
        self._playback.drop()
        self._display.restore(self._start)
        self._actors.settle_all()
        if self._times < TIMES:
            self._times += 1
            self._playback.feed(self._events)

    def update(self, seconds: float) -> None:
        """Look for the moment, or play it."""
        if go_on_with(self._steps):
            self._app.pace.wake()
        board = self._board
        if board is None:
            return
        self._playback.update(seconds)
        self._actors.update(seconds)
        self._effects.update(seconds)
        if not self._playback.dry:
            board.stir()
        elif self._times < TIMES:
            self._rested += seconds
            if self._rested >= REST:
                self._begin()
        board.update(seconds)
        board.shut(self._display.shut)
        board.light(self._display.stage)

    def draw(self) -> None:
        """Draw the board."""
        if self._board is None:
            return
        self._actors.fit_zoom()
        self._board.draw_floor()
        self._actors.markers.draw()
        self._actors.sprites.draw()
        self._board.draw_above()
        self._effects.draw()
