"""The buttons above the board in the board editor that switch overlays on and off, and the overlays' legend."""

from collections.abc import Callable, Collection
from functools import partial

import arcade

from roborally.base.translation import _
from roborally.features.workshop.editor.routes import NOWHERE
from roborally.features.workshop.window.editor.overlay_tiles import danger_tile, line, reach_tile
from roborally.features.workshop.window.editor.remembered import DANGER, OVERLAYS, REACH, REGISTERS, WAYS
from roborally.plugin import text
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.branches import flow, row, stack
from roborally.ui.toolkit.layout.leaves import button, label, picture, plain
from roborally.ui.toolkit.layout.nodes import Node

PICTURE = 16.0
WIDTH = 400.0
"""The natural width of the buttons and of the legend, in design units."""

NAMES = {REACH: text("Reach"), DANGER: text("Dangers"), WAYS: text("Ways"), REGISTERS: text("Registers")}
TIPS = {
    REACH: text("How many registers it takes from the space under the mouse, with one step in each, and belts"),
    DANGER: text("Where robots are destroyed or hurt, and where they are caught"),
    WAYS: text("The shortest ways from checkpoint to checkpoint, with belts; turning is not counted"),
    REGISTERS: text("What happens to a robot on the space under the mouse, in each register"),
}
KEYS = {REACH: "1", DANGER: "2", WAYS: "3", REGISTERS: "4"}


def legend(on: Collection[str]) -> Node | None:
    """Return the legend of the overlays with these names, `None` if they need none."""
    entries = [
        row(
            stack(plain("panel").wide(PICTURE), picture(image, PICTURE)),
            label(text, 12, tint=theme.colour("text-dim")),
            gap=5,
        )
        for image, text in _entries(on)
    ]
    return flow(*entries, gap=14, below=2).wide(most=WIDTH) if entries else None


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
    """The buttons that switch overlays; a click calls `switch(name)`."""

    def __init__(self, switch: Callable[[str], None]) -> None:
        self._switch = switch
        self.buttons: dict[str, Button] = {}

    def tree(self) -> Node:
        """Return the row of buttons."""
        return flow(*(self._button(name) for name in OVERLAYS), gap=6).wide(most=WIDTH)

    def _button(self, name: str) -> Node:
        tooltip = f"{_(TIPS[name])} ({KEYS[name]})"
        made = button(_(NAMES[name]), partial(self._switch, name), tooltip=tooltip, size=13, height=30)
        return made.wide(least=110).then(partial(self.buttons.__setitem__, name))

    def refresh(self, on: Collection[str]) -> None:
        """Show the buttons of the overlays with these names as switched on."""
        for name, made in self.buttons.items():
            made.selected = name in on
