"""Says in the tooltips of repair sites when they become respawn points (STD-R06, CNB-R10)."""

from roborally.base.translation import texts_of
from roborally.plugin import Cell, hookimpl, text
from roborally.ui.plugin import Overlay, Scene, Views

from .state import settings_of

_ = texts_of(__file__)
BECOMES = {
    "turn": text("It becomes the respawn point of a robot that ends the turn here."),
    "register": text("It becomes the respawn point of a robot that ends a register here."),
    "entering": text("It becomes the respawn point of a robot as soon as that enters it."),
}
"""A sentence that says when a repair site becomes a respawn point, by the setting `site_archives`."""


@hookimpl
def register_view(views: Views) -> None:
    """Register the tooltips of repair sites."""
    views.overlay(RespawnPoints)


class RespawnPoints(Overlay):
    """The tooltips of the repair sites on the board of one match."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._text = BECOMES[scene.context.display.settings[settings_of.plugin]["site_archives"]]
        self._sites = {element.cell for element in scene.board.board.of_kind("repair")}

    def tooltip_at(self, cell: Cell) -> str:
        """Return a sentence that says when the repair site on a cell becomes a respawn point; empty for other cells."""
        return _(self._text) if cell in self._sites else ""
