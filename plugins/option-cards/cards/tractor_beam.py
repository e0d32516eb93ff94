"""The option card Tractor Beam: instead of firing the laser, pulls the robot hit one cell closer (OPT-24)."""

from roborally.plugin import Match, Piece, opposite

from ..deck import OptionCard, Shot, Weapon, first_in_line


def pull_closer(match: Match, shot: Shot) -> None:
    """Move the target of a shot one cell towards the shooter, without pushing."""
    match.step(shot.target, opposite(shot.direction), push=False, how="displaced")


def far_enough(match: Match, piece: Piece, direction: int) -> Piece | None:
    """Return the first robot in a direction if a cell lies between, else `None`."""
    target = first_in_line(match, piece, direction)
    if target is None:
        return None
    (x, y), (other_x, other_y) = match.floor.cells[piece.cell], match.floor.cells[target.cell]
    return target if abs(x - other_x) + abs(y - other_y) >= 2 else None


CARD = OptionCard("tractor-beam", number=24, worth=3, weapon=Weapon(pull_closer, far_enough))
