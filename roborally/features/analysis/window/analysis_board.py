"""The chances to win of every robot or team at the shown turn of a replay, beside its board (CLI-2069)."""

from collections.abc import Callable, Sequence
from typing import Any

from roborally.base.translation import _
from roborally.features.analysis.window.analysis_page import AnalysisWork
from roborally.features.analysis.window.words import percents, side, sides
from roborally.ui.board.display import Robot
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, framed, label, progress
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

SIDE = 40.0
"""The height of the two buttons, in design units."""
BARS = 230.0
"""The largest width of the bars with names and numbers, in design units."""
NAME, NUMBER = 0.35, 44.0
"""The share of the bars' width for a name, and the width of a number in design units."""
MARGIN, GAP = 10.0, 6.0
LETTERS = 11.0
"""The font size of the buttons."""
BAR = 11.0
LEAST = 0.03
"""The smallest filled share of a bar of a chance above 0, which could not be seen otherwise."""


class AnalysisBoard:
    """Two buttons beside or above the board of a replay, and bars of the chances to win that the first one shows.

    `area()` returns the rectangle for buttons, bars and board; if it is wider than high, the buttons stand one below
    the other, with the bars beside them. Without bars the buttons have words if they can be so wide, in design units,
    for `has_room`. `work()` starts the analysis when the bars are first shown; `play_on()` starts
    a practice match at the shown turn.
    """

    def __init__(
        self,
        canvas: Canvas,
        context: ShownMatch,
        work: Callable[[], AnalysisWork],
        play_on: Callable[[], None],
        area: Callable[[], Rect],
        has_room: Callable[[float], bool],
    ) -> None:
        self._context, self._make = context, work
        self._work: AnalysisWork | None = None
        self.layer, self.bars = Layer(canvas), Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self._play_on = play_on
        self._robots = sides(context)
        self.visible = False
        self.shown: tuple[float, ...] | None = None
        """The chances that the bars show, one for each robot, from 0 to 1; `None` before the first ones."""
        self._area, self._has_room = area, has_room
        self._has_words = False
        self.takes = 0.0, 0.0
        """The width that buttons and bars need beside the board, and the height above it, in design units."""
        self.lay_out()

    def lay_out(self) -> None:
        """Place buttons and bars at the upper left corner of the area."""
        kept = self.controls.kept
        self.layer.clear()
        self.controls.widgets.clear()
        m = metrics(self.layer.canvas.frame.scale)
        self._with_words = max(each.widths(m).natural for each in self._buttons(has_words=True))
        switch, on = self._buttons(has_words=self._has_words)
        pair = (column if self._is_wide else row)(switch, on, gap=GAP).at("start")
        tree = column(pair, space(), pad=(MARGIN, MARGIN))
        build_in(self._area(), tree, self.layer, self.controls)
        self.controls.resume(kept)
        self.switch, self.on = switch.made, on.made
        self.switch.selected = self.visible
        self._measure()
        if self.shown is not None:
            self._draw_bars(self.shown)

    def _buttons(self, *, has_words: bool) -> tuple[Leaf[Button], Leaf[Button]]:
        chances, play_on = (_("Chances to win"), _("Play yourself")) if has_words else ("", "")
        tooltip = _("Play on from the beginning of this turn")
        look: dict[str, Any] = {"size": LETTERS, "upright": has_words}
        switch = button(chances, self.toggle, icon="chart", tooltip=_("Chances to win (J)"), **look)
        return switch, button(play_on, self._play_on, icon="play-on", tooltip=tooltip, **look)

    def toggle(self) -> None:
        """Show or hide the bars; start the analysis when they are shown for the first time."""
        self.visible = self.switch.selected = not self.visible
        self.shown = None
        self._measure()
        if self.visible and self._work is None:
            self._work = self._make()

    @property
    def _is_wide(self) -> bool:
        return self._area().width > self._area().height

    @property
    def _bars_width(self) -> float:
        return min(BARS, self._area().width - 2 * MARGIN - (SIDE + GAP if self._is_wide else 0.0))

    def _measure(self) -> None:
        """Compute `takes`, the space that buttons and bars need."""
        pair, wide = 2 * SIDE + GAP, self._is_wide
        width, height = (self._with_words if self._has_words else SIDE, pair) if wide else (pair, SIDE)
        if self.visible:
            bars = framed("panel", self._content([0.0 for _robot in self._context.display.robots]))
            high = bars.heights(metrics(self.layer.canvas.frame.scale), self._bars_width).natural
            width = self._bars_width + (SIDE + GAP if wide else 0.0)
            height = max(pair, high) if wide else SIDE + GAP + high
        self.takes = width + 2 * MARGIN, height + 2 * MARGIN

    def _content(self, chances: Sequence[float]) -> Node:
        shares = [chances[robot.index] for robot in self._robots]
        return column(*map(self._bar, self._robots, shares, percents(shares)), gap=4)

    def update(self, turn: int, at_end: bool) -> None:
        """Show the chances at the beginning of `turn`, or those at the end of the match if `at_end`."""
        has_words = self._is_wide and not self.visible and self._has_room(self._with_words + 2 * MARGIN)
        if has_words != self._has_words:
            self._has_words = has_words
            self.lay_out()
        if not self.visible or self._work is None:
            return
        analysis = self._work.analysis
        self._work.poll()
        found = (analysis.at_end() if at_end else None) or analysis.at_turn(turn)
        known = found is not None and (found.over or analysis.judged or (found.turn == turn and not at_end))
        chances = found.chances if found is not None and known else ()
        if chances != self.shown:
            self.shown = chances
            self._draw_bars(chances)

    def _draw_bars(self, chances: tuple[float, ...]) -> None:
        self.bars.clear()
        if chances:
            content = self._content(chances)
        else:
            done = self._work is not None and (self._work.analysis.judged or self._work.analysis.done)
            text = _("The bots have no judgement of this game.") if done else _("The bots think about it …")
            content = label(text, 12, wrap=True)
        bars = framed("panel", content).wide(self._bars_width).at("start")
        pad = MARGIN, MARGIN
        tree: Node = column(Node().high(SIDE), bars, space(), gap=GAP, pad=pad)
        if self._is_wide:
            tree = row(Node().wide(SIDE), column(bars, space()), gap=GAP, pad=pad)
        build_in(self._area(), tree, self.bars)

    def _bar(self, robot: Robot, chance: float, number: str) -> Node:
        tint = theme.seat_colours(robot.livery).light
        name = label(side(self._context, robot.index), 12, tint=tint, shorten=True).wide(NAME * self._bars_width)
        return row(
            name,
            progress(max(LEAST, chance) if chance else 0.0, BAR, tint).at("centre").grow(),
            label(number, 12, align="right").wide(NUMBER),
        )

    def draw(self) -> None:
        """Draw the buttons, and the bars if they are visible."""
        self.layer.draw()
        if self.visible:
            self.bars.draw()

    def shortcuts(self) -> list[Shortcut]:
        """Return the key that shows or hides the bars."""
        return [Shortcut(("J",), _("Chances to win"), self.toggle)]
