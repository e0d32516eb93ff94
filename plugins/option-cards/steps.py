"""The steps by which bots build an answer to Recompile's question (see `roborally.bots.plugin.Steps`)."""

from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps
from roborally.plugin import Decision, Match
from roborally_plugins.program_cards.api import UNKNOWN, hand, most_cards, shown

GIVEN = 5
"""The maximum number of cards that a bot exchanges; more are hardly ever worth a point of damage."""


def cards_of(match: Match, decision: Decision) -> tuple[str, ...]:
    """Return the program cards in the hand, as their owner sees them; leave out hidden cards."""
    cards = hand(match, match.state.pieces[decision["piece"]])
    return tuple(shown(match, card) for card in cards if card != UNKNOWN)


def cards_left(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[int, ...]:
    """Return the indexes of the cards that are not in `laid` yet, and `NO_ITEM` to end the list (OPT-06)."""
    return (NO_ITEM, *(index for index in range(len(cards_of(match, decision))) if index not in laid))


def given(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[str, ...]:
    """Return the cards for the indexes in `laid`."""
    cards = cards_of(match, decision)
    return tuple(cards[index] for index in laid if index != NO_ITEM)


RECOMPILE = Steps(most_cards, GIVEN, cards_of, cards_left, given)
