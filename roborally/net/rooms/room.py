"""One match on a server, from its lobby to its end; opens no connection: messages come in, bytes go out.

Every message is checked here against its sender and the state of the match: only the host sets up, starts, loads, saves
and removes members (CLI-1302); players answer only for their own seat.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from roborally.base.errors import FAULTS, Message
from roborally.base.version import VERSION
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.game.factory import Game
from roborally.net.limits import Limits
from roborally.net.person import is_proved, server_id
from roborally.net.plugin_bundles import bundle_of
from roborally.net.protocol import (
    PROTOCOL,
    Answer,
    AnswerHome,
    AskHome,
    BundleRequest,
    Chat,
    ChatMessage,
    Choose,
    ClientMessage,
    Configure,
    Kick,
    Leave,
    LocalizedText,
    MatchEnded,
    MatchListing,
    Person,
    PlaybackDone,
    Rejected,
    Save,
    Start,
    Upload,
    Welcome,
    encode,
)
from roborally.net.rooms.broadcast import Broadcast
from roborally.net.rooms.match_setup import check_budgets, new_game, refuse_strangers, refuse_unknown_bots, take_seats
from roborally.net.rooms.room_host import RoomHost
from roborally.net.rooms.room_saves import RoomSaves
from roborally.net.rooms.roster import DeniedError, Member, Roster, check_name
from roborally.net.rooms.running_match import RunningMatch, states_of
from roborally.net.rooms.transfers import Seal, ending_of
from roborally.net.rooms.uploads import Uploaded, Uploads
from roborally.plugin_system.loader import Catalogue
from roborally.records.recorder import Recorder
from roborally.records.sealed_file import SealKey
from roborally.session import LocalSession, Thinker

LOG = logging.getLogger("roborally.net")
AWAY_SECONDS = 20.0
"""Seconds for which the match waits for a player who lost the connection before a bot takes over."""
LOBBY_AWAY_SECONDS = 60.0
"""Seconds for which a disconnected member keeps their place in a lobby."""
PAUSE = 1.0
"""Seconds between two attempts to start a match."""
MAX_ASKED = 20
"""How often a member may request plugins in one match."""


@dataclass
class Room:
    """A match, its members and its state; `now` is the clock in seconds."""

    code: str
    catalogue: Catalogue
    thinker: Thinker
    outside: "RoomHost[Room]"
    bots: list[str]
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = time.monotonic
    key: SealKey = field(default_factory=SealKey)
    """Seals the saved games that members are sent."""
    party: Roster = field(default_factory=Roster)
    playing: RunningMatch | None = None
    closed: bool = False
    ending: bool = False
    """Whether the match has ended, and its record is being made."""
    _begun_at: float = float("-inf")
    """When it was last tried to begin a match."""
    _broadcast: Broadcast = field(init=False)
    _saves: RoomSaves = field(init=False)
    _uploads: Uploads = field(init=False)

    def __post_init__(self) -> None:
        """Start without members."""
        self._broadcast = Broadcast(self.party, partial(self.outside.send, self), self.now)
        work = partial(self.outside.work, self)
        send, hand_over = self._broadcast.send, self._broadcast.hand_over
        self._saves = RoomSaves(self.party, send, hand_over, work, self._seal, self.now)
        self._uploads = Uploads(self.catalogue, self.key, partial(self.outside.load, self))

    # --- coming and going -----------------------------------------------------------------------------------------

    def enter(self, name: str, *, watching: bool) -> Member:
        """Add a member; raise `DeniedError`."""
        if not watching and self.playing is not None:
            raise DeniedError("this match has begun already; you can watch it")
        if not watching and len(self.party.players()) >= self.limits.seats:
            raise DeniedError("this match is full")
        if watching and len(self.party.members) - len(self.party.players()) >= self.limits.spectators:
            raise DeniedError("this match takes no more spectators")
        return self.party.enter(name, watching=watching)

    def welcome(self, member: Member) -> Welcome:
        """Return the first message to a member."""
        server = server_id(self.key)
        return Welcome(PROTOCOL, VERSION, member.id, member.token, self.code, server, member.challenge)

    def greet(self, member: Member) -> None:
        """Send the current state to a member who has just joined or returned."""
        if self.playing is None:
            self._broadcast.lobby(member)
            return
        self.playing.hand_back(member)
        self.playing.welcome(member)
        self._broadcast.members(self.playing.session.players, member)
        self._saves.tell(member)
        self.go_on()

    def catch_up(self, member: Member) -> None:
        """Send the newest state to a member who has read too slowly to be sent every change."""
        if self.closed or member.gone:
            return
        if self.playing is None:
            self._broadcast.lobby(member)
            return
        self.playing.welcome(member)
        self._broadcast.all_members(self.playing.session.players, member)

    def lost(self, member: Member) -> None:
        """Note that a member has lost the connection; they may come back."""
        member.connected = False
        member.away_since = self.now()
        if member.watching:
            self._remove(member)
        else:
            self._tell_who_is_there(member)

    def _remove(self, member: Member) -> None:
        """Remove a member for good: a bot takes over the seat, and a match ends without its host (CLI-R02)."""
        member.gone = True
        member.connected = False
        if self.playing is not None and not member.watching:
            self.playing.stand_in_for(member)
            self.outside.changed(self)
        if member.host:
            self._end("host")
        elif self.playing is None or member.watching:
            self.party.leave(member)
        self._tell_who_is_there(member)
        if self.playing is not None and not (self.closed or self.ending):
            self._saves.look(self.playing.recorder)

    def _send_away(self, host: Member, id_: int) -> None:
        member = self.party.members.get(id_)
        if member is None or member.gone or member is host:
            raise DeniedError("there is no such player to remove")
        self._saves.end_home()  # nobody is removed for an answer
        self.outside.part(self, member, "kicked")
        self._remove(member)

    # --- incoming messages ----------------------------------------------------------------------------------------

    def hear(self, member: Member, message: ClientMessage) -> None:
        """Carry out a member's request, or tell them why it is not possible; ignore members who have left."""
        if member.gone or self.closed:
            return
        try:
            self._obey(member, message)
        except DeniedError as denied:
            self._broadcast.send(member, Rejected(LocalizedText.of(denied.message)))
        except AnswerError as error:
            id_ = message.id if isinstance(message, Answer) else ""
            refused = Message("", error.sentence, error.values)
            self._broadcast.send(member, Rejected(LocalizedText.of(refused), id_))

    def _obey(self, member: Member, message: ClientMessage) -> None:
        match message:
            case Answer():
                self._answer(member, message)
            case PlaybackDone(beat):
                if self.playing is not None:
                    self.playing.note_shown(member, beat)
                self.go_on()
            case Chat(said):
                self._broadcast.send_all(ChatMessage(member.id, member.name, said), state=True)
            case Choose(robot, ready):
                self._in_lobby().choose(member, robot, ready)
                self._broadcast.lobby()
            case AnswerHome(request, agreed):
                self._saves.answer_home(member, self._in_match().recorder, request, agreed=agreed)
            case Person():
                self._meet(member, message)
            case BundleRequest(plugins):
                self._send_bundles(member, plugins)
            case Leave():
                self._remove(member)
            case _:
                if not member.host:
                    raise DeniedError("only the host can do that")
                self._obey_host(member, message)

    def _obey_host(self, host: Member, message: ClientMessage) -> None:
        match message:
            case Configure(config):
                self._in_lobby().configure(config, partial(check_budgets, limits=self.limits))
                self._broadcast.lobby()
            case Start():
                self._start()
            case Upload():
                self._in_lobby()
                self._uploads.add(message, partial(self._go_on_with, host))
            case Kick(id_):
                self._send_away(host, id_)
            case Save(turn):
                self._saves.save(host, self._in_match().recorder, turn)
            case AskHome():
                self._saves.ask_home(host, self._in_match().recorder)
            case _:
                raise DeniedError("you have already sent that")

    def _in_lobby(self) -> Roster:
        if self.playing is not None:
            raise DeniedError("the match has begun already")
        return self.party

    def _in_match(self) -> RunningMatch:
        if self.playing is None or self.closed or self.ending:
            raise DeniedError("no match is being played")
        return self.playing

    def _answer(self, member: Member, message: Answer) -> None:
        playing = self._in_match()
        if member.seat < 0:
            raise DeniedError("spectators cannot answer questions")
        playing.answer(member, message.id, frozen(message.answer))
        self.go_on()

    # --- starting -------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Start the configured match."""
        party = self._in_lobby()
        if (problem := party.problem()) is not None:
            raise problem
        self._check_seats([seat.name for seat in party.config.seats])
        self._make_haste_slowly()
        game = new_game(party.config, self.catalogue, self.bots, self.limits)
        seed = game.config.match.seed
        assert seed is not None, "a seed has just been drawn"
        session = LocalSession.start(game, seed, self.thinker, self.now, self.limits.answer)
        self._play(session, Recorder(game, seed))

    def _go_on_with(self, host: Member, saved: Callable[[], Uploaded]) -> None:
        """Continue a loaded game unless the room has moved on in the meantime."""
        if self.closed:
            return
        try:
            self._in_lobby()
            self._resume(saved())
        except DeniedError as denied:
            self._broadcast.send(host, Rejected(LocalizedText.of(denied.message)))

    def _resume(self, saved: Uploaded) -> None:
        """Continue a match played by the present members; raise `DeniedError`."""
        self._make_haste_slowly()
        game = saved.recorder.game
        refuse_unknown_bots(game, self.bots)
        check_budgets(game.config.seats, self.limits)
        self._check_seats([seat.name for seat in game.seats])
        take_seats(game, self.party.players())
        if saved.people is not None:
            refuse_strangers(game, self.party.players(), saved.people)
        self.restore(game, saved.match, saved.recorder)
        if saved.people is None:  # whoever has the file knows the hands, and the cards to come
            self.tell_all("open-file")

    def restore(self, game: Game, match: Match, recorder: Recorder) -> None:
        """Continue a match whose players have their seats already."""
        longest = self.limits.answer
        session = LocalSession.resume(game, match, self.thinker, self.now, recorder.beat, recorder.tally, longest)
        self._play(session, recorder)

    def _play(self, session: LocalSession, recorder: Recorder) -> None:
        recorder.attach(session)
        record = session.record

        def note(seat: int, id_: str, answer: Any) -> None:
            record(seat, id_, answer)
            self.outside.noted(self, seat, id_, answer)

        session.record = note
        stand_in = "greedy" if "greedy" in self.bots else self.bots[0]

        def send(member: Member, data: bytes) -> None:
            self.outside.send(self, member, data, state=True)

        self.playing = RunningMatch(session, recorder, send, states_of(session.game), stand_in)
        session.poll()  # the observation already includes what led to the first question
        self.outside.begun(self)
        members = list(self.party.members.values())
        for member in members:
            member.seen, member.bare, member.asked = 0, False, 0
            if member.gone:
                self.playing.stand_in_for(member)
        self.playing.begin(members)
        self._broadcast.members(self.playing.session.players)

    def _check_seats(self, names: Sequence[str]) -> None:
        if len(names) > self.limits.seats:
            raise DeniedError("there are more than {most} seats", most=self.limits.seats)
        for name in names:
            check_name(name)

    def _make_haste_slowly(self) -> None:
        """Refuse to begin a match if that was tried a moment ago."""
        if self.now() - self._begun_at < PAUSE:
            raise DeniedError("one moment, please")
        self._begun_at = self.now()

    # --- playing --------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots, the clock and the seats of absent players continue."""
        if self.ending:
            return
        self._look_after_those_away()
        if self.playing is None or self.closed:
            return
        if self._broadcast.is_late():
            self._broadcast.members(self.playing.session.players)
        if self._is_abandoned():
            self.playing.wait()
            return
        self.playing.go_on(list(self.party.members.values()))
        self._saves.look(self.playing.recorder)
        if self.playing.over:
            self._end("over")

    def _is_abandoned(self) -> bool:
        """Return whether no player is connected: then the match waits, but not for ever."""
        players = [member for member in self.party.players() if not member.gone]
        if any(member.connected for member in players):
            return False
        if all(self.now() - member.away_since > self.limits.abandoned for member in players):
            self._end("left")
        return True

    def is_busy(self) -> bool:
        """Return whether something may happen without a message, so that `go_on` must be called again soon."""
        away = any(not (member.connected or member.gone) for member in self.party.players())
        playing = self.playing is not None and (self._broadcast.is_due or self.playing.is_busy())
        return not (self.closed or self.ending) and (away or playing)

    def look_around(self) -> None:
        """Continue if something may happen without a message; called many times a second."""
        if self.is_busy():
            self.go_on()

    def _look_after_those_away(self) -> None:
        alone = not any(member.connected for member in self.party.players())
        for member in self.party.players():
            if member.connected or member.gone or self.closed:
                continue
            away = self.now() - member.away_since
            if self.playing is None and away > LOBBY_AWAY_SECONDS:
                self._remove(member)
            elif (
                self.playing is not None and away > AWAY_SECONDS and not alone and not self.playing.is_stood_in(member)
            ):
                self.playing.stand_in_for(member)
                self._broadcast.members(self.playing.session.players)

    # --- ending ---------------------------------------------------------------------------------------------------

    def _end(self, reason: str) -> None:
        """End the match, or the lobby; send the record of the match to all members.

        The record is made beside all matches; until then nothing happens in this one. A match that has ended by the
        rules returns to the lobby.
        """
        if self.closed or self.ending:
            return
        if self.playing is None:
            self._finish(reason, encode(MatchEnded(reason)))
            return
        self.ending = True
        session = self.playing.session
        session.close()
        try:
            making = ending_of(reason, session, self.playing.recorder, self._seal())
        except FAULTS:
            LOG.exception("a record could not be made", extra={"fields": {"match": self.code}})
            self._finish(reason, encode(MatchEnded(reason)))
            return
        self.outside.work(self, making, partial(self._finish_with, reason), last=True)

    def _finish_with(self, reason: str, made: Callable[[], bytes]) -> None:
        if not self.ending:  # it has been closed meanwhile
            return
        try:
            message = made()
        except FAULTS:  # also a fault of a plugin: all are told that the match has ended, without a file
            LOG.exception("a record could not be made", extra={"fields": {"match": self.code}})
            message = encode(MatchEnded(reason))
        self._finish(reason, message)

    def _finish(self, reason: str, message: bytes) -> None:
        """Tell all members that the match or the lobby has ended, and return to the lobby or close."""
        self.ending = False
        self.closed = reason != "over"
        try:
            if reason == "over":
                self._show_the_end_to_those_behind()
            self._tell_the_end(reason, message)
        finally:
            self.outside.ended(self, reason)
        if self.closed:
            return
        self.playing = None
        self.party.reopen()
        if self.party.host is None:  # who has left while the replay was made
            self._end("host")
        else:
            self._broadcast.lobby()

    def _tell_the_end(self, reason: str, message: bytes) -> None:
        """Send the last message; a saved game is for those who have played (CLI-R02)."""
        bare = encode(MatchEnded(reason))
        for member in self.party.members.values():
            known = reason == "over" or not member.watching
            self.outside.send(self, member, message if known else bare, state=False)

    def _show_the_end_to_those_behind(self) -> None:
        """Send members who have read too slowly the last state: the end makes sense only after what led to it."""
        assert self.playing is not None, "a match has been played to its end"
        for member in self.party.members.values():
            if self.outside.is_behind(self, member):
                self.outside.send(self, member, self.playing.picture(member), state=False)

    def close(self, reason: str = "closed") -> None:
        """End because the server stops, or for another reason in `protocol.MatchEnded`.

        A match whose record is still being made ends without it.
        """
        if self.ending:
            self._finish(reason, encode(MatchEnded(reason)))
        else:
            self._end(reason)

    # --- who plays ------------------------------------------------------------------------------------------------

    def _meet(self, member: Member, person: Person) -> None:
        """Take in who a member is; the first proof holds."""
        if member.person:
            return
        if not is_proved(person, server_id(self.key), member.challenge):
            raise DeniedError("you have not proved who you are")
        member.person = person.key
        if self.playing is not None:
            self.outside.changed(self)

    def _seal(self) -> Seal:
        """Return what seals a saved game for the people of the match."""
        assert self.playing is not None, "only matches are saved"
        names = [seat.name for seat in self.playing.game.config.seats]
        return partial(self.key.sealed, people=self.party.people(names))

    # --- sending --------------------------------------------------------------------------------------------------

    def listed(self) -> MatchListing:
        """Return the match's entry in a list of matches."""
        host, match = self.party.host, self.party.config.match
        if self.playing is not None:
            match = self.playing.game.config.match
        name = host.name if host is not None else ""
        members = len(self.party.players())
        return MatchListing(self.code, name, match.mode, match.course, members, self.playing is not None)

    def _tell_who_is_there(self, member: Member) -> None:
        """Tell all members that someone has joined or left."""
        if self.closed:
            return
        if self.playing is None:
            self._broadcast.lobby()
        else:
            self._broadcast.members(self.playing.session.players, member)

    def tell_all(self, notice: str) -> None:
        """Tell all in a running match what does not come from the match itself; the log has a sentence for it."""
        if self.playing is not None:
            self.playing.session.notices.append({"type": notice})

    def _send_bundles(self, member: Member, wanted: list[str]) -> None:
        """Send a member the data of the plugins they lack, and then the match."""
        playing = self._in_match()
        member.asked += 1
        if member.asked > MAX_ASKED:
            raise DeniedError("you have already sent that")
        member.bare = True
        for plugin in [plugin for plugin in playing.game.plugins if plugin.id in wanted]:
            self._broadcast.send(member, bundle_of(plugin.id, plugin.folder))
        playing.welcome(member)
