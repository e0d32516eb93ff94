"""How the window shows pushers: their pistons move."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of pistons; only steps of pushed robots keep others waiting."""
    views.animate("pushers", thrust)
    views.pace("pushers", "quiet")
    views.pace("step pusher", "alone")


def thrust(animator: Animator, event: Event) -> None:
    """Animate all active pushers as they come forward."""
    for cell, directions in event["cells"]:
        for direction in directions:
            animator.thrust(tuple(cell), direction)
