"""The race in the window: sparks for a reached checkpoint, and marks for a player's own list."""

from functools import partial

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views
from roborally.ui.toolkit import pictures, theme

from .view_aims import Aims
from .view_lists import ObjectiveMarks, OwnList
from .view_unused import UnusedCheckpoints

CELEBRATED = 0.7
"""The length of the animation, in seconds."""


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of a reached checkpoint, and the display of lists."""
    views.animate("checkpoint", celebrate)
    views.overlay(Aims)
    views.overlay(UnusedCheckpoints)
    own = OwnList()
    views.overlay(partial(ObjectiveMarks, own=own))
    views.line(own.line)


def celebrate(animator: Animator, event: Event) -> None:
    """Let sparks fly, and raise a flag in the robot's colour."""
    piece = event["piece"]
    at, begin, tint = animator.place_of(piece), animator.begin_of(piece), animator.actor(piece).colours.light
    animator.burst(at, 18, theme.colour("accent"), speed=150)
    animator.ring(at, tint, begin, CELEBRATED)
    animator.symbol(at, pictures.icon("flag", 48), tint, begin, CELEBRATED)
