"""Finds courses that fit a mode, and teams or sides for the seats, so that a match can start."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from roborally.base.errors import GameError
from roborally.core.board import Board
from roborally.game.course.courses import Course, course_files, load_course
from roborally.game.course.notation import Notations
from roborally.game.factory import course_of, course_problem, make_game, mode_of, plugins_of
from roborally.game.match_file import ConfigError, MatchConfig
from roborally.plugin_system.loader import Catalogue, Plugin

Values = tuple[Any, ...]
"""The values of the setting `team` (numbers from 1 on) or `side` (names), one for each seat."""

# --- courses --------------------------------------------------------------------------------------------------------


def fitting_modes(course: Course, catalogue: Catalogue) -> list[Plugin]:
    """Return the modes that can be played on a course with the plugins that it names.

    The list is empty for a board that is only a part of larger courses.
    """
    return [mode for mode in catalogue.modes() if fits(course, mode, catalogue, course.plugins)]


def fits(course: Course, mode: Plugin, catalogue: Catalogue, further: Sequence[str] = ()) -> bool:
    """Return whether a mode can be played on a course, with the plugins `further` switched on.

    The plugins must include all that the course names and define all its elements, and the course must have all
    elements that the mode needs.
    """
    try:
        plugins = catalogue.resolve([mode.id, *further])
    except GameError:
        return False
    if not {plugin.id for plugin in plugins}.issuperset(course.plugins):
        return False
    kinds = {element.kind for element in course.board.elements}
    return knows_all(course.board, plugins) and kinds >= set(mode.manifest.demands) and not course_problem(course, mode)


def knows_all(board: Board, plugins: Sequence[Plugin]) -> bool:
    """Return whether the plugins define all kinds of elements on a board."""
    return {element.kind for element in board.elements} <= {
        kind for plugin in plugins for kind in plugin.manifest.element
    }


def preferred(courses: Sequence[Course], wishes: Sequence[str], ready: Callable[[Course], bool]) -> str:
    """Return the id of the course to preselect: the first in `wishes` (ids) that is ready, else the first ready course.

    `ready(course)` says whether a course is. If no course is ready, return the first wish among the courses, else the
    course for the most players; there must be at least one course.
    """
    able = [course.id for course in courses if ready(course)]
    offered = [course.id for course in courses]
    wished = [wish for wish in wishes if wish in able] or able or [wish for wish in wishes if wish in offered]
    return wished[0] if wished else max(courses, key=lambda course: course.players[1]).id


def complete(config: MatchConfig, catalogue: Catalogue, wished: Sequence[str] = (), where: str = "") -> MatchConfig:
    """Return the match with its missing values filled in: its course, and the teams or sides of its seats.

    The course is the `preferred` one of those that fit the mode, ordered by size; `wished` are ids that come first.
    `where` is the file that errors name. Raise `PluginError` if a plugin is missing, `ConfigError` if no course fits;
    other problems are left to `make_game`.
    """
    mode = mode_of(config, catalogue, where)
    plugins_of(config, catalogue, where)  # with one missing, no course may fit
    if not config.match.course:
        chosen = _course_for(config, mode, catalogue, wished, where)
        config = config.with_match(course=chosen)
    for setting in mode.manifest.seat_settings:
        if not any(getattr(seat, setting) for seat in config.seats):
            course = course_of(config, catalogue, where)
            if values := fitting_seats(config, setting, catalogue, course):
                config = seated(config, setting, values)
    return config


def _course_for(config: MatchConfig, mode: Plugin, catalogue: Catalogue, wished: Sequence[str], where: str) -> str:
    found = [course for course in _all_courses(catalogue) if fits(course, mode, catalogue, config.match.plugins)]
    if not found:
        raise ConfigError("there is no course for mode {mode!r}; name one", where=where, mode=mode.id)
    by_size = sorted(found, key=lambda course: (course.board.width * course.board.height, course.players[1], course.id))
    return preferred(by_size, wished, lambda course: course.players[1] >= len(config.seats))


def _all_courses(catalogue: Catalogue) -> Iterator[Course]:
    """Yield all usable courses, without boards that are only parts of larger courses."""
    notations = Notations.of(catalogue.plugins.values())
    for path in course_files(notations).values():
        try:
            course = load_course(path, notations)
        except GameError:
            continue
        if course.players[1] >= 2:
            yield course


# --- seats ----------------------------------------------------------------------------------------------------------


def seat_proposals(setting: str, count: int) -> Iterator[Values]:
    """Yield tuples to try: equal teams of `count` seats, the fewest first; for `side` one tuple of empty texts."""
    if setting == "side":
        yield ("",) * count
        return
    for teams in range(2, count + 1):
        if count % teams == 0:
            yield tuple(number % teams + 1 for number in range(count))


def seated(config: MatchConfig, setting: str, values: Values) -> MatchConfig:
    """Return a copy of a match with values of the setting `team` or `side`, one for each seat."""
    seats = [
        msgspec.structs.replace(seat, **{setting: value}) for seat, value in zip(config.seats, values, strict=True)
    ]
    return msgspec.structs.replace(config, seats=seats)


def with_fitting_seats(config: MatchConfig, catalogue: Catalogue, course: Course) -> MatchConfig:
    """Return a match with the first teams or sides that let it start on a course; unchanged if there are none."""
    for setting in catalogue.get(config.match.mode).manifest.seat_settings:
        if (values := fitting_seats(config, setting, catalogue, course)) is not None:
            config = seated(config, setting, values)
    return config


def fitting_seats(config: MatchConfig, setting: str, catalogue: Catalogue, course: Course) -> Values | None:
    """Return the first values of the setting `team` or `side` with which the match can start; `None` if none can."""
    return next(all_fitting_seats(config, setting, catalogue, course), None)


def all_fitting_seats(config: MatchConfig, setting: str, catalogue: Catalogue, course: Course) -> Iterator[Values]:
    """Yield the values of the setting `team` or `side` with which the match can start on a course."""
    for values in seat_proposals(setting, len(config.seats)):
        try:
            make_game(seated(config, setting, values), catalogue, course=course)
        except GameError:
            continue
        yield values
