"""Extra Memory: one more card is dealt (OPT-18)."""

from roborally.plugin import Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import has, is_down

NAME = "extra-memory"


def register(rules: Rules, settings: Settings) -> None:
    """Deal one more card."""
    rules.modify("hand-size", one_more)


def one_more(match: Match, size: int, piece: Piece) -> int:
    """Deal one card more."""
    return size + 1 if has(match, piece, NAME) and not is_down(match, piece) else size


CARD = OptionCard(NAME, number=18, worth=9, register=register)
