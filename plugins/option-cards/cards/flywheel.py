"""Flywheel: keep one unused card for the next turn (OPT-14)."""

from collections.abc import Mapping
from typing import Any

from roborally.plugin import Decision, Match, Piece, Rules
from roborally_plugins.program_cards.api import hand, set_hand

from ..deck import OptionCard
from ..holders import lay, players_of
from ..program import NONE, ask_for_unused, best_to_keep, take_from_hand
from ..state import CardMark

NAME = "flywheel"
STORED = CardMark("stored", "", face_down=True)
"""The program card that is kept, or an empty text."""


def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Store a card after programming; it joins the hand before the whole hand is checked (CNB-R04)."""
    rules.on("dealt", bring_stored_card, order=-1)
    rules.phase("turn", "stores", ask, after=("reserves", "program"))
    rules.decision(NAME, store, hint=best_to_keep)


def ask(match: Match) -> None:
    """Ask which unused card to keep; a program that is over leaves nothing to keep."""
    for piece in players_of(match, NAME):
        ask_for_unused(match, piece, NAME)


def store(match: Match, decision: Decision, answer: str) -> None:
    """Lay a card on the Flywheel."""
    if answer != NONE:
        lay(match, decision["piece"], NAME, take_from_hand(match, decision["piece"], answer))


def bring_stored_card(match: Match, piece: Piece) -> None:
    """Add the card on the Flywheel to the hand."""
    if stored := STORED.of(match, piece.index):
        set_hand(match, piece, (*hand(match, piece), stored))
        lay(match, piece.index, NAME, "")


CARD = OptionCard(NAME, number=14, worth=6, register=register, mark=STORED)
