"""The line that a robot says, in a bubble below the rows of programs (CLI-108)."""

from functools import partial
from typing import Any

from roborally.base.translation import _
from roborally.narration.remarks import Remark
from roborally.plugin_system.manifest_tables import MAX_LINE
from roborally.ui.match.gauges import Portrait
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer, text_size
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Widget

SIZES = (13.0, 12.0, 11.0, 10.0)
"""The font sizes; the largest that fits into two lines is used."""
LINES, LINE = 2, 1.35
"""The number of lines, and the height of a line per unit of font size."""
SLACK = 0.92
"""The share of a line that a word may use: rounding makes letters wider in some window sizes."""


class SpeechBubble(Widget):
    """A line and the robot that says it; draws nothing while no robot speaks."""

    focusable = False

    def __init__(self, layer: Layer, rect: Rect, context: ShownMatch) -> None:
        """Start without a line in `rect`; `draw` draws it in the layer of its canvas."""
        super().__init__(rect)
        self._context = context
        self._layer = Layer(layer.canvas)
        self._shown: Remark | None = None
        self.text = ""
        """The line shown, in the player's language."""

    def refresh(self) -> None:
        """Show the latest line."""
        said = self._context.remarks.said
        if said == self._shown:
            return
        self._shown = said
        self._layer.clear()
        self.text = self._translated(said.text) if said is not None else ""
        if said is not None:
            self._write(said.piece)

    def _translated(self, line: str) -> str:
        """Return a line in the player's language; cut an overlong translation."""
        text = self._context.words.translated(line)
        return text if len(text) <= MAX_LINE else f"{text[: MAX_LINE - 1].rstrip()}…"

    def _write(self, piece: int) -> None:
        layer, rect = self._layer, self.rect
        side = rect.height - 6
        Portrait(layer, self._context, piece, rect.x + side / 2 + 2, rect.centre[1], side).refresh()
        left = rect.x + side + 12
        bubble = Rect(left, rect.y, rect.right - left, rect.height)
        layer.frame("field", bubble)
        inner = bubble.width - 20
        options: dict[str, Any] = {"width": inner, "wrap": True}

        def height(size: float) -> float:
            return text_size(layer.canvas, self.text, size, **options)[1]

        size = next((size for size in SIZES if height(size) <= LINES * LINE * size), SIZES[-1])
        measure = partial(self._width, size)
        words = breakable(self.text, inner * SLACK, measure)
        livery = self._context.display.robots[piece].livery
        tint = theme.seat_colours(livery).light
        layer.label(words, bubble.x + 10, bubble.centre[1], size=size, tint=tint, **options)

    def _width(self, size: float, word: str) -> float:
        return text_size(self._layer.canvas, word, size)[0]

    @property
    def labels(self) -> list[Label]:
        """The drawn texts."""
        return self._layer.labels

    def draw(self) -> None:
        """Draw the bubble."""
        self._layer.draw()

    def activate(self, x: float, y: float) -> None:
        """Open the window about the robot's player."""
        if self._shown is not None:
            self._context.inform(self._shown.piece)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the speaker's name with the line."""
        if self._shown is None:
            return ""
        name = self._context.name(self._shown.piece)
        return _("{name}: “{line}”").format(name=name, line=self.text)
