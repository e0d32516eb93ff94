"""Keeps the running matches of a server in journals, and restores them when a server starts."""

from collections.abc import Callable
from typing import Any

from roborally.base.errors import FAULTS, GameError, Message
from roborally.net.journal import Journal, JournalContent, restored
from roborally.net.room import Room
from roborally.net.roster import Member
from roborally.net.server_log import log
from roborally.plugin_system.loader import Catalogue

RETRY = 5.0
"""Seconds between two attempts to write a journal that could not be written, such as on a full disk."""


class KeptMatches:
    """Writes what happens in rooms to their journals; without a journal it does nothing.

    A match whose journal cannot be written goes on without it, and all in the room are told. As soon as writing works
    again, the journal is written anew, with everything that has happened since.
    """

    def __init__(self, journal: Journal | None, now: Callable[[], float]) -> None:
        """Write to a journal; `now` is the clock in seconds."""
        self._journal = journal
        self._now = now
        self._torn: dict[str, float] = {}
        """The codes of matches with an incomplete journal, and when it was last tried to write it."""

    # --- writing --------------------------------------------------------------------------------------------------

    def begun(self, room: Room) -> None:
        """Write how a match has begun."""
        self._torn.pop(room.code, None)
        self._write(room, lambda journal: _begin(room, journal))

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Write an answer."""
        self._write(room, lambda journal: journal.note(room.code, seat, id_, answer))

    def gone(self, room: Room) -> None:
        """Write who has left for good."""
        members = list(room.party.members.values())
        self._write(room, lambda journal: journal.note_members(room.code, members))

    def ended(self, room: Room, reason: str) -> None:
        """Delete the journal of a match that has ended; one that a fault has ended is put aside instead."""
        self._torn.pop(room.code, None)
        if self._journal is None:
            return
        try:
            if reason == "failed":
                self._journal.set_aside(room.code)
            else:
                self._journal.end(room.code)
        except OSError as error:
            log("not deleted", match=room.code, problem=str(error))

    def look_around(self, room: Room) -> None:
        """Write a journal with gaps anew, every `RETRY` seconds until it works; called many times a second."""
        tried = self._torn.get(room.code)
        if tried is not None and self._now() - tried >= RETRY:
            self._write_anew(room)

    def holds(self, room: Room) -> bool:
        """Return whether a match can go on from its journal if the server stops now."""
        if room.code in self._torn:
            self._write_anew(room)
        return self._journal is not None and room.playing is not None and room.code not in self._torn

    def _write(self, room: Room, write: Callable[[Journal], None]) -> None:
        if self._journal is None or room.code in self._torn:
            return
        try:
            write(self._journal)
        except (OSError, GameError) as error:
            self._torn[room.code] = self._now()
            log("not written", match=room.code, problem=str(error))
            room.tell_all("not-kept")

    def _write_anew(self, room: Room) -> None:
        self._torn[room.code] = self._now()
        if self._journal is None or room.playing is None:
            return
        try:
            _begin(room, self._journal)
        except (OSError, GameError):
            return
        del self._torn[room.code]
        log("written again", match=room.code)
        room.tell_all("kept-again")

    # --- restoring ------------------------------------------------------------------------------------------------

    def restore(self, catalogue: Catalogue, make_room: Callable[[str], Room], drop: Callable[[str], None]) -> None:
        """Restore all matches, each in a room of its own; skip those that cannot be, and leave their files."""
        for kept in self._journal.kept() if self._journal is not None else ():
            if isinstance(kept, Message):
                log("not restored", problem=str(kept))
                continue
            try:
                self._restore(kept, catalogue, make_room(kept.code))
            except FAULTS as error:  # a damaged file may raise any error
                drop(kept.code)
                # The rest of an unexpected message may contain a card or a token.
                problem = str(error) if isinstance(error, GameError) else type(error).__name__
                log("not restored", match=kept.code, problem=problem)

    def _restore(self, kept: JournalContent, catalogue: Catalogue, room: Room) -> None:
        match, recorder = restored(kept, catalogue)
        for known in kept.members:
            if known.seat < 0:  # journals of version 0.1 have spectators as well
                continue
            member = Member(known.id, known.name, known.token, host=known.host, seat=known.seat, gone=known.gone)
            member.connected, member.away_since = False, self._now()
            room.party.take_back(member)
        room.restore(recorder.game, match, recorder)
        log("restored", match=kept.code, turn=match.state.turn)


def _begin(room: Room, journal: Journal) -> None:
    """Write the complete journal of a match."""
    assert room.playing is not None, "a match goes on"
    journal.begin(room.code, room.playing.recorder.record, list(room.party.members.values()))
