"""The option card Flywheel: keeps one unused program card for the next turn (OPT-14)."""

from roborally.plugin import Match, Piece, Rules, Settings
from roborally_plugins.program_cards.api import hand, set_hand

from ..deck import OptionCard
from ..holders import lay, players_of
from ..program import ask_for_unused, best_to_keep, keep_from_hand
from ..state import CardMark

NAME = "flywheel"
STORED = CardMark("stored", "", face_down=True)
"""The program card that is kept, empty for none."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the question which card to store; the stored card joins the hand before its check (CNB-R04)."""
    rules.on("dealt", bring_stored_card, order=-1)
    rules.phase("turn", "stores", ask, after=("reserves", "program"))
    rules.decision(NAME, keep_from_hand, hint=best_to_keep)


def ask(match: Match) -> None:
    """Ask each owner which unused card of the hand to keep for the next turn."""
    for piece in players_of(match, NAME):
        ask_for_unused(match, piece, NAME)


def bring_stored_card(match: Match, piece: Piece) -> None:
    """Move the card on the Flywheel to the hand."""
    if stored := STORED.of(match, piece.index):
        set_hand(match, piece, (*hand(match, piece), stored))
        lay(match, piece.index, NAME, "")


CARD = OptionCard(NAME, number=14, worth=6, register=register, mark=STORED)
