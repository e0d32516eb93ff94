"""The button of the ghost in a panel."""

from roborally.base.translation import _
from roborally.ui.plugin import ForecastSwitch
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect


class ForecastButton(Button):
    """Toggles the programming aid; its picture shows whether it is on."""

    def __init__(self, layer: Layer, rect: Rect, aid: ForecastSwitch) -> None:
        """Show the aid's state."""
        super().__init__(layer, rect, "", aid.toggle, icon="ghost")
        self._aid = aid
        self.follow()

    def follow(self) -> None:
        """Show whether the aid is on; G and the settings can also toggle it."""
        on = self._aid.switched_on
        if not self._aid.allowed:
            text = _("There is no ghost in a puzzle")
        elif on:
            text = _("Ghost: on. Shows where your program ends (G)")
        else:
            text = _("Ghost: off (G)")
        self.enable(self._aid.allowed)
        if text != self.tooltip:
            self.wear("ghost" if on else "ghost-off", text)
        self.selected = on
