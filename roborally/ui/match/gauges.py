"""Small displays of a robot's state: damage, the manifests' gauges, portraits, another player's entry."""

import arcade
from arcade.types import Color

from roborally.base.translation import _
from roborally.ui.context import Gauge, MatchContext
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Canvas, Layer, text_size
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget

SMALLEST_NAME, SLACK = 9.0, 0.86
"""The smallest font size of a name, and the share of the width it uses, because rounding depends on the window."""
FAINT = 55
"""The opacity of unlit symbols, of 255."""
MAX_PIPS = 20
"""The maximum number of symbols in a row; more would touch, and a server could send any number."""
PITCH = 31.0
"""The width of a number after its symbol."""
LAST_NUMBER = 27
"""The width of the last number of a row, including a margin."""
SMALL_PORTRAIT = 48
"""The side up to which a portrait needs no higher resolution, even in a large window."""


def fitting_size(canvas: Canvas, name: str, width: float, most: float) -> float:
    """Return the font size of a name, at most `most`; shrink it before the name is cut off."""
    return max(SMALLEST_NAME, min(most, most * SLACK * width / text_size(canvas, name, most, bold=True)[0]))


def tint_of(gauge: Gauge) -> Color:
    """Return the colour of a gauge's symbol."""
    return theme.tint(gauge.manifest.tint)


class Pips(Widget):
    """A row of symbols; the first ones are lit (CLI-211, CLI-212)."""

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
        """Return the meaning of the row."""
        return self.tooltip.format(lit=self._lit, count=len(self._sprites))


class GaugePips(Pips):
    """A gauge as a row of symbols: as many as the goal, or as the initial value."""

    def __init__(self, layer: Layer, rect: Rect, context: MatchContext, index: int, gauge: Gauge) -> None:
        """Show the number of a robot."""
        robot = context.display.robots[index]
        count = max(1, robot.goals[gauge.name] or robot.gauges[gauge.name])
        super().__init__(layer, rect, gauge.picture(24), count, tint_of(gauge))
        self._robot, self._gauge = robot, gauge

    def refresh(self) -> None:
        """Show the current number."""
        self.show(self._robot.gauges[self._gauge.name])

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the number in words."""
        return self._gauge.text(self._robot)


class GaugeNumber(Widget):
    """A gauge as a number after its symbol, with the goal; a mark shows only the symbol."""

    focusable = False

    def __init__(
        self, layer: Layer, rect: Rect, context: MatchContext, index: int, gauge: Gauge, size: float = 12
    ) -> None:
        """Show the number of a robot."""
        super().__init__(rect)
        self._robot, self._gauge = context.display.robots[index], gauge
        x, y = rect.x + 6, rect.centre[1]
        self.symbol = layer.sprite(gauge.picture(24), x, y, size + 1, tint=tint_of(gauge))
        self.label = layer.label("", x + 9, y + 1, size=size)
        self._shown: tuple[int, int, bool] | None = None

    def refresh(self, *, visible: bool = True) -> None:
        """Show the current number."""
        value, goal = self._robot.gauges[self._gauge.name], self._robot.goals[self._gauge.name]
        if (value, goal, visible) == self._shown:  # setting a text redraws it
            return
        self._shown = value, goal, visible
        mark = self._gauge.manifest.mark
        self.symbol.visible = visible and (bool(value) or not mark)
        self.label.visible = visible and not mark
        self.label.text = f"{value}/{goal}" if goal else str(value or "–")

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the number in words, except for a hidden mark."""
        return self._gauge.text(self._robot) if self.symbol.visible else ""


class Portrait:
    """A robot's picture with its emblem, and its state in the corner."""

    def __init__(self, layer: Layer, context: MatchContext, index: int, x: float, y: float, side: float) -> None:
        """Show the robot upright."""
        self._context = context
        self._index = index
        robot = context.display.robots[index]
        colours = theme.seat_colours(robot.livery)
        fine = 1 if side <= SMALL_PORTRAIT else 2
        self._alive = context.picture(index, 64 * fine)
        self._wreck = pictures.picture(theme.asset("robots", "wreck.png"), 64 * fine)
        self.body = layer.sprite(self._alive, x, y, side)
        if robot.seat >= 0:
            corner = x + side * 0.36, y - side * 0.34
            layer.sprite(pictures.emblem("circle", 32 * fine), *corner, side * 0.46, tint=theme.colour("background"))
            layer.sprite(pictures.emblem(colours.emblem, 32 * fine), *corner, side * 0.3, tint=colours.light)
        self._power = layer.sprite(pictures.icon("power", 24), x + side * 0.36, y + side * 0.36, side * 0.4)
        self._power.visible = False

    def refresh(self) -> None:
        """Show whether the robot is alive, and whether it is or will be powered down (CLI-306, CLI-310)."""
        robot = self._context.display.robots[self._index]
        image = self._wreck if robot.destroyed else self._alive
        if self.body.texture is not image:
            self.body.texture = image
        self.body.alpha = 110 if robot.eliminated or robot.resting or robot.waiting else 255
        self._power.visible = robot.resting or robot.announced
        self._power.color = theme.colour("accent" if robot.announced else "accent-cool")


class RobotStatus:
    """Damage and gauges of a robot in a row; before the robot has entered the board, only a note."""

    def __init__(self, layer: Layer, context: MatchContext, index: int, left: float, y: float, right: float) -> None:
        """Show as many of a robot's numbers as fit between `left` and `right`."""
        self._robot = context.display.robots[index]
        tint = theme.colour("bad")
        self._damage = layer.sprite(pictures.icon("damage", 24), left + 6, y, 13, tint=tint)
        self._points = layer.label("", left + 16, y + 1, size=12)
        self.numbers: list[GaugeNumber] = []
        x = left + PITCH - 2
        fitting: list[tuple[Gauge, float, float]] = []
        for gauge in context.gauges(index):
            width = PITCH + (11 if self._robot.goals[gauge.name] else 0)
            if x + width - 12 <= right:
                fitting.append((gauge, x - left, width))
            x += width
        # The last number must end before the next part.
        closer = min(1, (right - left - LAST_NUMBER) / fitting[-1][1]) if fitting else 1
        for gauge, at, width in fitting:
            spot = Rect(left + at * closer, y - 8, width * closer, 16)
            self.numbers.append(GaugeNumber(layer, spot, context, index, gauge))
        tint = theme.colour("text-dim")
        self.outside = layer.label(_("waits outside"), left, y, size=11, tint=tint, width=right - left)

    def refresh(self) -> None:
        """Show the current numbers."""
        inside = not self._robot.waiting
        self.outside.visible = not inside
        if self._damage.visible != inside:
            self._damage.visible = inside
        self._points.visible = inside
        self._points.text = str(self._robot.damage)
        for number in self.numbers:
            number.refresh(visible=inside)


class PlayerButton(Widget):
    """A clickable area that shows a robot; a click opens its owner's info window."""

    focusable = False

    def __init__(self, rect: Rect, context: MatchContext, index: int) -> None:
        """Handle the clicks in a rectangle."""
        super().__init__(rect)
        self._context = context
        self.index = index

    def activate(self, x: float, y: float) -> None:
        """Open the player's info window (CLI-204)."""
        self._context.inform(self.index)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the state in words (CLI-R01)."""
        return self._context.status(self.index)


class FellowPlayer(PlayerButton):
    """Another player: picture, name, damage, gauges (CLI-203)."""

    def __init__(
        self, base: Layer, layer: Layer, context: MatchContext, index: int, rect: Rect, below: float = 0
    ) -> None:
        """Show the state of a robot above an empty strip; the static parts are added to `base`."""
        super().__init__(rect, context, index)
        base.frame("field", rect)
        rect = Rect(rect.x, rect.y + below, rect.width, rect.height - below)
        side = rect.height - 8
        self._portrait = Portrait(layer, context, index, rect.x + 5 + side / 2, rect.centre[1], side)
        left = rect.x + side + 14
        tint = theme.seat_colours(context.display.robots[index].livery).light
        name = left, rect.y + rect.height * 0.7
        width = rect.right - left - 6
        size = fitting_size(layer.canvas, context.name(index), width, 13)
        layer.label(context.name(index), *name, size=size, bold=True, tint=tint, width=width)
        self.state = RobotStatus(layer, context, index, left, rect.y + rect.height * 0.28, rect.right - 2)
        self.refresh()

    def refresh(self) -> None:
        """Show the current state."""
        self._portrait.refresh()
        self.state.refresh()


class OwnStatus:
    """The player's own robot: picture, name, damage as a row of symbols, and its gauges."""

    def __init__(
        self, base: Layer, layer: Layer, controls: WidgetGroup, context: MatchContext, index: int, area: Rect
    ) -> None:
        """Show the state of a robot; the static parts are added to `base`."""
        self._robot = context.display.robots[index]
        base.frame("panel-inset", area)
        self._portrait = Portrait(layer, context, index, area.x + 30, area.centre[1], 46)
        controls.add(PlayerButton(area, context, index))
        x = area.x + 62
        tint = theme.seat_colours(self._robot.livery).light
        size = fitting_size(layer.canvas, context.name(index), 128, 14)
        layer.label(context.name(index), x, area.top - 14, size=size, bold=True, tint=tint, width=128)
        text = _("Damage {lit} of {count}: the robot is destroyed at {count}.")
        image = pictures.icon("damage", 24)
        self._damage: Pips = controls.add(
            Pips(layer, Rect(x, area.y + 22, 150, 14), image, context.lethal, theme.colour("bad"), text)
        )
        self._gauges: list[GaugePips | GaugeNumber] = []
        for gauge in context.gauges(index):
            goal = self._robot.goals[gauge.name]
            count = max(1, goal or self._robot.gauges[gauge.name])
            if gauge.manifest.row and count <= MAX_PIPS:
                width = min(90, 15.0 * count)
                row = Rect(x, area.y + 5, width, 14)
                self._gauges.append(controls.add(GaugePips(layer, row, context, index, gauge)))
            else:
                width = PITCH + (16 if goal else 0)
                spot = Rect(x, area.y + 4, width, 16)
                self._gauges.append(controls.add(GaugeNumber(layer, spot, context, index, gauge, 13)))
            x += width + 10

    def refresh(self) -> None:
        """Show the current state."""
        self._portrait.refresh()
        self._damage.show(self._robot.damage)
        for gauge in self._gauges:
            gauge.refresh()
