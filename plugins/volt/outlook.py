"""Values a situation for an operator, for bots that compare the ends of turns."""

from roborally.plugin import DIRECTIONS, Floor, Match, Piece

from .arena import POINT
from .state import slot_of

WIN = 1000.0
POINT_WORTH = 20.0
RIVAL_WORTH = 9.0
"""The cost of each victory point of the best rival; a point of another rival costs a third of this."""
DESTROYED = -5.0
"""The value of a robot outside the arena, which has lost its place, but also its damage."""
DAMAGE_WORTH = (0.0, -1.5, -4.5)
RIVAL_DAMAGE = 0.8
NEARER = 0.9
"""The value of each cell by which a robot is nearer to the nearest marker."""
BESIDE_PIT = -0.7
FAR = 12
"""The distance, in cells, that counts for a marker that cannot be reached, or if no marker lies in the arena."""


def distances(floor: Floor) -> dict[int, list[int]]:
    """Return, by number of a victory-point space and by cell, the walking distance around pits, in cells."""
    pits = {floor.index(element.cell) for element in floor.board.of_kind("pit")}
    return {
        element.values["number"]: floor.steps_to(floor.index(element.cell), pits, FAR)
        for element in floor.board.of_kind(POINT)
    }


def way_to_marker(match: Match, cell: int) -> int:
    """Return the distance from a cell to the nearest marker, in cells."""
    tables: dict[int, list[int]] = match.floor.tables["volt-distances"]
    lying = slot_of(match)["lying"]
    return min((table[cell] for number, table in tables.items() if lying[str(number)]), default=FAR)


def place_worth(match: Match, cell: int) -> float:
    """Return the value of standing on a cell: higher near a marker, lower beside a pit."""
    pits = match.value("fatal-cells", frozenset())
    beside = sum(match.way[direction][cell] in pits for direction in DIRECTIONS)
    return -NEARER * way_to_marker(match, cell) + BESIDE_PIT * beside


def worth(match: Match, piece: Piece) -> float:
    """Return the value of the situation at the end of a turn for a robot's operator; higher is better."""
    if match.state.over:
        return WIN if piece.index in match.state.winners else -WIN
    points: tuple[int, ...] = slot_of(match)["points"]
    rivals = [other for other in match.robots if other.index != piece.index]
    theirs = sorted((points[other.index] for other in rivals), reverse=True)
    total: float = POINT_WORTH * points[piece.index]
    total -= RIVAL_WORTH * sum(theirs[:1]) + RIVAL_WORTH / 3 * sum(theirs[1:])
    total += RIVAL_DAMAGE * sum(other.damage for other in rivals if other.cell >= 0)
    if piece.cell < 0:
        return total + DESTROYED - NEARER * FAR / 2
    return total + DAMAGE_WORTH[piece.damage] + place_worth(match, piece.cell)
