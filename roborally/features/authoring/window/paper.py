"""A text of headings and paragraphs that scrolls, for the descriptions on the pages of plugins."""

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import Scroll, heading, label, scroll
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.line_breaks import breakable

SIZE = 14.0
LETTER = 0.6 * SIZE
"""The usual width of a letter, in design units."""
WORD = 200.0
"""The width above which a word such as a path may be broken, in design units: that of a narrow page."""


class Paper:
    """A text that is written heading by heading and paragraph by paragraph, and then placed with `tree`."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []

    def heading(self, text: str) -> None:
        """Add a heading."""
        self._nodes.append(row(heading(text, 16, wrap=True).grow(), pad=(0, 4 if self._nodes else 0)))

    def write(self, text: str, tint: str = "text", *, indent: float = 0) -> None:
        """Add a paragraph; `tint` is the name of a colour in the palette, `indent` is in design units."""
        text = breakable(text, WORD, lambda word: len(word) * LETTER)
        self._nodes.append(row(label(text, SIZE, tint=theme.colour(tint), wrap=True).grow(), pad=(indent, 0)))

    def tree(self) -> Scroll:
        """Return everything that was written, as a control that scrolls."""
        return scroll(column(*self._nodes, gap=6))
