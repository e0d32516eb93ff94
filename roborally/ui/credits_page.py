"""Credits and licences."""

from roborally.credits import Block, read_credits
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.layer import Label, Layer
from roborally.ui.scroll_area import ScrollArea
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button
from roborally.ui.wrapping import lines_of

AREA = Rect(140, 20, WIDTH - 280, HEIGHT - 40)
FRAME = Rect(AREA.x + 28, AREA.y + 82, AREA.width - 56, AREA.height - 154)
LINE = 23
SIZE = 15
TEXT_WIDTH = FRAME.width - 60


def credit_lines(blocks: list[Block]) -> list[tuple[str, str]]:
    """Return the lines of the page: what stands there, and of what kind of block it is."""
    lines: list[tuple[str, str]] = []
    kind = ""
    for block in blocks:
        if lines and (block.kind != "row" or kind != "row"):
            lines.append(("", "text"))
        kind = block.kind
        if kind == "row":
            lines += [(line, kind) for line in lines_of("   •   ".join(block.cells), SIZE, TEXT_WIDTH)]
        elif kind == "heading":
            lines.append((_(block.text), kind))
        else:
            lines += [(line, kind) for line in lines_of(_(block.text), SIZE, TEXT_WIDTH)]
    return lines


class CreditLine:
    """A line of the page; only one of its two labels says something."""

    def __init__(self, layer: Layer, rect: Rect) -> None:
        """Take a place; `show` fills it."""
        x, y = rect.x + 12, rect.centre[1]
        self._heading: Label = layer.heading("", x, y, 18, tint=theme.colour("accent"), width=rect.width - 20)
        self._text: Label = layer.label("", x, y, size=SIZE, width=rect.width - 20)

    def show(self, text: str, kind: str) -> None:
        """Show a line."""
        self._heading.text = text if kind == "heading" else ""
        self._text.text = "" if kind == "heading" else text
        self._text.tint = theme.colour("text-dim" if kind == "row" else "text")


class CreditsPage(Screen):
    """What `assets/CREDITS.md` says, in the player's language as far as it is translated."""

    opaque = False

    def __init__(self, app: App) -> None:
        """Show the beginning."""
        super().__init__(app)
        layer = self.layer
        layer.fill(Rect(0, 0, WIDTH, HEIGHT), theme.colour("background").replace(a=190))
        layer.panel("panel", AREA)
        layer.heading(_("Credits and licences"), FRAME.x + 4, AREA.top - 42, 28, tint=theme.colour("accent"))
        self.lines = credit_lines(read_credits())
        rows: list[CreditLine] = []

        def show(first: int) -> None:
            for row, line in zip(rows, self.lines[first:], strict=False):
                row.show(*line)

        self.area: ScrollArea = self.controls.add(ScrollArea(layer, FRAME, LINE, len(self.lines), show))
        rows += [CreditLine(layer, self.area.row(number)) for number in range(self.area.visible)]
        self.area.to(0)
        spot = Rect(FRAME.x, AREA.y + 20, 170, 48)
        self.controls.add(Button(layer, spot, _("Back"), app.pop, icon="arrow-left"))

    def key(self, symbol: int, modifiers: int) -> None:
        """Arrow and page keys move the text."""
        if not self.area.key(symbol):
            super().key(symbol, modifiers)
