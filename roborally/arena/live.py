"""Exhibition games for the window: another process plays, and this one repeats its answers in a match of its own.

The other process plays like any exhibition, so watching does not change the result. Its answers are applied here to a
match with the same seed, which produces the events to show.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from roborally.arena.chunks import table_for
from roborally.arena.plan import Result, Terms
from roborally.arena.play import GivenAnswer, questions
from roborally.base.child_process import start_child
from roborally.base.errors import GameError, Message, any_fault
from roborally.core.data import Decision
from roborally.core.events import Event, Watch
from roborally.game.factory import Game
from roborally.game.session.held import HeldSession
from roborally.game.statistics import Tally
from roborally.plugin_system.faults import fault_of

News = GivenAnswer | Result
"""A message of the process that plays: an answer, or the result of the game after its last answer."""


class LiveGames:
    """Plays one game after the other in a separate process with a lower priority than the window."""

    def __init__(self, terms: Terms) -> None:
        self.process, self._pipe = start_child(_serve, msgspec.json.encode(terms))

    def begin(self, number: int) -> None:
        """Let the process play the game with this number once it has played those requested earlier."""
        with suppress(OSError):  # the process has ended: `poll` reports it
            self._pipe.send(number)

    def poll(self) -> News | None:
        """Return the process's next message, `None` if there is none yet; raise `GameError` if it failed or ended."""
        try:
            if not self._pipe.poll():
                return None
            news = self._pipe.recv()
        except (EOFError, OSError):
            raise GameError("the process that played the games has ended, perhaps because of a bot") from None
        if isinstance(news, Message):
            raise GameError(news)
        return msgspec.json.decode(news, type=Result) if isinstance(news, bytes) else GivenAnswer(*news)

    def close(self) -> None:
        """End the process at once, even in the middle of a game."""
        self.process.terminate()
        self.process.join()
        self._pipe.close()


def _serve(connection: Connection, terms: bytes) -> None:
    """Play the games whose numbers arrive; send answers as tuples, results as JSON, and an error as a `Message`."""
    try:
        table = table_for(terms)
        while True:
            number = connection.recv()
            result = table.play(number, lambda said: connection.send(tuple(said)))
            connection.send(msgspec.json.encode(result))
    except GameError as error:
        connection.send(error.message)
    except EOFError:
        return  # the window has closed


@dataclass
class WatchedSession(HeldSession):
    """A watched game of an exhibition; `on_event` returns the other process's next message, or `None` if there is none.

    The session is over once the `result` has arrived and all earlier answers have been applied here.
    """

    on_event: Callable[[], News | None] = field(default=lambda: None)
    result: Result | None = None
    _questions: Iterator[tuple[int, Decision]] = field(default_factory=lambda: iter(()))
    _asked: tuple[int, Decision] | None = None
    _failed: bool = False

    @staticmethod
    def watch(game: Game, seed: int, limit: int, on_event: Callable[[], News | None]) -> "WatchedSession":
        """Start to watch a game of at most `limit` turns; `on_event` returns the next message about it, or `None`."""
        match = game.start(seed)
        session = WatchedSession(game, match, Tally(game.rules, len(game.seats)), on_event=on_event)
        match.watch = Watch(session._events.append, session.tally.feed)
        session._questions = questions(match, limit, lambda match: None)
        session._go_on()
        return session

    @property
    def over(self) -> bool:
        """Whether the result of the game has arrived."""
        return self.result is not None

    def poll(self) -> Sequence[Event]:
        """Apply answers until there are events, and return the events since the last call, if any."""
        while not self._events and self.result is None and (news := self.on_event()) is not None:
            if isinstance(news, Result):
                self.result = news
            else:
                self._follow(news)
        return super().poll()

    def _follow(self, said: GivenAnswer) -> None:
        if self._failed:
            return
        assert self._asked is not None, "the game that is played and the one that is watched ask the same"
        seat, decision = self._asked
        assert seat == said.seat, "they ask the same seats"
        self.match.seal(decision["id"], said.answer, seat)
        self.record(seat, decision["id"], said.answer)
        if said.reason:
            text: dict[str, Any] = {"reason": said.reason, "error": said.error}
            self.notices.append({"type": "unanswered", "piece": decision["piece"], **text})
        self._go_on()

    def _go_on(self) -> None:
        """Run the match here to its next question; if a plugin fails, run it no further."""
        try:
            self._asked = next(self._questions, None)
        except any_fault() as error:  # the other process will fail, too, and then report the game as failed
            if fault_of(error, self.game.plugins) is None:
                raise
            self._failed = True
