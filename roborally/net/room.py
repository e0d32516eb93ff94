"""One match on a server, from its lobby to its end; knows no network: messages come in, bytes go out through `send`.

Whatever a client says is checked here against who it is and what goes on: only the host sets up, starts, loads, saves
and sends away (CLI-1302); everybody answers for his own seat alone.
"""

import base64
import binascii
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from roborally.config import PEOPLE, Game, make_game
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.core.state import frozen
from roborally.errors import GameError
from roborally.loader import Catalogue
from roborally.net.limits import Limits
from roborally.net.members import DeniedError, Member, Party
from roborally.net.packs import pack_of
from roborally.net.play import Playing, states_of
from roborally.net.protocol import (
    Answer,
    Chat,
    Choose,
    ClientMessage,
    Configure,
    Ended,
    Kick,
    Leave,
    Listed,
    Members,
    Need,
    Rejected,
    Said,
    Save,
    Saved,
    Seen,
    Start,
    Told,
    Upload,
    encode,
)
from roborally.plugin import text
from roborally.recordfile import REPLAY_SUFFIX, SAVE_SUFFIX
from roborally.replay import Recorder, load_save
from roborally.session import LocalSession, Thinker

AWAY = 20.0
"""Seconds for which the match waits for somebody whose connection is lost, before a bot plays for him."""
LOBBY_AWAY = 60.0
"""Seconds for which somebody who is not connected keeps his place in a lobby."""
PAUSE = 1.0
"""Seconds between two attempts to begin a match: making one takes a while."""
MOST_UPLOAD = 6_000_000
"""The largest saved game that is taken, in letters of base64."""
MOST_PLAYERS = 8


class Outside(Protocol):
    """What a room needs of whoever keeps it."""

    def send(self, room: "Room", member: Member, data: bytes) -> None:
        """Send a message to somebody, if he is connected."""

    def part(self, room: "Room", member: Member, reason: str) -> None:
        """End somebody's connection; the reason is one of `REASONS` of the protocol."""

    def begun(self, room: "Room") -> None:
        """Take note that a match has begun."""

    def noted(self, room: "Room", seat: int, id_: str, answer: Any) -> None:
        """Take note that a match has taken an answer."""

    def gone(self, room: "Room") -> None:
        """Take note that somebody has gone for good while a match goes on."""

    def ended(self, room: "Room") -> None:
        """Take note that a match has ended, with a winner or without."""


@dataclass
class Room:
    """A match, who is there, and what goes on; `now` is the clock in seconds."""

    code: str
    catalogue: Catalogue
    thinker: Thinker
    outside: Outside
    bots: list[str]
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = time.monotonic
    party: Party = field(default_factory=Party)
    playing: Playing | None = None
    closed: bool = False
    _upload: list[str] = field(default_factory=list)
    _tried_at: float = float("-inf")
    _lobby: bytes = b""

    # --- coming and going -----------------------------------------------------------------------------------------

    def enter(self, name: str, *, watching: bool) -> Member:
        """Let somebody in; raise `DeniedError`."""
        if not watching and self.playing is not None:
            raise DeniedError(text("this match has begun already; it can be watched"))
        if not watching and len(self.party.players()) >= MOST_PLAYERS:
            raise DeniedError(text("this match is full"))
        if watching and len(self.party.members) - len(self.party.players()) >= self.limits.spectators:
            raise DeniedError(text("this match has as many spectators as it may have"))
        return self.party.enter(name, watching=watching)

    def greet(self, member: Member) -> None:
        """Show somebody who has just come, or come back, what goes on."""
        if self.playing is None:
            self._tell_lobby()
            self.outside.send(self, member, self._lobby)
            return
        self.playing.hand_back(member)
        self.playing.welcome(member)
        self._tell_members()
        self.go_on()

    def lost(self, member: Member) -> None:
        """Take note that somebody's connection is lost; he may come back."""
        member.connected = False
        member.away_since = self.now()
        if member.watching:
            self._remove(member)
        else:
            self._tell_who_is_there()

    def _remove(self, member: Member) -> None:
        """Let somebody go for good: a bot takes the seat over, and without its host a match ends (CLI-R02)."""
        member.gone = True
        member.connected = False
        if self.playing is not None and not member.watching:
            self.playing.stand_in_for(member)
            self.outside.gone(self)
        if member.host:
            self._end("host")
        elif self.playing is None or member.watching:
            self.party.leave(member)
        self._tell_who_is_there()

    def _send_away(self, host: Member, id_: int) -> None:
        member = self.party.members.get(id_)
        if member is None or member.gone or member is host:
            raise DeniedError(text("there is nobody who could be sent away"))
        self.outside.part(self, member, "kicked")
        self._remove(member)

    # --- hearing --------------------------------------------------------------------------------------------------

    def hear(self, member: Member, message: ClientMessage) -> None:
        """Do what somebody wants, or tell him why that is not possible."""
        try:
            self._obey(member, message)
        except DeniedError as denied:
            self._send(member, Rejected(denied.told))
        except AnswerError as error:
            id_ = message.id if isinstance(message, Answer) else ""
            self._send(member, Rejected(Told(error.sentence, dict(error.values)), id_))

    def _obey(self, member: Member, message: ClientMessage) -> None:
        match message:
            case Answer():
                self._answer(member, message)
            case Seen(beat):
                member.seen = max(member.seen, beat)
                self.go_on()
            case Chat(said):
                self._send_all(Said(member.id, member.name, said))
            case Choose(robot, ready):
                self._in_lobby().choose(member, robot, ready)
                self._tell_lobby()
            case Need(plugins):
                self._send_packs(member, plugins)
            case Leave():
                self._remove(member)
            case _:
                if not member.host:
                    raise DeniedError(text("only the host can do that"))
                self._obey_host(member, message)

    def _obey_host(self, host: Member, message: ClientMessage) -> None:
        match message:
            case Configure(config):
                self._in_lobby().configure(config)
                self._tell_lobby()
            case Start():
                self._start()
            case Upload():
                self._take_part(message)
            case Kick(id_):
                self._send_away(host, id_)
            case Save(turn):
                self._send(host, Saved(self._saved(turn)))
            case _:
                raise DeniedError(text("that has been said already"))

    def _in_lobby(self) -> Party:
        if self.playing is not None:
            raise DeniedError(text("the match has begun already"))
        return self.party

    def _in_match(self) -> Playing:
        if self.playing is None or self.closed:
            raise DeniedError(text("no match goes on"))
        return self.playing

    def _answer(self, member: Member, message: Answer) -> None:
        playing = self._in_match()
        if member.seat < 0:
            raise DeniedError(text("whoever only watches answers nothing"))
        playing.answer(member, message.id, frozen(message.answer))
        self.go_on()

    # --- beginning ------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Begin the match that has been set up."""
        party = self._in_lobby()
        if (problem := party.problem()) is not None:
            raise problem
        self._make_haste_slowly()
        try:
            game = make_game(party.config.with_seed(), self.catalogue)
        except GameError as error:
            raise DeniedError(str(error)) from None
        self._refuse_unknown_bots(game)
        seed = game.config.match.seed
        assert seed is not None, "a seed has just been drawn"
        session = LocalSession.start(game, seed, self.thinker, self.now)
        self._play(session, Recorder(game, seed))

    def _take_part(self, message: Upload) -> None:
        """Take a part of a saved game, and go on with it when it is complete."""
        self._in_lobby()
        if sum(map(len, self._upload)) + len(message.part) > MOST_UPLOAD:
            self._upload.clear()
            raise DeniedError(text("the saved game is too large"))
        self._upload.append(message.part)
        if message.last:
            whole, self._upload = "".join(self._upload), []
            self._make_haste_slowly()
            self._load(whole)

    def _load(self, written: str) -> None:
        """Go on with a saved game, if these players played it (CLI-R04)."""
        try:
            content = base64.b64decode(written, validate=True)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"upload{SAVE_SUFFIX}"
                path.write_bytes(content)
                game, match, recorder = load_save(path, self.catalogue)
        except (binascii.Error, ValueError):
            raise DeniedError(text("the saved game is damaged")) from None
        except GameError as error:
            raise DeniedError(str(error).replace(f"{path}: ", "")) from None
        self._refuse_unknown_bots(game)
        self.resume(game, match, recorder)

    def resume(self, game: Game, match: Match, recorder: Recorder) -> None:
        """Go on with a match in which those who are here played; raise `DeniedError`."""
        seats = {seat.name: number for number, seat in enumerate(game.config.seats) if seat.controller in PEOPLE}
        players = self.party.players()
        alone = len(players) == len(seats) == 1
        if not alone and {member.name for member in players} != set(seats):
            names = ", ".join(sorted(seats))
            raise DeniedError(text("this game was played by {names}; just they must be here"), names=names)
        for member in players:
            member.seat = seats.get(member.name, 0) if not alone else next(iter(seats.values()))
        session = LocalSession.resume(game, match, self.thinker, self.now, beat=recorder.beat)
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
            self.outside.send(self, member, data)

        self.playing = Playing(session, recorder, send, states_of(session.game), stand_in)
        session.poll()  # what led to the first question is in the view already
        self.outside.begun(self)
        for member in self.party.members.values():
            member.seen, member.bare = 0, False
            self.playing.welcome(member)
            if member.gone:
                self.playing.stand_in_for(member)
        self._tell_members()

    def _make_haste_slowly(self) -> None:
        if self.now() - self._tried_at < PAUSE:
            raise DeniedError(text("one moment, please"))
        self._tried_at = self.now()

    def _refuse_unknown_bots(self, game: Game) -> None:
        for seat in game.config.seats:
            if seat.controller not in PEOPLE and seat.controller.partition(":")[0] not in self.bots:
                raise DeniedError(text("there is no bot {name!r} here"), name=seat.controller)

    # --- going on -------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots, the clock and those who are away go on."""
        self._look_after_those_away()
        if self.playing is None or self.closed or self._is_abandoned():
            return
        self.playing.go_on(list(self.party.members.values()))
        if self.playing.over:
            self._end("over")

    def _is_abandoned(self) -> bool:
        """Return whether nobody is there who plays: then the match waits, but not for ever."""
        players = [member for member in self.party.players() if not member.gone]
        if any(member.connected for member in players):
            return False
        if all(self.now() - member.away_since > self.limits.abandoned for member in players):
            self._end("closed")
        return True

    def is_busy(self) -> bool:
        """Return whether something may happen without a message, so that `go_on` must be called again soon."""
        away = any(not (member.connected or member.gone) for member in self.party.players())
        return not self.closed and (away or (self.playing is not None and self.playing.is_busy()))

    def _look_after_those_away(self) -> None:
        alone = not any(member.connected for member in self.party.players())
        for member in self.party.players():
            if member.connected or member.gone or self.closed:
                continue
            away = self.now() - member.away_since
            if self.playing is None and away > LOBBY_AWAY:
                self._remove(member)
            elif self.playing is not None and away > AWAY and not alone and not self._is_stood_in(member):
                self.playing.stand_in_for(member)
                self._tell_members()

    def _is_stood_in(self, member: Member) -> bool:
        return self.playing is None or self.playing.session.players[member.seat] not in PEOPLE

    # --- ending ---------------------------------------------------------------------------------------------------

    def _end(self, reason: str) -> None:
        """End the match, or the lobby; everybody gets the file of what has been played.

        A match that has come to its end by the rules leads back to the lobby.
        """
        if self.closed:
            return
        message = Ended(reason)
        if self.playing is not None:
            session = self.playing.session
            counts = session.tally.counts if reason == "over" else []
            message = Ended(reason, self._file(reason), session.digest(), counts)
            session.close()
        self.closed = reason != "over"
        self._send_all(message)
        self.outside.ended(self)
        if not self.closed:
            self.playing = None
            self.party.reopen()
            self._tell_lobby()

    def close(self) -> None:
        """End because the server stops."""
        self._end("closed")

    def _file(self, reason: str) -> str:
        """Return the replay of a match that has come to its end, or else the saved game, in base64."""
        playing = self.playing
        assert playing is not None, "there is a match"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"match{REPLAY_SUFFIX}"
            try:
                playing.recorder.finish(path) if reason == "over" else playing.recorder.save(path)
            except GameError:  # nobody is asked anything at this moment, or the disk is full
                return ""
            return base64.b64encode(path.read_bytes()).decode()

    def _saved(self, turn: int) -> str:
        playing = self._in_match()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"match{SAVE_SUFFIX}"
            try:
                playing.recorder.save(path, None if turn < 0 else turn)
            except GameError as error:
                raise DeniedError(str(error).replace(f"{path}: ", "")) from None
            return base64.b64encode(path.read_bytes()).decode()

    # --- telling --------------------------------------------------------------------------------------------------

    def listed(self) -> Listed:
        """Return what a list of matches shows."""
        host, match = self.party.host, self.party.config.match
        if self.playing is not None:
            match = self.playing.game.config.match
        name = host.name if host is not None else ""
        members = len(self.party.players())
        return Listed(self.code, name, match.mode, match.course, members, self.playing is not None)

    def _tell_who_is_there(self) -> None:
        if self.closed:
            return
        if self.playing is None:
            self._tell_lobby()
        else:
            self._tell_members()

    def _tell_lobby(self) -> None:
        """Tell everybody what is chosen and who is there, unless that is what they know already."""
        data = encode(self.party.lobby())
        if data != self._lobby:
            self._lobby = data
            for member in self.party.members.values():
                self.outside.send(self, member, data)

    def _tell_members(self) -> None:
        assert self.playing is not None, "a match goes on"
        self._send_all(Members(self.party.states(self.playing.session.players)))

    def _send_packs(self, member: Member, wanted: list[str]) -> None:
        """Send somebody what he may know of the plugins that he lacks, and then the match as he can show it."""
        playing = self._in_match()
        member.bare = True
        for plugin in [plugin for plugin in playing.game.plugins if plugin.id in wanted]:
            self._send(member, pack_of(plugin.id, plugin.folder))
        playing.welcome(member)

    def _send(self, member: Member, message: Any) -> None:
        self.outside.send(self, member, encode(message))

    def _send_all(self, message: Any) -> None:
        data = encode(message)
        for member in self.party.members.values():
            self.outside.send(self, member, data)
