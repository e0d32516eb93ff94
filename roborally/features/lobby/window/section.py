"""The base of the lobby's steps."""

from collections.abc import Callable

from roborally.features.lobby.model import LobbyModel
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.nodes import Node

Changed = Callable[..., None]
"""Called after each change of the choices; with `anew=True` the page is laid out again."""


class LobbySection:
    """Part of the choices: one step of the lobby."""

    width = 260.0
    """The width from which the picture of the course has its place beside it."""
    share = 0.5
    """The part of the remaining width that it gets for each part of the picture's."""

    def __init__(self, app: App, lobby: LobbyModel, changed: Changed) -> None:
        """Start without controls; the page builds its `tree`."""
        self.app = app
        self.lobby = lobby
        self.changed = changed

    def tree(self) -> Node:
        """Return what stands in it."""
        raise NotImplementedError

    def built(self) -> None:
        """Use the controls that have been made."""

    def refresh(self) -> None:
        """Show the current values."""

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""
