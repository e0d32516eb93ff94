"""Deals hands of program cards, and keeps the draw and discard piles (STD-402, COM-13)."""

from collections.abc import Sequence
from typing import Final

from roborally.plugin import Match, Piece, replaced

from .deck import DECK, UNKNOWN, deck_of
from .state import slot_of

SPARE = 3
"""How many cards beyond its first hand a robot holds at most, in practice."""


def deal(match: Match) -> None:
    """Shuffle all cards that are not locked or held, and deal all hands (COM-13, STD-402)."""
    slot = slot_of(match)
    programmers = programming_pieces(match)
    sizes = {piece.index: hand_size(match, piece) for piece in programmers}
    slot["hands"] = ((),) * len(match.state.pieces)
    slot["spare"] = ((),) * len(match.state.pieces)
    if slot["scripted"]:
        _deal_scripted(match, sizes)
    else:
        held = {card for cards in slot["slots"] for card in cards} | set(match.value("held-cards", ()))
        deck = [card for card in deck_of(match) if card not in held]
        match.dice("deal", match.state.turn).shuffle(deck)
        slot["deck"], slot["discard"] = tuple(deck), ()
        for piece in match.value("deal-order", programmers):
            hand = draw(match, sizes[piece.index])
            slot["hands"] = replaced(slot["hands"], piece.index, hand)
            match.react("dealt", piece)
    slot["dealt"] = tuple(len(hand) for hand in slot["hands"])
    for piece in programmers:
        match.emit("deal", piece=piece.index, count=len(slot["hands"][piece.index]))
    if not slot["scripted"]:
        for piece in programmers:
            spare = match.value("spare-cards", 0, piece)
            slot["spare"] = replaced(
                slot["spare"], piece.index, draw(match, min(spare, len(slot["deck"]))) if spare else ()
            )


def programming_pieces(match: Match) -> list[Piece]:
    """Return the robots whose owners program this turn, by seat."""
    pieces = [piece for piece in match.robots if piece.cell >= 0]
    programmers: list[Piece] = match.value("programmers", pieces)
    return programmers


def hand_size(match: Match, piece: Piece) -> int:
    """Return how many cards a robot is dealt; damage reduces the number (COM-16)."""
    size: int = match.value("hand-size", max(0, 9 - piece.damage), piece)
    return size


def most_cards(match: Match) -> int:
    """Return the largest number of cards that an owner may have to choose from, estimated at the start of a match."""
    return max(hand_size(match, piece) for piece in match.robots) + SPARE


def draw(match: Match, count: int) -> tuple[str, ...]:
    """Take up to `count` cards from the draw pile; when it runs out, shuffle the discard pile into it (COM-13)."""
    slot = slot_of(match)
    deck = slot["deck"]
    if len(deck) < count and slot["discard"]:
        refill, slot["discard"] = sorted(slot["discard"]), ()
        match.dice("refill", match.state.turn, match.state.stage, len(deck), len(refill)).shuffle(refill)
        deck = (*deck, *refill)
    slot["deck"] = deck[count:]
    return deck[:count]


def discard(match: Match, cards: Sequence[str]) -> None:
    """Put cards on the discard pile, except empty texts and cards that are not in the deck."""
    slot = slot_of(match)
    if not _IN_DECK.issuperset(cards):
        cards = [card for card in cards if card in _IN_DECK]
    slot["discard"] += tuple(cards)


def redeal(match: Match, piece: Piece) -> None:
    """Deal a robot as many new cards as its hand has, then discard the old hand (CNB-403, CNB-R04)."""
    slot = slot_of(match)
    old = slot["hands"][piece.index]
    slot["hands"] = replaced(slot["hands"], piece.index, draw(match, len(old)))
    discard(match, old)


def replace_hand(match: Match, piece: Piece) -> None:
    """Discard a robot's hand and deal it a new one (STD-R24).

    The new cards were set aside at the deal, so that the order in which owners ask does not matter. If too few were
    set aside, the rest is drawn from the old hand.
    """
    slot = slot_of(match)
    index = piece.index
    old, count = slot["hands"][index], hand_size(match, piece)
    if slot["scripted"]:
        new = draw(match, count)
        new += (UNKNOWN,) * (count - len(new))
    else:
        new = slot["spare"][index][:count]
        slot["spare"] = replaced(slot["spare"], index, ())
        missing = count - len(new)
        if missing:
            rest = sorted(old)
            match.dice("own-cards", match.state.turn, index).shuffle(rest)
            new, old = new + tuple(rest[:missing]), tuple(rest[missing:])
    discard(match, old)
    slot["hands"] = replaced(slot["hands"], index, new)
    slot["dealt"] = replaced(slot["dealt"], index, len(new))
    match.emit("deal", piece=index, count=len(new))


def _deal_scripted(match: Match, sizes: dict[int, int]) -> None:
    """Deal each robot its hand in the scenario, or without one as many unknown cards as `sizes` has for its index."""
    slot = slot_of(match)
    for index, size in sizes.items():
        deals = slot["deals"][index]
        turn = match.state.turn
        slot["hands"] = replaced(slot["hands"], index, deals[turn - 1] if turn <= len(deals) else (UNKNOWN,) * size)
        match.react("dealt", match.state.pieces[index])


_IN_DECK: Final = frozenset(DECK)
