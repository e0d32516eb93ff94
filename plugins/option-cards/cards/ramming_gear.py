"""The option card Ramming Gear: a robot that is pushed takes 1 damage (OPT-11)."""

from roborally.plugin import Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import works
from ..state import KeptOnce

NAME = "ramming-gear"
NOBODY: tuple[int, ...] = ()
RAMMED = KeptOnce("rammed", NOBODY)
"""The indexes of the pieces that the running card has rammed already."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the damage for robots that are rammed, once for each program card."""
    rules.on("before-card", forget_rammed)
    rules.on("contact", ram)


def forget_rammed(match: Match, piece: Piece, card: str) -> None:
    """Clear the list of rammed pieces, as a card begins."""
    RAMMED.put(match, NOBODY)


def ram(match: Match, piece: Piece, other: Piece, direction: int, how: str) -> None:
    """Damage `other`, which the acting robot touches, once for each card, even if `other` cannot be moved."""
    own = piece.index == match.state.actor and how in ("forward", "backward", "slide")
    rammed = RAMMED.of(match)
    if own and other.index not in rammed and works(match, piece, NAME):
        RAMMED.put(match, (*rammed, other.index))
        match.volley([(other, 1, piece.index, direction, "ramming")])


CARD = OptionCard(NAME, number=11, worth=4, register=register, keeps=(RAMMED,))
