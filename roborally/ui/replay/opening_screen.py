"""`OpeningScreen`, a note that is shown while a replay or a scenario is being opened."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column
from roborally.ui.toolkit.layout.leaves import heading
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage


class OpeningScreen(TreePage):
    """Shows a note, and runs a slow action as soon as the note is visible."""

    opaque = False
    widest = 420.0
    is_snug = True

    def __init__(self, app: App, action: Callable[[], None], note: str = "") -> None:
        """Show a note, by default that a replay is being opened; `action` is run once."""
        super().__init__(app)
        self._action = action
        self._drawn = False
        self._note = note or _("Opening the replay …")
        self.rebuild()

    def backdrop(self) -> None:
        """Draw no background, so that the screen below stays visible."""

    def tree(self) -> Node:
        """Return the content of the page: the note."""
        return column(heading(self._note, 20, tint=theme.colour("text"), wrap=True, align="center"), pad=(24, 32))

    def draw(self) -> None:
        """Draw the note, and store that it has been drawn."""
        super().draw()
        self._drawn = True

    def update(self, seconds: float) -> None:
        """Close this screen and run the action, once the note has been drawn."""
        if self._drawn and self.app.screen_on_top is self:
            self.app.pop()
            self._action()

    def key(self, symbol: int, modifiers: int) -> None:
        """Ignore keys, because the note is visible only for a moment."""
