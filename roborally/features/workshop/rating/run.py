"""A rating that runs in other processes, and can be stopped at any time."""

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
"""A callback with the number of games played, `completed`, and their `total`."""


class RatingRun:
    """Plays the games of a rating; `poll` receives those that have ended.

    The same terms give the same rating, with any number of processes. Verdicts are added when all games are played.
    """

    def __init__(self, terms: Terms, catalogue: Catalogue, workers: Workers) -> None:
        """Start; `workers` play, and end with the rating."""
        self.terms = terms
        self.games: list[RatedGame] = []
        self.workers = workers
        self._notations = Notations.of(catalogue.plugins.values())
        self._course = self.workers.add_course(terms)
        self.workers.play([Task(self._course, number) for number in range(self.total)])

    @property
    def total(self) -> int:
        """The number of games."""
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
        """Receive the games that have ended and return whether there were any; wait up to `seconds` for the first one.

        Raises `GameError` if the games cannot be played.
        """
        found = self.workers.poll(seconds)
        self.games += [game for _task, game in found]
        return bool(found)

    def rating(self) -> Rating:
        """Return the figures of the games so far, with verdicts after the last one."""
        figures = figures_of(self.terms, self.games, self._notations)
        return judged(figures) if self.done else figures

    def close(self) -> None:
        """Stop at once, in the middle of the games."""
        self.workers.close()


class RunningRating(Protocol):
    """A job of other processes: see `RatingRun`."""

    @property
    def played(self) -> int:
        """The number of games that have ended."""

    @property
    def total(self) -> int:
        """The number of games."""

    @property
    def done(self) -> bool:
        """Whether all games are played."""

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive the games that have ended; see `RatingRun.poll`."""


def wait_for(running: RunningRating, progress: Progress | None = None) -> None:
    """Wait until all is played; raise `GameError` if it cannot be."""
    while not running.done:
        if running.poll(WAIT_SECONDS) and progress is not None:
            progress(completed=running.played, total=running.total)
