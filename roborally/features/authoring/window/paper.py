"""Paragraphs and headings below each other, which are scrolled."""

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layout.branches import column, row
from roborally.ui.toolkit.layout.leaves import Scroll, heading, label, scroll
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.line_breaks import breakable

SIZE = 14.0
LETTER = 0.6 * SIZE
"""The usual width of a letter."""
WORD = 200.0
"""The width above which a word such as a path may be broken: that of a narrow page with large texts."""


class Paper:
    """Takes paragraphs and headings one after the other."""

    def __init__(self) -> None:
        """Start empty."""
        self._nodes: list[Node] = []

    def heading(self, text: str) -> None:
        """Add a heading, with space above it unless it is the first."""
        self._nodes.append(row(heading(text, 16, wrap=True).grow(), pad=(0, 4 if self._nodes else 0)))

    def write(self, text: str, tint: str = "text", *, indent: float = 0) -> None:
        """Add a paragraph; `tint` is a colour of the palette."""
        text = breakable(text, WORD, lambda word: len(word) * LETTER)
        self._nodes.append(row(label(text, SIZE, tint=theme.colour(tint), wrap=True).grow(), pad=(indent, 0)))

    def tree(self) -> Scroll:
        """Return all of it as an area of a page, which is one control."""
        return scroll(column(*self._nodes, gap=6))
