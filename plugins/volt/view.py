"""Registers the view of VOLT in the window: the controller, dice in robots' rows, and the arena."""

from roborally.plugin import hookimpl, text
from roborally.ui.plugin import SlotLook, Views

from .view_arena import Markers
from .view_corners import Corners
from .view_dice import slot_face
from .view_events import register_events
from .view_panel import ControllerPanel
from .view_sides import SideColours


@hookimpl
def register_view(views: Views) -> None:
    """Register the panel for programs, pictures of dice, effects of events, and that robots have no facing."""
    views.panel("program", ControllerPanel)
    views.slots(SlotLook(slot_face, text("Cross {number}"), text("Turn {turn}: cross {number}"), 1.0))
    views.overlay(SideColours)
    views.overlay(Markers)
    views.overlay(Corners)
    views.without_facing()
    register_events(views)
