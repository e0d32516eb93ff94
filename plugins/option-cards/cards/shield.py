"""The option card Shield: protects a side of the robot, chosen for every register, from all damage (OPT-13)."""

from roborally.plugin import DIRECTIONS, Decision, Dice, Match, Piece, Rules, Settings, opposite

from ..deck import OptionCard
from ..holders import absorb, is_down, lay, players_of, side_hit, works
from ..state import CardMark

NAME = "shield"
SIDES = ("front", "right", "rear", "left")
NO_SIDE = "none"
SIDE = CardMark("shield", NO_SIDE)
"""The side that is protected, or `none`."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the question for a side before every register, and absorb damage before all other cards (OPT-G09)."""
    rules.on("ask-marks", ask_shield)
    rules.decision(NAME, mark_shield, hint=towards_the_nearest)
    rules.modify("damage", stop_at_shield, order=10)
    rules.on("renew-options", remove_while_down)


def ask_shield(match: Match) -> None:
    """Ask each owner for the side in this register; the default is the side of the register before (R0)."""
    for piece in players_of(match, NAME):
        mark = SIDE.of(match, piece.index)
        match.ask(NAME, piece, mark, (*SIDES, NO_SIDE), secret=True)


def mark_shield(match: Match, decision: Decision, answer: str | None) -> None:
    """Store the side that the owner has chosen."""
    lay(match, decision["piece"], NAME, answer)


def stop_at_shield(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Return `points` of damage, but 0 if the damage comes from the protected side (OPT-R04)."""
    if points <= 0 or direction < 0 or not works(match, piece, NAME):
        return points
    mark = SIDE.of(match, piece.index)
    if mark != SIDES[side_hit(piece, direction)]:
        return points
    return points - absorb(match, piece, NAME, points)


def remove_while_down(match: Match, piece: Piece) -> None:
    """Protect no side of a robot that is shut down."""
    if is_down(match, piece):
        lay(match, piece.index, NAME, NO_SIDE)


def towards_the_nearest(match: Match, decision: Decision, dice: Dice) -> str:
    """Return the side at which the nearest robot that faces this one stands; if none does, the default."""
    piece = match.state.pieces[decision["piece"]]
    if piece.cell < 0:
        return NO_SIDE
    found = []
    for direction in DIRECTIONS:
        other = match.first_on(match.rays[direction][piece.cell])
        if other is not None and other.facing == opposite(direction):
            (x, y), (other_x, other_y) = match.floor.cells[piece.cell], match.floor.cells[other.cell]
            found.append((abs(x - other_x) + abs(y - other_y), direction))
    if not found:
        return str(decision["default"])
    return SIDES[side_hit(piece, opposite(min(found)[1]))]


CARD = OptionCard(NAME, number=13, worth=9, register=register, mark=SIDE)
