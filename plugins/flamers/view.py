"""How the window shows flamers: flames when they fire and when a robot enters."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register the animations of flames; the display does not wait for them."""
    views.animate("flames", burn_all)
    views.animate("hurt flamer", burn)
    views.pace("flames", "quiet")


def burn_all(animator: Animator, event: Event) -> None:
    """Animate flames on the event's cells."""
    for cell in event["cells"]:
        animator.burn(tuple(cell))


def burn(animator: Animator, event: Event) -> None:
    """Animate flames on the cell of the event's robot."""
    animator.burn(animator.cell_of(event["piece"]))
