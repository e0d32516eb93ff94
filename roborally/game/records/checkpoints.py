"""Copies of a match's state every few turns, so that going back to a turn replays only a few turns."""

import zlib
from dataclasses import dataclass

import msgspec

from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.game.factory import Game

MAX_CHECKPOINTS = 64
"""The maximum number of checkpoints of a match; then every second one is dropped."""
FIRST_DISTANCE = 4
"""The number of turns between two checkpoints at first; it doubles whenever checkpoints are dropped."""


@dataclass(frozen=True)
class Checkpoint:
    """The compressed state of a match, and how many answers, events and digests (`marks`) its record had then."""

    turn: int
    answers: int
    events: int
    marks: int
    _beat: int
    _state: bytes

    @staticmethod
    def of(match: Match, answers: int, events: int, marks: int) -> "Checkpoint":
        """Return a checkpoint of a match in its present state; it takes a few kilobytes."""
        state = zlib.compress(msgspec.json.encode(match.to_data()), 1)
        beat = match.watch.beat if match.watch is not None else 0
        return Checkpoint(match.state.turn, answers, events, marks, beat, state)

    def match(self, game: Game, watch: Watch) -> Match:
        """Return the match in the stored state; `watch` continues with the number of the beat that was current then."""
        watch.beat = self._beat
        data = msgspec.json.decode(zlib.decompress(self._state))
        return Match.from_data(game.rules, game.floor, game.seats, data, watch)


class Checkpoints:
    """The checkpoints of one match, in the order of turns."""

    def __init__(self) -> None:
        self.kept: list[Checkpoint] = []
        self._distance = FIRST_DISTANCE

    def consider(self, match: Match, answers: int, events: int, marks: int) -> None:
        """Add a checkpoint if the last one is enough turns ago; the numbers are the lengths of the record's lists."""
        last = self.kept[-1].turn if self.kept else 0
        if match.state.turn - last < self._distance:
            return
        self.kept.append(Checkpoint.of(match, answers, events, marks))
        if len(self.kept) > MAX_CHECKPOINTS:
            del self.kept[1::2]
            self._distance *= 2

    def before(self, turn: int) -> Checkpoint | None:
        """Return the last checkpoint from an earlier turn than `turn`; `None` if there is none."""
        return next((kept for kept in reversed(self.kept) if kept.turn < turn), None)
