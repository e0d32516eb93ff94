"""The base class of the steps of the lobby page."""

from collections.abc import Callable

from roborally.features.lobby.model import LobbyModel
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.nodes import Node

Changed = Callable[..., None]
"""A callback for each change of the choices; with `anew=True` it lays the page out again."""


class LobbySection:
    """One step of the lobby page, with the controls for a part of the choices."""

    width = 260.0
    """The width in units that the step keeps if the picture of the course is beside it."""
    share = 0.5
    """The step's share of the remaining width, relative to that of the course's picture."""

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        self.app = app
        self.lobby = lobby
        self.changed = changed

    def tree(self) -> Node:
        """Return the layout of the step."""
        raise NotImplementedError

    def built(self) -> None:
        """Set up the controls that have been made from `tree`."""

    def refresh(self) -> None:
        """Show the current values in the controls."""

    def motion(self, x: float, y: float) -> None:
        """Handle a position of the mouse, in units."""
