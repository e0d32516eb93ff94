"""The field in which a player's name is typed."""

from collections.abc import Callable

from roborally.ui import theme
from roborally.ui.layer import Layer
from roborally.ui.theme import Rect
from roborally.ui.widgets import Widget

LONGEST = 40
"""As many letters as the seats of a match take."""


class NameField(Widget):
    """A name; `on_change` hears of every one that may be used, so never of an empty one."""

    def __init__(
        self, layer: Layer, rect: Rect, name: str, on_change: Callable[[str], None], tooltip: str = ""
    ) -> None:
        """Begin with a name."""
        super().__init__(rect, tooltip)
        self.value = name
        self._on_change = on_change
        self._caret = False
        layer.panel("field", rect)
        self._label = layer.label("", rect.x + 14, rect.centre[1] + 1, size=16, width=rect.width - 28)
        self.refresh()

    def refresh(self) -> None:
        """Show the name, and while it is typed a mark at its end."""
        self._label.text = self.value + ("|" if self._caret else "")
        self._label.tint = theme.colour("text" if self.value.strip() else "bad")

    def show_caret(self, shown: bool) -> None:
        """Show whether letters come here."""
        if shown != self._caret:
            self._caret = shown
            self.refresh()

    def type(self, text: str) -> None:
        """Add letters."""
        self._become(self.value + "".join(letter for letter in text if letter.isprintable()))

    def erase(self) -> None:
        """Take the last letter away."""
        self._become(self.value[:-1])

    def _become(self, name: str) -> None:
        self.value = name[:LONGEST]
        self.refresh()
        if self.value.strip():
            self._on_change(self.value)
