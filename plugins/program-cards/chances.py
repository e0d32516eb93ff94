"""Estimates each robot's chance to win from the way that it still has to go; bots that look ahead use it.

A conditional logit model. Its numbers, in turns, were fitted to 29,000 turns of 3,000 games of four quick planners on
ten courses. The head start that makes winning e times as likely grows with the square root of the way left, as the
spread of a sum of random numbers does.
"""

from math import exp, sqrt

from roborally.plugin import Match, Piece, read_fact

from .nearness import lead
from .outlook import WON, has_route, is_out, outlook, reached_by, start_place
from .prospects import turns_to_go

SPREAD = 0.47
"""The head start, in turns, that makes winning e times as likely, per square root of the leader's turns to go."""
LEAST = 0.2
"""The least distance to the last goal that counts, in turns."""
DAMAGE = (0.0, 0.36, 0.71, 1.14, 1.30, 1.41, 1.62, 1.80)
"""The cost in turns of 0, 1, 2 … points of damage; the last entry is for all higher numbers."""
NOW, PER_TURN = 0.50, 0.114
"""The factor of the costs in `DAMAGE`: a constant part, and a part for each turn to go."""
DESTROYED = 0.85
"""The cost of a destruction in turns, besides the way back: the damage on the return, and a life."""
REST = 1.05
"""The cost of a turn without a program, in turns."""
NEAR = 2
NEIGHBOUR = 0.13
"""The cost in turns of every robot at most `NEAR` cells away, which will push, block and shoot."""


def prospect(match: Match, piece: Piece) -> float:
    """Return a robot's chance to win, 0 to 1; in a mode without a route, its lead in steps."""
    return chance(match, piece) if has_route(match) else lead(match, piece)


def chance(match: Match, piece: Piece) -> float:
    """Return a robot's chance to win, 0 to 1; after the match 1 for a winner."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    costs = [cost(match, robot) for robot in match.robots]
    own, first = costs[piece.index], min(costs)
    spread = SPREAD * sqrt(max(first, LEAST))
    return exp((first - own) / spread) / sum(exp((first - turns) / spread) for turns in costs)


def cost(match: Match, piece: Piece) -> float:
    """Return the number of turns that a robot needs to win: for its way, damage and other delays."""
    if is_out(match, piece):
        return WON
    known = outlook(match, piece)
    turns = turns_to_go(known, start_place(match, piece, known), reached_by(match, piece))
    slowed = REST if read_fact(match, "announced", piece) else 0.0
    if piece.cell < 0:
        return turns + slowed + DESTROYED
    return turns + slowed + damage_cost(piece.damage, turns) + NEIGHBOUR * _neighbours(match, piece)


def damage_cost(damage: int, turns: float) -> float:
    """Return how many turns damage costs a robot with this many turns to go."""
    return DAMAGE[min(damage, len(DAMAGE) - 1)] * (NOW + PER_TURN * turns)


def _neighbours(match: Match, piece: Piece) -> int:
    x, y = match.floor.cells[piece.cell]
    count = 0
    for other in match.robots:
        if other.cell >= 0 and other is not piece:
            there = match.floor.cells[other.cell]
            count += abs(there[0] - x) <= NEAR and abs(there[1] - y) <= NEAR
    return count
