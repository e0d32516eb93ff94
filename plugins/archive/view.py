"""How the window shows archive markers, re-entry and eliminated robots."""

from roborally.plugin import Event, hookimpl
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .state import settings_of


@hookimpl
def register_view(views: Views) -> None:
    """Register how the events of re-entry change and animate the display."""
    views.on("archive", move_marker)
    views.on("eliminated", put_out)
    views.on("destroy", take_what_is_owed)
    views.animate("archive", slide_marker)
    views.animate("hurt respawn", show_nothing, instead=True)
    views.animate("heal respawn", show_nothing, instead=True)
    views.pace("hurt respawn", "quiet")
    views.replay("archive", "none")
    views.replay("lives", "none")
    views.animate("turn respawn", show_nothing, instead=True)
    views.beside("respawn-facing")


def move_marker(display: Display, event: Event) -> None:
    """Move a robot's archive marker to the event's cell at once."""
    display.robots[event["piece"]].marker = tuple(event["cell"])


def put_out(display: Display, event: Event) -> None:
    """Mark the event's robot as out of the game."""
    display.robots[event["piece"]].eliminated = True


def take_what_is_owed(display: Display, event: Event) -> None:
    """Show a life less for a destroyed robot that comes back, as `facts.read_lives_left` does."""
    gauges = display.robots[event["piece"]].gauges
    if display.settings[settings_of.plugin]["life_paid"] == "at_reentry" and gauges.get("lives"):
        gauges["lives"] -= 1


def slide_marker(animator: Animator, event: Event) -> None:
    """Animate the archive marker as it slides to the event's cell."""
    animator.slide_marker(event["piece"], tuple(event["cell"]))


def show_nothing(animator: Animator, event: Event) -> None:
    """Show nothing for damage, repair or turns at a re-entry: the robot appears at once in its new state."""
