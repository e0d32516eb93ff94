"""The edition `auenland`: its objectives (AUE-102); the order of its phases (AUE-401) stands in plugin.toml."""

from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import hookimpl
from roborally_plugins.race.api import set_objectives, set_route

from .state import settings_of


@hookimpl
def setup(match: Match) -> None:
    """Set each robot's own list of objectives (AUE-102); the robots stand on their start cells."""
    kind = settings_of(match)["objectives"]
    for piece in match.robots:
        partner = match.state.pieces[_partner(match, piece)]
        if kind == "swap" and partner.cell >= 0:
            set_route(match, piece, (partner.cell,))
        elif kind == "own" and match.seats[piece.seat].secrets.get("objectives"):
            set_objectives(match, piece, match.seats[piece.seat].secrets["objectives"])


def _partner(match: Match, piece: Piece) -> int:
    """Return the robot whose start cell each robot must reach: the line-up mirrored, without fixed points (AUE-R11)."""
    count = len(match.seats)
    return count - 1 - piece.index if count % 2 == 0 else (piece.index + 1) % count
