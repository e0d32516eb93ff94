"""Saved games that hosts upload to continue them: received in parts, opened in another thread.

Saved games are not trusted: one is accepted only if its answers lead to its state, so that a player cannot continue
from a forged position or random state.
"""

import base64
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from roborally.base.errors import GameError, any_fault
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.file_format import read_moves
from roborally.game.records.playable import is_playable
from roborally.game.records.recorder import Recorder, game_of, go_on_from, refuse_changed_plugins
from roborally.game.records.sealed_file import SealKey
from roborally.net.rooms.roster import DeniedError
from roborally.plugin_system.loader import Catalogue

MAX_LETTERS = 6_000_000
"""The largest accepted saved game, in base64 characters."""
MAX_ANSWERS = 20_000
MAX_EVENTS, MAX_CELLS = 100_000, 1_000_000
"""The maximum number of events in a replayed game, and of cells crossed by beams: several times those of 300 turns."""
MAX_SECONDS = 20.0
"""The maximum processor time for replaying a game, in seconds: 300 turns need a sixth of it."""


class Uploaded(NamedTuple):
    """An uploaded game that can continue; `people` are its players' public keys by name, `None` if not sealed."""

    match: Match
    recorder: Recorder
    people: dict[str, str] | None


class _Bound:
    """Raises `DeniedError` if a replay makes more events, or takes longer, than real matches do."""

    def __init__(self) -> None:
        self._events = self._cells = 0
        self._until = time.thread_time() + MAX_SECONDS

    def handle(self, event: Event) -> None:
        self._events += 1
        self._cells += len(event.get("cells", ()))
        if self._events > MAX_EVENTS or self._cells > MAX_CELLS or time.thread_time() > self._until:
            raise DeniedError("the saved game is too large")


def opened(parts: Sequence[str], catalogue: Catalogue, key: SealKey, check: Callable[[Game], None]) -> Uploaded:
    """Return the match restored from the base64 parts of a saved game, ready to continue; raise `DeniedError`.

    A sealed game must have been sealed with this key. `check(game)` raises `DeniedError` for a game that cannot be
    played here. The match is replayed from its answers: neither its state nor its events are read, however large they
    are.
    """
    try:
        content, people = key.opened(base64.b64decode("".join(parts), validate=True))
        record, digest = read_moves(content)
        if len(record.answers) > MAX_ANSWERS:
            raise DeniedError("the saved game is too large")
        game = game_of(record, catalogue)
        refuse_changed_plugins(record, game)
        check(game)
        match, recorder = go_on_from(record, game, _Bound().handle)
        if match.digest() == digest and is_playable(match):
            return Uploaded(match, recorder, people)
    except DeniedError:
        raise
    except GameError as error:
        raise DeniedError(error.message) from None
    except any_fault():  # a malicious file; nothing has been changed yet
        pass
    raise DeniedError("the saved game is damaged")


@dataclass
class Uploads:
    """The saved games that the host of one room sends, one at a time; `load` is `RoomHost.load` for this room."""

    catalogue: Catalogue
    key: SealKey
    load: Callable[[Callable[[], Uploaded], Callable[[Callable[[], Uploaded]], None]], None]
    _parts: list[str] = field(default_factory=list)
    _letters: int = 0
    _is_opening: bool = False

    def add(self, part: str) -> None:
        """Add a part; raise `DeniedError`, and discard all parts, if the total is too large."""
        self._letters += len(part)
        if self._letters > MAX_LETTERS:
            self.take()
            raise DeniedError("the saved game is too large")
        self._parts.append(part)

    def take(self) -> list[str]:
        """Return the received parts, and forget them."""
        parts, self._parts, self._letters = self._parts, [], 0
        return parts

    def open(
        self, parts: list[str], check: Callable[[Game], None], then: Callable[[Callable[[], Uploaded]], None]
    ) -> None:
        """Open a saved game, and call `then` with a function that returns it or raises `DeniedError`.

        Raise `DeniedError` at once if another saved game is being opened.
        """
        if self._is_opening:
            raise DeniedError("one moment, please")
        self.load(partial(opened, parts, self.catalogue, self.key, check), partial(self._done, then))
        self._is_opening = True

    def _done(self, then: Callable[[Callable[[], Uploaded]], None], found: Callable[[], Uploaded]) -> None:
        self._is_opening = False
        then(found)
