"""Power-downs in the window: the robots that are powered down in this turn and in the next."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register displays for announcements and shutdowns, which keep nobody waiting."""
    views.on("announce", announce)
    views.on("down", shut_down)
    views.on("destroy", cancel)
    for event in ("announce", "power-down", "down"):
        views.pace(event, "quiet")


def announce(display: Display, event: Event) -> None:
    """Show that a robot will be powered down in the next turn."""
    display.robots[event["piece"]].announced = True


def shut_down(display: Display, event: Event) -> None:
    """Show exactly these robots as powered down."""
    for robot in display.robots:
        robot.resting = robot.index in event["pieces"]
        robot.announced = robot.announced and not robot.resting


def cancel(display: Display, event: Event) -> None:
    """Forget the announcement of a robot that is destroyed (STD-R22)."""
    display.robots[event["piece"]].announced = False
