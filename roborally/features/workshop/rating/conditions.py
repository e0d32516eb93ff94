"""Chooses the conditions of a rating: the mode, plugins, seats and bots of its games."""

import msgspec

from roborally.arena.build import build_of
from roborally.arena.plan import Exhibition, Terms
from roborally.bots.registry import make_bot
from roborally.game.board_check import with_all_plugins
from roborally.game.compatibility import fitting_modes, with_fitting_seats
from roborally.game.course.courses import Course
from roborally.game.factory import check_known, make_game, room_for
from roborally.game.match_file import ConfigError, MatchConfig, MatchSection, SeatConfig
from roborally.game.records.course_data import CourseData
from roborally.plugin_system.loader import Catalogue, Plugin

BOT = "planner"
GAMES = 30
MAX_GAMES = 1000
TURN_LIMIT = 60
"""The number of turns after which a game is stopped: twice as many as are good for the largest course."""
MODE = "standard"
"""The mode in which a course is rated if it fits; else the first mode that does."""
SEATS = 4


def terms_for(
    course: Course,
    catalogue: Catalogue,
    *,
    mode: str = "",
    seats: int = 0,
    bot: str = BOT,
    games: int = GAMES,
    seed: int = 1,
) -> Terms:
    """Return the terms of the games on a course, which need not have a file; raise `GameError` if it cannot be rated.

    If `mode` is empty or `seats` is 0, it is chosen to fit the course. The elements may be from any plugin.
    """
    if not 1 <= games <= MAX_GAMES:
        raise ConfigError("{games} games cannot be played; 1 to {most} are possible", games=games, most=MAX_GAMES)
    make_bot(bot, catalogue)
    complete = with_all_plugins(course, catalogue)
    found = catalogue.mode(mode) if mode else _mode_for(complete, catalogue)
    further = list(complete.plugins)
    count = seats or _seats_for(course, found)
    config = MatchConfig(
        MatchSection(mode=found.id, course=course.id, timer=0, plugins=further),
        seats=[SeatConfig(f"Seat {number}", bot) for number in range(1, count + 1)],
    )
    config = with_fitting_seats(config, catalogue, course)
    check_known(config, course, catalogue, catalogue.resolve([found.id, *further]))
    game = make_game(config, catalogue, course=course)
    exhibition = Exhibition(config, (bot,) * count, games, seed, TURN_LIMIT)
    # As read from JSON, which turns tuples into lists, because the other processes get it in this form.
    data = msgspec.json.decode(msgspec.json.encode(CourseData.of(course)), type=CourseData)
    return Terms(exhibition, [data], build_of([plugin.id for plugin in game.plugins], [bot], catalogue))


def _mode_for(course: Course, catalogue: Catalogue) -> Plugin:
    """Return a mode that fits a course; if none does, `MODE`, so that an error says why not."""
    found = fitting_modes(course, catalogue)
    usual = catalogue.get(MODE)
    return usual if usual in found or not found else found[0]


def _seats_for(course: Course, mode: Plugin) -> int:
    """Return `SEATS`, or the nearest number that course and mode allow."""
    least, most = room_for(mode, course)
    return max(least, min(SEATS, most))
