"""Runs one match on a server, from its lobby to its end, without a network: requests come in, bytes go out.

`roborally.net.rooms.requests` checks who may make a request; this module checks whether it is possible now.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, TypeVar

from roborally.base.errors import Message, any_fault
from roborally.base.version import VERSION
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from roborally.game.records.sealed_file import SealKey
from roborally.game.session.local import LocalSession
from roborally.game.session.protocol import HUMAN, Thinker
from roborally.net.limits import Limits
from roborally.net.pages.feed import Feeds
from roborally.net.person import person_of, server_id
from roborally.net.protocol import PROTOCOL, MatchListing, Person, Welcome
from roborally.net.rooms.absences import BLIND_SECONDS, NOTICED_SECONDS, Absences
from roborally.net.rooms.broadcast import Broadcast
from roborally.net.rooms.endings import Endings
from roborally.net.rooms.lobby import Lobby
from roborally.net.rooms.room_host import RoomHost
from roborally.net.rooms.room_saves import RoomSaves
from roborally.net.rooms.roster import DeniedError, Member, Roster
from roborally.net.rooms.running_match import RunningMatch, states_of
from roborally.net.rooms.transfers import Seal, ending_of, ending_without_file
from roborally.net.rooms.uploads import Uploads
from roborally.plugin_system.loader import Catalogue
from roborally.profile.achievements import known_titles

LOG = logging.getLogger("roborally.net")
Made = TypeVar("Made")


@dataclass
class Room:
    """A match on a server with its members; `now` is the clock in seconds, `feeds` belong to the last match."""

    code: str
    catalogue: Catalogue
    thinker: Thinker
    services: "RoomHost[Room]"
    bots: list[str]
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = time.monotonic
    key: SealKey = field(default_factory=SealKey)
    """Seals (encrypts) the saved games that are sent to members."""
    endings: Endings = field(default_factory=lambda: Endings(time.monotonic))
    roster: Roster = field(default_factory=Roster)
    running_match: RunningMatch | None = None
    feeds: Feeds | None = None
    closed: bool = False
    ending: bool = False
    """Whether the match has ended and its record is being made."""
    failure: Message | None = None
    """The place in a plugin whose failure ended the match, `None` if there was none."""
    begun_at: float = float("-inf")
    """The time in seconds (`now`) of the last attempt to begin a match."""
    uploads: Uploads = field(init=False)
    broadcast: Broadcast = field(init=False)
    """Sends messages and chat lines to the members."""
    saves: RoomSaves = field(init=False)
    """Sends saved games to the host, and to all if they agree."""
    _lobby: Lobby = field(init=False)
    _absences: Absences = field(init=False)

    def __post_init__(self) -> None:
        folders = tuple(plugin.folder for plugin in self.catalogue.plugins.values())
        self.broadcast = Broadcast(self.roster, partial(self.services.send, self), self.now, folders)
        self._lobby = Lobby(self.roster, self.broadcast, self.bots, self.limits, self.now)
        self._absences = Absences(self.roster, self.now)
        work = partial(self.services.work, self)
        send, hand_over = self.broadcast.send, self.broadcast.hand_over
        self.saves = RoomSaves(self.roster, send, hand_over, work, self._seal, self.now)
        self.uploads = Uploads(self.catalogue, self.key, partial(self.services.load, self))

    # --- coming and going -----------------------------------------------------------------------------------------

    def enter(self, name: str, *, watching: bool, titles: Sequence[str] = ()) -> Member:
        """Add and return a player, or if `watching` a spectator, who may come after the match has begun.

        `titles` are keys of achievements to show to others; unknown ones and those of spectators are dropped. Raise
        `DeniedError` for a player if the match has begun, and for anybody if there is no place left.
        """
        if not watching and self.running_match is not None:
            raise DeniedError("this match has begun already; you can watch it")
        if not watching:
            self.roster.check_room(self.limits.seats)
        if watching and len(self.roster.members) - len(self.roster.players()) >= self.limits.spectators:
            raise DeniedError("this match takes no more spectators")
        known = () if watching else tuple(title.key for title in known_titles(self.catalogue, titles))
        return self.roster.enter(name, watching=watching, titles=known)

    def welcome(self, member: Member) -> Welcome:
        """Return the first message to a member who has joined or come back."""
        server, said = server_id(self.key), list(self.broadcast.said)
        return Welcome(PROTOCOL, VERSION, member.id, member.token, self.code, server, member.challenge, chat=said)

    def may_hold_seat(self) -> bool:
        """Return whether a client that joins may already have a seat here."""
        return self.running_match is not None or bool(self._absences.away())

    def greet(self, member: Member) -> None:
        """Send the current state to a member who has just joined or returned."""
        if member.host:
            self.uploads.take()  # the rest of an uploaded saved game was lost with the connection
        is_noticed, member.away_since = self.now() - member.away_since > NOTICED_SECONDS, inf
        if self.running_match is None:
            for message in self.endings.missed(member.token, member.known_end, page=bool(member.page)):
                self.broadcast.hand_over(member, message, state=False)
            self.broadcast.lobby(member)
            return
        if member.blind_since is None:
            member.blind_since = self.now()
        member.fetching = False
        if is_noticed:
            others = [other for other in self.roster.members.values() if other is not member]
            self.running_match.announce_return(member, others)
        stood_in = self.running_match.hand_back(member) if member not in self._absences.blind(BLIND_SECONDS) else False
        self.running_match.welcome(member)
        if stood_in:
            self.running_match.notify_of_stand_in(member)
        self.broadcast.members(self.running_match.session.players, member)
        self.saves.notify(member, self.running_match.recorder)
        self.go_on()

    def catch_up(self, member: Member) -> None:
        """Send the newest state to a member who was too slow to receive every change."""
        if self.closed or member.gone or member.fetching:
            return
        if self.running_match is None:
            self.broadcast.lobby(member)
            return
        self.running_match.welcome(member)
        self.broadcast.all_members(self.running_match.session.players, member)

    def lost(self, member: Member) -> None:
        """Note that a member has lost the connection; a player and the host may come back."""
        member.connected = False
        member.away_since = self.now()
        if member.watching and not member.host:
            self.remove(member)
        else:
            self._send_members(member)

    def remove(self, member: Member) -> None:
        """Remove a member for good: a bot takes over the seat, and a match ends if its host leaves (CLI-R02)."""
        member.gone = True
        member.connected = False
        if self.running_match is not None and not member.watching:
            self.running_match.stand_in_for(member)
            self.services.changed(self)
        if member.host:
            self._end("host")
        elif self.running_match is None or member.watching:
            self.roster.leave(member)
        self._send_members(member)
        if self.running_match is not None and not (self.closed or self.ending):
            self.saves.look(self.running_match.recorder)

    def send_away(self, host: Member, id_: int) -> None:
        """Remove the member with this id on behalf of the host; raise `DeniedError` if there is no such member."""
        member = self.roster.members.get(id_)
        if member is None or member.gone or member is host:
            raise DeniedError("there is no such player to remove")
        self.saves.end_home()
        member.kicked = True
        self.services.part(self, member, "kicked")
        self.remove(member)

    # --- the lobby ------------------------------------------------------------------------------------------------

    def in_lobby(self) -> Lobby:
        """Return the lobby; raise `DeniedError` while a match is played."""
        if self.running_match is not None:
            raise DeniedError("the match has begun already")
        return self._lobby

    def in_match(self) -> RunningMatch:
        """Return the running match; raise `DeniedError` if there is none."""
        if self.running_match is None or self.closed or self.ending:
            raise DeniedError("no match is being played")
        return self.running_match

    # --- playing --------------------------------------------------------------------------------------------------

    def restore(self, game: Game, match: Match, recorder: Recorder) -> None:
        """Continue a saved match whose players are already seated."""
        longest = self.limits.answer
        session = LocalSession.resume(game, match, self.thinker, self.now, recorder.beat, recorder.tally, longest)
        self.play(session, recorder)

    def play(self, session: LocalSession, recorder: Recorder) -> None:
        """Begin or continue the match of a session, and send its state to all members."""
        recorder.attach(session)
        record = session.record

        def note(seat: int, id_: str, answer: Any) -> None:
            record(seat, id_, answer)
            if session.players[seat] not in (HUMAN, session.game.config.seats[seat].controller):
                recorder.record.stood_in.append(id_)
            self.services.noted(self, seat, id_, answer)

        session.record = note
        stand_in = "greedy" if "greedy" in self.bots else self.bots[0]
        send, delay = partial(self.services.send, self, state=True), partial(self.services.delay, self)
        self.feeds = feeds = Feeds(session, self.catalogue, recorder.record.events)
        self.running_match = RunningMatch(session, recorder, send, states_of(session.game), stand_in, feeds, delay)
        session.poll()  # the observation already includes the events before the first question
        self.services.begun(self)
        members = list(self.roster.members.values())
        for member in members:
            member.begin_match(self.now())
            if member.gone:
                self.running_match.stand_in_for(member)
        self.running_match.begin(members)
        self.broadcast.members(self.running_match.session.players)

    def answer(self, member: Member, id_: str, answer: Any) -> None:
        """Apply a member's answer to a question; raise `DeniedError` for spectators, `AnswerError` if it is invalid."""
        running_match = self.in_match()
        if member.seat < 0:
            raise DeniedError("spectators cannot answer questions")
        running_match.answer(member, id_, frozen(answer))
        self.go_on()

    def shown(self, member: Member, beat: int) -> None:
        """Note that a member has been shown all events up to a beat; give a player back the seat that a bot plays."""
        if self.running_match is not None:
            self.running_match.note_shown(member, beat)
            member.blind_since = None
            if not member.watching and self.running_match.is_stood_in(member) and self.running_match.hand_back(member):
                self.running_match.notify_of_stand_in(member)
                self.broadcast.members(self.running_match.session.players)
        self.go_on()

    def go_on(self) -> None:
        """Handle absent members, and let bots and the clock continue the match."""
        if self.ending:
            return
        self._look_after_those_away()
        if self.running_match is None or self.closed:
            return
        if self.broadcast.is_late():
            self.broadcast.members(self.running_match.session.players)
        if self._is_abandoned():
            self.running_match.wait()
            return
        self.running_match.go_on(list(self.roster.members.values()))
        self.saves.look(self.running_match.recorder)
        if self.running_match.over:
            self._end("over")

    def _is_abandoned(self) -> bool:
        """Return whether no player is connected; end the match if all have stayed away for too long."""
        if not self._absences.nobody_is_here():
            return False
        if self._absences.have_all_given_up(self.limits.abandoned):
            self._end("left")
        return True

    def is_busy(self) -> bool:
        """Return whether something may happen without a message, so that `go_on` must be called again soon."""
        running_match = self.running_match is not None and (self.broadcast.is_due or self.running_match.is_busy())
        waits = bool(self._absences.away() or self._absences.blind())
        return not (self.closed or self.ending) and (running_match or waits)

    def look_around(self) -> None:
        """Call `go_on` if something may happen without a message; called many times a second."""
        if self.is_busy():
            self.go_on()

    def _look_after_those_away(self) -> None:
        if self.running_match is None:
            for member in self._absences.too_long(in_match=False):
                if not self.closed:
                    self.remove(member)
        elif not (self.closed or self._absences.nobody_is_here()):
            for member in self._absences.too_long(in_match=True):
                if not (member.watching or self.running_match.is_stood_in(member)):
                    self.running_match.stand_in_for(member)
                    self.broadcast.members(self.running_match.session.players)

    # --- ending ---------------------------------------------------------------------------------------------------

    def _end(self, reason: str) -> None:
        """End the match or the lobby (`reason` as in `MatchEnded`); send the record of the match to all members.

        The record is made in another thread; until it is done nothing happens in this room. A match that has ended by
        the rules returns to the lobby.
        """
        if self.closed or self.ending:
            return
        making = None
        if self.running_match is not None:
            self.ending = True
            session, recorder = self.running_match.session, self.running_match.recorder
            session.close()
            making = self._tried(lambda: ending_of(reason, session, recorder, self._seal(), self.failure))
        if making is None:
            self._finish(reason, self._ended(reason))
        else:
            self.services.work(self, making, partial(self._finish_with, reason), last=True)

    def _finish_with(self, reason: str, made: Callable[[], bytes]) -> None:
        if self.ending:  # otherwise closed meanwhile
            self._finish(reason, self._tried(made) or self._ended(reason))

    def _tried(self, make: Callable[[], Made]) -> Made | None:
        """Return what `make` returns; `None` after a fault, also of a plugin: the match then ends without a file."""
        try:
            return make()
        except any_fault():
            LOG.exception("a record could not be made", extra={"fields": {"match": self.code}})
            return None

    def _ended(self, reason: str) -> bytes:
        """Return the encoded last message of a match or a lobby, without a file."""
        return ending_without_file(reason, self.running_match.session if self.running_match else None, self.failure)

    def _finish(self, reason: str, message: bytes) -> None:
        """Send all members the end of the match or the lobby, and return to the lobby or close."""
        self.ending = False
        self.closed = reason != "over"
        try:
            if reason == "over":
                self._show_the_end_to_those_behind()
            if self.running_match is not None:
                lasting = self.roster.lasting()
                self.endings.keep_for(lasting, self.running_match, reason, message, self._ended(reason), self.welcome)
            self.broadcast.end(message, self._ended(reason) if self.closed else message, self._ended(reason))
        finally:
            self.services.ended(self, reason)
        if self.closed:
            return
        self.running_match = None
        self.roster.reopen()
        for member in self._absences.away():  # until now the match has kept their seats
            member.away_since = self.now()
        if self.roster.host is None:  # the host left while the replay was made
            self._end("host")
        else:
            self.broadcast.lobby()

    def _show_the_end_to_those_behind(self) -> None:
        """Send the last state to members who are behind: the end makes sense only after the events before it."""
        assert self.running_match is not None, "a match has been played to its end"
        for member in self.roster.members.values():
            if self.services.is_behind(self, member):
                self.services.send(self, member, self.running_match.picture(member), state=False)

    def close(self, reason: str = "closed") -> None:
        """End the match or the lobby; `reason` is as in `protocol.MatchEnded`, by default that the server stops.

        A match whose record is still being made ends without a record.
        """
        if self.ending:
            self._finish(reason, self._ended(reason))
        else:
            self._end(reason)

    # --- who plays ------------------------------------------------------------------------------------------------

    def note_identity(self, member: Member, person: Person) -> None:
        """Store once the public key that `person` proves to be the member's; raise `DeniedError` for a wrong proof."""
        if member.person:
            return
        found = person_of(person, server_id(self.key), member.challenge, page=bool(member.page))
        if not found:
            raise DeniedError("you have not proved who you are")
        member.person = found
        if self.running_match is not None and not member.watching:
            self.services.changed(self)

    def _seal(self) -> Seal:
        """Return the function that seals a saved game for the people of the match."""
        assert self.running_match is not None, "only matches are saved"
        names = [seat.name for seat in self.running_match.game.config.seats]
        return partial(self.key.sealed, people=self.roster.people(names))

    # --- sending --------------------------------------------------------------------------------------------------

    def listed(self) -> MatchListing:
        """Return the match's entry in a list of matches."""
        return self.roster.listed(self.code, self.running_match.game.config if self.running_match else None)

    def _send_members(self, member: Member) -> None:
        """Send all members the change of a member; send nothing if the match or the lobby is ending."""
        if self.closed or self.ending:
            return
        if self.running_match is None:
            self.broadcast.lobby()
        else:
            self.broadcast.members(self.running_match.session.players, member)

    def notify_all(self, notice: str) -> None:
        """Send all members of a running match an event for their logs; `notice` is its type, such as `not-kept`."""
        if self.running_match is not None:
            self.running_match.session.notices.append({"type": notice})
