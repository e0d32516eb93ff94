"""Finds fitting combinations: the courses for a mode, and the ways to fill the seats of a match."""

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
"""The choices of the seats, by seat: teams from 1 on, or sides."""

# --- courses --------------------------------------------------------------------------------------------------------


def fitting_modes(course: Course, catalogue: Catalogue) -> list[Plugin]:
    """Return the modes that can be played on a course with the plugins that it names.

    A board that fits none is only a part of courses.
    """
    return [mode for mode in catalogue.modes() if fits(course, mode, catalogue, course.plugins)]


def fits(course: Course, mode: Plugin, catalogue: Catalogue, further: Sequence[str] = ()) -> bool:
    """Return whether a mode, with `further` plugins, has all that a course needs, and the course all that it needs."""
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


def preferred(courses: Sequence[Course], wishes: Sequence[str], ready: Callable[[Course], bool]) -> str:
    """Return the id of the course to begin with: a `ready` one, the first wish before the first of all.

    If none is ready, return the first wish that is offered, else the course with room for the most players.
    """
    able = [course.id for course in courses if ready(course)]
    offered = [course.id for course in courses]
    wished = [wish for wish in wishes if wish in able] or able or [wish for wish in wishes if wish in offered]
    return wished[0] if wished else max(courses, key=lambda course: course.players[1]).id


def complete(config: MatchConfig, catalogue: Catalogue, wished: Sequence[str] = (), where: str = "") -> MatchConfig:
    """Return the match with its open parts filled in: its course, and the teams or sides of its seats.

    The course is the `preferred` one of all that fit the mode, the smallest first, with room for the seats. Other
    problems are left for `make_game` to report. Raise `PluginError` if a plugin is missing, `ConfigError` if no course
    fits.
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
    """Yield all usable courses, without boards that are only parts of courses."""
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


def with_fitting_seats(config: MatchConfig, catalogue: Catalogue, course: Course) -> MatchConfig:
    """Return a match with the teams or sides of its seats filled in, if a proposal lets it start on a course."""
    for setting in catalogue.get(config.match.mode).manifest.seat_settings:
        if (values := fitting_seats(config, setting, catalogue, course)) is not None:
            config = seated(config, setting, values)
    return config


def fitting_seats(config: MatchConfig, setting: str, catalogue: Catalogue, course: Course) -> Values | None:
    """Return the first proposal that lets the match start on a course, or `None`."""
    return next(all_fitting_seats(config, setting, catalogue, course), None)


def all_fitting_seats(config: MatchConfig, setting: str, catalogue: Catalogue, course: Course) -> Iterator[Values]:
    """Yield the proposals that let the match start on a course."""
    for values in seat_proposals(setting, len(config.seats)):
        try:
            make_game(seated(config, setting, values), catalogue, course=course)
        except GameError:
            continue
        yield values
