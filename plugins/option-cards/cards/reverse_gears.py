"""The option card Reverse Gears: a Back Up may move two cells (OPT-12)."""

from roborally.plugin import Rules, Settings

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "reverse-gears"


def register(rules: Rules, settings: Settings) -> None:
    """Add the choice between one and two cells at each Back Up."""
    offer_steps(rules, NAME, "back-up", {1: 1, 2: 2})


CARD = OptionCard(NAME, number=12, worth=2, register=register)
