"""Reverse Gears: Back Up may move two spaces (OPT-12)."""

from roborally.plugin import Rules, Settings

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "reverse-gears"


def register(rules: Rules, settings: Settings) -> None:
    """Offer to back up two spaces instead of one."""
    offer_steps(rules, NAME, "back-up", {1: 1, 2: 2})


CARD = OptionCard(NAME, number=12, worth=2, register=register)
