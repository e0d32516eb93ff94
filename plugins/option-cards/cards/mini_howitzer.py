"""Mini Howitzer: five shots of 1 damage, and the robot hit moves one space away (OPT-20)."""

from roborally.plugin import Hit, Match, Piece

from ..deck import OptionCard, Shot, Weapon
from ..holders import markers
from ..weapons import push_away

NAME = "mini-howitzer"
SHOTS = 5


def fire(match: Match, shot: Shot) -> list[Hit]:
    """Deal a point of damage."""
    cells, _ = match.beam_along(match.rays[shot.direction][shot.shooter.cell])
    match.show_beam(cells, shot.direction, [shot.target], NAME, shot.shooter.index)
    return [(shot.target, 1, shot.shooter.index, shot.direction, NAME)]


def shots_left(match: Match, piece: Piece) -> float:
    """Return the share of the shots that is left."""
    return markers(match, piece, NAME) / SHOTS


CARD = OptionCard(NAME, number=20, worth=6, markers=SHOTS, weapon=Weapon(push_away, fire=fire), left=shots_left)
