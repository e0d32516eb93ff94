"""How a board being edited plays: bots play on it while it does not change, and any change stops them."""

import logging
from collections.abc import Callable

from roborally.base.errors import GameError
from roborally.core.geometry import Cell
from roborally.features.workshop.rating.figures import Rating
from roborally.features.workshop.rating.live import LiveRating, RatingState
from roborally.features.workshop.rating.verdicts import keep_figures
from roborally.game.course.courses import Course

LOG = logging.getLogger("roborally.ui")
REST = 1.0
"""Seconds without a change after which games start."""


class HowItPlays:
    """Runs games on an unchanged board while it is switched on, and holds the results."""

    def __init__(self, start: Callable[[], LiveRating] = LiveRating) -> None:
        """Start switched off; `start` creates the process when it is needed."""
        self.start = start
        self._course: Course | None = None
        """The course being rated, until its figures are stored."""
        self.is_on = False
        self.state: RatingState | None = None
        """The results for the current board."""
        self.before: Rating | None = None
        """The complete figures of the board before the last changes."""
        self.live: LiveRating | None = None
        """The process that plays games, `None` while it is not needed."""
        self._version: object = None
        self._rest = 0.0
        self._asked = False
        """Whether the process has been asked about the current board, or need not be."""

    def switch(self, on: bool) -> None:
        """Start or stop playing games."""
        self.is_on = on
        if not on:
            self.stop()

    def stop(self) -> None:
        """End all processes; keep complete results, and start unfinished ones again after a rest."""
        if self.live is not None:
            self.live.close()
        self.live = None
        self._rest = 0.0
        self._asked = self.is_done
        if not self.is_done:
            self.state = None

    def forget(self) -> None:
        """Forget the results, because the board has been replaced."""
        self.state = self.before = None

    @property
    def is_done(self) -> bool:
        """Whether the results are complete."""
        return self.state is not None and self.state.stage in ("done", "impossible")

    @property
    def rating(self) -> Rating | None:
        """The figures of the current board, from the games so far."""
        return self.state.rating if self.state is not None else None

    def deaths(self, cell: Cell) -> int:
        """Return how many robots were destroyed on a cell."""
        return next((spot.deaths for spot in self.rating.spots if spot.cell == cell), 0) if self.rating else 0

    def acts(self, kind: str, cell: Cell) -> int | None:
        """Return how often the elements of a kind on a cell have acted, `None` if unknown."""
        found = [use.acts for use in self.rating.uses if (use.kind, use.cell) == (kind, cell)] if self.rating else []
        return sum(found) if found else None

    def look(
        self, seconds: float, version: object, course: Course | None, *, mode: str = "", busy: bool = False
    ) -> bool:
        """Follow the board; `course` is `None` while the board has faults. Return whether the results have changed.

        `version` changes with each change of the board. `seconds` have passed since the last call; `busy` with the
        mouse counts as a change. Without a `mode` a suitable one is used.
        """
        changed = version is not self._version and version != self._version
        if changed:
            self._follow(version)
        if not self.is_on:
            return False
        if self.live is None and not self.is_done:
            self.live = self.start()
        self._rest = 0.0 if busy else self._rest + seconds
        if self._rest >= REST and course is not None:
            self._ask(course, mode)
        return self._receive() or changed

    def _ask(self, course: Course, mode: str) -> None:
        """Let the process rate the board, unless it has been asked already."""
        if self.live is not None and not self._asked:
            self._asked, self._course = True, course
            self.live.ask(course, mode)

    def _receive(self) -> bool:
        """Take the results that the process has so far; return whether they are new."""
        if self.live is None:
            return False
        is_new = self.live.poll()
        if not is_new and (not self._asked or self.live.state is self.state):
            return False
        self.state = self.live.state
        self._keep()
        return True

    def _keep(self) -> None:
        """Store the figures for the shelf once all games have been played."""
        if self._course is None or self.state is None or self.state.stage not in ("changes", "done"):
            return
        course, self._course = self._course, None
        if self.state.rating is not None:
            try:
                keep_figures(course, self.state.rating)
            except GameError as error:
                LOG.warning("the figures of a board could not be kept: %s", error)

    def _follow(self, version: object) -> None:
        if self.state is not None and self.state.stage in ("changes", "done"):
            self.before = self.state.rating
        if self.live is not None and not self.live.is_alive:
            self.live = None  # the next call starts it again
        elif self.live is not None and self._asked:
            self.live.ask(None)
        self._version, self.state, self._rest, self._asked = version, None, 0.0, False
        self._course = None
