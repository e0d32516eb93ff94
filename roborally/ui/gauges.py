"""Small displays of a robot's state: damage, lives, checkpoints, and the entry of a fellow player."""

from collections.abc import Sequence

import arcade
from arcade.types import Color

from roborally.texts import _
from roborally.ui import pictures, theme
from roborally.ui.display import Robot
from roborally.ui.layer import Label, Layer
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Widget

FAINT = 55
"""The opacity of what has not been received, of 255."""

SYMBOLS = {"damage": ("damage", "bad"), "lives": ("heart", "good"), "reached": ("flag", "accent")}
"""The symbol of a number of a robot and its colour."""


class Pips(Widget):
    """A row of symbols of which the first ones are lit (CLI-211, CLI-212)."""

    focusable = False

    def __init__(self, layer: Layer, rect: Rect, icon: str, count: int, tint: Color, tooltip: str) -> None:
        """Show `count` symbols, all faint; `{lit}` in the tooltip becomes the number that is lit."""
        super().__init__(rect, tooltip)
        self._tint = tint
        self._lit = -1
        pitch = min(rect.height + 1, rect.width / max(1, count))
        side = min(rect.height, pitch - 1)
        self._sprites = [
            layer.sprite(pictures.icon(icon, 24), rect.x + (number + 0.5) * pitch, rect.centre[1], side)
            for number in range(count)
        ]
        self.show(0)

    def show(self, lit: int) -> None:
        """Light the first symbols up."""
        if lit == self._lit:
            return
        self._lit = lit
        for number, sprite in enumerate(self._sprites):
            sprite.color = self._tint if number < lit else Color(*theme.colour("text-dim")[:3], FAINT)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what the row means."""
        return self.tooltip.format(lit=self._lit, count=len(self._sprites))


class Portrait:
    """A robot's picture with its emblem, in the corner of which its state is shown."""

    def __init__(self, layer: Layer, table: Table, index: int, x: float, y: float, side: float) -> None:
        """Show the robot upright."""
        self._table = table
        self._index = index
        robot = table.display.robots[index]
        colours = theme.seat_colours(robot.seat)
        self._alive = pictures.robot(table.chassis(index), colours.name, 64)
        self._wreck = pictures.picture(theme.asset("robots", "wreck.png"), 64)
        self.body = layer.sprite(self._alive, x, y, side)
        corner = x + side * 0.36, y - side * 0.34
        layer.sprite(pictures.emblem("circle", 32), *corner, side * 0.46, tint=theme.colour("background"))
        layer.sprite(pictures.emblem(colours.emblem, 32), *corner, side * 0.3, tint=colours.light)
        self._power = layer.sprite(pictures.icon("power-down", 24), x + side * 0.36, y + side * 0.36, side * 0.4)
        self._power.visible = False

    def refresh(self) -> None:
        """Show whether the robot lives, and whether it is or will be powered down (CLI-306, CLI-310)."""
        robot = self._table.display.robots[self._index]
        image = self._wreck if robot.destroyed else self._alive
        if self.body.texture is not image:
            self.body.texture = image
        self.body.alpha = 110 if robot.eliminated or robot.down or robot.waiting else 255
        self._power.visible = robot.down or robot.announced
        self._power.color = theme.colour("accent" if robot.announced else "accent-cool")


class State:
    """Numbers of a robot in a row, each behind its symbol; of one that has not come onto the board yet only that."""

    def __init__(self, layer: Layer, left: float, y: float, names: Sequence[str], right: float) -> None:
        """Show the attributes `names` of robots from `left` on."""
        self._numbers: list[tuple[str, arcade.Sprite, Label]] = []
        for number, name in enumerate(names):
            icon, shade = SYMBOLS[name]
            x = left + 6 + 34 * number
            sprite = layer.sprite(pictures.icon(icon, 24), x, y, 13, tint=theme.colour(shade))
            self._numbers.append((name, sprite, layer.label("", x + 10, y + 1, size=12)))
        tint = theme.colour("text-dim")
        self._outside = layer.label(_("waits outside"), left, y, size=11, tint=tint, width=right - left)

    def refresh(self, robot: Robot) -> None:
        """Show the present numbers."""
        self._outside.visible = robot.waiting
        for name, sprite, label in self._numbers:
            sprite.visible = label.visible = not robot.waiting
            label.text = str(getattr(robot, name))


class Fellow(Widget):
    """A fellow player: picture, name, damage, lives, next checkpoint (CLI-203)."""

    focusable = False

    def __init__(self, base: Layer, layer: Layer, table: Table, index: int, rect: Rect, below: float = 0) -> None:
        """Show the state of a robot above a strip that is left free; what never changes goes into `base`."""
        super().__init__(rect)
        self._table = table
        self._index = index
        base.panel("field", rect)
        rect = Rect(rect.x, rect.y + below, rect.width, rect.height - below)
        side = rect.height - 8
        self._portrait = Portrait(layer, table, index, rect.x + 5 + side / 2, rect.centre[1], side)
        left = rect.x + side + 14
        tint = theme.seat_colours(table.display.robots[index].seat).light
        layer.label(
            table.name(index),
            left,
            rect.y + rect.height * 0.7,
            size=13,
            bold=True,
            tint=tint,
            width=rect.right - left - 6,
        )
        self._state = State(layer, left, rect.y + rect.height * 0.28, ("damage", "lives", "reached"), rect.right - 6)
        self.refresh()

    def refresh(self) -> None:
        """Show the present state."""
        robot = self._table.display.robots[self._index]
        self._portrait.refresh()
        self._state.refresh(robot)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the state in words (CLI-R01)."""
        return self._table.status(self._index)


class Clock:
    """The time that is left for a question: a number and a bar (CLI-202)."""

    def __init__(self, layer: Layer, rect: Rect, total: int) -> None:
        """Show `total` seconds at most; without a clock nothing is shown."""
        self._total = total
        self._rect = rect
        self._shown = -1
        self._icon = layer.sprite(pictures.icon("timer", 24), rect.right - 52, rect.top - 11, 15)
        self._label = layer.heading("", rect.right, rect.top - 10, 17, anchor_x="right")
        self._back = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("line"))
        self._bar: arcade.Sprite = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("accent"))

    def show(self, seconds: float | None) -> None:
        """Show how much is left, or nothing."""
        visible = seconds is not None and self._total > 0
        for part in (self._icon, self._label, self._back, self._bar):
            part.visible = visible
        if seconds is None or not visible:
            return
        whole = int(seconds + 0.99)
        tint = theme.colour("bad" if whole <= 10 else "accent")
        if whole != self._shown:
            self._shown = whole
            self._label.text = f"{whole // 60}:{whole % 60:02}"
            self._label.tint = tint
            self._bar.color = tint
        share = max(0.001, min(1.0, seconds / self._total))
        self._bar.scale_x = self._rect.width * share / self._bar.texture.width
        self._bar.left = self._rect.x
