"""What comes with the game, read once for all tests of a process; none of them changes it."""

from functools import cache

from roborally.base import paths
from roborally.game.course.courses import Course, load_course
from roborally.game.course.notation import Notations, parse_grid
from roborally.plugin_system.loader import Catalogue, find_plugins


@cache
def catalogue() -> Catalogue:
    """Return the plugins of the game."""
    return find_plugins(installed=False)


@cache
def courses() -> tuple[Course, ...]:
    """Return the courses of the game, in the order of their files."""
    notations = Notations.of(catalogue().plugins.values())
    return tuple(load_course(path, notations) for path in sorted(paths.board_folder().glob("*.toml")))


def drawn(grid: str, found: Catalogue, name: str = "drawn", players: tuple[int, int] = (1, 8)) -> Course:
    """Return a course of a grid, with the elements of some plugins."""
    board = parse_grid(grid, Notations.of(found.plugins.values()), name)
    return Course(name, name.title(), board, players=players)
