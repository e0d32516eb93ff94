"""The number on a robot's row that says when it acts in the current stage (CLI-2026)."""

from arcade.types import Color

from roborally.ui.board.display import Display
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

SIDE = 20.0
"""The diameter of the disc with a number, in design units."""
HIGHER = 5.0
"""The design units by which the disc may be higher than its place."""
LETTERS = 14.0
PALE = 90
"""The opacity, 0 to 255, of the number of a robot that has acted."""


class OrderBadge:
    """A disc with a robot's place in the stage's order: light while it acts, pale afterwards, hidden for no place."""

    def __init__(self, layer: Layer, display: Display, index: int, spot: Rect) -> None:
        self._display = display
        self._index = index
        side = min(SIDE, spot.height + HIGHER)
        x, y = spot.centre[0], spot.y + side / 2
        self._edge = layer.sprite(pictures.emblem("circle", 64), x, y, side + 3)
        self._disc = layer.sprite(pictures.emblem("circle", 64), x, y, side)
        self.label = layer.heading("", x, y + 1, LETTERS * side / SIDE, anchor_x="center")
        self.refresh()

    def refresh(self) -> None:
        """Show the robot's present number, and whether it acts or has acted."""
        robots, acting = self._display.robots, self._display.acting
        order = robots[self._index].order
        acts = acting == self._index
        past = order > 0 and not acts and acting >= 0 and order < robots[acting].order
        shown = order > 0
        accent, dark = theme.colour("accent"), theme.colour("background")
        alpha = PALE if past else 255
        for sprite, tint in ((self._edge, dark if acts else accent), (self._disc, accent if acts else dark)):
            sprite.visible = shown
            colour = Color(*tint[:3], alpha)
            if sprite.color != colour:
                sprite.color = colour
        self.label.text = str(order) if shown else ""
        self.label.tint = Color(*(dark if acts else accent)[:3], 255 if acts else alpha)
