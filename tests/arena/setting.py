"""Small exhibitions for the tests."""

from functools import cache
from pathlib import Path
from typing import Any

from roborally.arena.exhibition import play_numbers
from roborally.arena.plan import Exhibition, Result, Terms, make_terms
from roborally.arena.play import Outcome
from roborally.arena.results import Results, open_results
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.shipped import catalogue

COURSES = ("first-steps", "ring-race")


def exhibition(*bots: str, games: int = 6, mode: str = "standard", **more: Any) -> Exhibition:
    seats = [SeatConfig(f"S{number}", robot="albot") for number in range(len(bots))]
    match = MatchSection(mode=mode, course="first-steps", plugins=["classic-robots"])
    return Exhibition(MatchConfig(match, seats=seats), bots, games, 5, **more)


def two_courses(games: int = 8) -> Exhibition:
    return exhibition("random", "greedy", games=games, courses=COURSES, robots=("tanky", "peach", "albot"))


def outcomes(plan: Exhibition, jobs: int = 1) -> list[Outcome]:
    """Play all games of an exhibition; return them in the order of their numbers."""
    results = play_numbers(make_terms(plan, catalogue()), range(plan.games), catalogue(), jobs)
    return sorted((result.game for result in results), key=lambda game: game.number)


@cache
def terms() -> Terms:
    return make_terms(two_courses(), catalogue())


@cache
def played() -> tuple[Result, ...]:
    """The eight games of `two_courses`."""
    return tuple(play_numbers(terms(), range(8), catalogue(), 1))


def kept(folder: Path) -> Results:
    """Put these games into a folder, in a different order."""
    with open_results(folder, terms()) as results:
        for number in (1, 0, 2, 7, 6, 5, 4, 3):
            results.add(played()[number])
    return results
