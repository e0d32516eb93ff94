"""The edition `auenland`: the order of its phases (AUE-401) and its objectives (AUE-102)."""

from roborally.core.flow import TURNS
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Name the phases in order."""
    rules.start_with(TURNS)
    rules.order("turn", ("power-down", "re-entry", "deal", "start", "program", "registers", "end-of-turn"))
    rules.order(
        "register",
        (
            "reveal",
            "cards",
            "express-belts",
            "all-belts",
            "gears",
            ("board-lasers", "robot-lasers"),
            "touch",
            "site-archives",
            "materialise",
        ),
    )
    rules.order("end-of-turn", ("repairs", "shutdowns", "clean-up"))


@hookimpl
def setup(match: Match) -> None:
    """Give out lists that are not the common one (AUE-102); the robots stand on their start cells."""
    kind = match.rules.settings["auenland"]["objectives"]
    for piece in match.robots:
        partner = match.state.pieces[_partner(match, piece)]
        if kind == "swap" and partner.cell >= 0:
            match.react("set-route", piece, (partner.cell,))
        elif kind == "own" and match.seats[piece.seat].secrets.get("objectives"):
            match.react("set-objectives", piece, match.seats[piece.seat].secrets["objectives"])


def _partner(match: Match, piece: Piece) -> int:
    """Return whose start cell a robot must reach: the mirror image of the line-up, without fixed points (AUE-R11)."""
    count = len(match.seats)
    return count - 1 - piece.index if count % 2 == 0 else (piece.index + 1) % count
