"""The three crosses of the controller in its panel, one below the other, and moves between keys (VLT-502)."""

from typing import TYPE_CHECKING

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import ARROWS
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layout.leaves import here
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.theme import Rect

from .controller import PLACES, Spot, beside
from .program import CROSSES
from .view_tiles import KeyTile

if TYPE_CHECKING:
    from .view_panel import ControllerPanel

GAP = 3
BETWEEN = 12
"""The space between crosses, in design units; `GAP` is that between keys."""
NUMERAL = 24
"""The width of the room for a cross's number, at its left, in design units."""
SMALLEST_KEY, LARGEST_KEY = 21.0, 44.0


class Crosses:
    """The tiles of all keys of a panel, and the numbers of the crosses."""

    def __init__(self, panel: "ControllerPanel") -> None:
        self.keys: dict[Spot, KeyTile] = {}
        self._numerals: list[Label] = []
        self._panel = panel

    def part(self, *, is_low: bool) -> Node:
        """Return the crosses as a part of the panel, with small keys in a panel higher than its room (`is_low`)."""
        key = SMALLEST_KEY if is_low else LARGEST_KEY
        low, high = (CROSSES * 3 * (side + GAP) + (CROSSES - 1) * BETWEEN for side in (SMALLEST_KEY, key))
        return here(self._lay_out, NUMERAL + 3 * (key + GAP), Size(low, high))

    def _lay_out(self, area: Rect) -> None:
        panel = self._panel
        side = min(LARGEST_KEY, (area.height - (CROSSES - 1) * BETWEEN) / (3 * CROSSES) - GAP)
        side = min(side, (area.width - NUMERAL) / 3 - GAP)
        pitch = side + GAP
        for cross in range(CROSSES):
            top = area.top - cross * (3 * pitch + BETWEEN)
            place = area.x + NUMERAL / 2, top - 1.5 * pitch
            self._numerals.append(panel.base.heading(str(cross + 1), *place, 18, anchor_x="center"))
            for key, (across, down) in enumerate(PLACES):
                rect = Rect(area.x + NUMERAL + across * pitch, top - (down + 1) * pitch, side, side)
                tile = self.keys[cross, key] = KeyTile(panel.layer, panel, (cross, key), rect)
                tile.name = f"key {cross} {key}"
                panel.controls.add(tile)

    def refresh(self, fatal: int) -> None:
        """Update the keys; `fatal` is the number, from 1, of the cross that destroys the robot, 0 for none."""
        for tile in self.keys.values():
            tile.refresh()
        for cross, numeral in enumerate(self._numerals, 1):
            numeral.tint = theme.colour("bad" if fatal == cross else "accent")

    def after(self, cursor: Spot, symbol: int) -> Spot | None:
        """Return the key to which an arrow key leads from `cursor`; `None` if the arrow leads out of the crosses."""
        dx, dy = ARROWS[symbol]
        spot = beside(cursor, dx, -dy)
        before, after = self.keys[cursor].rect, self.keys[spot].rect
        if (after.x - before.x) * dx + (after.y - before.y) * dy > 0:
            return spot
        return cursor if symbol == arcade.key.UP else None  # above the first cross there is no key
