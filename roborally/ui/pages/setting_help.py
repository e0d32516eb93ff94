"""What a setting does, told on the page of settings; robots show the colours that are chosen."""

from roborally.plugin_system.art import CHASSIS
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

TITLE = 190
"""The width in the panel for the title of "Colours of robots"; the robots stand beside it."""


class SettingHelp:
    """A panel that explains a setting, or a strip in which only robots are shown."""

    def __init__(self, space: Space) -> None:
        """Begin without robots; `lay_out` builds the rest."""
        self.robots = Layer(space)
        self._pictured = ""

    def lay_out(self, layer: Layer, place: Rect, *, strip: bool) -> None:
        """Build the panel in a layer that is empty there; in a strip nothing is told."""
        self._place, self._is_strip = place, strip
        self.robots.clear()
        self._pictured = ""
        if not strip:
            layer.frame("panel-inset", place)
        x, top, width = place.x + 22, place.top, place.width - 44
        self.title = layer.heading("", x, top - 26, 18, tint=theme.colour("accent"), width=width)
        self.text = layer.label("", x, top - 46, size=17, width=width, wrap=True, anchor_y="top")
        self.title.visible = self.text.visible = not strip  # there tooltips explain

    def explain(self, title: str, text: str) -> None:
        """Explain a setting, or say what the panel is for."""
        self.title.text, self.text.text = title, text

    def show_robots(self, sight: str) -> None:
        """Show the robots in the colours for a kind of sight; without one there are none."""
        if sight == self._pictured:
            return
        self._pictured = sight
        self.robots.clear()
        for seat, colours in enumerate(theme.colours_for(sight) if sight else ()):
            x, y = self._place_of_robot(seat)
            self.robots.sprite(pictures.robot(CHASSIS[seat], colours.name, 64), x, y, 34)

    def _place_of_robot(self, seat: int) -> tuple[float, float]:
        """Return where a robot stands: beside the title, for the text below it may take two lines."""
        place = self._place
        if self._is_strip:
            return place.x + (seat + 0.5) * min(56.0, place.width / 8), place.y + 22
        free = place.x + 22 + TITLE
        return free + (seat + 0.5) * min(44.0, (place.right - 8 - free) / 8), place.top - 26

    def draw(self) -> None:
        """Draw the robots; the rest is drawn with its layer."""
        self.robots.draw()
