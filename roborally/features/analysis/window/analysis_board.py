"""The analysis board over a replay: the chances of every robot at the turn shown (CLI-2069)."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.features.analysis.window.analysis_page import AnalysisWork
from roborally.features.analysis.window.words import percent
from roborally.ui.board.board_view import BoardView
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

SIDE = 40.0
ROW = 22.0
BARS, NARROWEST = 286.0, 214.0
"""The usual width of the bars with names and numbers, and the smallest to which they shrink beside the board."""
NAME, NUMBER = 104.0, 50.0
MARGIN = 10.0
BAR = 11.0
NOTHING = 0.01
"""The width of an invisible bar: a sprite of width 0 could not be enlarged again."""


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
        area = self._board.rect
        self.layer.clear()
        self.controls.widgets.clear()
        x, y = area.x + 10, area.top - SIDE - 10
        tip = _("Who stands how well (J)")
        first, second = Rect(x, y, SIDE, SIDE), Rect(x + 6 + SIDE, y, SIDE, SIDE)
        self.switch: Button = self.controls.add(Button(self.layer, first, "", self.toggle, icon="people", tooltip=tip))
        self.switch.selected = self.visible
        text = _("Play on from the beginning of this turn")
        self.on: Button = self.controls.add(Button(self.layer, second, "", self._play_on, icon="undo", tooltip=text))
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
        layer = self.bars
        layer.clear()
        rows = len(self._robots) if chances else 1
        height = rows * ROW + 2 * MARGIN
        place = self._board.rect
        free = self._board.seen.x - place.x - 20
        width = min(BARS, free) if free >= NARROWEST else BARS
        area = Rect(place.x + 10, place.top - SIDE - 16 - height, width, height)
        layer.frame("panel", area)
        if not chances:
            done = self._work is not None and self._work.analysis.done
            text = _("The bots have no judgement of this game.") if done else _("The bots think about it …")
            layer.label(text, area.x + MARGIN, area.centre[1], size=12, width=area.width - 2 * MARGIN)
            return
        room = area.width - NAME - NUMBER - 2 * MARGIN
        for number, robot in enumerate(self._robots):
            y = area.top - MARGIN - (number + 0.5) * ROW
            tint = theme.seat_colours(robot.livery).light
            layer.label(self._context.name(robot.index), area.x + MARGIN, y, size=12, tint=tint, width=NAME - 8)
            x = area.x + MARGIN + NAME
            layer.fill(Rect(x, y - BAR / 2, room, BAR), theme.colour("line"))
            layer.fill(Rect(x, y - BAR / 2, max(NOTHING, room * chances[robot.index]), BAR), tint)
            sentence = percent(chances[robot.index])
            layer.label(sentence, area.right - MARGIN, y, size=12, anchor_x="right", width=NUMBER)

    def draw(self) -> None:
        """Draw buttons and bars."""
        self.layer.draw()
        if self.visible:
            self.bars.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the key that shows the bars."""
        return [Shortcut(("J",), _("Who stands how well"), self.toggle)]
