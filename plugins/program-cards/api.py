"""The functions about program cards, hands and registers that other plugins may import (COM-13 to COM-16).

A card is a text, its command and its priority: `move1@520`. Registers are numbered from 1.
"""

from roborally.plugin import Match, Piece, replaced

from .deck import EMPTY, MOVES, REGISTERS, UNKNOWN, command_of, priority_of, shown
from .locks import lock as lock_register
from .locks import lock_by_damage
from .piles import discard, draw, hand_size, most_cards, redeal, replace_hand
from .programming import empty_free_registers, free_registers
from .state import settings_of, slot_of

__all__ = [
    "EMPTY",
    "MOVES",
    "REGISTERS",
    "UNKNOWN",
    "cards_left",
    "command_of",
    "discard",
    "draw",
    "empty_free_registers",
    "empty_piles",
    "hand",
    "hand_size",
    "has_hidden_priorities",
    "lock_by_damage",
    "lock_register",
    "locks",
    "most_cards",
    "priority_of",
    "redeal",
    "replace_hand",
    "set_hand",
    "set_slots",
    "shown",
    "slots",
]


def hand(match: Match, piece: Piece) -> tuple[str, ...]:
    """Return the cards of a robot's hand; in an observation, those of other seats are `UNKNOWN`."""
    return slot_of(match)["hands"][piece.index]


def set_hand(match: Match, piece: Piece, cards: tuple[str, ...]) -> None:
    """Replace a robot's hand by these cards; if registers are still empty, the cards count as dealt this turn."""
    slot = slot_of(match)
    slot["hands"] = replaced(slot["hands"], piece.index, cards)
    if any(slot["slots"][piece.index][number - 1] == EMPTY for number in free_registers(match, piece)):
        slot["dealt"] = replaced(slot["dealt"], piece.index, len(cards))


def slots(match: Match, piece: Piece) -> tuple[str, ...]:
    """Return the cards in a piece's registers, the first register first; `EMPTY` for an empty one."""
    return slot_of(match)["slots"][piece.index]


def set_slots(match: Match, piece: Piece, cards: tuple[str, ...]) -> None:
    """Lay cards into the registers of a piece, one for each register."""
    slot_of(match)["slots"] = replaced(slot_of(match)["slots"], piece.index, cards)


def locks(match: Match, piece: Piece) -> tuple[int, ...]:
    """Return the numbers of a robot's locked registers, ascending."""
    return slot_of(match)["locks"][piece.index]


def cards_left(match: Match) -> tuple[str, ...]:
    """Return the cards on the draw pile, the top first, and then the cards on the discard pile."""
    slot = slot_of(match)
    return (*slot["deck"], *slot["discard"])


def empty_piles(match: Match) -> None:
    """Remove both piles from a copy of a match in which no card will be drawn; then it is cheaper to copy."""
    slot = slot_of(match)
    slot["deck"] = ()
    slot["discard"] = ()


def has_hidden_priorities(match: Match) -> bool:
    """Return whether cards are shown without their priorities (AUE-205)."""
    return settings_of(match)["hidden_priorities"]
