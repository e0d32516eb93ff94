"""A quick measure, for bots, of how good a robot's position is: its progress to the mode's goals less its damage."""

from roborally.plugin import Match, Piece, steps_come

OVER = 1_000_000.0
LOST = 30.0
"""The cost of a destruction, in steps."""
DAMAGE = 0.5
"""The cost of a point of damage, in steps."""


def nearness(match: Match, piece: Piece) -> float:
    """Return how good a robot's position is, in steps: its progress, less damage; higher is better."""
    state = match.state
    if state.over:
        return OVER if piece.index in state.winners else -OVER
    return steps_come(match, piece) - (DAMAGE * piece.damage if piece.cell >= 0 else LOST)


def lead(match: Match, piece: Piece) -> float:
    """Return a robot's lead over the best of the others, in steps; negative if it is behind."""
    others = [nearness(match, other) for other in match.robots if other.index != piece.index]
    return nearness(match, piece) - max(others, default=0.0)
