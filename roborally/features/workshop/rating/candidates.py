"""Finds changes that may make the deadliest cells of a course less deadly; games of bots try them afterwards.

Any element that the mode does not demand may be removed, a wall may keep robots from entering a cell, and a numbered
element may be moved.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from roborally.core.board import Board
from roborally.core.geometry import DIRECTIONS, Cell, neighbour, opposite
from roborally.features.workshop.rating.changes import Change, changed_board
from roborally.features.workshop.rating.rated_game import Death, RatedGame
from roborally.game.course.courses import Course, check_board
from roborally.game.course.notation import CourseError, Notations

MAX_SPOTS = 4
"""The maximum number of cells, the deadliest ones, for which changes are tried."""
MAX_CANDIDATES = 10
LEAST_DEATHS = 3
"""The minimum number of destructions on a cell for which changes are tried."""
LEAST_PART = 0.25
"""The smallest share, 0 to 1, of the destructions on a cell that a change must be able to prevent."""
NEAR = 2
"""A numbered element is moved away from a cell if it is at most this many columns and rows from it."""


def candidates(
    course: Course, games: Sequence[RatedGame], notations: Notations, demands: Collection[str]
) -> list[tuple[Cell, Change]]:
    """Return pairs of a deadly cell and a change to try there; kinds in `demands` are never removed."""
    deaths: dict[Cell, list[Death]] = {}
    for rated in games:
        for death in rated.deaths:
            deaths.setdefault(death.cell, []).append(death)
    spots = sorted(deaths, key=lambda cell: (-len(deaths[cell]), cell[1], cell[0]))[:MAX_SPOTS]
    found: dict[Change, Cell] = {}
    for spot in spots:
        if len(deaths[spot]) >= LEAST_DEATHS:
            for change in _changes(course.board, spot, deaths[spot], notations, demands):
                if _is_possible(course, change, notations):
                    found.setdefault(change, spot)
    return [(spot, change) for change, spot in found.items()][:MAX_CANDIDATES]


def _changes(
    board: Board, spot: Cell, deaths: Sequence[Death], notations: Notations, demands: Collection[str]
) -> Iterator[Change]:
    least = LEAST_PART * len(deaths)
    entering = [death for death in deaths if spot not in board.inside or _stands_on(board, death, spot)]
    for direction, count in Counter(death.direction for death in entering if death.direction >= 0).most_common():
        before = neighbour(spot, opposite(direction))
        if count >= least and before in board.inside and (before, direction) not in board.walls:
            yield Change("wall", before, direction=direction)
    for source, count in Counter(death.source for death in deaths if death.source >= 0).most_common():
        element = board.elements[source]
        manifest = notations.elements[element.kind][1]
        if count >= least and not (manifest.sequence or manifest.pairs or element.kind in demands):
            yield Change("remove", element.cell, kind=element.kind)
    yield from _moves(board, spot, notations)


def _stands_on(board: Board, death: Death, spot: Cell) -> bool:
    return death.source >= 0 and board.elements[death.source].cell == spot


def _moves(board: Board, spot: Cell, notations: Notations) -> Iterator[Change]:
    """Yield moves of numbered elements near a cell: by one cell, onto open floor, and farther away from that cell."""
    taken = {element.cell for element in board.elements}
    for element in board.elements:
        if not notations.elements[element.kind][1].sequence or _distance(element.cell, spot) > NEAR:
            continue
        for direction in DIRECTIONS:
            to = neighbour(element.cell, direction)
            if to in board.inside and to not in taken and _steps(to, spot) > _steps(element.cell, spot):
                yield Change("move", element.cell, kind=element.kind, to=to)


def _distance(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _steps(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _is_possible(course: Course, change: Change, notations: Notations) -> bool:
    try:
        check_board(changed_board(course.board, change), notations, course.id)
    except CourseError:
        return False
    return True
