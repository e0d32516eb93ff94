"""VOLT in the window: the controller, dice in the rows, the markers in the arena, the start numbers left."""

from collections.abc import Sequence

from roborally.core.data import Decision
from roborally.core.observation import Observation
from roborally.plugin import hookimpl, text
from roborally.ui.plugin import SlotLook, Views

from .state import slot_of
from .view_arena import Markers
from .view_corners import Corners
from .view_dice import slot_face, slot_text
from .view_events import register_events
from .view_panel import ControllerPanel
from .view_sides import SideColours


@hookimpl
def register_view(views: Views) -> None:
    """Register the panel for programs, dice instead of cards, the effects of events, and robots without a facing."""
    views.panel("program", ControllerPanel)
    views.choices("start-number", numbers_left, all_numbers)
    views.slots(SlotLook(slot_face, slot_text, text("Cross {number}"), text("Turn {turn}: cross {number}"), 1.0))
    views.overlay(SideColours)
    views.overlay(Markers)
    views.overlay(Corners)
    views.without_facing()
    register_events(views)


def all_numbers(observation: Observation, decision: Decision) -> Sequence[int]:
    """Return all start numbers of the match (VLT-105)."""
    return list(slot_of(observation.match())["pillars"])


def numbers_left(observation: Observation, decision: Decision) -> Sequence[int]:
    """Return the start numbers that lie on the pillars now (VLT-507)."""
    slot = slot_of(observation.match())
    return [number for number in slot["pillars"] if number not in slot["numbers"]]
