"""The page with the lots; it is a tree (docs/ui.md, Pages)."""

from typing import Any

from roborally.base.translation import texts_of
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import button, field, heading, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

from .lots import drawn

text = texts_of(__file__)
"""Returns a text of the plugin in the language of the player."""


class LotsPage(TreePage):
    """A field for the names, and the order below it."""

    widest = 560.0
    is_snug = True

    def __init__(self, services: Any) -> None:
        """Start with the name of the player."""
        super().__init__(services.app)
        self.names = services.app.settings.called
        self.order: list[str] = []
        self.rebuild()

    def tree(self) -> Node:
        """Return what stands on the page."""
        lots = [label(f"{place}. {name}", 20, shorten=True) for place, name in enumerate(self.order, 1)]
        return column(
            heading(text("Draw lots")),
            label(text("Who is at the table? Write the names with commas between them."), wrap=True),
            field(self.names, self.write).named("names"),
            *lots,
            row(
                button(text("Back"), self.app.pop, icon="arrow-left"),
                space(),
                button(text("Draw"), self.draw_lots, icon="dice", accent=True),
            ),
            gap=14,
            pad=(24, 20),
        )

    def write(self, names: str) -> None:
        """Take the names that are being typed."""
        self.names = names

    def draw_lots(self) -> None:
        """Draw the lots, and show them."""
        self.order = drawn([name.strip() for name in self.names.split(",") if name.strip()])
        self.rebuild()


def open_page(services: Any) -> LotsPage:
    """Return the page."""
    return LotsPage(services)
