"""What fits together: which courses a mode can be played on, and how the seats of a match can be filled."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from roborally.base.errors import GameError
from roborally.core.board import Board
from roborally.course.courses import Course
from roborally.game.factory import course_problem, make_game
from roborally.game.match_file import MatchConfig
from roborally.plugin_system.loader import Catalogue, Plugin

Values = tuple[Any, ...]
"""What the seats have chosen, by seat: teams from 1 on, or sides."""

# --- courses --------------------------------------------------------------------------------------------------------


def fitting_modes(course: Course, catalogue: Catalogue) -> list[Plugin]:
    """Return the modes that can be played on a course with the plugins that it names.

    A board that fits none is only a part of courses.
    """
    return [mode for mode in catalogue.modes() if fits(course, mode, catalogue, course.plugins)]


def fits(course: Course, mode: Plugin, catalogue: Catalogue, further: Sequence[str] = ()) -> bool:
    """Return whether a mode, with `further` plugins, has all that a course needs and finds all it needs there."""
    try:
        plugins = catalogue.resolve([mode.id, *further])
    except GameError:
        return False
    if not {plugin.id for plugin in plugins}.issuperset(course.plugins):
        return False
    kinds = {element.kind for element in course.board.elements}
    return knows_all(course.board, plugins) and kinds >= set(mode.manifest.demands) and not course_problem(course, mode)


def knows_all(board: Board, plugins: Sequence[Plugin]) -> bool:
    """Return whether some plugins bring all elements of a board."""
    return {element.kind for element in board.elements} <= {
        kind for plugin in plugins for kind in plugin.manifest.element
    }


# --- seats ----------------------------------------------------------------------------------------------------------


def seat_proposals(setting: str, count: int) -> Iterator[Values]:
    """Yield default ways to fill the seats: as few equal teams as possible; sides in the order of the seats."""
    if setting == "side":
        yield ("",) * count
        return
    for teams in range(2, count + 1):
        if count % teams == 0:
            yield tuple(number % teams + 1 for number in range(count))


def seated(config: MatchConfig, setting: str, values: Values) -> MatchConfig:
    """Return a match whose seats have these values of a setting, `team` or `side`."""
    seats = [
        msgspec.structs.replace(seat, **{setting: value}) for seat, value in zip(config.seats, values, strict=True)
    ]
    return msgspec.structs.replace(config, seats=seats)


def fitting_seats(config: MatchConfig, setting: str, catalogue: Catalogue, course: Course) -> Values | None:
    """Return the first proposal with which the match can start on a course, or `None`."""
    for values in seat_proposals(setting, len(config.seats)):
        try:
            make_game(seated(config, setting, values), catalogue, course=course)
        except GameError:
            continue
        return values
    return None
