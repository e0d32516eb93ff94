"""How the window shows which robots are powered down in this turn or will be in the next."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views


@hookimpl
def register_view(views: Views) -> None:
    """Register how announcements and shutdowns change the display, which does not wait for them."""
    views.on("announce", announce)
    views.on("down", shut_down)
    views.on("destroy", cancel)
    for event in ("announce", "power-down", "down"):
        views.pace(event, "quiet")


def announce(display: Display, event: Event) -> None:
    """Mark the event's robot as powered down in the next turn."""
    display.robots[event["piece"]].announced = True


def shut_down(display: Display, event: Event) -> None:
    """Mark exactly the event's robots as powered down."""
    for robot in display.robots:
        robot.resting = robot.index in event["pieces"]
        robot.announced = robot.announced and not robot.resting


def cancel(display: Display, event: Event) -> None:
    """Remove the announcement of a robot that is destroyed (STD-R22)."""
    display.robots[event["piece"]].announced = False
