"""How the window shows pits: robots fall into them."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animation of robots that fall into a pit, in place of an explosion."""
    views.animate("destroy pit", fall, instead=True)


def fall(animator: Animator, event: Event) -> None:
    """Animate the event's robot as it falls into the pit."""
    animator.fall(event["piece"])
