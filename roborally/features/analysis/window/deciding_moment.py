"""The moment that decided a match: finds it, and plays it on a small board on the result page (CLI-2561)."""

from collections.abc import Callable, Iterator

from roborally.base.errors import any_fault
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.features.analysis.findings import Analysis
from roborally.features.analysis.turning_points import beats_of, reason_of, robots_in, turning_points
from roborally.features.analysis.window.analysis_page import AnalysisWork
from roborally.features.analysis.window.words import change_text, no_reason
from roborally.game.records.file_format import Record
from roborally.ui.board.actors import Actors
from roborally.ui.board.animator import Animator
from roborally.ui.board.board_art import CELL, BoardPainter
from roborally.ui.board.board_view import CLOSEST, BoardView
from roborally.ui.board.display import Display
from roborally.ui.board.effects import Effects
from roborally.ui.board.frame_choice import around
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
"""The number of cells shown on each side of the path of the robots in the event."""
EDGE, ROUNDING = 0.07, 0.001
"""The width of the strip for walls around the shown cells, as a share of a cell; and a tolerance for floats."""
TIMES, REST = 3, 1.5
"""How many times the moment is played, and the seconds between two times."""


class DecidingMoment(Part):
    """A small board on the result page that plays the largest turning point of a match, or else the last turn.

    Everything is prepared in small steps while the page is open.
    """

    def __init__(
        self,
        app: App,
        canvas: Canvas,
        context: ShownMatch,
        load: Callable[[], Record | None],
        *,
        analyse: Callable[[Record], AnalysisWork],
        watch: Callable[[Record, int], None],
    ) -> None:
        """Store the parameters; `update` prepares the board.

        `load()` returns the record, or `None` while it is being read. `analyse(record)` returns its analysis,
        `watch(record, beat)` shows the match from a beat on.
        """
        super().__init__()
        self.lines: tuple[str, ...] = (_("Looking for the moment that decided it …"),)
        """One or two lines of text about the moment; empty if there is nothing to show."""
        self.turn = 0
        self._app, self._canvas, self._context = app, canvas, context
        self._load_record, self._analyse, self._watch = load, analyse, watch
        self._record: Record | None = None
        self._steps: Iterator[None] | None = None
        self._is_new = True
        self._beat = 0
        self._rect = Rect(0, 0, 1, 1)
        self.board: BoardView | None = None
        """The board on which the moment is played; `None` until it is found."""
        self._times, self._rested = TIMES if app.settings.reduced_motion else 0, 0.0

    @property
    def ready(self) -> bool:
        """Whether the board is shown."""
        return self.board is not None

    def open(self) -> None:
        """Show the replay from the beginning of the moment's turn."""
        if self.ready and self._record is not None:
            self._watch(self._record, self._beat)

    def take_place(self, rect: Rect) -> None:
        """Move the board to another rectangle."""
        self._rect = rect
        if self.board is not None:
            self.board.take_place(rect)
            self._look_closer(self.board)

    # --- finding it -----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Poll the analysis; begin to load the board once all turns are judged."""
        try:
            self._record = self._record or self._load_record()
            if self._record is None:
                return
            work = self._analyse(self._record)
            work.poll()
        except any_fault():  # a damaged file: whoever watches the match again is told
            self.lines = ()
            return
        if work.analysis.judged:
            self._steps = self._show(self._record, work.analysis)
        elif work.analysis.done:
            self.lines = ()

    def _show(self, record: Record, analysis: Analysis) -> Iterator[None]:
        """Choose the moment and load its board in small steps; after an error there is nothing to show."""
        try:
            lines, beat = self._explained(analysis, record)
            yield
            yield from self._load(record, beat)
            self.lines = lines
        except GeneratorExit:
            raise
        except any_fault():
            self.lines = ()

    def _explained(self, analysis: Analysis, record: Record) -> tuple[tuple[str, ...], int]:
        """Return the lines about the moment and the beat of the event that explains it; store the moment's turn."""
        context, beats = self._context, beats_of(record)
        self.turn = max(beats)
        lines: tuple[str, ...] = (_("How it ended, in turn {turn}").format(turn=self.turn),)
        beat = record.events[-1]["beat"]
        point = max(turning_points(analysis, record, context.game), key=lambda each: each.weight, default=None)
        if point is not None:
            reason = reason_of(point, record, context.game, context.chronicle)
            self.turn, beat = point.turn, reason.beat
            lines = change_text(point, context), reason.text or no_reason(point, context)
        self._beat = beats[self.turn]
        return lines, beat

    def _load(self, record: Record, beat: int) -> Iterator[None]:
        """Make the board, and choose the events to play: those around a beat within its turn."""
        game, views = self._context.game, self._context.views
        film = Film(game, record, views)
        yield
        following = beats_of(record).get(self.turn + 1)
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
        actors = set().union(*(robots_in(event) for event in self._events if event["beat"] == beat))
        states = self._start["robots"] + self._display.keep()["robots"]
        self._cells = [robot["cell"] for robot in states if robot["index"] in actors and robot["cell"] is not None]
        board = BoardView(self._canvas, game.course.board, BoardPainter(game.plugins), self._rect, at_once=False)
        board.calm = self._app.settings.reduced_motion
        self._look_closer(board)
        yield from board.loading()
        self._effects = Effects()
        yield
        self._actors = Actors(board, self._display, game.seats, game.plugins, facings=views.facings)
        yield
        animator = Animator(board, self._actors, self._effects, ActMarks(game.plugins), views.animations)
        pacing = Pacing(views.stops, views.paces, game.course.board.elements)
        self._playback = Playback(self._display, animator, self._actors, self._effects, pacing=pacing)
        self.board = board
        self._begin()

    def _look_closer(self, board: BoardView) -> None:
        """Zoom in on the cells where the moment happens, so that all of them are visible."""
        size, rect = (board.board.width, board.board.height), self._rect
        if not self._cells:
            return
        box = around(self._cells, AROUND, size)
        across, high = (least + 2 * EDGE for least in box.size)
        zoom = max(min(rect.width / across, rect.height / high, CLOSEST * CELL), board.fitting(rect) * CELL)
        seen = [
            max(1, min(side, int(room / zoom - 2 * EDGE + ROUNDING)))
            for side, room in zip(size, (rect.width, rect.height), strict=True)
        ]
        x, y = (
            max(0, min(side - many, round(middle - many / 2))) + many / 2
            for side, many, middle in zip(size, seen, box.middle, strict=True)
        )
        width, height = ((many + 2 * EDGE) * zoom for many in seen)
        board.take_place(Rect(rect.centre[0] - width / 2, rect.centre[1] - height / 2, width, height))
        board.look_at(x * CELL, (size[1] - y) * CELL, zoom / CELL)

    # --- playing it -----------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Show the beginning of the moment; play it unless it has been played `TIMES` times."""
        self._rested = 0.0
        self._playback.drop()
        self._display.restore(self._start)
        self._actors.settle_all()
        if self._times < TIMES:
            self._times += 1
            self._playback.feed(self._events)

    def update(self, seconds: float) -> None:
        """Go on with the search for the moment, or once it is found, with playing it."""
        if self._is_new:  # the first picture of the page waits for nothing
            self._is_new = False
        elif self._steps is None and self.lines:
            self._look()
        elif self._steps is not None and go_on_with(self._steps):
            self._app.pace.wake()
        board = self.board
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
        """Draw the board, if it is loaded."""
        if self.board is None:
            return
        self._actors.fit_zoom()
        self.board.draw_floor()
        self._actors.markers.draw()
        self._actors.sprites.draw()
        self.board.draw_above()
        self._effects.draw()
