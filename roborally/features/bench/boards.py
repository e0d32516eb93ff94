"""The games that are measured: plain robots on a drawn board, or the bots' own games on a course of the project."""

from roborally.core.match import Match
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue


def game_on(grid: str, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of `robots` plain robots on a board drawn as a text grid."""
    course = Course("bench", "Bench", parse_grid(grid, Notations.of(catalogue.plugins.values())))
    return game_on_course(course, mode, robots, catalogue)


def game_on_course(course: Course, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of `robots` plain robots on a course, even if the course does not fit the mode."""
    config = MatchConfig(MatchSection(mode=mode, course=course.id, timer=0), seats=_seats(robots))
    return make_game(config, catalogue, course=course, strict=False)


def game_at(course: str, mode: str, robots: int, catalogue: Catalogue) -> Game:
    """Return a game of `robots` plain robots on a course of the project; a mode with teams gets two teams."""
    seats = _seats(robots, 2 if "team" in catalogue.get(mode).manifest.seat_settings else 0)
    return make_game(MatchConfig(MatchSection(mode=mode, course=course, timer=0), seats=seats), catalogue)


def match_of_eight(catalogue: Catalogue) -> Match:
    """Return a match of eight robots during programming, with full hands."""
    grid = "\n".join(" ".join(f"d{x + 1}" if y == 0 and x < 8 else "." for x in range(12)) for y in range(12))
    match = game_on(grid, "classic", 8, catalogue).start(1)
    match.run()
    return match


def _seats(robots: int, teams: int = 0) -> list[SeatConfig]:
    return [SeatConfig(f"r{number}", team=number % teams + 1 if teams else 0) for number in range(1, robots + 1)]
