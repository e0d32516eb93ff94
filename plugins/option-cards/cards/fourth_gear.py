"""Fourth Gear: Move 3 may move four spaces (OPT-16)."""

from collections.abc import Mapping
from typing import Any

from roborally.plugin import Rules

from ..deck import OptionCard
from ..step_choice import offer_steps

NAME = "fourth-gear"


def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Offer to move four spaces instead of three."""
    offer_steps(rules, NAME, "move3", {3: 3, 4: 4})


CARD = OptionCard(NAME, number=16, worth=4, register=register)
