"""Helpers for tests of the programming interface: a hand, and its slots and buttons as a player finds them."""

from typing import Any

from .conftest import Driver
from .seen import place

USUAL = ("Move 1", "Move 2", "Move 3", "Back Up", "Rotate Right", "Rotate Left", "U-Turn")
HELP = {
    "Move 1": "Move 1: The robot walks one space forward.",
    "Move 2": "Move 2: The robot walks two spaces forward.",
    "Move 3": "Move 3: The robot walks three spaces forward.",
    "Back Up": "Back Up: The robot walks one space backward",
    "Rotate Right": "Rotate Right: The robot turns a quarter to the right.",
    "Rotate Left": "Rotate Left: The robot turns a quarter to the left.",
    "U-Turn": "U-Turn: The robot turns around.",
}
HAND = ("move1@490", "move1@500", "move2@700", "left@70", "left@90", "left@110", "right@80", "u-turn@10", "back-up@430")
CONFIRM = "Confirm the program"
CLEAR = "Clear all registers"
POWER = "Power down next turn"


def slot(app: Any, number: int) -> str:
    """Return the command in a slot, according to its tooltip."""
    text = app.screen_on_top.tooltip_at(*place(app, f"Register {number}:").centre)
    return str(text.splitlines()[0].partition(": ")[2])


def slots(app: Any) -> list[str]:
    return [slot(app, number) for number in range(1, 6)]


def click(driver: Driver, text: str) -> None:
    driver.click(place(driver.app, text).centre)


def choose(driver: Driver, *commands: str) -> None:
    for command in commands:
        click(driver, HELP[command])
