"""What questions about option cards are about, for the window."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally_plugins.program_cards.api import slots

Subject = tuple[str, Any]
"""`register` or `reserve` and a program card, `robot` and the index of a piece, or `checkpoint` and a number."""


def running_card(match: Match, decision: Decision) -> Subject:
    """Return the card in the running register."""
    return "register", slots(match, match.state.pieces[decision["piece"]])[match.state.stage - 1]
