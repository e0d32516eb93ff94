"""Gears (STD-807, CNB-804): elements that turn each piece on them by a quarter turn."""

from roborally.plugin import Match, Piece, Rules, hookimpl

QUARTERS = {">": 1, "<": -1}


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `gear`, its phase, and the value with which other plugins change the turns of gears."""
    rules.declare_value("turned-by-gear", "quarter turns by which a gear turns; (piece)")
    rules.element("gear", phase="gears", act=spin, after=("all-belts", "express-belts"))


def spin(match: Match, piece: Piece, turn: str) -> None:
    """Turn a piece by a quarter turn in the gear's direction, `>` or `<`."""
    match.turn(piece, match.value("turned-by-gear", QUARTERS[turn], piece), "gear")
