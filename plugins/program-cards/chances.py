"""Estimates who is likely to win, from how far each robot still has to go.

A conditional logit model. Its numbers were fitted to 29,000 turns of 3,000 games of four quick planners on ten courses:
what made their owners win less often, in turns. The head start that makes winning e times as likely grows with the root
of the way that is left, as the spread of a sum of chances does.
"""

from math import exp, sqrt

from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import read_fact

from .nearness import lead
from .outlook import WON, has_route, is_out, outlook, reached_by, start_place
from .prospects import turns_to_go

SPREAD = 0.47
"""The head start that makes winning e times as likely, for each root of a turn that the first has to go."""
LEAST = 0.2
"""The least distance to the last goal that is counted, in turns."""
DAMAGE = (0.0, 0.36, 0.71, 1.14, 1.30, 1.41, 1.62, 1.80)
"""What each number of damage points costs; the last one also stands for more."""
NOW, PER_TURN = 0.50, 0.114
"""Damage hurts the more the longer the way is: these parts of its cost, at once and for every turn to go."""
DESTROYED = 0.85
"""What a destruction costs beside the way back: the damage with which a robot comes back, and a life."""
REST = 1.05
"""What a turn without a program costs."""
NEAR = 2
NEIGHBOUR = 0.13
"""The cost of every robot at most `NEAR` cells away: it will push, block and shoot."""


def prospect(match: Match, piece: Piece) -> float:
    """Return how well a robot stands against the others: its chance to win, or its lead in a mode without a route."""
    return chance(match, piece) if has_route(match) else lead(match, piece)


def chance(match: Match, piece: Piece) -> float:
    """Return how likely a robot is to win, from 0 to 1."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    costs = [cost(match, robot) for robot in match.robots]
    own, first = costs[piece.index], min(costs)
    spread = SPREAD * sqrt(max(first, LEAST))
    return exp((first - own) / spread) / sum(exp((first - turns) / spread) for turns in costs)


def cost(match: Match, piece: Piece) -> float:
    """Return the turns that a robot needs to win: those of its way, and all delays."""
    if is_out(match, piece):
        return WON
    known = outlook(match, piece)
    turns = turns_to_go(known, start_place(match, piece, known), reached_by(match, piece))
    slowed = REST if read_fact(match, "announced", piece) else 0.0
    if piece.cell < 0:
        return turns + slowed + DESTROYED
    return turns + slowed + damage_cost(piece.damage, turns) + NEIGHBOUR * _neighbours(match, piece)


def damage_cost(damage: int, turns: float) -> float:
    """Return the turns that damage costs a robot with this many turns to go."""
    return DAMAGE[min(damage, len(DAMAGE) - 1)] * (NOW + PER_TURN * turns)


def _neighbours(match: Match, piece: Piece) -> int:
    """Return how many other robots are near."""
    x, y = match.floor.cells[piece.cell]
    count = 0
    for other in match.robots:
        if other.cell >= 0 and other is not piece:
            there = match.floor.cells[other.cell]
            count += abs(there[0] - x) <= NEAR and abs(there[1] - y) <= NEAR
    return count
