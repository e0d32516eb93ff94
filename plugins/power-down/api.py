"""The functions about power-downs that other plugins may import."""

from roborally.plugin import Match, Piece

from .rules import shut_down_next
from .state import slot_of

__all__ = ["shut_down_next", "will_be_down"]


def will_be_down(match: Match, piece: Piece) -> bool:
    """Return whether a robot will be powered down in the next turn."""
    return slot_of(match)["next"][piece.index]
