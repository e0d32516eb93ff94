"""How the window shows conveyors: belts that carry robots run, and the robots move slower than by cards."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import CARRIED, Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animations of robots that belts carry and turn."""
    views.animate("step belt", carry, instead=True)
    views.animate("turn belt", turn, instead=True)


def carry(animator: Animator, event: Event) -> None:
    """Animate a belt's step: the belts run, and the robot moves at their speed."""
    animator.run_belts()
    animator.glide(event, CARRIED)


def turn(animator: Animator, event: Event) -> None:
    """Animate a turn by a belt while the robot is carried."""
    animator.swing_on_the_way(event)
