"""The option card Double-Barreled Laser: the main laser deals 2 damage (OPT-03)."""

from roborally.plugin import Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import works

NAME = "double-barreled-laser"


def register(rules: Rules, settings: Settings) -> None:
    """Register the modifier of the main laser's damage."""
    rules.modify("laser-power", two_barrels)


def two_barrels(match: Match, power: int, piece: Piece) -> int:
    """Return 2 for a robot whose card works, else `power`."""
    return 2 if works(match, piece, NAME) else power


CARD = OptionCard(NAME, number=3, worth=7, register=register)
