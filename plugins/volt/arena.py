"""The arena of VLT section 1: start cells, victory-point spaces, sides of seats, lines of fire (VLT-506, 621, R08)."""

from collections.abc import Sequence

from roborally.plugin import DIAGONALS, Floor, Match, Piece, Seat

from .program import SIDES
from .state import slot_of
from .view_texts import _

START, POINT, SHOP = "volt-start", "volt-point", "volt-shop"
Rays = tuple[tuple[tuple[int, ...], ...], ...]


def start_cells(floor: Floor) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of the start cells of each side, in the order of `SIDES`, row by row (VLT-104)."""
    found: list[list[int]] = [[] for _ in SIDES]
    for element in floor.board.of_kind(START):
        found[element.values["side"] - 1].append(floor.index(element.cell))
    return tuple(tuple(cells) for cells in found)


def point_cells(floor: Floor) -> dict[int, int]:
    """Return the index of the cell of each victory-point space, by number of the space (VLT-104)."""
    return {element.values["number"]: floor.index(element.cell) for element in floor.board.of_kind(POINT)}


# --- who sits where -------------------------------------------------------------------------------------------------


def sides_of(floor: Floor, seats: Sequence[Seat]) -> list[int | None]:
    """Return the index in `SIDES` of every seat's side, `None` for seats beyond the last free side (VLT-101).

    Seats that name no side get the next free side with start spaces, in the order of `SIDES`.
    """
    named = [str(seat.info.get("side", "")) for seat in seats]
    taken = {SIDES.index(side) for side in named if side in SIDES}
    free = [side for side, cells in enumerate(start_cells(floor)) if cells and side not in taken]
    return [SIDES.index(side) if side in SIDES else free.pop(0) if free else None for side in named]


def seat_problem(floor: Floor, seats: Sequence[Seat]) -> str:
    """Return why these seats cannot play in this arena, as a text to follow "course …"; empty if they can."""
    for seat in seats:
        side = seat.info.get("side", "")
        if side and side not in SIDES:
            text = _("has no side {side!r}, which {name!r} names; sides are {sides}")
            return text.format(side=side, name=seat.name, sides=", ".join(SIDES))
    if not point_cells(floor):
        return _("has no victory-point space (vp1), without which nobody can win")
    places: dict[int, str] = {}
    for seat, side in zip(seats, sides_of(floor, seats), strict=True):
        if side is None:
            text = _("has no side with start spaces (s1 to s4) that is left for {name!r}")
            return text.format(name=seat.name)
        if side in places:
            text = _("takes one operator at each side, but {first!r} and {second!r} both have the side {side!r}")
            return text.format(first=places[side], second=seat.name, side=SIDES[side])
        if not start_cells(floor)[side]:
            text = _("has no start space ({space}) on the side {side!r}, which is that of {name!r}")
            return text.format(space=f"s{side + 1}", side=SIDES[side], name=seat.name)
        places[side] = seat.name
    return ""


# --- lines of fire --------------------------------------------------------------------------------------------------


def diagonal_rays(floor: Floor) -> Rays:
    """Return, by direction - 4 and cell, the cells that a diagonal shot crosses, nearest first (VLT-621, VLT-R08)."""
    return tuple(tuple(_ray(floor, direction, cell) for cell in range(len(floor.cells))) for direction in DIAGONALS)


def _ray(floor: Floor, direction: int, cell: int) -> tuple[int, ...]:
    crossed = []
    while (cell := _diagonal_step(floor, direction, cell)) >= 0:
        crossed.append(cell)
    return tuple(crossed)


def _diagonal_step(floor: Floor, direction: int, cell: int) -> int:
    """Return the next cell on a diagonal, or -1; a shot needs one way around the corner without walls (VLT-R08)."""
    one, other = direction & 3, direction + 1 & 3
    for first, second in ((one, other), (other, one)):
        corner = floor.way[first][cell]
        if corner >= 0 and floor.way[second][corner] >= 0:
            return floor.way[second][corner]
    return -1


def line_of_fire(match: Match, piece: Piece, direction: int) -> tuple[int, ...]:
    """Return the cells up to a wall in a direction, which may be a diagonal, nearest first (VLT-621)."""
    diagonal: Rays = match.floor.tables["volt-rays"]
    return (match.rays[direction] if direction < 4 else diagonal[direction - 4])[piece.cell]


# --- the plugin's slot ----------------------------------------------------------------------------------------------


def in_number_order(match: Match) -> list[Piece]:
    """Return the robots in ascending order of start numbers."""
    numbers = slot_of(match)["numbers"]
    return sorted(match.robots, key=lambda piece: (numbers[piece.index], piece.index))
