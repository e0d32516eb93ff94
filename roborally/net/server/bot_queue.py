"""Shares the processes of bots fairly between the rooms of a server."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import any_fault
from roborally.core.data import Decision
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.game.session.protocol import PendingAnswer, Thinker

RETRY = 1.0
"""Seconds between two attempts to start a process."""
GIVEN_UP = 5.0
"""Seconds after which a cancelled answer no longer counts, whatever its bot does."""

Ask = Callable[[], PendingAnswer]


class QueuedAnswer:
    """A `PendingAnswer` to a question that waits for its room's turn, and then for its bot."""

    def __init__(self, queue: "FairQueue", share: "BotShare", ask: Ask) -> None:
        self._queue = queue
        self.share = share
        self.ask = ask
        self.asked: PendingAnswer | None = None
        self.begun = 0.0
        self.cancelled_at: float | None = None
        self.error: BaseException | None = None

    def done(self) -> bool:
        """Return whether an answer or an error is available."""
        self._queue.hand_on()
        return self.error is not None or (self.asked is not None and self.asked.done())

    def waits(self) -> bool:
        """Return whether no bot has begun to think."""
        return self.error is None and (self.asked is None or self.asked.waits())

    def result(self) -> Any:
        """Return the answer; raise the bot's error."""
        if self.error is not None:
            raise self.error
        assert self.asked is not None, "it is done"
        return self.asked.result()

    def cancel(self) -> None:
        """Cancel the question: its answer is not needed."""
        self._queue.drop(self)


@dataclass
class BotShare:
    """The bots' time in seconds that a room has used, and its waiting questions.

    `served` is the number of its last question among those of all rooms; the lowest comes first if times are equal.
    """

    used: float = 0.0
    served: int = 0
    waiting: deque[QueuedAnswer] = field(default_factory=deque)


@dataclass
class RoomThinker:
    """The bots of one room; a `roborally.game.session.protocol.Thinker`."""

    queue: "FairQueue"
    room: str

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> QueuedAnswer:
        """Queue a question for a bot, and return the pending answer; the bot begins when it is this room's turn."""
        return self.queue.add(self.room, lambda: self.queue.thinker.submit(game, bot, seen, decision, seed))


@dataclass
class FairQueue:
    """Hands questions to bots, at most `at_once` at a time, first those of the room that has used the least time.

    So a room whose bots think long delays only itself. Rooms that have used the same time take turns, and the questions
    of a room stay in order. A room without questions for a while saves up no time. `now` is the clock in seconds.
    """

    thinker: Thinker
    at_once: int = 1
    now: Callable[[], float] = time.monotonic
    _shares: dict[str, BotShare] = field(default_factory=dict)
    _thinking: list[QueuedAnswer] = field(default_factory=list)
    _served: int = 0
    _retry_at: float = float("-inf")

    def of(self, room: str) -> RoomThinker:
        """Return the bots for the room with this code."""
        return RoomThinker(self, room)

    def add(self, room: str, ask: Ask) -> QueuedAnswer:
        """Queue a question of a room, and return the pending answer; `ask()` hands the question to a bot."""
        busy = self._busy()
        least = min((share.used for share in busy), default=0.0)
        if not busy:
            self._shares.clear()
        share = self._shares.setdefault(room, BotShare())
        share.used = max(share.used, least)
        answer = QueuedAnswer(self, share, ask)
        share.waiting.append(answer)
        self.hand_on()
        return answer

    def drop(self, answer: QueuedAnswer) -> None:
        """Cancel a question; its bot counts as busy until it stops."""
        answer.cancelled_at = self.now()
        if answer.asked is not None:
            answer.asked.cancel()
        elif answer in answer.share.waiting:
            answer.share.waiting.remove(answer)

    def hand_on(self) -> None:
        """Hand questions to the free bots; call it often."""
        now = self.now()
        self._thinking = [answer for answer in self._thinking if not self._has_ended(answer, now)]
        while len(self._thinking) < self.at_once and now >= self._retry_at:
            share = self._next(now)
            if share is None or not self._ask(share, now):
                return

    def _has_ended(self, answer: QueuedAnswer, now: float) -> bool:
        assert answer.asked is not None, "it has been handed on"
        given_up = answer.cancelled_at is not None and now - answer.cancelled_at > GIVEN_UP
        if not given_up and not answer.asked.done():
            return False
        answer.share.used += now - answer.begun
        return True

    def _next(self, now: float) -> BotShare | None:
        """Return the share whose question comes next, `None` if no question waits."""

        def used(share: BotShare) -> tuple[float, int]:
            running = sum(now - answer.begun for answer in self._thinking if answer.share is share)
            return share.used + running, share.served

        return min((share for share in self._shares.values() if share.waiting), key=used, default=None)

    def _ask(self, share: BotShare, now: float) -> bool:
        """Hand a share's first question on; return whether another may follow."""
        answer = share.waiting[0]
        try:
            answer.asked = answer.ask()
        except OSError:  # too many open files, or no memory for a process
            self._retry_at = now + RETRY
            return False
        except any_fault() as error:
            answer.error = error
        else:
            answer.begun = now
            self._thinking.append(answer)
        share.waiting.remove(answer)
        self._served += 1
        share.served = self._served
        return True

    def _busy(self) -> list[BotShare]:
        """Return the shares of the rooms whose bots think or wait for a process."""
        thinking = [answer.share for answer in self._thinking]
        return [share for share in self._shares.values() if share.waiting or share in thinking]
