"""Functions shared by option cards: keep a program card of the hand, or exchange cards in registers."""

from roborally.plugin import Decision, Dice, Match, Piece, offered
from roborally_plugins.program_cards.api import (
    UNKNOWN,
    command_of,
    discard,
    hand,
    set_hand,
    set_slots,
    shown,
    slots,
)

from .holders import lay

NONE = "none"
WORTH = {"move3": 3, "move2": 2, "move1": 1}
"""The program cards worth keeping, each with its value to a bot; only the order counts."""


def unused(match: Match, piece: Piece) -> tuple[str, ...]:
    """Return the program cards in a robot's hand, as the robot's owner sees them; leave out hidden cards."""
    return tuple(shown(match, card) for card in hand(match, piece) if card != UNKNOWN)


def take_from_hand(match: Match, index: int, wanted: str) -> str:
    """Remove a card from the hand of the robot `index` and return it; `wanted` is the card as the owner sees it."""
    piece = match.state.pieces[index]
    cards = list(hand(match, piece))
    card = next(card for card in cards if shown(match, card) == wanted)
    cards.remove(card)
    set_hand(match, piece, tuple(cards))
    return card


def ask_for_unused(match: Match, piece: Piece, option: str) -> None:
    """Ask which program card of the hand to lay on an option card; ask nothing if the hand is empty."""
    if cards := unused(match, piece):
        match.ask(option, piece, NONE, (NONE, *cards), secret=True)


def keep_from_hand(match: Match, decision: Decision, answer: str) -> None:
    """Lay the chosen card of the hand, if any, face down on the option card that has asked."""
    if answer != NONE:
        lay(match, decision["piece"], decision["kind"], take_from_hand(match, decision["piece"], answer))


def best_to_keep(match: Match, decision: Decision, dice: Dice) -> str:
    """Return the answer that keeps the longest movement card, `none` if there is no movement card."""
    return str(max(offered(decision), key=lambda card: (WORTH.get(command_of(card), 0), card == NONE)))


def exchange(match: Match, piece: Piece, number: int, card: str) -> None:
    """Replace the program card in register `number` (from 1) by `card`, and discard the old one."""
    program = list(slots(match, piece))
    old, program[number - 1] = program[number - 1], card
    set_slots(match, piece, tuple(program))
    discard(match, (old,))
    match.emit("exchange", piece=piece.index, register=number)
