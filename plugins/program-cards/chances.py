"""Who is likely to win, from how far everybody still has to go."""

from math import exp

from roborally.core.match import Match
from roborally.core.state import Piece

from .outlook import remaining

HEAD_START = 3.3
"""The head start, in registers, that makes winning e times as likely: so it was in games of four planners."""


def chance(match: Match, piece: Piece) -> float:
    """Return how likely a robot is to win, from 0 to 1 (a conditional logit model of the registers that remain)."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    ways = {robot.index: remaining(match, robot) for robot in match.robots}
    nearest = min(ways.values())
    rates = {index: exp((nearest - way) / HEAD_START) for index, way in ways.items()}
    return rates[piece.index] / sum(rates.values())
