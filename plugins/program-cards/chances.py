"""Who is likely to win, from how far everybody still has to go.

A conditional logit model. Its numbers were fitted to 2,700 turns of 365 games of four planners on seven courses: what
made their owners win less often, in registers. The head start that makes winning e times as likely grows with the root
of the way that is left, as the spread of a sum of chances does.
"""

from math import exp, sqrt

from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import read_fact

from .outlook import WON, is_out, outlook, reached_by, start_place, way
from .prospects import registers_after_turn

USUAL = 3.7
"""By how much a turn shortens the way, in registers of the table; a part of a turn is spent on turning and waiting."""
SPREAD = 1.05
"""The head start that makes winning e times as likely, for each root of a register that the first has to go."""
DAMAGE = (0.0, 0.7, 2.5, 4.0, 4.6, 4.9, 5.6, 7.4)
"""What damage costs; the last one stands for more, too."""
NOW, PER_REGISTER = 0.32, 0.045
"""Damage hurts the more the longer the way is: these parts of its cost, at once and for every register to go."""
DESTROYED = 3.5
"""What a destruction costs beside the way back: the damage with which a robot comes back, and a life."""
TURN = 3.7
"""What a turn without a program costs."""
NEAR = 2
NEIGHBOUR = 0.6
"""What every robot costs that is at most `NEAR` cells away: it will push, block and shoot."""


def chance(match: Match, piece: Piece) -> float:
    """Return how likely a robot is to win, from 0 to 1."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    costs = {robot.index: cost(match, robot, way(match, robot)) for robot in match.robots if robot is not piece}
    costs[piece.index] = own = cost(match, piece, registers_to_go(match, piece))
    first = min(costs.values())
    spread = SPREAD * sqrt(max(first, 1.0))
    return exp((first - own) / spread) / sum(exp((first - registers) / spread) for registers in costs.values())


def registers_to_go(match: Match, piece: Piece) -> float:
    """Return how many registers a robot needs to its last goal, with the next turn thought through."""
    return USUAL + registers_after_turn(outlook(match, piece), start_place(match, piece), reached_by(match, piece))


def cost(match: Match, piece: Piece, registers: float) -> float:
    """Return the registers that a robot needs to win: those of its way, and all that will slow it down."""
    if is_out(match, piece):
        return WON
    if read_fact(match, "announced", piece):
        registers += TURN
    if piece.cell < 0:
        return registers + DESTROYED
    return registers + damage_cost(piece.damage, registers) + NEIGHBOUR * _neighbours(match, piece)


def damage_cost(damage: int, registers: float) -> float:
    """Return what damage costs a robot that has so many registers to go."""
    return DAMAGE[min(damage, len(DAMAGE) - 1)] * (NOW + PER_REGISTER * registers)


def _neighbours(match: Match, piece: Piece) -> int:
    """Return how many other robots are near."""
    x, y = match.floor.cells[piece.cell]
    count = 0
    for other in match.robots:
        if other.cell >= 0 and other is not piece:
            there = match.floor.cells[other.cell]
            count += abs(there[0] - x) <= NEAR and abs(there[1] - y) <= NEAR
    return count
