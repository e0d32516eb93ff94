"""The conditions of a rating: the mode, plugins, seats and bots of its games."""

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
"""The number of turns after which a game is cut: twice the good median for the largest course."""
MODE = "standard"
"""The preferred mode for rating a course, if it fits; else the first one that does."""
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
    """Return the terms of the games on a course, with or without a file; raise `GameError` if it cannot be rated.

    Without `mode` and `seats` (1 to 8) they are chosen to fit the course. Its elements may be from any plugin.
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
    """Return a fitting mode for a course, or the usual one, whose error then says why it does not fit."""
    found = fitting_modes(course, catalogue)
    usual = catalogue.get(MODE)
    return usual if usual in found or not found else found[0]


def _seats_for(course: Course, mode: Plugin) -> int:
    """Return the usual number of seats, limited by course and mode."""
    least, most = room_for(mode, course)
    return max(least, min(SEATS, most))
