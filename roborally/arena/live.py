"""Exhibition games for the window: another process plays, and its answers are shown here one by one.

The other process plays as every exhibition does, so what is watched has the result that it has unwatched. Its answers
are sealed here into a match of the same seed: that match brings the events that are shown.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from roborally.arena.chunks import table_for
from roborally.arena.plan import Result, Terms
from roborally.arena.play import GivenAnswer, questions
from roborally.base.errors import GameError, Message
from roborally.bots.child_process import set_up_child_process
from roborally.bots.pool import NICENESS
from roborally.core.data import Decision
from roborally.core.events import Event, Watch
from roborally.game.factory import Game
from roborally.game.statistics import Tally
from roborally.session import HeldSession

News = GivenAnswer | Result
"""An answer, or how the game went: the last that is told of it."""


class LiveGames:
    """Plays one game after the other in a process of its own, which is less urgent than the window."""

    def __init__(self, terms: Terms, folders: Sequence[Path] | None = None) -> None:
        """Start the process; `folders` are where it looks for plugins, as for `find_plugins`."""
        context = multiprocessing.get_context("spawn")  # not forked: the parent holds a window and threads
        self._ours, theirs = context.Pipe()
        encoded = msgspec.json.encode(terms)
        arguments = (theirs, encoded, None if folders is None else tuple(folders))
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, number: int) -> None:
        """Let a game be played, as soon as the one before has ended."""
        with suppress(OSError):  # the process has ended: `poll` tells it
            self._ours.send(number)

    def poll(self) -> News | None:
        """Return what has been said next, or `None` while nobody has said anything; raise `GameError`."""
        try:
            if not self._ours.poll():
                return None
            news = self._ours.recv()
        except (EOFError, OSError):
            raise GameError("the process that played the games has ended, perhaps because of a bot") from None
        if isinstance(news, Message):
            raise GameError(news)
        return msgspec.json.decode(news, type=Result) if isinstance(news, bytes) else GivenAnswer(*news)

    def close(self) -> None:
        """End the process at once, even in the middle of a game."""
        self._process.terminate()
        self._process.join()
        self._ours.close()


def _serve(connection: Connection, terms: bytes, folders: tuple[Path, ...] | None) -> None:
    """Play the games whose numbers come; send each answer as a tuple, a result in JSON, what is wrong as a message."""
    set_up_child_process()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    try:
        table = table_for(terms, folders)
        while True:
            number = connection.recv()
            result = table.play(number, lambda said: connection.send(tuple(said)))
            connection.send(msgspec.json.encode(result))
    except GameError as error:
        connection.send(error.message)
    except EOFError:
        return  # nobody watches any more


@dataclass
class WatchedSession(HeldSession):
    """A game of an exhibition as it is watched; `hear` returns its next news, `None` while there are none.

    It is over when the `result` has come and everything before it has happened here.
    """

    hear: Callable[[], News | None] = field(default=lambda: None)
    result: Result | None = None
    _questions: Iterator[tuple[int, Decision]] = field(default_factory=lambda: iter(()))
    _asked: tuple[int, Decision] | None = None

    @staticmethod
    def watch(game: Game, seed: int, limit: int, hear: Callable[[], News | None]) -> "WatchedSession":
        """Begin to watch a game of at most `limit` turns, and run it to its first question."""
        match = game.start(seed)
        session = WatchedSession(game, match, Tally(game.rules, len(game.seats)), hear=hear)
        match.watch = Watch(session._events.append, session.tally.feed)
        session._questions = questions(match, limit, lambda match: None)
        session._asked = next(session._questions, None)
        return session

    @property
    def over(self) -> bool:
        """Whether the game has ended, or been stopped."""
        return self.result is not None

    def poll(self) -> Sequence[Event]:
        """Take answers until something happens, and return the events that have come since the last call."""
        while not self._events and self.result is None and (news := self.hear()) is not None:
            if isinstance(news, Result):
                self.result = news
            else:
                self._follow(news)
        return super().poll()

    def _follow(self, said: GivenAnswer) -> None:
        """Let the match here take an answer and go on to its next question."""
        assert self._asked is not None, "the game that is played and the one that is watched ask the same"
        seat, decision = self._asked
        assert seat == said.seat, "they ask the same seats"
        self.match.seal(decision["id"], said.answer, seat)
        self.record(seat, decision["id"], said.answer)
        if said.reason:
            told: dict[str, Any] = {"reason": said.reason, "error": said.error}
            self.notices.append({"type": "unanswered", "piece": decision["piece"], **told})
        self._asked = next(self._questions, None)
