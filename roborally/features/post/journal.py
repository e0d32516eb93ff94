"""Reads and writes the journal of a game by post: one line of JSON for each thing that happened in it.

The journal is authoritative: after a crash everything else, including reports, is made from it again. So a line is
written completely to the disk before anybody is notified. A last line that was cut off is ignored, and removed when the
next line is written.
"""

import os
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import reason
from roborally.base.plain_file import read_plain
from roborally.features.post.game_file import PostError
from roborally.game.records.file_format import Record

FORMAT = 1
MAX_JOURNAL = 50_000_000


class JournalEntry(msgspec.Struct, tag_field="what", frozen=True, forbid_unknown_fields=True):
    """One line of the journal; `at` is its time in seconds since 1970, UTC."""

    at: int


class PostPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a person's mail address and secret key (hexadecimal), or the name of a bot."""

    address: str = ""
    key: str = ""
    bot: str = ""


class Opening(JournalEntry, tag="opening", frozen=True):
    """The first line of a journal: the match without answers, the players, and the salt of the commitment.

    `seal` is the secret key for sealed orders (hexadecimal), `deadline` in seconds since 1970. `begins` are the answers
    (seat, question's id, answer) given before the first questions by post, `turn` is the turn of these questions.
    """

    record: Record
    players: list[PostPlayer]
    salt: str
    seal: str
    deadline: int
    begins: list[tuple[int, str, Any]]
    turn: int
    format: int = FORMAT


class Orders(JournalEntry, tag="orders", frozen=True):
    """Accepted orders of a seat for round `step`: answers by question id, and standing ones (`later`) by kind.

    `source` is the digest of the received file, so that it is not answered twice. `lines` are the orders as they were
    understood; they are sent to the address `to`. `written` is copied from the file, 0 for a plain mail.
    """

    step: int
    seat: int
    source: str
    to: str
    lines: list[str] = msgspec.field(name="told")
    answers: dict[str, Any] = {}
    later: dict[str, str] = {}
    written: int = 0


class RefusedOrders(JournalEntry, tag="refused", frozen=True):
    """A received file that was refused; the reason `why` is sent to the address `to`, unless that is empty."""

    source: str
    to: str
    why: str


class Turn(JournalEntry, tag="turn", frozen=True):
    """A played round of orders: all answers in order (seat, question's id, answer), and the seats without orders.

    `digest` is that of the match's state, `deadline` the next one, in seconds since 1970. `turn` is the turn of the
    next questions; it may be the same if a turn has several rounds of orders.
    """

    step: int
    turn: int
    answers: list[tuple[int, str, Any]]
    missed: list[int]
    digest: str
    deadline: int


class Deadline(JournalEntry, tag="deadline", frozen=True):
    """A new deadline, in seconds since 1970; `excused` are the seats that used up an excuse for it, if any."""

    deadline: int
    excused: list[int] = []


class Pause(JournalEntry, tag="pause", frozen=True):
    """The game is paused: its deadline does not come nearer."""


class Resume(JournalEntry, tag="resume", frozen=True):
    """The game goes on after a pause, with a new deadline in seconds since 1970."""

    deadline: int


class Seated(JournalEntry, tag="seated", frozen=True):
    """A seat gets another player."""

    seat: int
    player: PostPlayer


class Reminded(JournalEntry, tag="reminded", frozen=True):
    """A reminder of missing orders was sent to some seats in round `step`."""

    step: int
    seats: list[int]


class Sent(JournalEntry, tag="sent", frozen=True):
    """A mail was sent; `mail` is its Message-ID."""

    mail: str


Line = Opening | Orders | RefusedOrders | Turn | Deadline | Pause | Resume | Seated | Reminded | Sent


class Journal:
    """The journal file of a game; the caller must have locked the game's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._whole = 0
        """The length of the complete lines, in bytes."""

    def begin(self, opening: Opening) -> None:
        """Create the journal with its first line; raise `StorageError`."""
        write_aside(self.path, msgspec.json.encode(opening) + b"\n", FOR_OWNER)

    def read(self) -> list[Line]:
        """Return all complete lines; raise `PostError` that names the line if the journal is damaged."""
        try:
            content = read_plain(self.path, MAX_JOURNAL + 1)
        except FileNotFoundError:
            raise PostError("there is no game by post in this folder", where=self.path.parent) from None
        except OSError as error:
            raise PostError("cannot be read: {error}", where=self.path, error=reason(error)) from None
        if len(content) > MAX_JOURNAL:
            raise PostError("is too large for a journal", where=self.path)
        lines = content.split(b"\n")[:-1]
        self._whole = sum(map(len, lines)) + len(lines)
        found: list[Line] = []
        for number, line in enumerate(lines, 1):
            try:
                found.append(msgspec.json.decode(line, type=Line))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise PostError(
                    "line {number} is damaged ({error}); put a copy of the journal in its place",
                    where=self.path,
                    number=number,
                    error=error,
                ) from None
        if not found or not isinstance(found[0], Opening):
            raise PostError("line 1 does not open a game; put a copy of the journal in its place", where=self.path)
        return found

    def add(self, line: Line) -> None:
        """Append a line, which is safely on the disk on return; after a `StorageError` the line does not count."""
        content = msgspec.json.encode(line) + b"\n"
        with StorageError.wrapping("cannot be written: {error}", self.path), self.path.open("rb+") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self._whole)
                raise
        self._whole += len(content)
