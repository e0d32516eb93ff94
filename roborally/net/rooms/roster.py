"""The members of a match on a server, and the choices in its lobby; no network and no clock."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

import msgspec

from roborally.base.errors import GameError
from roborally.base.player_names import look, name_problem, numbered, tidy_name
from roborally.game.match_file import MAX_SEATS, PEOPLE, MatchConfig, MatchSection, SeatConfig, parse_config
from roborally.game.session.protocol import HUMAN
from roborally.game.session.readiness import course_file_problem
from roborally.net.protocol import LobbyState, MatchListing, MemberState

NOBODY = -1
MAX_RULES = 200
"""The maximum number of settings and of plugins that a host may send."""
MAX_TEXT = 80
MAX_CONFIG = 20_000
"""The largest configuration, in bytes of JSON: all members receive it whenever something in it changes."""


class DeniedError(GameError):
    """The refusal of a client's request, which has changed nothing; the client is sent the message."""


@dataclass
class Member:
    """A member of a match; `token` lets them return, `seen` is the last beat (events at one moment) they were shown.

    `gone` means that they will not come back, `without_plugins` that their client lacks a plugin, `asked` how often
    they have requested plugins in this match, `fetching` whether they wait for plugins before they see the match, and
    `fetched` how many bytes of plugins they have been sent. `blind_since` is the time since when they wait to be shown
    the match, `None` if they have been shown it. Times are in seconds.
    """

    id: int
    name: str
    token: str
    watching: bool = False
    host: bool = False
    robot: str = ""
    ready: bool = False
    agreed: MatchConfig | None = None
    """The match, without its seats, for which they were ready last; `None` if they are no longer ready."""
    connected: bool = True
    gone: bool = False
    seat: int = NOBODY
    seen: int = 0
    away_since: float = inf
    """The time in seconds when they lost the connection; infinite until they do, and again when they are back."""
    without_plugins: bool = False
    asked: int = 0
    fetching: bool = False
    fetched: int = 0
    blind_since: float | None = None
    page: str = ""
    """The language of their page in a browser, empty for a window."""
    shared_at: float = float("-inf")
    """The time in seconds when they last showed a course to all."""
    kicked: bool = False
    """Whether the host has removed them."""
    challenge: str = field(default_factory=partial(secrets.token_urlsafe, 24))
    person: str = ""
    """The player's public key, empty until they have proved who they are."""
    known_end: str = ""
    """The digest, sent by their client on returning, of the last match whose end it received."""
    titles: tuple[str, ...] = ()
    """The keys of the achievements that they show to others."""

    def begin_match(self, now: float) -> None:
        """Forget what the member was sent in the last match; they wait for the new one since `now` (seconds)."""
        self.seen, self.without_plugins, self.fetching, self.asked, self.fetched = 0, False, False, 0, 0
        self.blind_since = now

    def state(self, player: str = "") -> MemberState:
        """Return the member's data that all may see; `player` is the bot that plays for them, empty for none."""
        return MemberState(
            self.id,
            self.name,
            self.robot,
            self.ready,
            self.host,
            self.watching,
            self.connected,
            self.seat,
            player,
            self.titles,
        )


@dataclass
class Roster:
    """All members of one match on a server, and the host's choices for the match."""

    config: MatchConfig = field(default_factory=lambda: MatchConfig(MatchSection()))
    members: dict[int, Member] = field(default_factory=dict)
    building: str = ""
    """The code of the course that the host builds, or has built; empty without one."""
    _last: int = 0

    # --- coming and going -----------------------------------------------------------------------------------------

    def enter(self, name: str, *, watching: bool = False, titles: tuple[str, ...] = ()) -> Member:
        """Add and return a member; the first player is the host. A name that resembles a taken one gets a number.

        `titles` are the keys of the achievements that the member shows to others.
        """
        self._last += 1
        member = Member(self._last, numbered(tidy_name(name), self._names()), secrets.token_urlsafe(24), watching)
        member.titles = titles
        member.host = not watching and not any(other.host for other in self.members.values())
        self.members[member.id] = member
        if not watching:
            self._seat_everybody()
        return member

    def _names(self, but: Member | None = None) -> list[str]:
        """Return the names of the members, except of one, and of the seats."""
        members = (member.name for member in self.members.values() if member is not but)
        return [*members, *(seat.name for seat in self.config.seats)]

    def check_room(self, seats: int) -> None:
        """Raise `DeniedError` if there are as many players as `seats`."""
        if len(self.players()) >= seats:
            raise DeniedError("this match is full")

    def take_back(self, member: Member) -> None:
        """Restore a member who was in the match before the server restarted."""
        self.members[member.id] = member
        self._last = max(self._last, member.id)

    def leave(self, member: Member) -> None:
        """Remove a member for good."""
        del self.members[member.id]
        if not member.watching:
            self._seat_everybody()

    def reopen(self) -> None:
        """Return to the lobby after a match: forget members who have left, and mark all as not ready."""
        for member in list(self.members.values()):
            member.ready, member.agreed = False, None
            if member.gone:
                del self.members[member.id]
        self._seat_everybody()

    def find(self, token: str) -> Member | None:
        """Return the member with this token who has not left for good, `None` if there is none."""
        found = None
        for member in self.members.values():  # compare all, so that the time taken reveals nothing
            if secrets.compare_digest(member.token.encode(), token.encode()) and not member.gone:
                found = member
        return found

    def seat_of(self, person: str, name: str, *, in_match: bool) -> Member | None:
        """Return the player with the public key `person` whose place can be taken back, `None` if there is none.

        During a match (`in_match`), this includes a player of the same name who seems to be connected: their connection
        may be dead.
        """
        own = [member for member in self.players() if member.person == person != "" and not member.gone]
        free = [member for member in own if not member.connected or (in_match and member.name == name)]
        return min(free, key=lambda member: (member.connected, member.name != name), default=None)

    @property
    def host(self) -> Member | None:
        """The member who created the match, `None` if they have left."""
        return next((member for member in self.members.values() if member.host), None)

    def listed(self, code: str, played: MatchConfig | None) -> MatchListing:
        """Return the entry of a match in a list of matches; `played` is the match being played, `None` in the lobby."""
        name = self.host.name if self.host is not None else ""
        match = (played or self.config).match
        return MatchListing(code, name, match.mode, match.course, len(self.players()), played is not None)

    def players(self) -> list[Member]:
        """Return the members who are not spectators."""
        return [member for member in self.members.values() if not member.watching]

    def lasting(self) -> list[Member]:
        """Return the members who may come back: the players, and a host who watches."""
        return [member for member in self.members.values() if member.host or not member.watching]

    def people(self, names: Sequence[str]) -> dict[str, str]:
        """Return the players' public keys by the names of their seats; `names` are the names of all seats."""
        return {names[member.seat]: member.person for member in self.players() if member.seat != NOBODY}

    # --- choosing -------------------------------------------------------------------------------------------------

    def configure(self, data: dict[str, Any], check: Callable[[Sequence[SeatConfig]], None] | None = None) -> None:
        """Apply the host's choices, a match file as data; raise `DeniedError` if they are not allowed.

        `check(seats)` raises it for seats that the server does not allow. Members who are present keep a seat and their
        robot. They stay ready only if they have agreed to the same match, apart from its seats.
        """
        with DeniedError.repeating():
            config = parse_config(data)
        _check_choices(config)
        if check is not None:
            check(config.seats)
        names = {member.name for member in self.players()}
        seats: list[SeatConfig] = []
        for seat in config.seats:
            wanted = seat.controller not in PEOPLE or seat.name in names
            if wanted and look(seat.name) not in {look(other.name) for other in seats}:
                seats.append(seat)
        self.config = msgspec.structs.replace(config, seats=seats).with_match(seed=None)
        for member in self.members.values():
            member.ready = member.agreed == self._terms
        self._seat_everybody()

    @property
    def _terms(self) -> MatchConfig:
        return msgspec.structs.replace(self.config, seats=[])

    def choose(self, member: Member, robot: str, ready: bool, *, watching: bool = False) -> None:
        """Set a member's robot, and whether they are `ready` or, only for the host, `watching`; raise `DeniedError`.

        A spectator who is no longer `watching` takes a seat.
        """
        if not member.host and watching:
            raise DeniedError("spectators cannot choose a robot")
        others = (seat for seat in self.config.seats if seat.controller in PEOPLE and seat.name != member.name)
        owner = next((seat.name for seat in others if seat.robot == robot), "")
        if owner and robot not in ("", member.robot):
            raise DeniedError("{name} has this robot already; choose another one", name=owner)
        if member.watching and not watching:  # a bot may have got this name meanwhile
            member.name = numbered(member.name, self._names(member))
        member.watching = watching
        if member.robot and not robot:  # the seat gives it up, too
            seats = [
                msgspec.structs.replace(seat, robot="") if seat.name == member.name else seat
                for seat in self.config.seats
            ]
            self.config = msgspec.structs.replace(self.config, seats=seats)
        member.robot, member.ready = robot, ready
        member.agreed = self._terms if ready else None
        self._seat_everybody()

    def _seat_everybody(self) -> None:
        """Give each player exactly one seat: in the host's order, new members last."""
        by_name = {member.name: member for member in self.players()}
        seats = []
        for seat in self.config.seats:
            member = by_name.pop(seat.name, None) if seat.controller in PEOPLE else None
            if member is not None:
                seats.append(self._own_seat(member, seat))
            elif seat.controller not in PEOPLE:
                seats.append(seat)
        for member in by_name.values():
            seats.append(self._own_seat(member, SeatConfig(member.name)))
        self.config = msgspec.structs.replace(self.config, seats=seats)
        places = {seat.name: number for number, seat in enumerate(seats) if seat.controller in PEOPLE}
        for member in self.members.values():
            member.seat = places.get(member.name, NOBODY) if not member.watching else NOBODY

    @staticmethod
    def _own_seat(member: Member, seat: SeatConfig) -> SeatConfig:
        robot = member.robot or seat.robot
        return msgspec.structs.replace(seat, controller=HUMAN, robot=robot)

    # --- sending --------------------------------------------------------------------------------------------------

    def lobby(self, *, public: bool = False) -> LobbyState:
        """Return the lobby's state for the host, or if `public` without the objectives of single seats."""
        config = self.config
        if public:
            seats = [msgspec.structs.replace(seat, objectives=[]) for seat in config.seats]
            config = msgspec.structs.replace(config, seats=seats)
        return LobbyState(config.to_data(), self.states(), self.building)

    def states(self, players: Sequence[str] = ()) -> list[MemberState]:
        """Return the public data of the members; `players` has the bot or `HUMAN` for each seat of a match."""
        return [member.state(_stand_in(member, players)) for member in self.members.values() if not member.gone]


def _stand_in(member: Member, players: Sequence[str]) -> str:
    """Return the bot that plays for a member, empty for none; `players` has the bot or `HUMAN` for each seat."""
    player = players[member.seat] if 0 <= member.seat < len(players) else HUMAN
    return "" if player in PEOPLE else player


def check_name(name: str) -> None:
    """Raise `DeniedError` unless a player's or bot's name may be shown to others."""
    if problem := name_problem(name):
        raise DeniedError(problem)


def check_size(config: MatchConfig) -> None:
    """Raise `DeniedError` if a match's settings are larger than a lobby makes them, or have invisible characters."""
    match = config.match
    numbers = (len(config.rules), len(match.plugins), sum(len(table) for table in config.plugin.values()))
    words = [word for seat in config.seats for word in (seat.controller, seat.robot, seat.side)]
    texts = (match.mode, match.course, *match.plugins, *words)
    if not all(map(str.isprintable, texts)):
        raise DeniedError("the settings are made of letters that can be seen")
    if max(numbers) > MAX_RULES or max(map(len, texts)) > MAX_TEXT or len(config.seats) > 2 * MAX_SEATS:
        raise DeniedError("the settings are too large")
    if len(msgspec.json.encode(config)) > MAX_CONFIG:
        raise DeniedError("the settings are too large")


def _check_choices(config: MatchConfig) -> None:
    """Raise `DeniedError` for choices that a host may not make."""
    check_size(config)
    for seat in config.seats:
        check_name(seat.name)
    if problem := course_file_problem(config.match.course):  # a path on the server's machine is not shown
        raise DeniedError(problem)
