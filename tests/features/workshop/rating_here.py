"""Ratings in the tests' process: the states of `LiveRating`, without other processes.

The other processes are tested in tests/features/workshop/test_live_rating.py, and by one test of the editor.
"""

from collections.abc import Generator, Iterator, Sequence
from functools import cache, partial

import msgspec

from roborally.arena.plan import ExhibitionGames, Terms
from roborally.features.workshop.rating.conditions import terms_for
from roborally.features.workshop.rating.live import RatingState, states
from roborally.features.workshop.rating.rated_game import RatedGame, play_rated
from roborally.features.workshop.rating.workers import Task, Workers
from roborally.game.course.courses import Course
from tests.shipped import catalogue


@cache
def _games(terms: bytes) -> ExhibitionGames:
    return ExhibitionGames(msgspec.json.decode(terms, type=Terms), catalogue())


@cache
def _played(terms: bytes, number: int) -> RatedGame:
    """Play a game, which is determined by its terms and its number, once for all tests."""
    return play_rated(_games(terms), number)


class WorkersHere(Workers):
    """Plays all queued games when asked for finished ones."""

    def __init__(self) -> None:
        super().__init__(jobs=1)
        self._courses: list[bytes] = []
        self._queued: list[Task] = []

    def add_course(self, terms: Terms) -> int:
        self._courses.append(msgspec.json.encode(terms))
        return len(self._courses) - 1

    def play(self, tasks: Sequence[Task]) -> None:
        self._queued += tasks

    def poll(self, seconds: float = 0.0) -> list[tuple[Task, RatedGame]]:
        tasks, self._queued = self._queued, []
        return [(task, _played(self._courses[task.course], task.number)) for task in tasks]


class RatingHere:
    """Rates courses in place of `LiveRating`: one state per `poll`."""

    def __init__(self, games: int) -> None:
        self.state: RatingState | None = None
        self.is_alive = True
        self._games = games
        self._states: Iterator[RatingState | None] = iter(())

    def ask(self, course: Course | None, mode: str = "") -> None:
        self.state, self._states = None, iter(())
        if course is not None:
            self._states = self._found(course, mode)

    def poll(self) -> bool:
        state = next(self._states, None)
        self.state = state or self.state
        return state is not None

    def close(self) -> None:
        self.is_alive = False

    def _found(self, course: Course, mode: str) -> Generator[RatingState | None, None, None]:
        terms = partial(terms_for, course, catalogue(), mode=mode, bot="random", games=self._games)
        return states(terms, course, catalogue(), WorkersHere)
