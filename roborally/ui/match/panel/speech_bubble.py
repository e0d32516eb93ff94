"""A bubble with the remark of a robot, below the rows of programs (CLI-108)."""

from roborally.base.translation import _
from roborally.narration.remarks import Remark
from roborally.plugin_system.manifest_tables import MAX_LINE
from roborally.ui.match.gauges import portrait_of
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import row, stack
from roborally.ui.toolkit.layout.leaves import build_in, face, label
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect

SIZES = (13.0, 12.0, 11.0, 10.0)
"""The font sizes of a remark; the largest at which it fits into two lines is used."""
LINES = 2
PAD = 10.0
"""The space on both sides of the text, in design units."""
SLACK = 0.92
"""The share of a line that a word may use: rounding makes letters wider in some window sizes."""


class SpeechBubble(Widget):
    """The latest remark and a picture of its robot; draws nothing while there is no remark."""

    focusable = False

    def __init__(self, layer: Layer, rect: Rect, context: ShownMatch) -> None:
        super().__init__(rect)
        self._context = context
        self.layer = Layer(layer.canvas)
        self._shown: Remark | None = None
        self.text = ""
        """The shown remark, in the player's language; empty without one."""

    def refresh(self) -> None:
        """Show the latest remark."""
        said = self._context.remarks.said
        if said == self._shown:
            return
        self._shown = said
        self.layer.clear()
        self.text = self._translated(said.text) if said is not None else ""
        if said is not None:
            self._write(said.piece)

    def _translated(self, line: str) -> str:
        """Return a remark in the player's language, cut to `MAX_LINE` characters."""
        text = self._context.words.translated(line)
        return text if len(text) <= MAX_LINE else f"{text[: MAX_LINE - 1].rstrip()}…"

    def _write(self, piece: int) -> None:
        m, side = metrics(self.layer.canvas.frame.scale), self.rect.height - 6
        inner = self.rect.width - side - 2 * PAD - 12
        size = next((size for size in SIZES if m.lines(self.text, size, inner) <= LINES), SIZES[-1])
        words = breakable(self.text, inner * SLACK, lambda word: m.width(word, size))
        tint = theme.seat_colours(self._context.display.robots[piece].livery).light
        said = row(label(words, size, tint=tint, wrap=True).grow(), pad=(PAD, 0))
        portrait = portrait_of(self._context, piece, side).then(lambda made: made.refresh())
        build_in(self.rect, row(portrait, stack(face("field"), said).grow(), gap=10, pad=(2, 0)), self.layer)

    def draw(self) -> None:
        """Draw the bubble."""
        self.layer.draw()

    def activate(self, x: float, y: float) -> None:
        """Open the info window of the robot's player."""
        if self._shown is not None:
            self._context.inform(self._shown.piece)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the name of the robot with its remark, empty without one."""
        if self._shown is None:
            return ""
        name = self._context.name(self._shown.piece)
        return _("{name}: “{line}”").format(name=name, line=self.text)
