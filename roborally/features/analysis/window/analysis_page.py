"""The page that shows what decided a match: a graph, turning points, a player's best and worst program (CLI-2061)."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from roborally.base.numbers import percent_text
from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, ProgramFound, seats_in
from roborally.features.analysis.turning_points import TurningPoint, beats_of, reason_of, turning_points
from roborally.features.analysis.window.graph import CHANCE, Graph
from roborally.features.analysis.window.program_panel import lay_out_program
from roborally.features.analysis.window.words import change_text, gauge_titles, no_reason
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer, text_size
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Choice, Widget

MARGIN, PADDING = 16.0, 22.0
"""The space around the frame, and within it at the sides."""
TITLE, BELOW = 110.0, 70.0
"""The heights of the part above the graph with the title, and of the line below everything."""
POINT, TALL_PROGRAM = 69.0, 222.0
"""The heights of a turning point, and of a program in a tall window."""
HEAD, PROGRAMS_HEAD, GAP = 38.0, 56.0, 12.0
"""The heights of the headings of turning points and programs, and the gap between two parts."""
SMALLEST, ROUNDED = 12.0, 1.03
"""The smallest font size of a turning point, and the allowance for wider letters at other window sizes."""
SECONDS = 0.5
"""Seconds between two updates of the graph while the match is analysed."""


class AnalysisWork(Protocol):
    """A running analysis of a match; `poll` adds new findings to `analysis`."""

    analysis: Analysis

    def poll(self) -> bool:
        """Add new findings; return whether there were any."""


class Link(Widget):
    """A line of text that can be clicked."""

    def __init__(self, layer: Layer, rect: Rect, action: Callable[[], None], tooltip: str) -> None:
        """Lay out the clickable area."""
        super().__init__(rect, tooltip)
        self._action = action
        layer.frame("field", rect)

    def activate(self, x: float, y: float) -> None:
        """Run the action."""
        self._action()


class AnalysisPage(Screen):
    """Shows an analysis while it is made.

    `watch(beat)` shows the match from a beat on, `try_turn(turn)` plays it from a turn on.
    """

    def __init__(
        self,
        app: App,
        context: ShownMatch,
        game: Game,
        record: Record,
        work: AnalysisWork,
        *,
        watch: Callable[[int], None],
        try_turn: Callable[[int], None],
    ) -> None:
        """Show the findings so far."""
        super().__init__(app)
        self.context, self._game, self._record, self._work = context, game, record, work
        self._watch, self._try = watch, try_turn
        self._titles = gauge_titles(context)
        self._beats = beats_of(record)
        self._divide()
        self.graph = Graph(self.space, context, self._graph_area)
        self.chosen = next(iter(self._titles), CHANCE)
        self._seat: int | None = None
        self._waited = 0.0
        self._finished = False
        self.points: Sequence[TurningPoint] = ()
        self.rebuild()

    @property
    def analysis(self) -> Analysis:
        """The findings so far."""
        return self._work.analysis

    def update(self, seconds: float) -> None:
        """Show new findings."""
        super().update(seconds)
        if self._finished:
            return
        self._work.poll()
        self._waited += seconds
        if self.analysis.done:
            self.rebuild()
        elif self._waited >= SECONDS:
            self._waited = 0.0
            self.graph.show(self.analysis, self.chosen)
            self._state.text = self._progress()

    def _progress(self) -> str:
        return _("The bots look at the match: {percent}").format(percent=percent_text(round(100 * self.analysis.share)))

    # --- layout ---------------------------------------------------------------------------------------------------

    def _divide(self) -> None:
        """Divide the sheet: graph and turning points beside the programs, or all of them below each other."""
        self.frame = self.sheet.inset(MARGIN)
        frame = self.frame
        area = Rect(frame.x + PADDING, frame.y + BELOW, frame.width - 2 * PADDING, frame.height - TITLE - BELOW)
        if self.is_tall:
            programs = 2 * TALL_PROGRAM + GAP
            self._programs_area = area._replace(height=programs)
            bottom, left = self._programs_area.top + PROGRAMS_HEAD, area
            points = 3 * (POINT - GAP) + 16
        else:
            left = area._replace(width=(area.width - 16) * 0.51)
            x = left.right + 16
            self._programs_area = Rect(x, area.y, area.right - x, area.height)
            bottom, points = area.y, 3 * POINT + 16
        self._points_area = Rect(left.x, bottom, left.width, points)
        bottom = self._points_area.top + HEAD
        self._graph_area = Rect(left.x, bottom, left.width, area.top - bottom)

    def rebuild(self) -> None:
        """Lay out the whole sheet."""
        self.clear()
        self._divide()
        self._finished = self.analysis.done
        layer, frame = self.layer, self.frame
        layer.backdrop()
        layer.frame("panel", frame)
        left, right, y = frame.x + PADDING, frame.right - PADDING, frame.top - 40
        half = (right - left) / 2
        layer.heading(_("What decided it"), left + 2, y, 28, tint=theme.colour("accent"), width=half + 40)
        course = _("{course}, turn {turn}").format(course=self._game.course.title, turn=self.context.display.turn)
        dim = theme.colour("text-dim")
        layer.label(course, right - 2, y, size=15, anchor_x="right", tint=dim, width=half - 60)
        self._lay_out_choice()
        self.graph.place(self._graph_area)
        self.graph.show(self.analysis, self.chosen)
        self._lay_out_points()
        self._lay_out_programs()
        spot = Rect(right - 200, frame.y + 12, 200, 44)
        text, wide = "" if self._finished else self._progress(), spot.x - left - 16
        self._state = layer.label(text, left + 2, frame.y + 34, size=14, tint=dim, width=wide)
        if self.analysis.problem:
            self._state.text = _("The bots could not look at all of it: {reason}").format(reason=self.analysis.problem)
        self.controls.add(Button(layer, spot, _("Back"), self.escape, icon="arrow-left", accent=True))

    def _lay_out_choice(self) -> None:
        options = list(self._titles.items())
        if not self._finished or any(found.chances for found in self.analysis.turns):
            options.append((CHANCE, _("Chance to win")))
        if self.chosen not in dict(options) and options:
            self.chosen = options[0][0]
        area = self._graph_area
        spot = Rect(area.x, area.top + 10, 300, 34)
        tip = _("What the graph shows, turn by turn")
        if len(options) > 1:
            self.controls.add(Choice(self.layer, spot, options, self.chosen, self._choose, tip))
        elif options:
            self.layer.heading(options[0][1], spot.x, spot.centre[1], 17, width=spot.width)

    def _choose(self, name: Any) -> None:
        self.chosen = name
        self.graph.show(self.analysis, name)

    def _lay_out_points(self) -> None:
        layer, area = self.layer, self._points_area
        layer.heading(_("Turning points"), area.x, area.top + 18, 18, width=area.width)
        self.points = turning_points(self.analysis, self._record) if self._finished else ()
        height = (area.height - 16) / 3
        for number, point in enumerate(self.points):
            row = Rect(area.x, area.top - (number + 1) * height - number * 8, area.width, height)
            self._lay_out_point(point, row)
        if not self.points:
            judged = any(found.chances for found in self.analysis.turns)
            sentence = _("The chances hardly changed.") if judged else _("The bots have no judgement of this game.")
            text = sentence if self._finished else _("They come when the bots have seen the whole match.")
            layer.label(text, area.x, area.top - 20, size=14, tint=theme.colour("text-dim"), width=area.width)

    def _lay_out_point(self, point: TurningPoint, row: Rect) -> None:
        context = self.context
        tip = _("Watch turn {turn}").format(turn=point.turn)
        self.controls.add(Link(self.layer, row, lambda: self._watch(point.beat), tip))
        tint = theme.seat_colours(context.display.robots[point.leader].livery).light
        sentence = reason_of(point, self._record, self._game, context.chronicle) or no_reason(point, context)
        x, heading = row.x + 16, change_text(point, context)
        upper = self._write(heading, row, x, row.top - 9, size=15, bold=True, tint=tint)
        self._write(sentence, row, x, min(row.centre[1], row.top - 9 - upper.shown_size[1]), size=14)

    def _write(self, text: str, row: Rect, x: float, top: float, *, size: float, **options: Any) -> Label:
        """Write a line of a turning point; shrink or wrap a line that is too long."""
        wide, (across, _high) = row.width - 32, text_size(self.space, text, size, bold=options.get("bold", False))
        fitting = max(SMALLEST, min(size, size * wide / across / ROUNDED))
        return self.layer.label(text, x, top, size=fitting, width=wide, wrap=True, anchor_y="top", **options)

    def _lay_out_programs(self) -> None:
        seats, layer, area = seats_in(self.analysis.programs), self.layer, self._programs_area
        if self._seat not in seats:
            self._seat = seats[0] if seats else None
        if len(seats) > 1 and self._finished:
            options = [(seat, self._game.seats[seat].name) for seat in seats]
            spot = Rect(area.right - 250, area.top + 10, 250, 34)
            self.controls.add(Choice(layer, spot, options, self._seat, self._choose_seat, _("Whose programs")))
        layer.heading(_("Your programs"), area.x, area.top + 27, 18, width=280)
        if not self._finished or self._seat is None:
            text = (
                _("They come when the bots have seen the whole match.")
                if not self._finished
                else _("Here are no programs of people that the bots can judge.")
            )
            layer.label(text, area.x, area.top - 20, size=14, tint=theme.colour("text-dim"), width=area.width)
            return
        best, worst = self.analysis.best_and_worst(self._seat)
        height = (area.height - GAP) / 2
        if best is not None:
            spot = Rect(area.x, area.top - height, area.width, height)
            self._lay_out_program(_("Your best program: turn {turn}"), best, spot)
        if worst is not None:
            self._lay_out_program(_("Your worst program: turn {turn}"), worst, Rect(area.x, area.y, area.width, height))

    def _lay_out_program(self, title: str, found: ProgramFound, spot: Rect) -> None:
        lay_out_program(
            self.layer,
            self.controls,
            self.context,
            spot,
            title.format(turn=found.turn),
            found,
            self._titles,
            watch=lambda: self._watch(self._beats.get(found.turn, 0)),
            try_turn=lambda: self._try(found.turn),
        )

    def _choose_seat(self, seat: Any) -> None:
        self._seat = seat
        self.rebuild()

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the graph as well."""
        super().draw()
        self.graph.layer.draw()
