"""Flamers in the window: fire when they act and when a robot enters."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Let flames burn, without keeping anybody waiting."""
    views.animate("flames", burn_all)
    views.animate("hurt flamer", burn)
    views.pace("flames", "quiet")


def burn_all(animator: Animator, event: Event) -> None:
    """Let all active flamers burn."""
    for cell in event["cells"]:
        animator.burn(tuple(cell))


def burn(animator: Animator, event: Event) -> None:
    """Let the flamer below the robot burn."""
    animator.burn(animator.cell_of(event["piece"]))
