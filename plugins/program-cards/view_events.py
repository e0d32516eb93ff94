"""How the events of program cards change the display, and how the window animates them."""

from roborally.plugin import Event
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .deck import UNKNOWN, order_of_cards

REVEALED = 0.3
"""The time that a register is shown before its cards are played, in seconds."""


def register_events(views: Views) -> None:
    """Register the display changes of programs and locks, animations, and the steps of a replay."""
    views.on("moment", begin_turn)
    views.on("destroy", empty_program)
    views.on("program", lay_program)
    views.on("reveal", reveal)
    views.on("card", play_card)
    views.on("lock", lock)
    views.on("unlock", unlock)
    views.animate("reveal", show_register)
    views.replay("deal", "none")
    views.replay("program", "none")
    views.replay("reveal", "stage")
    views.replay("card", "action")
    views.pace("lock", "quiet")
    views.pace("unlock", "quiet")


def begin_turn(display: Display, event: Event) -> None:
    """Remove the cards of the last turn from the display, except locked ones."""
    if event["name"] == "turn":
        for robot in display.robots:
            robot.empty_slots(but=robot.locks)


def empty_program(display: Display, event: Event) -> None:
    """Remove the program and the locks of a robot that is destroyed (STD-905)."""
    robot = display.robots[event["piece"]]
    robot.locks = set()
    robot.empty_slots()


def lay_program(display: Display, event: Event) -> None:
    """Show the event's program in the robot's row, for its owner."""
    display.robots[event["piece"]].slots = list(event["cards"])


def reveal(display: Display, event: Event) -> None:
    """Show the cards of the event's register for all robots, and the order of play."""
    display.begin_stage(event["register"])
    for index, card in event["cards"]:
        display.robots[index].slots[event["register"] - 1] = card
    display.act_in_order(order_of_cards(dict(event["cards"])))


def show_register(animator: Animator, event: Event) -> None:
    """Pause so that players can read the cards of the register, if a robot acts in the register."""
    if any(card for _, card in event["cards"]):
        animator.pause(REVEALED)


def play_card(display: Display, event: Event) -> None:
    """Show the card that a robot plays, even if another one was revealed, and mark the robot as acting."""
    if event["card"] not in ("", UNKNOWN):
        display.robots[event["piece"]].slots[event["register"] - 1] = event["card"]
    display.act_next(event["piece"])


def lock(display: Display, event: Event) -> None:
    """Show the event's register as locked."""
    display.robots[event["piece"]].locks.add(event["register"])


def unlock(display: Display, event: Event) -> None:
    """Show the event's register as free."""
    display.robots[event["piece"]].locks.discard(event["register"])
