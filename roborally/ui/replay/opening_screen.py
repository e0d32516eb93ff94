"""A note that is shown while a replay or a scenario is being opened."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.theme import Rect


class OpeningScreen(Screen):
    """Shows a note during a slow action, which it runs once the note is visible."""

    opaque = False

    def __init__(self, app: App, action: Callable[[], None], note: str = "") -> None:
        """Show the note, by default that a replay is being opened."""
        super().__init__(app)
        self._action = action
        self._drawn = False
        self._note = note or _("Opening the replay …")
        self.rebuild()

    def rebuild(self) -> None:
        """Show the note in the middle."""
        self.clear()
        x, y = self.sheet.centre
        self.layer.frame("panel", Rect(x - 210, y - 45, 420, 90))
        self.layer.heading(self._note, x, y, 20, anchor_x="center")

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
