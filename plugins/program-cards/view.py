"""Registers the view of program cards in the window: the programming panel, and cards in robots' rows."""

from roborally.plugin import hookimpl, text
from roborally.ui.plugin import SlotLook, Views

from .view_cards import slot_face
from .view_events import register_events
from .view_panel import ProgrammingPanel


@hookimpl
def register_view(views: Views) -> None:
    """Register the panel for programs, the pictures of cards, and the effects of events."""
    views.panel("program", ProgrammingPanel)
    heading = text("Turn {turn}: register {number}")
    views.slots(SlotLook(slot_face, text("Register {number}"), heading))
    register_events(views)
