"""How the events of VOLT change the display, and how the window animates them."""

from roborally.plugin import Event
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .view_corners import FLIGHT, SIGNAL

DISCLOSED = 0.3
"""The time that a cross is shown before its dice are activated, in seconds."""


def register_events(views: Views) -> None:
    """Register the display changes of dice, their animations, and the steps of a replay."""
    views.on("moment", begin_turn)
    views.on("destroy", empty_crosses)
    views.on("program", lay_program)
    views.on("reveal", disclose)
    views.animate("volt-number", lambda animator, event: animator.pause(FLIGHT))
    views.animate("reveal", show_cross)
    views.replay("program", "none")
    views.replay("reveal", "stage")
    views.replay("volt-move", "action")
    views.replay("volt-fire", "action")


def begin_turn(display: Display, event: Event) -> None:
    """Remove the dice of the last turn from the display."""
    if event["name"] == "turn":
        for robot in display.robots:
            robot.empty_slots()


def empty_crosses(display: Display, event: Event) -> None:
    """Remove the dice of a robot that is destroyed."""
    display.robots[event["piece"]].empty_slots()


def lay_program(display: Display, event: Event) -> None:
    """Show an operator's program to this operator."""
    display.robots[event["piece"]].slots = list(event["cards"])


def disclose(display: Display, event: Event) -> None:
    """Show the dice of the event's cross, and the order of play."""
    display.begin_stage(event["register"])
    for index, die in event["cards"]:
        display.robots[index].slots[event["register"] - 1] = die
    display.act_in_order(index for index, _ in event["cards"])


def show_cross(animator: Animator, event: Event) -> None:
    """Pause so that players can read a cross with dice, and before the first cross see the signal (VLT-602)."""
    if event["register"] == 1:
        animator.pause(SIGNAL)
    if any(die for _, die in event["cards"]):
        animator.pause(DISCLOSED)
