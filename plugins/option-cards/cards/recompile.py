"""The option card Recompile: once a turn, exchanges any program cards of the hand, for 1 damage (OPT-06)."""

from typing import Any

from roborally.plugin import SHEETS, AnswerChoice, AnswerError, Decision, Dice, Many, Match, Piece, Rules, Settings
from roborally_plugins.program_cards.api import discard, draw, hand, lock_by_damage, set_hand

from ..deck import OptionCard
from ..holders import players_of
from ..program import take_from_hand, unused
from ..state import Kept

NAME = "recompile"
UNLOCKED = Kept("unlocked", False)
"""Whether locking by damage waits until programming is over, because cards were exchanged."""
BEFORE_QUESTIONS = -1
FEW_MOVEMENTS = 1
HEALTHY = 7


def register(rules: Rules, settings: Settings) -> None:
    """Register the question, after the deal, which cards to exchange; registers lock only after programming."""
    rules.phase("turn", NAME, ask_recompile, after=("deal",))
    rules.decision(NAME, recompile, check=check_recompile, sample=sample_recompile, hint=exchange_turns)
    rules.add(SHEETS, NAME, show_hand)
    rules.modify("locks-later", while_programming)
    rules.on("ask-reserves", lock_late, order=BEFORE_QUESTIONS)


def ask_recompile(match: Match) -> None:
    """Ask each owner which cards to exchange, unless the damage would destroy a robot that has not entered yet."""
    for piece in players_of(match, NAME):
        can_pay = piece.cell >= 0 or piece.damage + 1 < match.rules.toughness
        if can_pay and hand(match, piece):
            match.ask(NAME, piece, (), secret=True)


def check_recompile(match: Match, decision: Decision, answer: Any) -> tuple[str, ...]:
    """Return the cards of the answer; raise `AnswerError` for cards that are not in the hand."""
    if not isinstance(answer, tuple):
        raise AnswerError("the answer must be a list of cards in the hand; it may be empty")
    cards = list(unused(match, match.state.pieces[decision["piece"]]))
    for card in answer:
        if card not in cards:
            raise AnswerError("card {card} is not in the hand", card=card)
        cards.remove(card)
    return answer


def show_hand(match: Match, decision: Decision) -> Many:
    """Return the view with the cards of the hand, any number of which can be exchanged."""
    choices = tuple(map(AnswerChoice, unused(match, match.state.pieces[decision["piece"]])))
    return Many(choices=choices, least=0, most=len(choices))


def sample_recompile(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return random cards of the hand, each with a chance of 1 in 4."""
    cards = unused(match, match.state.pieces[decision["piece"]])
    return tuple(card for card in cards if dice.below(4) == 0)


def recompile(match: Match, decision: Decision, answer: tuple[str, ...] | None) -> None:
    """Exchange cards for one point of damage, which no card absorbs and which makes no hand of this turn smaller."""
    if not answer:
        return
    piece = match.state.pieces[decision["piece"]]
    given = tuple(take_from_hand(match, piece.index, card) for card in answer)
    match.emit("option-used", piece=piece.index, card=NAME)
    set_hand(match, piece, (*hand(match, piece), *draw(match, len(answer))))
    discard(match, given)
    match.react("dealt", piece)
    UNLOCKED.put(match, piece.index, True)
    match.lose(piece, 1, NAME)
    if piece.damage >= match.rules.toughness:
        match.destroy(piece, NAME)


def while_programming(match: Match, later: bool, piece: Piece) -> bool:
    """Return whether locking by damage waits: `later`, or true after an exchange."""
    return later or UNLOCKED.of(match, piece.index)


def lock_late(match: Match) -> None:
    """Lock registers by damage, after programming, for robots whose locking an exchange has delayed."""
    for piece in match.state.pieces:
        if UNLOCKED.of(match, piece.index):
            UNLOCKED.put(match, piece.index, False)
            lock_by_damage(match, piece)


def exchange_turns(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return the turn cards of a hand with little movement, if the robot has little damage, else `()`."""
    piece = match.state.pieces[decision["piece"]]
    cards = hand(match, piece)
    turns = tuple(card for card in cards if not card.startswith(("move", "?")))
    hopeless = len(cards) - len(turns) <= FEW_MOVEMENTS and piece.damage < HEALTHY
    return turns if hopeless else ()


CARD = OptionCard(NAME, number=6, worth=7, register=register, keeps=(UNLOCKED,))
