"""Lets bots play on a board or course in the background, while it is not changed; for the editor and `PlaysPage`."""

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
"""The seconds for which a board must stay unchanged before games start."""


class HowItPlays:
    """Rates a board while it is switched on and the board is unchanged; call `look` each frame."""

    def __init__(self, start: Callable[[], LiveRating] = LiveRating) -> None:
        """Start switched off; `start` is called for the process that rates the board when it is needed."""
        self.start = start
        self._course: Course | None = None
        """The course that is being rated, `None` once its figures are stored."""
        self.is_on = False
        self.state: RatingState | None = None
        """The state of the rating of the current board, `None` before it starts."""
        self.before: Rating | None = None
        """The complete figures of the board before its last changes, `None` if there are none."""
        self.live: LiveRating | None = None
        """The process that rates the board, `None` while it is not needed."""
        self._version: object = None
        self._rest = 0.0
        self._asked = False
        """Whether the current board has been sent to the process, or has been rated."""

    def switch(self, on: bool) -> None:
        """Switch the games on or off."""
        self.is_on = on
        if not on:
            self.stop()

    def stop(self) -> None:
        """End all processes; keep a complete rating, and drop an unfinished one, which starts again later."""
        if self.live is not None:
            self.live.close()
        self.live = None
        self._rest = 0.0
        self._asked = self.is_done
        if not self.is_done:
            self.state = None

    def forget(self) -> None:
        """Drop the results, because the board has been replaced by another one."""
        self.state = self.before = None

    @property
    def is_done(self) -> bool:
        """Whether the rating of the current board is complete or impossible."""
        return self.state is not None and self.state.stage in ("done", "impossible")

    @property
    def rating(self) -> Rating | None:
        """The figures of the current board from the games so far, `None` if there are none."""
        return self.state.rating if self.state is not None else None

    def deaths(self, cell: Cell) -> int:
        """Return how many robots were destroyed on a cell in all games so far."""
        return next((spot.deaths for spot in self.rating.spots if spot.cell == cell), 0) if self.rating else 0

    def acts(self, kind: str, cell: Cell) -> int | None:
        """Return how often elements of a kind on a cell have acted in all games so far, `None` if that is unknown."""
        found = [use.acts for use in self.rating.uses if (use.kind, use.cell) == (kind, cell)] if self.rating else []
        return sum(found) if found else None

    def look(
        self, seconds: float, version: object, course: Course | None, *, mode: str = "", busy: bool = False
    ) -> bool:
        """Start, stop and receive games for the current board; return whether the results have changed.

        A new `version` says that the board has changed; `course` is `None` while it has faults. `seconds` have passed
        since the last call; `busy` (the mouse is in use) counts as a change. Without a `mode` one that fits is used.
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
        """Receive the state of the rating; return whether it is new."""
        if self.live is None:
            return False
        is_new = self.live.poll()
        if not is_new and (not self._asked or self.live.state is self.state):
            return False
        self.state = self.live.state
        self._keep()
        return True

    def _keep(self) -> None:
        """Store the figures in the profile once all games have been played."""
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
