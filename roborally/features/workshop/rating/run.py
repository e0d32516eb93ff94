"""A rating that runs in other processes, and can be stopped at any time."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from roborally.arena.plan import Terms
from roborally.features.workshop.rating.figures import Rating, figures_of
from roborally.features.workshop.rating.rated_game import RatedGame
from roborally.features.workshop.rating.verdicts import judged
from roborally.features.workshop.rating.workers import Task, Workers
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue

WAIT_SECONDS = 0.5
Progress = Callable[[int, int], None]
"""A callback with the number of games played, and their total."""


class RatingRun:
    """Plays the games of a rating; `poll` receives those that have ended.

    The same terms give the same rating, with any number of processes. Verdicts are added when all games are played.
    """

    def __init__(
        self,
        terms: Terms,
        catalogue: Catalogue,
        *,
        jobs: int = 0,
        folders: Sequence[Path] | None = None,
        workers: Workers | None = None,
    ) -> None:
        """Start; `workers` play, by default `jobs` processes, one per processor, with the plugins of `folders`."""
        self.terms = terms
        self.games: list[RatedGame] = []
        self.workers = workers or Workers(jobs or os.cpu_count() or 1, folders)
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


def rate(
    terms: Terms,
    catalogue: Catalogue,
    *,
    jobs: int = 0,
    folders: Sequence[Path] | None = None,
    progress: Progress | None = None,
) -> Rating:
    """Return the rating of a course, waiting for it; raise `GameError` if its games cannot be played."""
    run = RatingRun(terms, catalogue, jobs=jobs, folders=folders)
    try:
        wait_for(run, progress)
        return run.rating()
    finally:
        run.close()


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
            progress(running.played, running.total)
