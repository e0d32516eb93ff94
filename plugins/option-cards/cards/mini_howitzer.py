"""The option card Mini Howitzer: five shots of 1 damage that also move the robot hit by one cell (OPT-20)."""

from roborally.plugin import Hit, Match, Piece

from ..deck import OptionCard, Shot, Weapon
from ..holders import markers
from ..weapons import push_away

NAME = "mini-howitzer"
SHOTS = 5


def fire(match: Match, shot: Shot) -> list[Hit]:
    """Show the beam of a shot and return its hit, of 1 damage."""
    cells, _ = match.beam_along(match.rays[shot.direction][shot.shooter.cell])
    match.show_beam(cells, shot.direction, [shot.target], NAME, shot.shooter.index)
    return [(shot.target, 1, shot.shooter.index, shot.direction, NAME)]


def shots_left(match: Match, piece: Piece) -> float:
    """Return the share of the five shots that is left, 0 to 1."""
    return markers(match, piece, NAME) / SHOTS


CARD = OptionCard(NAME, number=20, worth=6, markers=SHOTS, weapon=Weapon(push_away, fire=fire), left=shots_left)
