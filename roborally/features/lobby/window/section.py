"""The base of the lobby's sections, which are built separately."""

from collections.abc import Callable
from typing import Any

from roborally.features.lobby.model import LobbyModel
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Widget

Changed = Callable[..., None]
"""Called with the names of the sections that must be laid out again."""


class LobbySection(Part):
    """Draws part of the choices on a separate layer; `controls` are its controls by name."""

    def __init__(self, app: App, space: Space, place: Rect, lobby: LobbyModel, changed: Changed) -> None:
        """Start empty; `build` lays everything out."""
        super().__init__()
        self.app = app
        self.lobby = lobby
        self.changed = changed
        self.layer = Layer(space)
        self.place = place
        """Its rectangle on the page; `take_place` changes it."""
        self.controls: dict[str, Widget] = {}

    def add(self, name: str, control: Any) -> Any:
        """Add a control under a name that stays the same after a rebuild, and return it."""
        self.controls[name] = control
        return control

    def take_place(self, place: Rect) -> None:
        """Set the rectangle for the next rebuild."""
        self.place = place

    def rebuild(self) -> None:
        """Lay everything out for the current choices."""
        self.layer.clear()
        self.controls.clear()
        self.build()

    def build(self) -> None:
        """Add pictures, texts and controls."""

    def refresh(self) -> None:
        """Show a changed value without a new layout."""

    def draw(self) -> None:
        """Draw everything."""
        self.layer.draw()
        super().draw()
