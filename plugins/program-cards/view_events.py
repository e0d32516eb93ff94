"""How the events of program cards change the display, and how they are animated."""

from roborally.plugin import Event
from roborally.ui.board.animator import Animator
from roborally.ui.board.display import Display
from roborally.ui.plugin import Views

from .deck import UNKNOWN, order_of_cards

REVEALED = 0.3
"""The seconds that a register lies open before its cards are played."""


def register_events(views: Views) -> None:
    """Register displays for programs and locks, and the steps of a replay."""
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
    """Take away the cards of the last turn, except locked ones."""
    if event["name"] == "turn":
        for robot in display.robots:
            robot.empty_slots(but=robot.locks)


def empty_program(display: Display, event: Event) -> None:
    """Take away the program of a robot that is destroyed, with its locks (STD-905)."""
    robot = display.robots[event["piece"]]
    robot.locks = set()
    robot.empty_slots()


def lay_program(display: Display, event: Event) -> None:
    """Show the owner its program."""
    display.robots[event["piece"]].slots = list(event["cards"])


def reveal(display: Display, event: Event) -> None:
    """Show the cards of a register."""
    display.begin_stage(event["register"])
    for index, card in event["cards"]:
        display.robots[index].slots[event["register"] - 1] = card
    display.act_in_order(order_of_cards(dict(event["cards"])))


def show_register(animator: Animator, event: Event) -> None:
    """Leave time to read a register if a robot acts in it."""
    if any(card for _, card in event["cards"]):
        animator.pause(REVEALED)


def play_card(display: Display, event: Event) -> None:
    """Show a card that is played, even if it was not in the register at its disclosure."""
    if event["card"] not in ("", UNKNOWN):
        display.robots[event["piece"]].slots[event["register"] - 1] = event["card"]
    display.act_next(event["piece"])


def lock(display: Display, event: Event) -> None:
    """Lock a register."""
    display.robots[event["piece"]].locks.add(event["register"])


def unlock(display: Display, event: Event) -> None:
    """Free a register."""
    display.robots[event["piece"]].locks.discard(event["register"])
