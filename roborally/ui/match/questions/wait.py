"""Says whom a match waits for, how long, and what can be done meanwhile."""

import time
from collections.abc import Callable

from roborally.base.translation import _
from roborally.ui.board.playback import Playback
from roborally.ui.match.questions.question_controller import QuestionController
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit.clock import clock_text

LONG = 5.0
"""The seconds of waiting from which the time and what can be done meanwhile are said."""


class Wait:
    """The time for which a match has been waiting for players who are not at this machine.

    `now` returns the time in seconds; frames would count too little when one takes long.
    """

    def __init__(
        self,
        context: ShownMatch,
        playback: Playback,
        questions: QuestionController,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._context = context
        self._playback = playback
        self._questions = questions
        self._now = now
        self._since: float | None = None

    @property
    def whom(self) -> str:
        """Return a sentence about who has to answer, empty while something moves or a player here is asked."""
        is_asked = self._questions.waits or self._context.session.over
        return self._context.waiting() if self._playback.dry and not is_asked else ""

    def update(self) -> None:
        """Note when a wait begins and ends."""
        if not self.whom:
            self._since = None
        elif self._since is None:
            self._since = self._now()

    def meanwhile(self) -> str:
        """Return lines about the time and what a player can do in it; empty for a short wait and for spectators."""
        session = self._context.session
        seconds = 0.0 if self._since is None else self._now() - self._since
        if seconds < LONG or not session.humans():
            return ""
        left = session.seconds_left()
        line = _("So far {time}") if left is None else _("{time} left")
        activity = _("Meanwhile: look at the board, read the log (L).")
        return f"{line.format(time=clock_text(seconds if left is None else left))}\n{activity}"
