"""Gears (STD-807, CNB-804): a quarter turn for whoever stands on one."""

from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl

QUARTERS = {">": 1, "<": -1}


@hookimpl
def register(rules: Rules) -> None:
    """Add the element with its phase."""
    rules.declare_value("turned-by-gear", "quarter turns by which a gear turns; (piece)")
    rules.element("gear", phase="gears", act=spin, after=("all-belts", "express-belts"))


def spin(match: Match, piece: Piece, turn: str) -> None:
    """Turn a piece by 90 degrees in the gear's sense."""
    quarters = QUARTERS[turn]
    if match.rules.modifiers["turned-by-gear"]:
        quarters = match.value("turned-by-gear", quarters, piece)
    if quarters:
        match.turn(piece, quarters, "gear")
