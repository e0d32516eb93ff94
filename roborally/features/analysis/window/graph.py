"""A graph of a match with a line for every robot, turn by turn; chances to win have a line for every team."""

import itertools
from collections.abc import Sequence
from math import atan2, ceil, degrees, hypot

from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, TurnFound
from roborally.features.analysis.window.words import percent, side, sides
from roborally.ui.board.display import Robot
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.theme import Rect

CHANCE = "chance"
"""The name of the graph of chances to win; the other graphs have the names of their gauges."""
LINE, POINT = 2.5, 11.0
APART = 2.5
"""The distance between points with the same number, whose lines would otherwise overlap, in design units."""
LEFT, BELOW, LEGEND = 54.0, 30.0, 132.0
"""The space for the numbers at the left, the turns below, and the names at the right, in design units."""
SCALE_STEPS = 4
"""The maximum number of steps of the scale."""
NUMBER_ROOM = 26.0
"""The width for the number of a turn, in design units."""


class Graph:
    """A drawn graph of the chances to win, or of a gauge of all robots."""

    def __init__(self, canvas: Canvas, context: ShownMatch, rect: Rect) -> None:
        self.layer = Layer(canvas)
        self._context = context
        self.place(rect)

    def place(self, rect: Rect) -> None:
        """Move to another rectangle; nothing is drawn there until `show`."""
        self._rect = rect
        self._plot = Rect(rect.x + LEFT, rect.y + BELOW, rect.width - LEFT - LEGEND - 12, rect.height - BELOW - 14)
        self.shown: tuple[str, int] | None = None
        """The name of the drawn graph, and the number of moments it covers; `None` before it is drawn."""

    def show(self, analysis: Analysis, name: str) -> None:
        """Draw the graph called `name` (`CHANCE` or a gauge), unless it is drawn already."""
        if self.shown == (name, len(analysis.turns)):
            return
        self.shown = name, len(analysis.turns)
        self.layer.clear()
        self.layer.frame("panel-inset", self._rect)
        moments = [found for found in analysis.turns if numbers_of(found, name)]
        context = self._context
        every = context.in_rows(robot for robot in context.display.robots if robot.seat >= 0)
        robots = sides(context) if name == CHANCE else every
        self._draw_legend(robots, name)
        if not moments:
            return
        rows = [[numbers_of(found, name)[robot.index] for robot in robots] for found in moments]
        top = 1.0 if name == CHANCE else max(1.0, *(max(row) for row in rows))
        self._draw_scale(top, name)
        self._draw_turns(moments)
        for place, robot in enumerate(robots):
            asides = [(row[:place].count(row[place]) - (row.count(row[place]) - 1) / 2) * APART for row in rows]
            self._draw_line(theme.seat_colours(robot.livery), [row[place] / top for row in rows], asides)

    def _draw_legend(self, robots: Sequence[Robot], name: str) -> None:
        pitch = min(26.0, (self._rect.height - 20) / len(robots))
        for number, robot in enumerate(robots):
            colours = theme.seat_colours(robot.livery)
            x, y = self._rect.right - LEGEND + 8, self._rect.top - 20 - number * pitch
            self.layer.sprite(pictures.emblem(colours.emblem, 32), x, y, 14, tint=colours.light)
            text = side(self._context, robot.index) if name == CHANCE else self._context.name(robot.index)
            self.layer.label(text, x + 14, y, size=13, tint=colours.light, width=LEGEND - 30)

    def _draw_scale(self, top: float, name: str) -> None:
        plot = self._plot
        step = 0.25 if name == CHANCE else ceil(top / SCALE_STEPS)
        value = 0.0
        while value <= top:
            y = plot.y + plot.height * value / top
            self.layer.fill(Rect(plot.x, y - 0.5, plot.width, 1), theme.colour("line"))
            text = percent(value) if name == CHANCE else f"{value:.0f}"
            self.layer.label(text, plot.x - 7, y, size=12, anchor_x="right", tint=theme.colour("text-dim"))
            value += step

    def _draw_turns(self, moments: Sequence[TurnFound]) -> None:
        free = self._plot.x - NUMBER_ROOM
        last = len(moments) - 1
        for number, found in enumerate(moments):
            x = self._x(number, len(moments))
            # how it stands when a turn begins is what the turn before has brought
            text = _("Finish") if found.over else str(found.turn - 1) if found.turn > 1 else _("Start")
            crowded = x - free < NUMBER_ROOM or (number < last and self._x(last, len(moments)) - x < NUMBER_ROOM)
            if number == last or not crowded:
                free = x
                self.layer.label(
                    text, x, self._rect.y + 14, size=12, anchor_x="center", tint=theme.colour("text-dim"), width=60
                )

    def _x(self, number: int, count: int) -> float:
        return self._plot.x + 8 + (self._plot.width - 16) * number / max(1, count - 1)

    def _draw_line(self, colours: theme.SeatColours, parts: Sequence[float], asides: Sequence[float]) -> None:
        """Draw the line of a robot or team: `parts` are heights from 0 to 1, `asides` upward shifts in design units."""
        spots = [
            (self._x(number, len(parts)), self._plot.y + self._plot.height * part + aside)
            for number, (part, aside) in enumerate(zip(parts, asides, strict=True))
        ]
        for (x, y), (x2, y2) in itertools.pairwise(spots):
            line = self.layer.fill(
                Rect(
                    (x + x2) / 2 - hypot(x2 - x, y2 - y) / 2, (y + y2) / 2 - LINE / 2, hypot(x2 - x, y2 - y) + 1, LINE
                ),
                colours.light,
            )
            line.angle = -degrees(atan2(y2 - y, x2 - x))
        side = min(POINT, 0.8 * self._plot.width / max(1, len(parts)))
        for x, y in spots:
            self.layer.sprite(pictures.emblem(colours.emblem, 32), x, y, max(4.0, side), tint=colours.light)


def numbers_of(found: TurnFound, name: str) -> tuple[float, ...]:
    """Return every robot's chance, or its number of the gauge `name`; empty if unknown."""
    return found.chances if name == CHANCE else found.values.get(name, ())
