"""The option card High-Power Laser: the main laser goes through one robot and one wall (OPT-07)."""

from roborally.plugin import DELTAS, Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import works

NAME = "high-power-laser"


def register(rules: Rules, settings: Settings) -> None:
    """Register the modifier of the main laser's targets."""
    rules.modify("laser-targets", go_through)


def go_through(match: Match, targets: list[Piece], shooter: Piece, direction: int) -> list[Piece]:
    """Return `targets`; for a holder, those of a beam through one robot and one wall (OPT-07, OPT-R02).

    The second robot or the second wall ends it. An indestructible piece counts as a wall (RBL-305).
    """
    if not works(match, shooter, NAME):
        return targets
    dx, dy = DELTAS[direction]
    x, y = match.floor.cells[shooter.cell]
    cell, walls = shooter.cell, 0
    found: list[Piece] = []
    while len(found) < 2:
        walls += match.way[direction][cell] == -1
        x, y = x + dx, y + dy
        if walls > 1 or (x, y) not in match.floor.board.inside:
            break
        cell = match.floor.index((x, y))
        if (piece := match.piece_on(cell)) is not None:
            if piece.kind not in match.rules.indestructible:
                found.append(piece)
            elif walls:
                break
            else:
                walls += 1
    return found


CARD = OptionCard(NAME, number=7, worth=5, register=register)
