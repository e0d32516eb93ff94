"""The explanation of a setting on the page of settings; robots show the chosen colours."""

from roborally.plugin_system.art import CHASSIS
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

TITLE = 190
"""The width in the panel of the title "Colours of robots"; the robots are beside it."""


class SettingHelp:
    """A panel that explains a setting, or a strip with only robots."""

    def __init__(self, space: Space) -> None:
        """Start without robots; `lay_out` adds the rest."""
        self.robots = Layer(space)
        self._pictured = ""

    def lay_out(self, layer: Layer, place: Rect, *, strip: bool) -> None:
        """Lay the panel out in a layer that is empty there; a strip has no text."""
        self._place, self._is_strip = place, strip
        self.robots.clear()
        self._pictured = ""
        if not strip:
            layer.frame("panel-inset", place)
        x, top, width = place.x + 22, place.top, place.width - 44
        self.title = layer.heading("", x, top - 26, 18, tint=theme.colour("accent"), width=width)
        self.text = layer.label("", x, top - 46, size=17, width=width, wrap=True, anchor_y="top")
        self.title.visible = self.text.visible = not strip  # tooltips explain the settings there

    def explain(self, title: str, text: str) -> None:
        """Explain a setting, or the panel itself."""
        self.title.text, self.text.text = title, text

    def show_robots(self, sight: str) -> None:
        """Show the robots in the colours for a kind of sight; hide them for an empty one."""
        if sight == self._pictured:
            return
        self._pictured = sight
        self.robots.clear()
        for seat, colours in enumerate(theme.colours_for(sight) if sight else ()):
            x, y = self._place_of_robot(seat)
            self.robots.sprite(pictures.robot(CHASSIS[seat], colours.name, 64), x, y, 34)

    def _place_of_robot(self, seat: int) -> tuple[float, float]:
        """Return the centre of a robot, beside the title because the text below may take two lines."""
        place = self._place
        if self._is_strip:
            return place.x + (seat + 0.5) * min(56.0, place.width / 8), place.y + 22
        free = place.x + 22 + TITLE
        return free + (seat + 0.5) * min(44.0, (place.right - 8 - free) / 8), place.top - 26

    def draw(self) -> None:
        """Draw the robots; the layer draws the rest."""
        self.robots.draw()
