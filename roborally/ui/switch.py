"""A switch that is on or off: the knob's place and a word say which, not the colour alone."""

from collections.abc import Callable

from roborally.texts import _
from roborally.ui import pictures, theme
from roborally.ui.layer import Layer
from roborally.ui.theme import Rect
from roborally.ui.widgets import Widget

TRACK = 76
KNOB = 30
MARGIN = 4


class Switch(Widget):
    """On or off; a click, Enter and Space change it, the arrows choose: off at the left, on at the right."""

    def __init__(
        self, layer: Layer, rect: Rect, on: bool, on_change: Callable[[bool], None], tooltip: str = ""
    ) -> None:
        """Show the switch at the left of its place and the word beside it."""
        super().__init__(rect, tooltip)
        self.on = on
        self._on_change = on_change
        y = rect.centre[1]
        height = KNOB + 2 * MARGIN
        layer.panel("field", Rect(rect.x, y - height / 2, TRACK, height))
        self._knob = layer.panel("button", Rect(rect.x + MARGIN, y - KNOB / 2, KNOB, KNOB))
        self._word = layer.label("", rect.x + TRACK + 14, y, size=16, width=rect.width - TRACK - 14)
        self.refresh()

    def refresh(self) -> None:
        """Show whether it is on."""
        skin = ("button-accent" if self.on else "button") + ("-hover" if self.hovered else "")
        self._knob.texture = pictures.skin(skin, KNOB, KNOB)
        end = TRACK - MARGIN - KNOB / 2 if self.on else MARGIN + KNOB / 2
        self._knob.center_x = self.rect.x + end
        self._word.text = _("On") if self.on else _("Off")
        self._word.tint = theme.colour("text" if self.on else "text-dim")

    def _turn(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.refresh()
            self._on_change(on)

    def activate(self, x: float, y: float) -> None:
        """Change it."""
        self._turn(not self.on)

    def scroll(self, amount: float) -> None:
        """Switch on, away from the hand, or off."""
        self._turn(amount > 0)

    def step(self, direction: int) -> bool:
        """Switch off or on."""
        self._turn(direction > 0)
        return True
