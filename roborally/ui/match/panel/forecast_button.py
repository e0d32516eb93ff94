"""The button in a panel that switches the forecast of the program on or off."""

from roborally.base.translation import _
from roborally.ui.plugin import ForecastSwitch
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect


class ForecastButton(Button):
    """A button that switches the forecast on or off; its picture shows whether it is on."""

    def __init__(self, layer: Layer, rect: Rect, aid: ForecastSwitch) -> None:
        super().__init__(layer, rect, "", aid.toggle, icon="ghost")
        self._aid = aid
        self.follow()

    def follow(self) -> None:
        """Show whether the forecast is on, because the key G and the settings can switch it, too."""
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
