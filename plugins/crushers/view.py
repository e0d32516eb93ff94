"""How the window shows crushers: they come down."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of crushers; the display does not wait for it."""
    views.animate("crushers", press)
    views.pace("crushers", "quiet")


def press(animator: Animator, event: Event) -> None:
    """Animate the crushers on the event's cells as they come down."""
    for cell in event["cells"]:
        animator.press(tuple(cell))
