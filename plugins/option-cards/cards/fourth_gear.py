"""The option card Fourth Gear: a Move 3 may move four cells (OPT-16)."""

from roborally.plugin import Rules, Settings

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "fourth-gear"


def register(rules: Rules, settings: Settings) -> None:
    """Add the choice between three and four cells at each Move 3."""
    offer_steps(rules, NAME, "move3", {3: 3, 4: 4})


CARD = OptionCard(NAME, number=16, worth=4, register=register)
