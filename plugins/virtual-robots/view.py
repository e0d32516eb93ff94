"""How the window shows which robots are virtual."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register how robots that become real or virtual change the display."""
    views.on("real", become_real)
    views.on("virtual", become_virtual)
    views.pace("virtual", "quiet")


def become_real(display: Display, event: Event) -> None:
    """Show the event's robot as real: it blocks others."""
    display.robots[event["piece"]].solid = True


def become_virtual(display: Display, event: Event) -> None:
    """Show the event's robot as virtual: others can pass it."""
    display.robots[event["piece"]].solid = False
