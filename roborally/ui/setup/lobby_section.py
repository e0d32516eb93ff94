"""The base of the lobby's sections, each of which is laid out on its own."""

from collections.abc import Callable
from typing import Any

from roborally.ui.setup.lobby_model import LobbyModel
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.widgets import Widget

Changed = Callable[..., None]
"""Called with the names of the sections that must be laid out anew."""


class LobbySection(Part):
    """Draws part of what is chosen on a layer of its own; `controls` are its controls by name."""

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        """Start empty; `build` lays everything out."""
        super().__init__()
        self.app = app
        self.lobby = lobby
        self.changed = changed
        self.layer = Layer(app)
        self.controls: dict[str, Widget] = {}

    def add(self, name: str, control: Any) -> Any:
        """Add a control under a name that it also has the next time, and return it."""
        self.controls[name] = control
        return control

    def rebuild(self) -> None:
        """Build the layout for what is chosen now."""
        self.layer.clear()
        self.controls.clear()
        self.build()

    def build(self) -> None:
        """Add pictures, texts and controls."""

    def refresh(self) -> None:
        """Show a value that has changed without any new layout."""

    def draw(self) -> None:
        """Draw everything."""
        self.layer.draw()
        super().draw()
