"""The option card Extra Memory: one more program card is dealt (OPT-18)."""

from roborally.plugin import Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import has, is_down

NAME = "extra-memory"


def register(rules: Rules, settings: Settings) -> None:
    """Register the modifier of the number of cards that a robot is dealt."""
    rules.modify("hand-size", one_more)


def one_more(match: Match, size: int, piece: Piece) -> int:
    """Return `size` plus 1 for a robot that has the card and is not shut down."""
    return size + 1 if has(match, piece, NAME) and not is_down(match, piece) else size


CARD = OptionCard(NAME, number=18, worth=9, register=register)
