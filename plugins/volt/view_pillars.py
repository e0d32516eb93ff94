"""The tiles of start numbers in the controller's panel (VLT-105, VLT-507, CLI-1503)."""

from typing import TYPE_CHECKING

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

from .view_texts import _

if TYPE_CHECKING:
    from .view_panel import ControllerPanel


class PillarTile(Widget):
    """A start number; a click confirms the dice laid so far with this number. A taken number has its owner's colour."""

    def __init__(self, layer: Layer, panel: "ControllerPanel", number: int, rect: Rect) -> None:
        super().__init__(rect)
        self.number = number
        self._panel = panel
        self._back = layer.frame("button", rect)
        self._frame = layer.frame("focus", rect.inset(-2))
        self._label = layer.heading(str(number), rect.centre[0], rect.centre[1] + 1, 16, anchor_x="center")

    @property
    def owner(self) -> int | None:
        """Return the index of the robot whose operator has taken the number, or `None` if it is free."""
        return self._panel.owner_of(self.number)

    def refresh(self) -> None:
        """Show whether the number can be taken."""
        owner, editable = self.owner, self._panel.is_open
        free = self.focusable = owner is None and editable
        self._back.look = "button-disabled" if not free else "button-hover" if self.hovered else "button"
        self._frame.visible = free and self._panel.wanted == self.number
        robots = self._panel.context.display.robots
        usual = theme.colour("text" if free else "text-dim")
        self._label.tint = usual if owner is None else theme.seat_colours(robots[owner].livery).light

    def activate(self, x: float, y: float) -> None:
        """Confirm the program with this start number."""
        self._panel.take_number(self.number)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return a text that says who has the number, or how to take it."""
        owner = self.owner
        if owner is not None:
            name = self._panel.context.name(owner)
            return _("Start number {number}: {name} has taken it.").format(number=self.number, name=name)
        return _("Confirm your dice and take start number {number} (Ctrl+{number}).").format(number=self.number)
