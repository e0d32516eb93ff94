"""How the window shows portals: a robot that goes through one shrinks and grows again."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import PLACE, Animator
from roborally.ui.plugin import Views
from roborally.ui.toolkit import theme


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of a robot that goes through a portal."""
    views.animate("place portal", go_through, instead=True)
    views.pace("place portal", "alone")


def go_through(animator: Animator, event: Event) -> None:
    """Animate the event's robot as it vanishes in one portal and comes out of the other."""
    begin = animator.begin_of(event["piece"])
    animator.jump(event)
    at = animator.centre(tuple(event["cell"]))
    animator.ring(at, theme.colour("accent-cool"), begin + PLACE / 2, PLACE)
