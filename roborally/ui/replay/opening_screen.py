"""A note that is shown while a replay or a scenario is being opened."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column
from roborally.ui.toolkit.layout.leaves import heading
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class OpeningScreen(TreePage):
    """Shows a note during a slow action, which it runs once the note is visible."""

    opaque = False
    widest = 420.0
    is_snug = True

    def __init__(self, app: App, action: Callable[[], None], note: str = "") -> None:
        """Show the note, by default that a replay is being opened."""
        super().__init__(app)
        self._action = action
        self._drawn = False
        self._note = note or _("Opening the replay …")
        self.rebuild()

    def backdrop(self) -> None:
        """Leave what is below the note as it is."""

    def tree(self) -> Node:
        """Return the note."""
        return column(heading(self._note, 20, tint=theme.colour("text"), wrap=True, align="center"), pad=(24, 32))

    def draw(self) -> None:
        """Draw the note."""
        super().draw()
        self._drawn = True

    def update(self, seconds: float) -> None:
        """Close and run the action."""
        if self._drawn and self.app.screen_on_top is self:
            self.app.pop()
            self._action()

    def key(self, symbol: int, modifiers: int) -> None:
        """Ignore keys, because the note is visible only for a moment."""
