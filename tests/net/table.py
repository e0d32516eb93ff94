"""A match on a server without a network: a `Room` whose clock and messages the test holds in its hand.

Guests are real clients (`Membership` with a `RemoteSession`), joined to the room by a line that only hands bytes over.
"""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.game.records.file_format import Record, is_sealed
from roborally.game.records.sealed_file import SealKey
from roborally.game.session.instant_thinker import InstantThinker
from roborally.net.client.connection import News
from roborally.net.client.membership import Membership
from roborally.net.client.remote_session import RemoteSession
from roborally.net.limits import Limits
from roborally.net.person import PersonalSecret
from roborally.net.protocol import (
    Choose,
    Configure,
    FromClient,
    FromServer,
    LobbyState,
    MemberList,
    Rejected,
    Save,
    SavedGame,
    Start,
    Upload,
    decode_client,
    decode_server,
    encode,
)
from roborally.net.rooms.endings import Endings
from roborally.net.rooms.requests import handle
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import Member
from roborally.net.rooms.running_match import RunningMatch
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import KeptMatches
from roborally.plugin_system.loader import Catalogue
from tests.fuzz.play import choose
from tests.net.people import SECRETS

COURSES = {
    "standard": "first-steps",
    "classic": "laser-alley",
    "auenland": "first-steps",
    "crash-and-burn": "quick-fuse",
    "roboball": "kick-off",
    "volt": "spark-pit",
}
"""A ready course for every edition."""
RULES: dict[str, dict[str, Any]] = {
    "auenland": {"secret_objectives": True, "objectives": "own"},
    "crash-and-burn": {"dealt_at_start": 3},
}
"""What makes an edition hold as many secrets as it can."""
OBJECTIVES = ([1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3, 1])
MODELS = ("tanky", "albot", "peach", "james-bot")
SECONDS = 0.05
SEAL = SealKey()
"""The key of the server whose rooms the tables are, unless a test says otherwise."""
Kind = TypeVar("Kind", bound=FromServer)


class NeverThinker:
    """Lets bots think for ever."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> "NeverThinker":
        return self

    def done(self) -> bool:
        return False

    def result(self) -> Any:
        raise AssertionError("it has not answered")

    def waits(self) -> bool:
        return False

    def cancel(self) -> None:
        pass


def configuration(mode: str, people: Sequence[str], bots: int = 0, **match: Any) -> dict[str, Any]:
    """Return a match file for an edition on its course; `match` is for its section."""
    seats: list[dict[str, Any]] = [{"name": name} for name in people]
    seats += [{"name": f"Bot {number}", "controller": "random"} for number in range(1, bots + 1)]
    for number, seat in enumerate(seats):
        if mode == "standard":
            seat["robot"] = MODELS[number % len(MODELS)]
        if mode == "auenland":
            seat["objectives"] = OBJECTIVES[number % len(OBJECTIVES)]
    section = {"mode": mode, "course": COURSES[mode], "timer": 0, **match}
    return {"match": section, "rules": RULES.get(mode, {}), "seats": seats}


class Disk(MatchJournals):
    """A journal on a disk that may be full."""

    full = False

    def begin(self, code: str, record: Record, answers: int, members: list[Member]) -> None:
        self._look_for_room()
        super().begin(code, record, answers, members)

    def note(self, code: str, seat: int, id_: str, answer: Any) -> None:
        self._look_for_room()
        super().note(code, seat, id_, answer)

    def _look_for_room(self) -> None:
        if self.full:
            raise OSError(28, "No space left on device")


@dataclass
class Guest:
    """A person at the table, and what they have been sent; `line` is their client's connection to the room."""

    table: "Table"
    member: Member
    membership: Membership
    received: list[bytes] = field(default_factory=list)
    unread: list[bytes] = field(default_factory=list)
    parted: str = ""
    online: bool = True
    behind: bool = False
    """Whether states are left out, because the guest reads too slowly."""

    # --- as a line of `Membership` --------------------------------------------------------------------------------

    def poll(self) -> Sequence[News]:
        unread, self.unread = self.unread, []
        return [decode_server(data) for data in unread]

    def send(self, message: FromClient) -> None:
        handle(self.table.room, self.member, decode_client(encode(message)))

    @property
    def delay(self) -> float:
        return self.table.delays.get(self.member.name, 0.0)

    @property
    def arrival(self) -> None:
        """Nothing is long on its way to a table."""

    def close(self, last: FromClient | None = None) -> None:
        if last is not None:
            self.send(last)

    # --- for tests ------------------------------------------------------------------------------------------------

    def messages(self, kind: type[Kind]) -> list[Kind]:
        """Return the messages of a kind that have come."""
        return [message for message in map(decode_server, self.received) if isinstance(message, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        """Return the last message of a kind."""
        return self.messages(kind)[-1]

    def forget(self) -> None:
        """Forget what has come."""
        self.received.clear()

    def lose(self) -> None:
        """Lose the connection."""
        self.unread.clear()
        self.online = False
        self.table.room.lost(self.member)

    def come_back(self) -> None:
        """Come back with the token, as the server does it."""
        found = self.table.room.roster.find(self.member.token)
        assert found is self.member
        self.member.connected = self.online = True
        self.table.room.greet(self.member)

    @property
    def session(self) -> RemoteSession:
        """The match as their client knows it."""
        assert self.membership.session is not None
        return self.membership.session

    def answer(self, question: Decision, answer: Any) -> None:
        """Answer a question by their client."""
        self.session.answer(self.session.seat, question["id"], answer)

    def questions(self) -> list[Decision]:
        """Return their open questions, after reading all messages."""
        self.membership.update()
        session = self.membership.session
        if session is None:
            return []
        session.poll()
        session.shown()
        return session.decisions(session.seat)


@dataclass
class Table:
    """A room with guests; `now` is its clock."""

    catalogue: Catalogue
    bundles: Path = Path("nowhere")
    thinker: Any = None
    limits: Limits = field(default_factory=Limits)
    now: float = 1000.0
    guests: dict[int, Guest] = field(default_factory=dict)
    journal: list[tuple[str, Any]] = field(default_factory=list)
    works_at_once: bool = True
    delays: dict[str, float] = field(default_factory=dict)
    """The round trips of guests in seconds, by their names."""
    jobs: list[Callable[[], None]] = field(default_factory=list)
    on_send: Callable[[Guest, bytes], None] = lambda guest, data: None
    seal: SealKey = SEAL
    kept: KeptMatches | None = None
    """What writes a real journal, beside the list of what was to be written."""
    room: Room = field(init=False)

    def __post_init__(self) -> None:
        thinker = self.thinker or InstantThinker(self.catalogue)
        bots = ["greedy", "random"]
        self.room = Room("TABLE", self.catalogue, thinker, self, bots, self.limits, lambda: self.now, self.seal)
        self.room.endings = Endings(lambda: self.now)

    def restored(self) -> "Table":
        """Return the table of a server that starts with the same journals; nobody is back yet."""
        again = Table(self.catalogue, self.bundles, self.thinker, self.limits, self.now)
        again.kept = self.kept
        assert self.kept is not None
        self.kept.restore(self.catalogue, lambda code: again.room, lambda code: None)
        return again

    # --- as `RoomHost` ---------------------------------------------------------------------------------------------

    def send(self, room: Room, member: Member, data: bytes, *, state: bool) -> None:
        guest = self.guests.get(member.id)
        if guest is not None and guest.online and not (guest.behind and state):
            guest.received.append(data)
            guest.unread.append(data)
            self.on_send(guest, data)

    def is_behind(self, room: Room, member: Member) -> bool:
        guest = self.guests.get(member.id)
        return guest is not None and guest.behind

    def delay(self, room: Room, member: Member) -> float:
        return self.delays.get(member.name, 0.0)

    def part(self, room: Room, member: Member, reason: str) -> None:
        self.guests[member.id].parted = reason

    def work(
        self, room: Room, job: Callable[[], Any], then: Callable[[Callable[[], Any]], None], *, last: bool = True
    ) -> None:
        self.jobs.append(lambda: then(job))
        if self.works_at_once:
            self.jobs.pop()()

    def begun(self, room: Room) -> None:
        self.journal.append(("begun", None))
        if self.kept is not None:
            self.kept.begun(room)

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        self.journal.append(("noted", (seat, id_, answer)))
        if self.kept is not None:
            self.kept.noted(room, seat, id_, answer)

    def load(self, room: Room, job: Callable[[], Any], then: Callable[[Callable[[], Any]], None]) -> None:
        self.work(room, job, then)

    def changed(self, room: Room) -> None:
        self.journal.append(("changed", None))
        if self.kept is not None:
            self.kept.changed(room)

    def ended(self, room: Room, reason: str) -> None:
        self.journal.append(("ended", room.closed))
        if self.kept is not None:
            self.kept.ended(room, reason)

    # --- for tests ------------------------------------------------------------------------------------------------

    def keep(self, journal: MatchJournals) -> None:
        """Write a real journal, too."""
        self.kept = KeptMatches(journal, lambda: self.now, self.work)

    def is_kept(self) -> bool:
        """Return whether the journal has all of the match that is played."""
        assert self.kept is not None
        return self.kept.holds(self.room)

    def do_jobs(self) -> None:
        """Do the work that waits."""
        while self.jobs:
            self.jobs.pop(0)()

    def enter(
        self,
        name: str,
        *,
        watching: bool = False,
        secret: PersonalSecret | None = None,
        titles: tuple[str, ...] = (),
        page: str = "",
    ) -> Guest:
        """Let a person in, who is the same at all tables if they have the same name, or the same secret.

        One with a `page` in that language is sent what pages are; their client does not understand it.
        """
        member = self.room.enter(name, watching=watching, titles=titles)
        member.page = page
        guest = Guest(self, member, None)  # type: ignore[arg-type]
        guest.membership = Membership(guest, self.catalogue, self.bundles)
        self.guests[member.id] = guest
        secret = secret or SECRETS.setdefault(name, PersonalSecret())
        if (person := secret.introduce(self.room.welcome(member))) is not None:
            handle(self.room, member, person)
        self.room.greet(member)
        return guest

    def wait(self, seconds: float) -> None:
        """Let time go by; the room looks around as the server's ticker makes it do."""
        self.now += seconds
        self.room.go_on()

    def begin(self, config: dict[str, Any], *names: str, spectators: int = 0) -> list[Guest]:
        """Seat people, the first as the host, and begin a match; spectators come last."""
        guests = [self.enter(name) for name in names]
        guests += [self.enter(f"Watcher {number}", watching=True) for number in range(spectators)]
        guests[0].send(Configure(config))
        for guest in guests[1 : len(names)]:
            guest.send(Choose("", True))
        guests[0].send(Start())
        assert self.room.running_match is not None, guests[0].received[-1]
        return guests

    @property
    def running(self) -> RunningMatch:
        """The match that is played, with its game and its recorder."""
        assert self.room.running_match is not None
        return self.room.running_match

    @property
    def match(self) -> Match:
        """The match that is played, as the engine has it."""
        return self.running.session.match

    def play_on(self, guests: Sequence[Guest], dice: Dice, *, until: Callable[[], bool] = lambda: False) -> None:
        """Let guests answer at random until the match is over, or a condition holds."""
        for _round in range(20_000):
            if self.room.running_match is None or until():
                return
            for guest in guests:
                answer_one(guest, dice)
            self.wait(SECONDS)
        raise AssertionError("the match does not end")


def answer_one(guest: Guest, dice: Dice) -> None:
    """Let a guest answer one of their open questions at random, if there is one."""
    questions = guest.questions()
    if guest.member.connected and questions and guest.table.room.running_match is not None:
        decision = questions[dice.below(len(questions))]
        guest.answer(decision, random_answer(guest.session.observe(), decision, dice))


def random_answer(seen: Observation, decision: Decision, dice: Dice) -> Any:
    """Return a legal answer, chosen from an observation alone."""
    return choose(Match.from_data(seen.rules, seen.floor, seen.seats, seen.data), decision, dice)


def unsealed(file: str, seal: SealKey = SEAL) -> bytes:
    """Return a saved game from a message, as the server that has sealed it reads it."""
    content = base64.b64decode(file)
    assert is_sealed(content)
    return seal.opened(content).content


def dice_of(number: int, *more: int) -> Dice:
    """Return the chance of a test."""
    return Dice(derive(number, "net test", *more))


def parts_of(file: str | bytes) -> list[Upload]:
    """Return a saved game as a client sends it, in base64 already or not yet."""
    size = 40_000
    text = file if isinstance(file, str) else base64.b64encode(file).decode()
    pieces = [text[at : at + size] for at in range(0, len(text), size)] or [""]
    return [Upload(piece, number == len(pieces)) for number, piece in enumerate(pieces, 1)]


def file_for(host: Guest, turn: int = -1) -> bytes:
    """Return the sealed game of a turn that the host asks for."""
    host.send(Save(turn))
    return base64.b64decode(host.last(SavedGame).file)


def refusal(guest: Guest) -> str:
    """Return why a player's last request was refused."""
    return str(guest.last(Rejected).text)


def names_in(message: LobbyState | MemberList) -> list[str]:
    return [member.name for member in message.members]


def begun(table: Table, *names: str, bots: int = 0, spectators: int = 0, **match: Any) -> list[Guest]:
    return table.begin(configuration("standard", names, bots, **match), *names, spectators=spectators)
