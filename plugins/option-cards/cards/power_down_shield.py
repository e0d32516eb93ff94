"""The option card Power-Down Shield: on a robot that is shut down, each side stops 1 damage per register (OPT-26)."""

from roborally.plugin import Match, Piece, Rules, Settings, replaced

from ..deck import OptionCard
from ..holders import absorb, has, is_down, side_hit
from ..state import Kept

NAME = "power-down-shield"
NO_STOPS: tuple[int, ...] = (0, 0, 0, 0)
NO_SIDES: tuple[int, ...] = ()
STOPS = Kept("side_stops", NO_STOPS)
"""For each side, the last register in which it has stopped a point of damage; 0 for none."""
GONE = Kept("sides_gone", NO_SIDES)
"""The sides whose shield has ended, by number: 0 front to 3 left."""
WAS_DOWN = Kept("was_down", False)
"""Whether the robot was shut down in the turn before."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the absorption of damage, after the card Shield (OPT-G09), and its renewal every turn."""
    rules.modify("damage", stop_while_down, order=11)
    rules.on("renew-options", renew)


def stop_while_down(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Return the damage that remains: each side stops one point per register, and a second point ends its shield."""
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
    """Restore all sides unless the robot stays shut down for another turn."""
    STOPS.put(match, piece.index, NO_STOPS)
    if not WAS_DOWN.of(match, piece.index) or not is_down(match, piece):
        GONE.put(match, piece.index, NO_SIDES)
    WAS_DOWN.put(match, piece.index, is_down(match, piece))


CARD = OptionCard(NAME, number=26, worth=4, register=register, keeps=(STOPS, GONE, WAS_DOWN))
