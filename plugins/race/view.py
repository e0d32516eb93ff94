"""What the window shows of the race: sparks for a reached checkpoint, and marks for a player's own list."""

from functools import partial

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views
from roborally.ui.toolkit import pictures, theme

from .view_aims import Aims
from .view_lists import ObjectiveMarks, OwnList
from .view_unused import UnusedCheckpoints

CELEBRATED = 0.7
"""The length of the animation of a reached checkpoint, in seconds."""


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of a reached checkpoint, and the marks of objectives."""
    views.animate("checkpoint", celebrate)
    views.overlay(Aims)
    views.overlay(UnusedCheckpoints)
    own = OwnList()
    views.overlay(partial(ObjectiveMarks, own=own))
    views.line(own.line)


def celebrate(animator: Animator, event: Event) -> None:
    """Animate sparks and a flag in the robot's colour at a checkpoint that is reached."""
    piece = event["piece"]
    at, begin, tint = animator.place_of(piece), animator.begin_of(piece), animator.actor(piece).colours.light
    animator.burst(at, 18, theme.colour("accent"), speed=150)
    animator.ring(at, tint, begin, CELEBRATED)
    animator.symbol(at, pictures.icon("flag", 48), tint, begin, CELEBRATED)
