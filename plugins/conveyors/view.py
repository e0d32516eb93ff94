"""Belts in the window: they run while they carry, slower than robots walk."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import CARRIED, Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animations of robots that belts carry and turn."""
    views.animate("step belt", carry, instead=True)
    views.animate("turn belt", turn, instead=True)


def carry(animator: Animator, event: Event) -> None:
    """Move a robot at the speed of the belt."""
    animator.run_belts()
    animator.glide(event, CARRIED)


def turn(animator: Animator, event: Event) -> None:
    """Turn a robot while it is carried."""
    animator.swing_on_the_way(event)
