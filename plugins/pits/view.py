"""Pits in the window: the fall."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Let robots fall instead of explode."""
    views.animate("destroy pit", fall, instead=True)


def fall(animator: Animator, event: Event) -> None:
    """Let a robot fall into the pit."""
    animator.fall(event["piece"])
