"""The page that shows what decided a match: a graph, turning points, a player's best and worst program (CLI-2061)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from roborally.base.translation import _
from roborally.core.observation import SPECTATOR
from roborally.features.analysis.findings import Analysis, ProgramFound, seats_in
from roborally.features.analysis.practice import people_in
from roborally.features.analysis.turning_points import TurningPoint, beats_of, reason_of, turning_points
from roborally.features.analysis.window.graph import CHANCE, Graph
from roborally.features.analysis.window.program_panel import program
from roborally.features.analysis.window.words import change_text, gauge_titles, no_reason, percent
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.plugin import text
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widgets import Link
from roborally.ui.toolkit.layout.branches import column, fitting, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, choice, heading, here, label, widget
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect

GRAPH = Size(300, 460), Size(180, 250)
"""The least and natural width of the graph, and its least and natural height, in design units."""
SECONDS = 0.5
"""Seconds between two updates of the graph while the match is analysed."""
TURNS = (
    text(
        "Your best program: turn {turn}. Your chance to win came to {after}; a usual program would have led to {usual}."
    ),
    text("Your worst program: turn {turn}. Your chance to win came to {after}; it could have been {better}."),
)
TEAM_TURNS = (
    text(
        "Your best program: turn {turn}. Your team's chance to win came to {after}; "
        "a usual program would have led to {usual}."
    ),
    text("Your worst program: turn {turn}. Your team's chance to win came to {after}; it could have been {better}."),
)
OTHERS_TURNS = (
    text(
        "Best program of {name}: turn {turn}. The chance to win came to {after}; "
        "a usual program would have led to {usual}."
    ),
    text("Worst program of {name}: turn {turn}. The chance to win came to {after}; it could have been {better}."),
)
"""The titles of a best and a worst program: the player's in `TURNS`, or in `TEAM_TURNS` with teams; those of others."""


class AnalysisWork(Protocol):
    """A running analysis of a match, such as a `MatchAnalysis`."""

    analysis: Analysis

    def poll(self) -> bool:
        """Add new results to `analysis`; return whether there were any."""


class AnalysisPage(TreePage):
    """Shows an analysis while it is being made, and its results.

    `watch(beat)` shows the match from an event's beat on, `try_turn(turn, seat)` starts a practice match from a turn
    on.
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
        try_turn: Callable[[int, int], None],
    ) -> None:
        super().__init__(app)
        self.context, self._game, self._record, self._work = context, game, record, work
        self._watch, self._try = watch, try_turn
        self._titles = gauge_titles(context)
        self._beats = beats_of(record)
        self.graph = Graph(self.space, context, self.sheet)
        self.chosen = CHANCE
        self._own = self._seat = context.followed
        self._waited = 0.0
        self.points: Sequence[TurningPoint] = ()
        self.rebuild()

    @property
    def analysis(self) -> Analysis:
        """The results so far."""
        return self._work.analysis

    def update(self, seconds: float) -> None:
        """Show the results that have arrived: in the graph every `SECONDS`, the whole page after each stage."""
        super().update(seconds)
        self._work.poll()
        self._waited += seconds
        if self._shown != self._stage():
            self.rebuild()
        elif self._waited >= SECONDS and not self.analysis.judged:
            self._waited = 0.0
            self.graph.show(self.analysis, self.chosen)
            self._state.text = self._progress()

    def _stage(self) -> tuple[bool, int, bool]:
        """Return whether all turns are judged, how many programs are compared, and whether the analysis is done."""
        return self.analysis.judged, len(self.analysis.programs), self.analysis.done

    def _progress(self) -> str:
        """Return a sentence about the progress, or about why the analysis failed; empty once all turns are judged."""
        analysis, last = self.analysis, max(self._beats, default=1)
        if analysis.problem:
            return _("The bots could not look at all of it: {reason}").format(reason=analysis.problem)
        if analysis.judged:
            return ""
        turn = analysis.turns[-1].turn if analysis.turns else 0
        return _("The bots look at the match: turn {turn} of {last}").format(turn=turn, last=last)

    # --- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Node:
        """Return graph and turning points, and the player's programs beside or below them."""
        self._shown = self._stage()
        dim = theme.colour("text-dim")
        course = _("{course}, turn {turn}").format(course=self._game.course.title, turn=self.context.display.turn)
        self._state_line = label(self._progress(), 14, tint=dim, wrap=True)
        found = column(
            self._choice(), here(self._place_graph, *GRAPH).grow(), heading(_("Turning points"), 18), *self._points()
        ).grow()
        programs = column(*self._programs()).grow()
        title, match = heading(_("What decided it"), 28), label(course, tint=dim, shorten=True)
        return column(
            fitting(lambda: row(title, space(), match), lambda: column(title, match)),
            fitting(
                lambda: row(found, programs, gap=16, even=True),
                lambda: column(found, programs, gap=16),
            ).grow(),
            row(
                self._state_line.grow(), button(_("Back"), self.escape, icon="arrow-left", accent=True).wide(least=180)
            ),
            pad=(22, 14),
        )

    def built(self) -> None:
        """Store the label that shows the progress."""
        self._state = self._state_line.made

    def _place_graph(self, rect: Rect) -> None:
        self.graph.place(rect)
        self.graph.show(self.analysis, self.chosen)

    def _choice(self) -> Node:
        options = list(self._titles.items())
        if not self.analysis.judged or any(found.chances for found in self.analysis.turns):
            options.insert(0, (CHANCE, _("Chance to win")))
        if self.chosen not in dict(options) and options:
            self.chosen = options[0][0]
        if len(options) > 1:
            tip = _("What the graph shows, turn by turn")
            return choice(options, self.chosen, self._choose, tip).wide(least=300).at("start").named("graph")
        return heading(options[0][1] if options else "", 17, tint=theme.colour("text"))

    def _choose(self, name: Any) -> None:
        self.chosen = name
        self.graph.show(self.analysis, name)

    def _points(self) -> Iterator[Node]:
        judged = self.analysis.judged
        self.points = turning_points(self.analysis, self._record, self._game) if judged else ()
        for point in self.points:
            yield self._point(point)
        if not self.points:
            known = any(found.chances for found in self.analysis.turns)
            sentence = _("The chances hardly changed.") if known else _("The bots have no judgement of this game.")
            words = (
                sentence if judged or self.analysis.done else _("They come when the bots have seen the whole match.")
            )
            yield label(words, 14, tint=theme.colour("text-dim"), wrap=True)

    def _point(self, point: TurningPoint) -> Node:
        context = self.context
        tip = _("Watch turn {turn}").format(turn=point.turn)
        tint = theme.seat_colours(context.display.robots[point.leader].livery).light
        sentence = reason_of(point, self._record, self._game, context.chronicle).text or no_reason(point, context)
        return stack(
            widget(Link, lambda: self._watch(point.beat), tip, width=0, height=0),
            column(
                label(change_text(point, context), bold=True, tint=tint, wrap=True),
                label(sentence, 14, wrap=True),
                gap=2,
                pad=(16, 8),
            ),
        )

    def _programs(self) -> Iterator[Node]:
        """Yield a player's best and worst program, or a sentence that says why they are missing."""
        seats = seats_in(self.analysis.programs)
        if seats and self._own != SPECTATOR:  # those of others are shown to a player who asks for them
            seats = sorted({*seats, self._own})
        seat = self._seat if self._seat in seats else next(iter(seats), None)
        pair = self.analysis.best_and_worst(seat) if seat is not None else ()
        is_own = seat == self._own if seat is not None else self._own != SPECTATOR
        title = heading(_("Your programs") if is_own else _("Programs"), 18, tint=theme.colour("text"))
        if len(seats) > 1 and seat is not None:
            options = [(seat, self._game.seats[seat].name) for seat in seats]
            whose = choice(options, seat, self._choose_seat, _("Whose programs")).named("seat")
            yield row(title.grow(), whose)
        else:
            yield title
        if seat is not None:
            titles = TEAM_TURNS if self.context.display.robots[seat].team else TURNS
            for each, found in zip(titles if is_own else OTHERS_TURNS, pair, strict=True):
                yield self._program(_(each), found, is_own=is_own) if found is not None else space()
        words = ""
        if seat is None and not people_in(self._game):
            words = _("Bots judge only programs of people; nobody played here.")
        elif not any(pair) and any(found.chances for found in self.analysis.turns):
            words = _("None of these programs made a large difference.")
        if not self.analysis.done:
            words = _("They come when the bots have seen the whole match.")
            if self.analysis.judged:
                words = _("The bots try other programs. They go on when you leave this page.")
        if words:
            yield label(words, 14, tint=theme.colour("text-dim"), wrap=True)

    def _program(self, title: str, found: ProgramFound, *, is_own: bool) -> Node:
        name = self._game.seats[found.seat].name
        _before, reached = self.analysis.changes()[found.turn][found.piece]
        after, usual, better = map(percent, (reached, found.usual_chance, found.better_trial.chance))
        return program(
            self.context,
            _("You") if is_own else name,
            title.format(name=name, turn=found.turn, after=after, usual=usual, better=better),
            found,
            self._titles,
            watch=lambda: self._watch(self._beats.get(found.turn, 0)),
            try_turn=lambda: self._try(found.turn, found.seat),
        ).grow()

    def _choose_seat(self, seat: Any) -> None:
        self._seat = seat
        self.rebuild()

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the page and its graph."""
        super().draw()
        self.graph.layer.draw()
