"""Gears (STD-807, CNB-804): a quarter turn for every robot that stands on one."""

from roborally.plugin import Match, Piece, Rules, hookimpl

QUARTERS = {">": 1, "<": -1}


@hookimpl
def register(rules: Rules) -> None:
    """Add the element with its phase."""
    rules.declare_value("turned-by-gear", "quarter turns by which a gear turns; (piece)")
    rules.element("gear", phase="gears", act=spin, after=("all-belts", "express-belts"))


def spin(match: Match, piece: Piece, turn: str) -> None:
    """Turn a piece by 90 degrees in the gear's direction."""
    match.turn(piece, match.value("turned-by-gear", QUARTERS[turn], piece), "gear")
