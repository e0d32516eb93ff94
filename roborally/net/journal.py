"""Journals of running matches, so that a server that is started again goes on with them.

A journal is a text file for each match: a first line with how it began and who is in it, then a line for each answer
and for each change of who is there. A line that was cut off by the end of the process is no answer yet. What the system
has taken survives the process; a crash of the whole machine may cost the last lines. What is in a journal is as secret
as the tokens in it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import Message
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.net.roster import Member
from roborally.plugin_system.loader import Catalogue
from roborally.records.file_format import Record
from roborally.records.recorder import Recorder, game_of, go_on_from

SUFFIX = ".match"


class JournalMember(msgspec.Struct, frozen=True):
    """A member with the token to come back with."""

    id: int
    name: str
    token: str
    host: bool
    seat: int
    gone: bool = False


class JournalContent(msgspec.Struct, frozen=True):
    """What a journal tells: the match, with all answers, and who is in it. Its first line is that at the beginning."""

    code: str
    record: Record
    members: list[JournalMember]


class Journal:
    """The journals in a folder, one for each match that goes on."""

    def __init__(self, folder: Path) -> None:
        """Write into a folder, which is made when it is first needed."""
        self.folder = folder

    def begin(self, code: str, record: Record, members: list[Member]) -> None:
        """Begin the journal of a match; raise `StorageError`."""
        outline = msgspec.structs.replace(record, events=[], marks=[])
        opening = JournalContent(code, outline, [_somebody(member) for member in members])
        write_aside(self._path(code), msgspec.json.encode(opening) + b"\n", FOR_OWNER)

    def note(self, code: str, seat: int, id_: str, answer: Any) -> None:
        """Add an answer; raise `OSError`."""
        self._add(code, [seat, id_, answer])

    def note_members(self, code: str, members: list[Member]) -> None:
        """Add who is there now, after somebody has gone; raise `OSError`."""
        self._add(code, [_somebody(member) for member in members])

    def end(self, code: str) -> None:
        """Forget a match that has ended."""
        self._path(code).unlink(missing_ok=True)

    def kept(self) -> Iterator[JournalContent | Message]:
        """Yield the matches that were going on, or what is wrong with a journal; those stay as they are.

        Sorted by code.
        """
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                yield _read(path)
            except (OSError, ValueError, RecursionError) as error:
                yield Message.of("this match cannot go on: {error}", path, error=error)

    def _path(self, code: str) -> Path:
        return self.folder / f"{code}{SUFFIX}"

    def _add(self, code: str, line: Any) -> None:
        with self._path(code).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")


def _somebody(member: Member) -> JournalMember:
    return JournalMember(member.id, member.name, member.token, member.host, member.seat, member.gone)


def _read(path: Path) -> JournalContent:
    """Return what a journal tells; raise `ValueError` or `OSError`."""
    first, *lines = path.read_bytes().split(b"\n")
    opening = msgspec.json.decode(first, type=JournalContent)
    record, members = opening.record, opening.members
    record.answers = [(seat, id_, frozen(answer)) for seat, id_, answer in record.answers]
    for line in lines[:-1]:  # behind the last end of a line comes nothing, or what was cut off
        found = msgspec.json.decode(line, type=list[Any])
        if found and isinstance(found[0], dict):
            members = msgspec.convert(found, list[JournalMember])
        else:
            seat, id_, answer = found
            record.answers.append((seat, id_, frozen(answer)))
    return JournalContent(opening.code, record, members)


def restored(kept: JournalContent, catalogue: Catalogue) -> tuple[Match, Recorder]:
    """Return a match as it stood after its last answer, and its recorder; raise `GameError`."""
    return go_on_from(kept.record, game_of(kept.record, catalogue, Path(f"{kept.code}{SUFFIX}")))
