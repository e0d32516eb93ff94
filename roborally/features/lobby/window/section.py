"""The base of the lobby's sections, which are built separately."""

from collections.abc import Callable

from roborally.features.lobby.model import LobbyModel
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.leaves import build_in, here
from roborally.ui.toolkit.layout.measure import metrics
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget

Changed = Callable[..., None]
"""Called with the names of the sections that must be laid out again."""


class LobbySection(Part):
    """Draws part of the choices on a separate layer; `controls` are its controls by name."""

    def __init__(self, app: App, space: Space, lobby: LobbyModel, changed: Changed) -> None:
        """Start empty; the page builds its `node`."""
        super().__init__()
        self.app = app
        self.lobby = lobby
        self.changed = changed
        self.layer = Layer(space)
        self.place = Rect(0, 0, 100, 100)
        """Its rectangle on the page; any before it is built."""
        self.controls: dict[str, Widget] = {}
        self._space = space

    def node(self) -> Node:
        """Return it as a part of the page's tree."""
        self._tree = self.tree()
        return here(self._build, self._tree.widths, self._tree.heights)

    def tree(self) -> Node:
        """Return what stands in it."""
        raise NotImplementedError

    def built(self) -> None:
        """Use the controls that have been made."""

    def rebuild(self) -> bool:
        """Build it again in its place for the current choices; return whether there is room for that."""
        tree = self.tree()
        if tree.heights(metrics(self._space.frame.scale), self.place.width).least > self.place.height + 1:
            return False
        self._tree = tree
        self._build(self.place)
        return True

    def _build(self, place: Rect) -> None:
        self.place = place
        self.layer.clear()
        group = WidgetGroup(self.layer)
        build_in(place, self._tree, self.layer, group)
        self.controls = {widget.name: widget for widget in group.widgets}
        group.widgets = []  # they belong to the page's group
        self.built()

    def refresh(self) -> None:
        """Show a changed value without a new layout."""

    def draw(self) -> None:
        """Draw everything."""
        self.layer.draw()
        super().draw()
