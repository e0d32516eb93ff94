"""Crushers in the window: they come down."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Let presses close, without keeping anybody waiting."""
    views.animate("crushers", press)
    views.pace("crushers", "quiet")


def press(animator: Animator, event: Event) -> None:
    """Let all active crushers come down."""
    for cell in event["cells"]:
        animator.press(tuple(cell))
