"""The page that shows `assets/CREDITS.md`."""

from collections.abc import Iterator

from roborally.base.credits import CreditsBlock, read_credits
from roborally.base.translation import _
from roborally.ui.shell.services import Services
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import framed, heading, label, scroll
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.preload import Work

SIZE = 15
ABOVE = {"heading": 8.0, "text": 5.0, "row": 0.0}
"""The space above and below a block, by its kind, besides the space between all blocks, in design units."""


def _text(block: CreditsBlock) -> Leaf[Label]:
    if block.kind == "heading":
        return heading(_(block.text), 18, wrap=True)
    if block.kind == "row":
        return label("   •   ".join(block.cells), SIZE, wrap=True, tint=theme.colour("text-dim"))
    return label(_(block.text), SIZE, wrap=True)


def preparation(canvas: Canvas) -> Work:
    """Return a task that renders one text of the page per call, and returns whether there is more to do."""
    steps = _steps(canvas)
    return lambda: next(steps, False)


def _steps(canvas: Canvas) -> Iterator[bool]:
    for block in read_credits():
        _text(block).widths(metrics(canvas.frame.scale))
        yield True


class CreditsPage(TreePage):
    """Shows the text of `assets/CREDITS.md`, in the player's language if it is translated."""

    opaque = False
    widest = 1000.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rebuild()

    def tree(self) -> Node:
        """Return the scrolled text, and the button that goes back below it."""
        blocks = (row(_text(block).grow(), pad=(0, ABOVE[block.kind])) for block in read_credits())
        self.text = scroll(column(*blocks, gap=4, pad=(8, 0))).named("text")
        return column(
            heading(_("Credits and licences"), 28, wrap=True),
            framed("panel-inset", self.text, (8, 10)).grow(),
            self.back().at("start"),
            gap=14,
            pad=(24, 18),
        )

    def focus_first(self) -> bool:
        """Focus the text, so that the arrow keys scroll it; return `True`."""
        if self.controls.focus is None:
            self.controls.set_focus(self.text.made)
        return True

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; the text gets the focus first, so that arrow and page keys scroll it at once."""
        self.focus_first()
        super().key(symbol, modifiers)


def open_page(services: Services) -> CreditsPage:
    """Return the page `credits`."""
    return CreditsPage(services.app)
