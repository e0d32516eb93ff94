"""The option card Brakes: the robot may stop instead of a Move 1 (OPT-02)."""

from roborally.plugin import Rules, Settings

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "brakes"


def register(rules: Rules, settings: Settings) -> None:
    """Add the choice between moving and stopping at each Move 1."""
    offer_steps(rules, NAME, "move1", {"move": 1, "stop": 0})


CARD = OptionCard(NAME, number=2, worth=2, register=register)
