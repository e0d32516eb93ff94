"""The switches of the overlays above the board, and the legend of those that are on."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import arcade

from roborally.base.translation import _
from roborally.features.workshop.editor.routes import NOWHERE
from roborally.features.workshop.window.editor.overlay_tiles import danger_tile, line, reach_tile
from roborally.features.workshop.window.editor.remembered import DANGER, OVERLAYS, REACH, REGISTERS, WAYS
from roborally.plugin import text
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Canvas, Layer, text_size
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

ROW, GAP, PADDING = 30.0, 6.0, 8.0
LEGEND_ROW = 20.0
PICTURE = 16.0
WIDEST = 150.0
"""The largest width of a switch."""
SIZE = 12.0
"""The font size of the legend."""

NAMES = {REACH: text("Reach"), DANGER: text("Dangers"), WAYS: text("Ways"), REGISTERS: text("Registers")}
TIPS = {
    REACH: text("How many registers it takes from the space under the mouse, with one step in each, and belts"),
    DANGER: text("Where robots are destroyed or hurt, and where they are caught"),
    WAYS: text("The shortest ways from checkpoint to checkpoint, with belts; turning is not counted"),
    REGISTERS: text("What happens to a robot on the space under the mouse, in each register"),
}
KEYS = {REACH: "1", DANGER: "2", WAYS: "3", REGISTERS: "4"}


@dataclass(frozen=True)
class LegendEntry:
    """A picture and its meaning, `across` from the left of its row."""

    picture: arcade.Texture
    text: str
    across: float


class Legend:
    """The legend of some overlays, in rows that fit a width."""

    def __init__(self, canvas: Canvas, width: float, on: Collection[str]) -> None:
        """Lay the legend out in rows."""
        self.rows: list[list[LegendEntry]] = []
        across = width
        for picture, title in _entries(on):
            long = PICTURE + 5 + text_size(canvas, title, SIZE)[0] + 14
            if across + long > width:
                self.rows.append([])
                across = 0.0
            self.rows[-1].append(LegendEntry(picture, title, across))
            across += long

    @property
    def height(self) -> float:
        """The height of the legend and the switches."""
        return ROW + GAP + len(self.rows) * LEGEND_ROW

    def draw_on(self, layer: Layer, area: Rect) -> None:
        """Add it to a layer, below the switches."""
        y = area.top - ROW - GAP - LEGEND_ROW / 2
        for row in self.rows:
            for entry in row:
                x = area.x + entry.across
                layer.fill(Rect(x, y - PICTURE / 2, PICTURE, PICTURE), theme.colour("panel"))
                layer.sprite(entry.picture, x + PICTURE / 2, y, PICTURE)
                left = x + PICTURE + 5
                layer.label(entry.text, left, y, size=SIZE, tint=theme.colour("text-dim"), width=area.right - left)
            y -= LEGEND_ROW


def _entries(on: Collection[str]) -> list[tuple[arcade.Texture, str]]:
    found: list[tuple[arcade.Texture, str]] = []
    if REACH in on:
        found += [(reach_tile(3), _("in 3 registers")), (reach_tile(NOWHERE), _("no way leads there"))]
    if DANGER in on:
        found += [
            (danger_tile((("fatal", 0),)), _("destroys who enters")),
            (danger_tile((("lost", 0),)), _("destroys who stays")),
            (danger_tile((("doomed", 3),)), _("destroyed after 3 registers")),
            (danger_tile((("hurt", 2),)), _("2 damage in a turn")),
            (danger_tile((("trap", 0),)), _("no way out")),
            (danger_tile((("dead-end", 0),)), _("only one way out")),
        ]
    if WAYS in on:
        found += [(line(0), _("checkpoint: registers; thin where elements carry"))]
    return found


class OverlaySwitches:
    """A button for each overlay; a click calls `switch(name)`."""

    def __init__(self, layer: Layer, controls: WidgetGroup, area: Rect, switch: Callable[[str], None]) -> None:
        """Lay the switches out along the top of an area."""
        width = min(WIDEST, (area.width + GAP) / len(OVERLAYS) - GAP)
        self.buttons: dict[str, Button] = {}
        for number, name in enumerate(OVERLAYS):
            spot = Rect(area.x + number * (width + GAP), area.top - ROW, width, ROW)
            tooltip = f"{_(TIPS[name])} ({KEYS[name]})"
            button = Button(layer, spot, _(NAMES[name]), partial(switch, name), tooltip=tooltip, size=13)
            self.buttons[name] = controls.add(button)

    def refresh(self, on: Collection[str]) -> None:
        """Show which overlays are on."""
        for name, button in self.buttons.items():
            button.selected = name in on
