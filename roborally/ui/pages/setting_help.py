"""`SettingHelp`, the panel on the page of settings that explains a setting; robots show the chosen colours."""

from collections.abc import Sequence

from roborally.plugin_system.art import robot_body
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row
from roborally.ui.toolkit.layout.leaves import framed, heading, here, label
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.space import Space

ROBOT = 34.0
"""The width of a robot, in units."""


class SettingHelp:
    """A panel with the title and the explanation of a setting, and with robots for the setting of their colours."""

    title: Label
    text: Label

    def __init__(self, space: Space) -> None:
        self.robots = Layer(space)
        self._pictured = ""

    def tree(self, titles: Sequence[str], texts: Sequence[str]) -> Node:
        """Return a node with the panel, large enough for each of the titles and texts that it may show."""
        title = heading("", 18, wrap=True, among=titles).kept(self, "title")
        text = label("", 16, wrap=True, among=texts).kept(self, "text")
        room = self.line_up()
        content = fitting(
            lambda: column(row(title, room, gap=16), text, gap=2),
            lambda: column(title, room, text, gap=2),
        )
        return framed("panel-inset", content, (20, 8))

    def line_up(self) -> Node:
        """Return a node with room for the robots."""
        self.robots.clear()
        self._pictured = ""
        self._room = here(lambda place: place, Size(8 * ROBOT / 2, 8 * 44), ROBOT).grow()
        return self._room

    def explain(self, title: str, text: str) -> None:
        """Show the title and the explanation of a setting."""
        self.title.text, self.text.text = title, text

    def show_robots(self, sight: str) -> None:
        """Show all robots in the colours for a kind of colour vision, such as `protan`; hide them for an empty text."""
        if sight == self._pictured:
            return
        self._pictured = sight
        self.robots.clear()
        place = self._room.made
        each = min(44.0, place.width / 8)
        for seat, colours in enumerate(theme.colours_for(sight) if sight else ()):
            x = place.x + (seat + 0.5) * each
            image = pictures.robot(robot_body("", seat, ()), colours.name, 64)
            self.robots.sprite(image, x, place.centre[1], min(ROBOT, each))

    def draw(self) -> None:
        """Draw the robots; the page's layer draws the rest of the panel."""
        self.robots.draw()
