"""Runs the games of a rating in other processes; it can be stopped at any time."""

from collections.abc import Callable
from typing import Protocol

from roborally.arena.plan import Terms
from roborally.features.workshop.rating.figures import Rating, figures_of
from roborally.features.workshop.rating.rated_game import RatedGame
from roborally.features.workshop.rating.verdicts import judged
from roborally.features.workshop.rating.workers import Task, Workers
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue

WAIT_SECONDS = 0.5
Progress = Callable[..., None]
"""A function that shows progress; it is called with the numbers of games `completed` and `total`."""


class RatingRun:
    """Plays the games of a rating: call `poll` until `done`.

    The same terms give the same rating, with any number of processes. Verdicts are added when all games are played.
    """

    def __init__(self, terms: Terms, catalogue: Catalogue, workers: Workers) -> None:
        """Queue all games for the `workers`; `close` ends them."""
        self.terms = terms
        self.games: list[RatedGame] = []
        self.workers = workers
        self._notations = Notations.of(catalogue.plugins.values())
        self._course = self.workers.add_course(terms)
        self.workers.play([Task(self._course, number) for number in range(self.total)])

    @property
    def total(self) -> int:
        """The number of games of the rating."""
        return self.terms.exhibition.games

    @property
    def played(self) -> int:
        """The number of games that have ended."""
        return len(self.games)

    @property
    def done(self) -> bool:
        """Whether all games have been played."""
        return len(self.games) == self.total

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive the games that have ended and return whether there were any.

        Wait up to `seconds` for the first one. Raise `GameError` if a game cannot be played.
        """
        found = self.workers.poll(seconds)
        self.games += [game for _task, game in found]
        return bool(found)

    def rating(self) -> Rating:
        """Return the figures of the games so far; verdicts are added when all games have been played."""
        figures = figures_of(self.terms, self.games, self._notations)
        return judged(figures) if self.done else figures

    def close(self) -> None:
        """Kill the processes at once, in the middle of their games."""
        self.workers.close()


class RunningRating(Protocol):
    """Games that run in other processes: a `RatingRun` or a `SuggestionRun`."""

    @property
    def played(self) -> int:
        """The number of games that have ended."""

    @property
    def total(self) -> int:
        """The number of all games."""

    @property
    def done(self) -> bool:
        """Whether all games have been played."""

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive the games that have ended; see `RatingRun.poll`."""


def wait_for(running: RunningRating, progress: Progress | None = None) -> None:
    """Wait until all games have been played, and call `progress`; raise `GameError` if one cannot be played."""
    while not running.done:
        if running.poll(WAIT_SECONDS) and progress is not None:
            progress(completed=running.played, total=running.total)
