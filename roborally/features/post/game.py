"""Computes the state of a game by post from its journal: the match, players, received orders and deadline."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

import msgspec

from roborally.core.events import is_for
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR
from roborally.core.state import frozen
from roborally.features.post.fairness import canonical, commitment_of
from roborally.features.post.game_file import GameFile, PostError
from roborally.features.post.journal import (
    Deadline,
    Line,
    Opening,
    Orders,
    Pause,
    PostPlayer,
    RefusedOrders,
    Reminded,
    Resume,
    Seated,
    Turn,
)
from roborally.features.post.stops import open_questions
from roborally.game.factory import Game
from roborally.game.records.file_format import Record
from roborally.game.records.recorder import Recorder, game_of, go_on_from, refuse_changed_plugins
from roborally.narration.words import Words
from roborally.plugin_system.loader import Catalogue

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Progress:
    """The state of a game by post, apart from the match: all that follows from its journal without playing.

    `deadline` is in seconds since 1970, `digest` is that of the match's state. `in_a_row` has each seat's number of
    missed turns in a row, `excuses` the number of its excuses that have been used.
    """

    opening: Opening
    players: list[PostPlayer]
    answers: list[tuple[int, str, object]]
    deadline: int
    turns: list[int]
    """The turn of each round of orders so far, the current one last; a turn may have several rounds."""
    orders: dict[int, Orders] = field(default_factory=dict)
    """The latest orders of each seat for the current round, in order of arrival."""
    newest: dict[int, int] = field(default_factory=dict)
    """When the newest orders file of each seat in this round was written, in milliseconds since 1970."""
    played: Turn | None = None
    """The round that was played last; `None` before the first."""
    played_orders: dict[int, Orders] = field(default_factory=dict)
    """The orders of the round that was played last, by seat."""
    in_a_row: list[int] = field(default_factory=list)
    excuses: list[int] = field(default_factory=list)
    excused: list[int] = field(default_factory=list)
    """The seats because of which the deadline of this round was extended."""
    paused: bool = False
    reminded: set[int] = field(default_factory=set)
    answered: dict[str, Orders | RefusedOrders] = field(default_factory=dict)
    """All accepted and refused files, by their digests."""
    digest: str = ""

    @property
    def step(self) -> int:
        """The number of the current round of orders, from 1."""
        return len(self.turns)

    @property
    def label(self) -> str:
        """The label of the current round in mail subjects: `T4`, or `T4b` for the second round of turn 4."""
        return label_of(self.turns, self.step)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.players) if not player.bot]


def label_of(turns: Sequence[int], step: int) -> str:
    """Return the label of round `step` (from 1), such as `T4`; `turns` has the turn of each round."""
    turn = turns[step - 1]
    before = turns[: step - 1].count(turn)
    return f"T{turn}{LETTERS[min(before, len(LETTERS) - 1)] if before else ''}"


def progress_of(lines: Sequence[Line]) -> Progress:
    """Return the state of a game after the lines of its journal; the first line must be the opening."""
    opening = lines[0]
    assert isinstance(opening, Opening), "a journal begins with an opening"
    seats = len(opening.players)
    now = Progress(opening, list(opening.players), [*opening.begins], opening.deadline, [opening.turn])
    now.in_a_row, now.excuses = [0] * seats, [0] * seats
    for line in lines[1:]:
        match line:
            case Orders():
                now.answered[line.source] = line
                if line.step == now.step:
                    now.orders.pop(line.seat, None)
                    now.orders[line.seat] = line
                    now.newest[line.seat] = max(line.written, now.newest.get(line.seat, -1))
            case RefusedOrders():
                now.answered[line.source] = line
            case Turn():
                _play(now, line)
            case Deadline():
                now.deadline = line.deadline
                now.reminded = set()
                now.excused += line.excused
                for seat in line.excused:
                    now.excuses[seat] += 1
            case Pause():
                now.paused = True
            case Resume():
                now.paused, now.deadline = False, line.deadline
            case Seated():
                now.players[line.seat] = line.player
                now.in_a_row[line.seat] = 0
                now.orders.pop(line.seat, None)
                now.newest.pop(line.seat, None)
            case Reminded():
                now.reminded.update(line.seats if line.step == now.step else ())
    return now


def _play(now: Progress, line: Turn) -> None:
    now.answers += line.answers
    now.digest, now.deadline = line.digest, line.deadline
    for seat in now.people:
        if seat in line.missed:
            now.in_a_row[seat] += 1
        elif seat in now.orders:
            now.in_a_row[seat] = 0
    now.turns.append(line.turn)
    now.played, now.played_orders = line, now.orders
    now.orders, now.newest, now.excused, now.reminded = {}, {}, [], set()


class PostGame:
    """A match by post between two rounds of orders; to change it, add a line to its journal."""

    game: Game
    words: Words
    match: Match
    recorder: Recorder

    def __init__(
        self, file: GameFile, lines: Sequence[Line], catalogue: Catalogue, before: "PostGame | None" = None
    ) -> None:
        """Play the match again from the journal; raise `GameError` if that is no longer possible.

        `before` is the same game with a shorter journal: if no turn was played since, its match is reused.
        """
        self.file = file
        self.catalogue = catalogue
        self.now = progress_of(lines)
        if before is not None and before.now.step == self.now.step:
            self.game, self.words = before.game, before.words
            self.match, self.recorder = before.match, before.recorder
            return
        self.game = game_of(self.now.opening.record, catalogue)
        refuse_changed_plugins(self.now.opening.record, self.game)
        self.words = Words(self.game.plugins)
        record = msgspec.structs.replace(self.now.opening.record, answers=_answers(self.now), events=[], marks=[])
        self.match, self.recorder = go_on_from(record, self.game)
        if self.now.digest and self.match.digest() != self.now.digest:
            raise PostError("the journal leads to another match than the one that was played; was the game updated?")

    @property
    def record(self) -> Record:
        """The record of the match so far, with its events."""
        return self.recorder.record

    @cached_property
    def seen(self) -> str:
        """The hash of all public events so far; orders name it, to show which state of the match they are for."""
        public = [event for event in self.record.events if is_for(event, SPECTATOR)]
        return hashlib.sha256(canonical(public)).hexdigest()

    @property
    def commitment(self) -> str:
        """The hash of seed and rules that was published at the beginning (`fairness`)."""
        return commitment_of(self.now.opening.record, self.now.opening.salt)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.over

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.game.config.seats]

    def asked(self) -> list[int]:
        """Return the seats of people who must give orders in this round, whether these have arrived or not."""
        return [
            seat for seat in self.now.people if any(not entry["optional"] for entry in open_questions(self.match, seat))
        ]

    def waiting_for(self) -> list[int]:
        """Return the seats of people whose orders for this round are missing."""
        return [seat for seat in self.asked() if seat not in self.now.orders]

    def step_of(self, label: str) -> int:
        """Return the number of the round with a label; for an unknown one, the number after the current one."""
        labels = [label_of(self.now.turns, step) for step in range(1, self.now.step + 1)]
        return labels.index(label) + 1 if label in labels else self.now.step + 1

    @property
    def deadline(self) -> datetime:
        """The deadline of the current round, in UTC."""
        return datetime.fromtimestamp(self.now.deadline, UTC)

    def is_due(self, now: datetime) -> bool:
        """Return whether the round can be played: all orders have arrived, or the time to wait for them is over."""
        if self.over or self.now.paused:
            return False
        return not self.waiting_for() or now >= self.file.schedule.last_call(self.deadline)

    def seat_of(self, address: str) -> int | None:
        """Return the seat of the player with a mail address; `None` for a stranger's."""
        wanted = address.casefold()
        return next((seat for seat in self.now.people if self.now.players[seat].address.casefold() == wanted), None)


def _answers(now: Progress) -> list[tuple[int, str, object]]:
    return [(seat, id_, frozen(answer)) for seat, id_, answer in now.answers]
