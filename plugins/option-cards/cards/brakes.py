"""Brakes: Move 1 may become a stop (OPT-02)."""

from roborally.plugin import Rules, Settings

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "brakes"


def register(rules: Rules, settings: Settings) -> None:
    """Offer to stop instead of moving."""
    offer_steps(rules, NAME, "move1", {"move": 1, "stop": 0})


CARD = OptionCard(NAME, number=2, worth=2, register=register)
