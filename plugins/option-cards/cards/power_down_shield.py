"""Power-Down Shield: while powered down, every side stops 1 damage in every register (OPT-26)."""

from roborally.plugin import Match, Piece, Rules, Settings, replaced

from ..deck import OptionCard
from ..holders import absorb, has, is_down, side_hit
from ..state import Kept

NAME = "power-down-shield"
NO_STOPS: tuple[int, ...] = (0, 0, 0, 0)
NO_SIDES: tuple[int, ...] = ()
STOPS = Kept("side_stops", NO_STOPS)
"""The last register in which each side has stopped a point."""
GONE = Kept("sides_gone", NO_SIDES)
"""Sides whose shield has ended."""
WAS_DOWN = Kept("was_down", False)
"""Whether the robot was powered down."""


def register(rules: Rules, settings: Settings) -> None:
    """Absorb damage that the Shield has let through (OPT-G09)."""
    rules.modify("damage", stop_while_down, order=11)
    rules.on("renew-options", renew)


def stop_while_down(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Stop one point per side and register; a second one in a register passes and ends the shield of that side."""
    if points <= 0 or direction < 0 or not has(match, piece, NAME) or not is_down(match, piece):
        return points
    side, register = side_hit(piece, direction), match.state.stage
    stops, gone = STOPS.of(match, piece.index), GONE.of(match, piece.index)
    if side in gone:
        return points
    if stops[side] != register:
        STOPS.put(match, piece.index, replaced(stops, side, register))
        points -= absorb(match, piece, NAME, 1)
    if points > 0:
        GONE.put(match, piece.index, (*gone, side))
    return points


def renew(match: Match, piece: Piece) -> None:
    """Restore all sides at the next shutdown."""
    STOPS.put(match, piece.index, NO_STOPS)
    if not WAS_DOWN.of(match, piece.index) or not is_down(match, piece):
        GONE.put(match, piece.index, NO_SIDES)
    WAS_DOWN.put(match, piece.index, is_down(match, piece))


CARD = OptionCard(NAME, number=26, worth=4, register=register, keeps=(STOPS, GONE, WAS_DOWN))
