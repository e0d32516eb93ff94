"""Chips on the page of a quick match: each shows a seat's team or side, and changes it."""

from collections.abc import Callable, Sequence
from typing import Any

from arcade.types import Color

from roborally.base.translation import _
from roborally.game.match_file import MAX_SEATS
from roborally.plugin import text
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

MAX_NAME = 10
"""The maximum number of letters of a name on a chip, to leave space for the team or side."""
SIDES = {
    "": text("any side"),
    "south": text("in the south"),
    "west": text("in the west"),
    "north": text("in the north"),
    "east": text("in the east"),
}


class SeatChip(Widget):
    """A control with a seat's team or side; a click, a key or the mouse wheel selects the next one."""

    def __init__(
        self, layer: Layer, rect: Rect, seat: int, name: str, setting: str, change: Callable[[int, Any], None]
    ) -> None:
        """Show a seat; `setting` is `team` or `side`, and `change(seat, value)` is called with another value."""
        super().__init__(rect, _("Choose the next team") if setting == "team" else _("Choose the next side"))
        self.seat = seat
        self._name = name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
        if self._name != name:
            self.tooltip = f"{name}\n{self.tooltip}"
        self._setting = setting
        self._change = change
        self.values: Sequence[Any] = list(SIDES) if setting == "side" else range(1, MAX_SEATS + 1)
        """The values that can be chosen: teams (numbers from 1) or names of sides."""
        self._value: Any = self.values[0]
        self._back = layer.frame("field", rect)
        x = rect.x + 16
        self._disc = layer.sprite(pictures.emblem("circle", 32), x, rect.centre[1], 22, tint=theme.colour("background"))
        self._emblem = layer.sprite(pictures.emblem("circle", 32), x, rect.centre[1], 14)
        self.label = layer.label("", x + 13, rect.centre[1] + 1, size=12, width=rect.width - 33)

    def appear(self, there: bool) -> None:
        """Show the chip, or hide it if its seat is not `there`."""
        self.enabled = there
        for part in (self._back, self._disc, self._emblem, self.label):
            part.visible = there

    def show(self, value: Any) -> None:
        """Show a value: a team (a number from 1) or the name of a side."""
        self._value = value
        team = self._setting == "team"
        colours = theme.seat_colours(value - 1 if team else self.seat)
        self._emblem.texture = pictures.emblem(colours.emblem, 32)
        self._emblem.color = colours.light
        self.label.tint = colours.light
        text = _("team {team}").format(team=value) if team else _(SIDES[value])
        self.label.text = f"{self._name}: {text}"

    def refresh(self) -> None:
        """Highlight the chip under the mouse."""
        self._back.tint = Color(255, 240, 200) if self.hovered else Color(255, 255, 255)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the text about what a click does, empty for a hidden chip."""
        return self.tooltip if self.enabled else ""

    def activate(self, x: float, y: float) -> None:
        """Select the next value."""
        self.step(1)

    def scroll(self, amount: float) -> None:
        """Select the previous value if `amount` (notches of the wheel) is positive, else the next one."""
        self.step(-1 if amount > 0 else 1)

    def step(self, direction: int) -> bool:
        """Select the next (1) or previous (-1) value, wrapping around at the ends; return true."""
        at = list(self.values).index(self._value)
        self._change(self.seat, self.values[(at + direction) % len(self.values)])
        return True
