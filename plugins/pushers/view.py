"""Pushers in the window: their pistons move."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Let pistons move, and only those that push somebody keep others waiting."""
    views.animate("pushers", thrust)
    views.pace("pushers", "quiet")
    views.pace("step pusher", "alone")


def thrust(animator: Animator, event: Event) -> None:
    """Let all active pushers come forward."""
    for cell, directions in event["cells"]:
        for direction in directions:
            animator.thrust(tuple(cell), direction)
