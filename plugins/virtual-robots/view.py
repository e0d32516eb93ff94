"""Virtual robots in the window: which robots are solid now."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for robots that become real or virtual."""
    views.on("real", become_real)
    views.on("virtual", become_virtual)
    views.pace("virtual", "quiet")


def become_real(display: Display, event: Event) -> None:
    """Show that a robot blocks others."""
    display.robots[event["piece"]].solid = True


def become_virtual(display: Display, event: Event) -> None:
    """Show that others can pass a robot."""
    display.robots[event["piece"]].solid = False
