"""Credits and licences."""

from collections.abc import Iterator

from roborally.base.credits import CreditsBlock, read_credits
from roborally.base.translation import _
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.line_breaks import lines_of
from roborally.ui.toolkit.lists import ScrolledRows
from roborally.ui.toolkit.preload import Work
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST = 1000.0
"""The largest width of the panel: longer lines are hard to read."""
MARGIN = 16
"""The smallest space around it."""
LINE = 23
SIZE = 15
HEADING_SIZE = 18
BESIDE = 60
"""The part of the frame's width that lines leave free."""


def credit_lines(blocks: list[CreditsBlock], width: float) -> list[tuple[str, str]]:
    """Return the lines of the page, no wider than `width`: text and kind of block."""
    lines: list[tuple[str, str]] = []
    kind = ""
    for block in blocks:
        if lines and (block.kind != "row" or kind != "row"):
            lines.append(("", "text"))
        kind = block.kind
        if kind == "row":
            lines += [(line, kind) for line in lines_of("   •   ".join(block.cells), SIZE, width)]
        elif kind == "heading":
            lines.append((_(block.text), kind))
        else:
            lines += [(line, kind) for line in lines_of(_(block.text), SIZE, width)]
    return lines


class CreditLine:
    """A line of the page."""

    def __init__(self, layer: Layer, rect: Rect, text: str, kind: str) -> None:
        """Show a line."""
        self._layer = layer
        self._rect = rect
        self._labels: dict[bool, Label] = {}
        self.show(text, kind)

    def show(self, text: str, kind: str) -> None:
        """Show another line; headings have a label of their own, created when first needed."""
        heading = kind == "heading"
        tint = theme.colour("accent" if heading else "text-dim" if kind == "row" else "text")
        for other in self._labels.values():
            other.visible = False
        if heading not in self._labels:
            add = self._layer.heading if heading else self._layer.label
            size = HEADING_SIZE if heading else SIZE
            x, y = self._rect.x + 12, self._rect.centre[1]
            self._labels[heading] = add(text, x, y, size=size, tint=tint, width=self._rect.width - 20)
        label = self._labels[heading]
        label.text, label.tint, label.visible = text, tint, True


def preparation(canvas: Canvas) -> Work:
    """Return a task that prepares the page line by line, because letters are rendered at their first use."""
    steps = _steps(canvas)
    return lambda: next(steps, False)


def _steps(canvas: Canvas) -> Iterator[bool]:
    layer = Layer(canvas)
    frame = Rect(0, 0, WIDEST - 56, LINE)
    for block in read_credits():
        for line in credit_lines([block], frame.width - BESIDE):
            CreditLine(layer, frame, *line)
            layer.clear()
            yield True


class CreditsPage(Screen):
    """The text of `assets/CREDITS.md`, in the player's language if translated."""

    opaque = False

    def __init__(self, app: App) -> None:
        """Show the beginning of the text."""
        super().__init__(app)
        self._build()

    def _build(self) -> None:
        self.clear()
        layer, sheet = self.layer, self.space.narrowed(self.sheet)
        width = min(WIDEST, sheet.width - 2 * MARGIN)
        area = Rect(sheet.centre[0] - width / 2, sheet.y + MARGIN, width, sheet.height - 2 * MARGIN)
        frame = Rect(area.x + 28, area.y + 82, area.width - 56, area.height - 154)
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("Credits and licences"), frame.x + 4, area.top - 42, 28, tint=theme.colour("accent"))
        self.lines = credit_lines(read_credits(), frame.width - BESIDE)
        rows: list[CreditLine] = []

        def show(first: int) -> None:
            for row, line in zip(rows, self.lines[first:], strict=False):
                row.show(*line)

        self.area: ScrolledRows = self.controls.add(ScrolledRows(layer, frame, LINE, len(self.lines), show))
        rows += [
            CreditLine(layer, self.area.row(number), *line)
            for number, line in enumerate(self.lines[: self.area.visible])
        ]
        spot = Rect(frame.x, area.y + 20, 170, 48)
        self.controls.add(Button(layer, spot, _("Back"), self.app.pop, icon="arrow-left"))

    def rebuild(self) -> None:
        """Lay the text out again, at about the same position."""
        part = self.area.first / max(1, self.area.hidden)
        self._build()
        self.area.to(round(part * self.area.hidden))

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrow and page keys scroll the text."""
        if not self.area.key(symbol):
            super().key(symbol, modifiers)


def open_page(services: Services) -> CreditsPage:
    """Return the page."""
    return CreditsPage(services.app)
