"""The steps, one for each register, by which bots build a program (see `roborally.bots.plugin.Steps`)."""

from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps
from roborally.plugin import Decision, Match

from .deck import EMPTY, REGISTERS
from .piles import most_cards
from .programming import free_registers
from .state import slot_of


def cards_of(match: Match, decision: Decision) -> tuple[str, ...]:
    """Return the cards that may be programmed: the hand and extra cards such as a Pause."""
    piece = match.state.pieces[decision["piece"]]
    hand = slot_of(match)["hands"][piece.index]
    return (*hand, *match.value("extra-cards", (), piece))


def cards_left(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[int, ...]:
    """Return the indexes of cards for the next register; only `NO_ITEM` if it is locked or no card is left."""
    piece = match.state.pieces[decision["piece"]]
    if len(laid) + 1 not in free_registers(match, piece):
        return (NO_ITEM,)
    left = tuple(index for index in range(len(cards_of(match, decision))) if index not in laid)
    if match.listens("program-problem"):
        programs = {index: program_of(match, decision, (*laid, index)) for index in left}
        left = tuple(index for index in left if not match.value("program-problem", "", piece, programs[index]))
    return left or (NO_ITEM,)


def program_of(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[str, ...]:
    """Return the program for the indexes in `laid`, with empty texts for registers without a card."""
    cards = cards_of(match, decision)
    program = tuple(EMPTY if index == NO_ITEM else cards[index] for index in laid)
    return (*program, *[EMPTY] * (REGISTERS - len(program)))


PROGRAM = Steps(most_cards, REGISTERS, cards_of, cards_left, program_of)
