"""Journals of running matches, so that a restarted server can continue them.

A journal is one text file per match: the first line holds the start of the match and its players, each further line an
answer or a change of players. A line cut off when the process ended is ignored. Data handed to the operating system
survives the end of the process; a crash of the whole machine may lose the last lines. Journals contain tokens and must
be kept secret.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.plain_file import read_plain
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.game.records.file_format import Record
from roborally.game.records.recorder import Recorder, game_of, go_on_from
from roborally.net.rooms.roster import Member
from roborally.plugin_system.loader import Catalogue

SUFFIX = ".match"
FAILED = ".failed"
"""The suffix for the journal of a match that ended with a fault."""


class JournalMember(msgspec.Struct, frozen=True):
    """A player with their token for coming back, and the public key that identifies them in sealed games."""

    id: int
    name: str
    token: str
    host: bool
    seat: int
    gone: bool = False
    person: str = ""
    kicked: bool = False
    titles: tuple[str, ...] = ()


class JournalContent(msgspec.Struct, frozen=True):
    """The content of a journal: the match with all answers, and its players. Its first line has the same form."""

    code: str
    record: Record
    members: list[JournalMember]


class MatchJournals:
    """The journals in a folder, one per running match."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is created when first needed."""
        self.folder = folder

    def begin(self, code: str, record: Record, answers: int, members: list[Member]) -> None:
        """Create the journal of a match with its first `answers` answers; raise `StorageError`.

        May run in another thread while the match goes on.
        """
        outline = msgspec.structs.replace(record, answers=record.answers[:answers], events=[], marks=[])
        opening = JournalContent(code, outline, _players(members))
        write_aside(self.path(code), msgspec.json.encode(opening) + b"\n", FOR_OWNER)

    def note(self, code: str, seat: int, id_: str, answer: Any) -> None:
        """Append the answer of a seat to the question with this id; raise `OSError`."""
        self._add(code, [seat, id_, answer])

    def note_members(self, code: str, members: list[Member]) -> None:
        """Append the current members, after one has left; raise `OSError`."""
        self._add(code, _players(members))

    def end(self, code: str) -> None:
        """Delete the journal of a match that has ended; raise `OSError`."""
        self.path(code).unlink(missing_ok=True)

    def set_aside(self, code: str) -> None:
        """Rename the journal of a failed match so that it is not restored; raise `OSError`."""
        path = self.path(code)
        if path.exists():
            path.replace(path.with_suffix(FAILED))

    def kept(self) -> Iterator[JournalContent | Message]:
        """Yield the content of each journal, sorted by file, or a message about why the journal is ignored.

        A copy of a journal under another name does not count as a match.
        """
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                found = _read(path)
                if path.name != _name(found.code):
                    raise GameError(
                        "the journal of this match must be called {name}; this file is left alone",
                        name=_name(found.code),
                    )
            except (OSError, GameError) as error:
                yield not_going_on(path, reason(error))
            else:
                yield found

    def path(self, code: str) -> Path:
        """Return the path of the journal of the match with this code."""
        return self.folder / _name(code)

    def _add(self, code: str, line: Any) -> None:
        with self.path(code).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")


def not_going_on(path: Path, why: Message) -> Message:
    """Return the message about a match whose journal cannot be restored, with the reason."""
    return Message.of("this match cannot go on: {error}", path, error=why.at(""))


def _name(code: str) -> str:
    return f"{code}{SUFFIX}"


def _players(members: list[Member]) -> list[JournalMember]:
    """Return the members that a restarted server waits for, without spectators, who join again."""
    return [
        JournalMember(
            member.id,
            member.name,
            member.token,
            member.host,
            member.seat,
            member.gone,
            member.person,
            member.kicked,
            member.titles,
        )
        for member in members
        if member.host or not member.watching
    ]


def _read(path: Path) -> JournalContent:
    """Return the content of a journal; raise `GameError` or `OSError`."""
    first, *lines = read_plain(path).split(b"\n")
    with _in_line(1):
        opening = msgspec.json.decode(first, type=JournalContent)
        record, members = opening.record, opening.members
        record.answers = [(seat, id_, frozen(answer)) for seat, id_, answer in record.answers]
    for number, line in enumerate(lines[:-1], 2):  # the last line is empty or cut off
        with _in_line(number):
            found = msgspec.json.decode(line, type=list[Any])
            if found and isinstance(found[0], dict):
                members = msgspec.convert(found, list[JournalMember])
            else:
                seat, id_, answer = found
                record.answers.append((seat, id_, frozen(answer)))
    return JournalContent(opening.code, record, members)


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, RecursionError):
        raise GameError("line {number} is damaged", number=number) from None


def restored(kept: JournalContent, catalogue: Catalogue) -> tuple[Match, Recorder]:
    """Return a match as it was after its last answer, with its recorder; raise `GameError`."""
    return go_on_from(kept.record, game_of(kept.record, catalogue, Path(_name(kept.code))))
