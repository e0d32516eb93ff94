"""A slider for percentages: drag the knob, turn the wheel, or use the arrow keys."""

from collections.abc import Callable

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

STEP = 5
"""The step of the wheel and the arrow keys, in percent."""
KNOB = 22
LINE = 8
"""The height of the line along which the knob moves, in units."""
NUMBER = 70
"""The width of the number after the line, in units."""
BESIDE = 6
"""The space to the right of the number for the frame of the focus, in units."""


class Slider(Widget):
    """A control for a percentage from 0 to 100; `on_change` is called at each change, also while dragging."""

    def __init__(
        self, layer: Layer, rect: Rect, value: int, on_change: Callable[[int], None], tooltip: str = ""
    ) -> None:
        super().__init__(rect, tooltip)
        self.value = value
        self._on_change = on_change
        y = rect.centre[1]
        self.line = Rect(rect.x + KNOB / 2, y - LINE / 2, rect.width - NUMBER - KNOB, LINE)
        layer.frame("field", Rect(rect.x, y - LINE, rect.width - NUMBER, 2 * LINE))
        self._filled = layer.fill(self.line, theme.colour("accent"))
        self._knob = layer.frame("button", Rect(rect.x, y - KNOB / 2, KNOB, KNOB))
        self.number = layer.label("", rect.right - BESIDE, y, size=15, anchor_x="right")
        self.refresh()

    def refresh(self) -> None:
        """Show the value with the knob and as a number, and the look of the hovered or pressed knob."""
        self._knob.look = "button-accent-hover" if self.pressed else "button-hover" if self.hovered else "button"
        length = self.line.width * self.value / 100
        self._knob.move(self.line.x + length, self.line.centre[1])
        self._filled.scale_x = length / self._filled.texture.width
        self._filled.center_x = self.line.x + length / 2
        self.number.text = f"{self.value} %"

    def _choose(self, value: int) -> None:
        value = max(0, min(100, value))
        if value != self.value:
            self.value = value
            self.refresh()
            self._on_change(value)

    def press(self, x: float, y: float) -> None:
        """Set the percentage at the point of the line that was pressed."""
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """Set the percentage at the point of the line under the mouse."""
        self._choose(round((x - self.line.x) / self.line.width * 100))

    def scroll(self, amount: float) -> None:
        """Increase the value by a step if the wheel turns away from the user (`amount` > 0), otherwise decrease it."""
        self._choose(self.value + (STEP if amount > 0 else -STEP))

    def step(self, direction: int) -> bool:
        """Increase (`direction` 1) or decrease (-1) the percentage by a step; return true."""
        self._choose(self.value + direction * STEP)
        return True
