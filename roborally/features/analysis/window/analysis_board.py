"""The analysis board over a replay: the chances of every robot at the turn shown (CLI-2069)."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.features.analysis.window.analysis_page import AnalysisWork
from roborally.features.analysis.window.words import percent
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import Robot
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, framed, label, progress
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

SIDE = 40.0
"""The height of the buttons."""
BARS, NARROWEST = 286.0, 214.0
"""The usual width of the bars with names and numbers, and the smallest to which they shrink beside the board."""
NAME, NUMBER = 96.0, 44.0
MARGIN = 10.0
BAR = 11.0


class AnalysisBoard:
    """Two buttons at the corner of the board, and bars that one of them shows.

    `work()` returns the analysis and is called when the bars are first shown; `play_on()` starts a match at the turn
    shown.
    """

    def __init__(
        self,
        canvas: Canvas,
        context: ShownMatch,
        work: Callable[[], AnalysisWork],
        play_on: Callable[[], None],
        board: BoardView,
    ) -> None:
        """Show only the buttons, at the upper left corner of the board's area."""
        self._context, self._make = context, work
        self._work: AnalysisWork | None = None
        self.layer, self.bars = Layer(canvas), Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self._play_on = play_on
        self._robots = [robot for robot in context.display.robots if robot.seat >= 0]
        self.visible = False
        self.shown: tuple[float, ...] | None = None
        """The chances that the bars show."""
        self._board = board
        self.lay_out()

    def lay_out(self) -> None:
        """Lay everything out at the upper left corner of the board's area."""
        self.layer.clear()
        self.controls.widgets.clear()
        switch = button("", self.toggle, icon="people", tooltip=_("Who stands how well (J)"))
        on = button("", self._play_on, icon="undo", tooltip=_("Play on from the beginning of this turn"))
        tree = column(row(switch, on, gap=6), space(), pad=(MARGIN, MARGIN))
        build_in(self._board.rect, tree, self.layer, self.controls)
        self.switch: Button = switch.made
        self.on: Button = on.made
        self.switch.selected = self.visible
        if self.shown is not None:
            self._draw_bars(self.shown)

    def toggle(self) -> None:
        """Show the bars, or hide them."""
        self.visible = self.switch.selected = not self.visible
        self.shown = None
        if self.visible and self._work is None:
            self._work = self._make()

    def update(self, turn: int, at_end: bool) -> None:
        """Show the chances of the robots at the beginning of a turn, or at the end of the match."""
        if not self.visible or self._work is None:
            return
        analysis = self._work.analysis
        if not analysis.done:
            self._work.poll()
        found = analysis.at_end() if at_end else None
        found = found or analysis.at_turn(turn)
        chances = found.chances if found is not None and (at_end or analysis.done or found.turn == turn) else ()
        if chances != self.shown:
            self.shown = chances
            self._draw_bars(chances)

    def _draw_bars(self, chances: tuple[float, ...]) -> None:
        self.bars.clear()
        free = self._board.seen.x - self._board.rect.x - 2 * MARGIN
        if chances:
            content: Node = column(*(self._bar(robot, chances[robot.index]) for robot in self._robots), gap=4)
        else:
            done = self._work is not None and self._work.analysis.done
            text = _("The bots have no judgement of this game.") if done else _("The bots think about it …")
            content = label(text, 12, wrap=True)
        bars = framed("panel", content).wide(min(BARS, free) if free >= NARROWEST else BARS).at("start")
        tree = column(Node().high(SIDE), bars, space(), gap=6, pad=(MARGIN, MARGIN))
        build_in(self._board.rect, tree, self.bars)

    def _bar(self, robot: Robot, chance: float) -> Node:
        tint = theme.seat_colours(robot.livery).light
        name = label(self._context.name(robot.index), 12, tint=tint, shorten=True).wide(NAME)
        return row(
            name,
            progress(chance, BAR, tint).at("centre").grow(),
            label(percent(chance), 12, align="right").wide(NUMBER),
        )

    def draw(self) -> None:
        """Draw buttons and bars."""
        self.layer.draw()
        if self.visible:
            self.bars.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the key that shows the bars."""
        return [Shortcut(("J",), _("Who stands how well"), self.toggle)]
