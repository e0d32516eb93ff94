"""Small displays of a robot in panels and windows: portrait, damage, and gauges, the numbers that manifests define."""

from functools import partial

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.context import Gauge, MatchContext
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import row
from roborally.ui.toolkit.layout.leaves import build_in
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.measure import text_width
from roborally.ui.toolkit.theme import Rect

SMALLEST_NAME, SLACK = 9.0, 0.86
"""The smallest font size of a name, and the share of its room that it may fill, because rounding makes it wider."""
FAINT = 55
"""The opacity of unlit symbols, from 0 to 255."""
MAX_PIPS = 20
"""The maximum number of symbols in a row; more would touch, and a server could send any number."""
PITCH = 31.0
"""The width in design units of a symbol and its number, at a font size of 12."""
CLOSER = 12.0
"""The most by which a symbol and its number may be narrower than `PITCH`, in design units, at a font size of 12."""
SMALL_PORTRAIT = 48
"""The side in design units up to which a portrait needs no higher resolution, even in a large window."""


def fitting_size(canvas: Canvas, name: str, width: float, most: float) -> float:
    """Return the largest font size, at most `most`, at which a name fits a width; at least `SMALLEST_NAME`."""
    return max(SMALLEST_NAME, min(most, most * SLACK * width / text_width(canvas, name, most, bold=True)))


def tint_of(gauge: Gauge) -> Color:
    """Return the colour of the symbol of a gauge."""
    return theme.tint(gauge.manifest.tint)


class Pips(Widget):
    """A row of equal symbols that shows a number: this many symbols, from the left, are lit (CLI-211, CLI-212)."""

    focusable = False

    def __init__(
        self, layer: Layer, rect: Rect, image: arcade.Texture, count: int, tint: Color, tooltip: str = ""
    ) -> None:
        """Show `count` symbols, all unlit; `{lit}` in the tooltip becomes the number of lit ones."""
        super().__init__(rect, tooltip)
        self._tint = tint
        self._lit = -1
        pitch = min(rect.height + 1, rect.width / max(1, count))
        side = min(rect.height, pitch - 1)
        self._sprites = [
            layer.sprite(image, rect.x + (number + 0.5) * pitch, rect.centre[1], side) for number in range(count)
        ]
        self.show(0)

    def show(self, lit: int) -> None:
        """Light the first `lit` symbols."""
        if lit == self._lit:
            return
        self._lit = lit
        for number, sprite in enumerate(self._sprites):
            sprite.color = self._tint if number < lit else Color(*theme.colour("text-dim")[:3], FAINT)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip with the number of lit symbols."""
        return self.tooltip.format(lit=self._lit, count=len(self._sprites))


class GaugePips(Pips):
    """A robot's gauge as a row of symbols: one per point of its goal (or first number), lit up to its number."""

    def __init__(self, layer: Layer, rect: Rect, context: MatchContext, index: int, gauge: Gauge) -> None:
        robot = context.display.robots[index]
        count = max(1, robot.goals[gauge.name] or robot.gauges[gauge.name])
        super().__init__(layer, rect, gauge.picture(24), count, tint_of(gauge))
        self._robot, self._gauge = robot, gauge

    def refresh(self) -> None:
        """Light as many symbols as the robot's present number in the gauge."""
        self.show(self._robot.gauges[self._gauge.name])

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the robot's number in the gauge as a sentence."""
        return self._gauge.text(self._robot)


class GaugeNumber(Widget):
    """A robot's gauge as a symbol with number and goal; a mark is only a symbol, hidden while its number is 0."""

    focusable = False

    def __init__(
        self, layer: Layer, rect: Rect, context: MatchContext, index: int, gauge: Gauge, size: float = 12
    ) -> None:
        super().__init__(rect)
        self._robot, self._gauge = context.display.robots[index], gauge
        x, y = rect.x + size / 2, rect.centre[1]
        self.symbol = layer.sprite(gauge.picture(24), x, y, size + 1, tint=tint_of(gauge))
        self.label = layer.label("", x + 0.75 * size, y + 1, size=size)
        self._shown: tuple[int, int, bool] | None = None

    def refresh(self, *, visible: bool = True) -> None:
        """Show the robot's present number in the gauge, or nothing unless `visible`."""
        value, goal = self._robot.gauges[self._gauge.name], self._robot.goals[self._gauge.name]
        if (value, goal, visible) == self._shown:  # setting a text redraws it
            return
        self._shown = value, goal, visible
        mark = self._gauge.manifest.mark
        self.symbol.visible = visible and (bool(value) or not mark)
        self.label.visible = visible and not mark
        self.label.text = f"{value}/{goal}" if goal else str(value or "–")

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the robot's number in the gauge as a sentence; empty while the symbol is hidden."""
        return self._gauge.text(self._robot) if self.symbol.visible else ""


class Portrait:
    """A robot's picture with its emblem, and signs for its state in the corners."""

    def __init__(self, layer: Layer, context: MatchContext, index: int, x: float, y: float, side: float) -> None:
        self._context = context
        self._index = index
        robot = context.display.robots[index]
        colours = theme.seat_colours(robot.livery)
        fine = 1 if side <= SMALL_PORTRAIT else 2
        self._alive, self._resting = (context.picture(index, 64 * fine, resting=rests) for rests in (False, True))
        self._wreck = pictures.picture(theme.asset("robots", "wreck.png"), 64 * fine)
        self.body = layer.sprite(self._alive, x, y, side)
        if robot.seat >= 0:
            corner = x + side * 0.36, y - side * 0.34
            layer.sprite(pictures.emblem("circle", 32 * fine), *corner, side * 0.46, tint=theme.colour("background"))
            layer.sprite(pictures.emblem(colours.emblem, 32 * fine), *corner, side * 0.3, tint=colours.light)
        self._power = layer.sprite(pictures.icon("power", 24), x + side * 0.36, y + side * 0.36, side * 0.4)
        self._power.visible = False
        self._bot = layer.sprite(pictures.icon("robot", 24), x - side * 0.36, y + side * 0.36, side * 0.45)
        self._bot.color = theme.colour("warning")
        self._bot.visible = robot.seat in context.stand_ins

    def refresh(self) -> None:
        """Show whether the robot is alive and powered down (CLI-306, CLI-310), and whether a bot plays for a player."""
        robot = self._context.display.robots[self._index]
        self._bot.visible = robot.seat in self._context.stand_ins
        image = self._wreck if robot.destroyed else self._resting if robot.resting else self._alive
        if self.body.texture is not image:
            self.body.texture = image
        self.body.alpha = 110 if robot.eliminated or robot.waiting else 255
        self._power.visible = robot.resting or robot.announced
        self._power.color = theme.colour("accent" if robot.announced else "accent-cool")


def portrait_of(context: MatchContext, index: int, side: float | Size) -> Leaf[Portrait]:
    """Return a layout leaf with a robot's portrait; `side` is its side in design units, or a range."""

    def make(target: Target, place: Rect) -> Portrait:
        most = side.natural if isinstance(side, Size) else side
        return Portrait(target.layer, context, index, *place.centre, min(most, place.width, place.height))

    return Leaf(make, side, side)


def name_of(context: MatchContext, index: int, most: float) -> Leaf[Label]:
    """Return a layout leaf with a robot's name in a font size of at most `most`, smaller if there is little room."""
    name, tint = context.name(index), theme.seat_colours(context.display.robots[index].livery).light

    def make(target: Target, place: Rect) -> Label:
        size = fitting_size(target.layer.canvas, name, place.width, most)
        return target.layer.label(name, place.x, place.centre[1], size=size, bold=True, tint=tint, width=place.width)

    return Leaf(make, 0, most + 4)


class RobotStatus:
    """The damage and the gauges of a robot in a row, or a note that the robot has not entered the board yet."""

    def __init__(self, layer: Layer, context: MatchContext, index: int, place: Rect, size: float = 12) -> None:
        """Show damage and as many gauges as fit into a place, closer together if needed; `size` is the font size."""
        self._robot = context.display.robots[index]
        x, y, part = place.x, place.centre[1], size / 12
        self._damage = layer.sprite(pictures.icon("damage", 24), x + size / 2, y, size + 1, tint=theme.colour("bad"))
        self._points = layer.label("", x + 16 * part, y + 1, size=size)

        def number(target: Target, spot: Rect, gauge: Gauge) -> GaugeNumber:
            return GaugeNumber(target.layer, spot, context, index, gauge, size)

        leaves: list[Leaf[GaugeNumber]] = []
        pitch, closer = PITCH * part, CLOSER * part
        room = place.width - pitch + closer
        for gauge in context.gauges(index):
            width = pitch + (11 * part if self._robot.goals[gauge.name] else 0)
            room -= width
            if room >= 0:
                leaves.append(Leaf(partial(number, gauge=gauge), Size(width - closer, width), 16 * part))
        build_in(place, row(Node().wide(pitch - 2 * part), *leaves, gap=0), layer)
        self.numbers = [leaf.made for leaf in leaves]
        tint = theme.colour("text-dim")
        self.outside = layer.label(_("waits outside"), x, y, size=11 * part, tint=tint, width=place.width)

    def refresh(self) -> None:
        """Show the robot's present damage and numbers."""
        inside = not self._robot.waiting
        self.outside.visible = not inside
        if self._damage.visible != inside:
            self._damage.visible = inside
        self._points.visible = inside
        self._points.text = str(self._robot.damage)
        for number in self.numbers:
            number.refresh(visible=inside)


def status_of(context: MatchContext, index: int, height: float = 16) -> Leaf[RobotStatus]:
    """Return a layout leaf with a robot's damage and gauges, as wide as there is room."""
    return Leaf(lambda target, place: RobotStatus(target.layer, context, index, place), 0, height)


class PlayerButton(Widget):
    """A clickable area over the picture and the state of a robot; a click opens the info window of its player."""

    focusable = False

    def __init__(self, rect: Rect, context: MatchContext, index: int) -> None:
        super().__init__(rect)
        self._context = context
        self.index = index

    def activate(self, x: float, y: float) -> None:
        """Open the player's info window (CLI-204)."""
        self._context.inform(self.index)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the robot's state in words (CLI-R01)."""
        return self._context.status(self.index)
