"""Keeps the running matches of a server in journals, and restores them when a server starts."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from roborally.base.errors import GameError, Message, any_fault
from roborally.game.records.file_format import Record
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import NOBODY, Member
from roborally.net.rooms.running_match import RunningMatch
from roborally.net.server.journal import JournalContent, MatchJournals, not_going_on, restored
from roborally.net.server_log import log
from roborally.plugin_system.loader import Catalogue

RETRY = 5.0
"""Seconds between two attempts to write a journal after a failure, for example on a full disk."""
FEW = 64
"""A match with at most this many answers is written at once when it begins; a longer one in another thread."""


JobRunner = Callable[[Room, Callable[[], None], Callable[[Callable[[], None]], None]], None]
"""Takes a room, a job for another thread, which is done even if the server stops, and `then` as in `RoomHost.work`."""


class KeptMatches:
    """Writes the events of rooms to their journals; without a journal it does nothing.

    Short entries are written at once. A whole match is written in another thread, and later entries are added when that
    is done. A match whose journal cannot be written goes on without it, and its members are notified. As soon as
    writing works again, the journal is written anew, with everything that has happened since.
    """

    def __init__(self, journal: MatchJournals | None, now: Callable[[], float], work: JobRunner) -> None:
        """Write to a journal; `now` is the clock in seconds, and `work` runs jobs in another thread."""
        self._journal = journal
        self._now = now
        self._work = work
        self._torn: dict[str, float] = {}
        """The time in seconds of the last attempt to write each incomplete journal, by match code."""
        self._restoring = False
        """Whether the server is starting, so that writing may take time."""
        self._at_work: Counter[str] = Counter()
        """The number of jobs that write a journal, by match code: later writes must wait for them."""

    # --- writing --------------------------------------------------------------------------------------------------

    def begun(self, room: Room) -> None:
        """Write the journal of a match that begins or is restored."""
        self._torn.pop(room.code, None)
        if self._journal is None:
            return
        if not self._restoring and (len(_record(room).answers) > FEW or self._at_work[room.code]):
            self._write_beside(room, is_anew=False)
        else:
            self._write(room, self._beginning(room, self._journal))

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Append the answer of a seat to the journal of a match."""
        if self._journal is not None:
            self._write(room, partial(self._journal.note, room.code, seat, id_, answer))

    def changed(self, room: Room) -> None:
        """Append the current players to the journal of a match."""
        if self._journal is not None:
            self._write(room, partial(self._journal.note_members, room.code, list(room.roster.members.values())))

    def ended(self, room: Room, reason: str) -> None:
        """Delete the journal of a match that has ended; set it aside if the match failed."""
        self._torn.pop(room.code, None)
        if self._journal is None:
            return
        end = partial(self._journal.set_aside if reason == "failed" else self._journal.end, room.code)
        if self._at_work[room.code]:
            self._do_beside(room, end, partial(_note_end, room.code))
        else:
            _note_end(room.code, end)

    def look_around(self, room: Room) -> None:
        """Write the room's journal anew if it has gaps, every `RETRY` seconds until it works; call it often."""
        tried = self._torn.get(room.code)
        if tried is not None and self._now() - tried >= RETRY and not self._at_work[room.code]:
            self._write_beside(room, is_anew=True)

    def holds(self, room: Room) -> bool:
        """Return whether a match can go on from its journal if the server stops now; call it when no job is running."""
        if self._journal is None or room.running_match is None:
            return False
        if room.code in self._torn:
            try:
                self._beginning(room, self._journal)()
            except (OSError, GameError):
                return False
            del self._torn[room.code]
        return True

    def _write(self, room: Room, write: Callable[[], None]) -> None:
        if room.code in self._torn:
            return
        try:
            write()
        except (OSError, GameError) as error:
            self._tear(room, error)

    def _tear(self, room: Room, error: Exception) -> None:
        self._torn[room.code] = self._now()
        log("not written", match=room.code, problem=str(error))
        room.notify_all("not-kept")

    def _write_beside(self, room: Room, *, is_anew: bool) -> None:
        """Write a whole match in another thread; its journal is incomplete until later answers are added."""
        assert self._journal is not None, "there is a journal to write"
        self._torn[room.code] = self._now()
        done = partial(self._add_rest, room, room.running_match, len(_record(room).answers), is_anew)
        self._do_beside(room, self._beginning(room, self._journal), done)

    def _add_rest(
        self, room: Room, running_match: RunningMatch | None, answers: int, is_anew: bool, written: Callable[[], None]
    ) -> None:
        """Add to a written journal all answers from number `answers` on, unless its match has ended."""
        if self._journal is None or room.running_match is not running_match or room.code not in self._torn:
            return
        try:
            written()
            for seat, id_, answer in _record(room).answers[answers:]:
                self._journal.note(room.code, seat, id_, answer)
            self._journal.note_members(room.code, list(room.roster.members.values()))
        except (OSError, GameError) as error:
            self._torn[room.code] = self._now()
            if not is_anew:
                self._tear(room, error)
            return
        del self._torn[room.code]
        if is_anew:
            log("written again", match=room.code)
            room.notify_all("kept-again")

    def _do_beside(self, room: Room, job: Callable[[], None], then: Callable[[Callable[[], None]], None]) -> None:
        def done(result: Callable[[], None]) -> None:
            self._at_work[room.code] -= 1
            self._at_work += Counter()  # remove the codes without jobs
            then(result)

        self._at_work[room.code] += 1
        self._work(room, job, done)

    @staticmethod
    def _beginning(room: Room, journal: MatchJournals) -> Callable[[], None]:
        """Return a function that writes the complete journal of a match in its current state."""
        record, members = _record(room), list(room.roster.members.values())
        return partial(journal.begin, room.code, record, len(record.answers), members)

    # --- restoring ------------------------------------------------------------------------------------------------

    def restore(self, catalogue: Catalogue, make_room: Callable[[str], Room], drop: Callable[[str], None]) -> None:
        """Restore all matches, each in its own room; skip those that cannot be restored, and leave their files.

        `make_room(code)` returns a new room, `drop(code)` removes it.
        """
        if self._journal is None:
            return
        self._restoring = True
        for kept in self._journal.kept():
            if isinstance(kept, Message):
                log("not restored", problem=str(kept))
                continue
            try:
                self._restore(kept, catalogue, make_room(kept.code))
            except any_fault() as error:  # a damaged file may raise any error
                drop(kept.code)
                # The rest of an unexpected message may contain a card or a token.
                why = Message.of("an error came up ({kind})", kind=type(error).__name__)
                why = error.message if isinstance(error, GameError) else why
                log("not restored", match=kept.code, problem=str(not_going_on(self._journal.path(kept.code), why)))
        self._restoring = False

    def _restore(self, kept: JournalContent, catalogue: Catalogue, room: Room) -> None:
        match, recorder = restored(kept, catalogue)
        for known in kept.members:
            if known.seat < 0:  # journals of version 0.1 have spectators as well
                continue
            if known.seat >= len(match.seats):
                raise GameError("a player has seat {seat}, which the match lacks", seat=known.seat)
            member = Member(known.id, known.name, known.token, host=known.host, seat=known.seat, gone=known.gone)
            member.connected, member.away_since = False, self._now()
            member.watching = known.seat == NOBODY
            member.person, member.kicked, member.titles = known.person, known.kicked, known.titles
            room.roster.take_back(member)
        room.restore(recorder.game, match, recorder)
        log("restored", match=kept.code, turn=match.state.turn)


def _record(room: Room) -> Record:
    assert room.running_match is not None, "a match goes on"
    return room.running_match.recorder.record


def _note_end(code: str, end: Callable[[], None]) -> None:
    try:
        end()
    except OSError as error:
        log("not deleted", match=code, problem=str(error))
