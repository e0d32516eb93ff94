"""Options of the program: Conditional Program, Recompile, Abort Switch, Flywheel, Extra Memory."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, replaced
from roborally_plugins.program_cards.api import (
    UNKNOWN,
    discard,
    draw,
    hand,
    lock_by_damage,
    locks,
    set_hand,
    set_slots,
    shown,
    slots,
)

from .cards import FACE_DOWN, has, is_down, lay, lying_on, players_of
from .state import slot_of

NONE = "none"
STORED_FIRST = -1
"""The stored card joins the hand before the whole hand is checked (CNB-R04)."""


def register(rules: Rules) -> None:
    """Add the five cards."""
    rules.modify("hand-size", one_more)
    rules.on("dealt", bring_stored_card, order=STORED_FIRST)
    rules.phase("turn", "recompile", ask_recompile, after=("deal",))
    rules.decision("recompile", recompile, check=check_recompile, sample=sample_recompile)
    rules.modify("locks-later", while_programming)
    rules.phase("turn", "reserves", ask_reserves, after=("program",))
    rules.phase("turn", "stores", ask_stores, after=("reserves", "program"))
    rules.decision("conditional-program", lay_in_reserve)
    rules.decision("flywheel", store)
    rules.decision("conditional-program-swap", swap)
    rules.phase("register", "abort", ask_abort, after=("reveal",))
    rules.decision("abort-switch", abort)
    rules.phase("end-of-turn", "discard-reserves", discard_reserves, before=("clean-up",))
    rules.modify("held-cards", cards_on_options)
    rules.on("option-lost", lose_what_lies_there)


# --- OPT-18 Extra Memory, OPT-14 Flywheel ---------------------------------------------------------------------------


def one_more(match: Match, size: int, piece: Piece) -> int:
    """Deal one card more (OPT-18)."""
    return size + 1 if has(match, piece, "extra-memory") and not is_down(match, piece) else size


def bring_stored_card(match: Match, piece: Piece) -> None:
    """Add the card on the Flywheel to the hand (OPT-14)."""
    stored = slot_of(match)["stored"]
    if stored[piece.index]:
        set_hand(match, piece, (*hand(match, piece), stored[piece.index]))
        lay(match, piece.index, "flywheel", "")


def ask_stores(match: Match) -> None:
    """Ask which unused card to keep (OPT-14); a program that is over leaves nothing to keep."""
    for piece in players_of(match, "flywheel"):
        unused = _unused(match, piece)
        if unused:
            match.ask("flywheel", piece, NONE, (NONE, *unused), secret=True)


def store(match: Match, decision: Decision, answer: str) -> None:
    """Lay a card on the Flywheel."""
    if answer != NONE:
        lay(match, decision["piece"], "flywheel", _take_from_hand(match, decision["piece"], answer))


def _unused(match: Match, piece: Piece) -> tuple[str, ...]:
    return tuple(shown(match, card) for card in hand(match, piece) if card != UNKNOWN)


def _take_from_hand(match: Match, index: int, wanted: str) -> str:
    """Take a card, named as its owner sees it, out of a hand and return it."""
    piece = match.state.pieces[index]
    cards = list(hand(match, piece))
    card = next(card for card in cards if shown(match, card) == wanted)
    cards.remove(card)
    set_hand(match, piece, tuple(cards))
    return card


# --- OPT-06 Recompile -----------------------------------------------------------------------------------------------


def ask_recompile(match: Match) -> None:
    """Ask which cards to exchange (OPT-06), unless the damage would destroy a robot that has not entered yet."""
    for piece in players_of(match, "recompile"):
        can_pay = piece.cell >= 0 or piece.damage + 1 < match.rules.toughness
        if can_pay and hand(match, piece):
            match.ask("recompile", piece, (), secret=True)


def check_recompile(match: Match, decision: Decision, answer: Any) -> tuple[str, ...]:
    """Refuse cards that are not in the hand."""
    if not isinstance(answer, tuple):
        raise AnswerError("the answer must be a list of cards in the hand; it may be empty")
    cards = list(_unused(match, match.state.pieces[decision["piece"]]))
    for card in answer:
        if card not in cards:
            raise AnswerError("card {card} is not in the hand", card=card)
        cards.remove(card)
    return answer


def sample_recompile(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return some cards of the hand."""
    cards = _unused(match, match.state.pieces[decision["piece"]])
    return tuple(card for card in cards if dice.below(4) == 0)


def recompile(match: Match, decision: Decision, answer: tuple[str, ...] | None) -> None:
    """Exchange cards for one point of damage, which nothing absorbs and which shrinks no hand of this turn (OPT-06)."""
    if not answer:
        return
    piece = match.state.pieces[decision["piece"]]
    given = tuple(_take_from_hand(match, piece.index, card) for card in answer)
    match.emit("option-used", piece=piece.index, card="recompile")
    set_hand(match, piece, (*hand(match, piece), *draw(match, len(answer))))
    discard(match, given)
    match.react("dealt", piece)
    slot_of(match)["unlocked"] = replaced(slot_of(match)["unlocked"], piece.index, True)
    match.lose(piece, 1, "recompile")
    if piece.damage >= match.rules.toughness:
        match.destroy(piece, "recompile")


def while_programming(match: Match, later: bool, piece: Piece) -> bool:
    """Delay the lock that the exchange would cause until after programming (OPT-06)."""
    return later or slot_of(match)["unlocked"][piece.index]


# --- OPT-01 Conditional Program -------------------------------------------------------------------------------------


def ask_reserves(match: Match) -> None:
    """Apply the locks that Recompile delayed, then ask which card to keep in reserve (OPT-01)."""
    slot = slot_of(match)
    for piece in match.state.pieces:
        if slot["unlocked"][piece.index]:
            slot["unlocked"] = replaced(slot["unlocked"], piece.index, False)
            lock_by_damage(match, piece)
    for piece in players_of(match, "conditional-program"):
        unused = _unused(match, piece)
        if unused:
            match.ask("conditional-program", piece, NONE, (NONE, *unused), secret=True)


def lay_in_reserve(match: Match, decision: Decision, answer: str) -> None:
    """Lay a sixth card out, face down."""
    if answer != NONE:
        lay(match, decision["piece"], "conditional-program", _take_from_hand(match, decision["piece"], answer))


def ask_swap(match: Match) -> None:
    """Ask whether the reserve replaces the card that is about to be revealed (OPT-01, OPT-R14, R0)."""
    number = match.state.stage
    for piece in players_of(match, "conditional-program"):
        reserve = slot_of(match)["reserve"][piece.index]
        if not reserve or number in locks(match, piece):
            continue
        program = list(slots(match, piece))
        program[number - 1] = reserve
        if number == 1 and match.value("program-problem", "", piece, tuple(program)):
            continue
        match.ask("conditional-program-swap", piece, "no", ("yes", "no"), secret=True)


def swap(match: Match, decision: Decision, answer: str | None) -> None:
    """Replace the card; the old one is discarded."""
    if answer == "yes":
        reserve = slot_of(match)["reserve"][decision["piece"]]
        exchange(match, match.state.pieces[decision["piece"]], match.state.stage, reserve)
        lay(match, decision["piece"], "conditional-program", "")


def exchange(match: Match, piece: Piece, number: int, card: str) -> None:
    """Lay another card into a register and discard the one that lay there."""
    program = list(slots(match, piece))
    old, program[number - 1] = program[number - 1], card
    set_slots(match, piece, tuple(program))
    discard(match, (old,))
    match.emit("exchange", piece=piece.index, register=number)


def discard_reserves(match: Match) -> None:
    """Discard unused reserves and switch Abort Switches off (OPT-01, E3)."""
    discard(match, tuple(card for card in slot_of(match)["reserve"] if card))
    for piece in match.robots:
        lay(match, piece.index, "conditional-program", "")
        lay(match, piece.index, "abort-switch", False)


# --- OPT-10 Abort Switch --------------------------------------------------------------------------------------------


def ask_abort(match: Match) -> None:
    """Exchange the card of robots whose switch is on, and ask the other owners (OPT-10, R1)."""
    aborting = slot_of(match)["aborting"]
    for piece in players_of(match, "abort-switch"):
        if aborting[piece.index]:
            _draw_into_register(match, piece)
        elif _can_exchange(match, piece):
            match.ask("abort-switch", piece, "no", ("yes", "no"), secret=True)


def abort(match: Match, decision: Decision, answer: str | None) -> None:
    """Turn the switch on: this card and all later ones are exchanged."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        lay(match, piece.index, "abort-switch", True)
        _draw_into_register(match, piece)


def _draw_into_register(match: Match, piece: Piece) -> None:
    drawn = draw(match, 1) if _can_exchange(match, piece) else ()
    if drawn:
        exchange(match, piece, match.state.stage, drawn[0])


def _can_exchange(match: Match, piece: Piece) -> bool:
    """Return whether a card lies in this register, and not a locked one (OPT-G10)."""
    number = match.state.stage
    return bool(slots(match, piece)[number - 1]) and number not in locks(match, piece)


# --- cards that lie on options --------------------------------------------------------------------------------------


def cards_on_options(match: Match, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Keep stored and reserved cards out of the pile."""
    slot = slot_of(match)
    return (*cards, *[card for card in (*slot["stored"], *slot["reserve"]) if card])


def lose_what_lies_there(match: Match, piece: Piece, card: str) -> None:
    """Discard the card that lay on a Flywheel or in reserve (OPT-14)."""
    if card in FACE_DOWN:
        lying = lying_on(match, card)[piece.index]
        if lying:
            discard(match, (lying,))
            lay(match, piece.index, card, "")
    if card == "abort-switch":
        lay(match, piece.index, "abort-switch", False)


def clear_on_destruction(match: Match, piece: Piece) -> None:
    """Discard the cards on a destroyed robot's options (OPT-14)."""
    if has(match, piece, "flywheel"):
        lose_what_lies_there(match, piece, "flywheel")
    lose_what_lies_there(match, piece, "conditional-program")
    lay(match, piece.index, "abort-switch", False)
