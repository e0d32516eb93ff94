"""The journal of a game by post: one line of JSON for everything that has happened; the match follows from it.

A line that stands in the journal has happened, and all else, reports included, is made from it again after a crash. So
a line is written whole and onto the disk before anybody is told. A last line that was cut off does not count and is
cut away by the next line.
"""

import os
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import reason
from roborally.base.plain_file import read_plain
from roborally.post.game_file import PostError
from roborally.records.file_format import Record

FORMAT = 1
MAX_JOURNAL = 50_000_000


class JournalEntry(msgspec.Struct, tag_field="what", frozen=True, forbid_unknown_fields=True):
    """What every line has: the moment `at`, in seconds since 1970, UTC."""

    at: int


class PostPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat: a mail address and a secret key (hexadecimal), or the name of a bot."""

    address: str = ""
    key: str = ""
    bot: str = ""


class Opening(JournalEntry, tag="opening", frozen=True):
    """The first line: the match without answers, the players, and what the commitment was made of.

    `seal` is the secret key for sealed orders (hexadecimal).

    `begins` are the answers that were given before anybody was asked by post, `turn` the turn that is asked for.
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
    """Orders that were taken: answers by question, and standing answers by kind of question.

    `source` is the digest of what came, so that it is not answered twice. `lines` is what was understood, line by line;
    it goes to the address `to`. `written` is that of the file, 0 for a plain mail.
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
    """Something that came and was refused; `why` goes to the address `to`, to nobody if that is empty."""

    source: str
    to: str
    why: str


class Turn(JournalEntry, tag="turn", frozen=True):
    """A turn that was played: all answers in order, who missed it, the digest of the state, and the next deadline.

    `turn` is the turn that is asked for next; it may be the same where a turn has several rounds of orders.
    """

    step: int
    turn: int
    answers: list[tuple[int, str, Any]]
    missed: list[int]
    digest: str
    deadline: int


class Deadline(JournalEntry, tag="deadline", frozen=True):
    """Another deadline; `excused` are the seats whose excuse it has cost, none if the referee wants it."""

    deadline: int
    excused: list[int] = []


class Pause(JournalEntry, tag="pause", frozen=True):
    """From here on no time runs."""


class Resume(JournalEntry, tag="resume", frozen=True):
    """Time runs again, to a new deadline."""

    deadline: int


class Seated(JournalEntry, tag="seated", frozen=True):
    """Somebody else plays a seat from now on."""

    seat: int
    player: PostPlayer


class Reminded(JournalEntry, tag="reminded", frozen=True):
    """The seats that were reminded of a turn."""

    step: int
    seats: list[int]


class Sent(JournalEntry, tag="sent", frozen=True):
    """A mail that was sent, by its Message-ID."""

    mail: str


Line = Opening | Orders | RefusedOrders | Turn | Deadline | Pause | Resume | Seated | Reminded | Sent


class Journal:
    """The lines of a file; whoever uses it holds the lock of the game's folder."""

    def __init__(self, path: Path) -> None:
        """Use a file that need not exist yet."""
        self.path = path
        self._whole = 0
        """The length of the lines that are whole, in bytes."""

    def begin(self, opening: Opening) -> None:
        """Write the first line; raise `StorageError`."""
        write_aside(self.path, msgspec.json.encode(opening) + b"\n", FOR_OWNER)

    def read(self) -> list[Line]:
        """Return all whole lines; raise `PostError` for a journal that is damaged, with the number of the line."""
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
        """Append a line; it is on the disk when this returns. Raises `StorageError`, and then it does not count."""
        content = msgspec.json.encode(line) + b"\n"
        try:
            with self.path.open("rb+") as file:
                file.truncate(self._whole)
                file.seek(self._whole)
                try:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    file.truncate(self._whole)
                    raise
        except OSError as error:
            raise StorageError("cannot be written: {error}", where=self.path, error=reason(error)) from None
        self._whole += len(content)
