"""People come, watch, leave, are removed and come back: after the server was killed, every player is back."""

import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from roborally.core.dice import Dice
from roborally.net.protocol import Choose, Configure, Kick, Leave, Start
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.journal import JournalMember, MatchJournals
from tests.net.table import Guest, Table, answer_one, configuration
from tests.shipped import catalogue

NAMES = st.sampled_from(["Ann", "Bob", "Cid", "Dot"])
CATALOGUE = catalogue()
SEATS = 4
"""How many robots the course has room for."""
which = st.integers(0, 7)


class RoomAndJournal(RuleBasedStateMachine):
    """A room with a journal, people who come and go, and a server that is killed."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.table = Table(CATALOGUE, Path(self.folder.name))
        self.table.keep(MatchJournals(Path(self.folder.name)))
        self.left: set[str] = set()
        """The tokens of players who have left for good."""

    def teardown(self) -> None:
        try:
            if self.playing():
                self.kill_and_start_again()
        finally:
            self.folder.cleanup()

    @property
    def guests(self) -> list[Guest]:
        """Those who have not left, the host first."""
        return [guest for guest in self.table.guests.values() if not guest.member.gone and not guest.parted]

    @property
    def others(self) -> list[Guest]:
        """All but the host."""
        return [guest for guest in self.guests if not guest.member.host]

    def playing(self) -> bool:
        return self.table.room.running_match is not None

    def pick(self, guests: list[Guest], number: int) -> Guest | None:
        return guests[number % len(guests)] if guests else None

    @initialize(people=st.lists(st.booleans(), max_size=4), begun=st.booleans())
    def open(self, people: list[bool], begun: bool) -> None:
        """Let people come, some of them to watch, and perhaps begin."""
        self.table.enter("Ann")
        for watching in people:
            self.table.enter("Bob", watching=watching)
        if begun:
            self.start_with(1)

    @rule(name=NAMES, watching=st.booleans())
    def come(self, name: str, watching: bool) -> None:
        try:
            self.table.enter(name, watching=watching)
        except DeniedError:
            assert not watching
            assert self.playing() or len(self.table.room.roster.players()) == self.table.room.limits.seats

    @rule(number=which)
    def leave(self, number: int) -> None:
        guest = self.pick(self.others, number)
        if guest is not None and guest.online:
            guest.send(Leave())
            self.note_gone(guest)

    @rule(number=which)
    def kick(self, number: int) -> None:
        host = next((guest for guest in self.guests if guest.member.host), None)
        guest = self.pick(self.others, number)
        if guest is not None and host is not None and host.online:
            host.send(Kick(guest.member.id))
            self.note_gone(guest)

    def note_gone(self, guest: Guest) -> None:
        self.left.add(guest.member.token)
        if not guest.member.gone or not self.playing() or guest.member.watching:
            self.table.guests.pop(guest.member.id, None)

    @rule(number=which)
    def lose(self, number: int) -> None:
        guest = self.pick(self.guests, number)
        if guest is not None and guest.online:
            guest.lose()
            if guest.member.watching:
                self.table.guests.pop(guest.member.id)

    @rule(number=which)
    def come_back(self, number: int) -> None:
        guest = self.pick([guest for guest in self.guests if not guest.online], number)
        if guest is not None:
            guest.come_back()

    @precondition(lambda self: not self.playing())
    @rule(bots=st.integers(1, 2))
    def start(self, bots: int) -> None:
        self.start_with(bots)

    def start_with(self, bots: int) -> None:
        people = [guest for guest in self.guests if not guest.member.watching]
        host = people[0]
        if len(people) + bots > SEATS or not all(guest.online for guest in people):
            return
        host.send(Configure(configuration("standard", [guest.member.name for guest in people], bots)))
        for guest in people[1:]:
            guest.send(Choose("", True))
        host.send(Start())
        assert self.playing()
        self.table.now += 2

    @precondition(lambda self: self.playing())
    @rule(number=which, count=st.integers(1, 6))
    def answer(self, number: int, count: int) -> None:
        players = [guest for guest in self.guests if guest.online and not guest.member.watching]
        guest = self.pick(players, number)
        for step in range(count):
            if guest is not None and self.playing():
                answer_one(guest, Dice(number * 100 + step))
                self.table.wait(0.1)

    @precondition(lambda self: self.playing())
    @rule()
    def kill(self) -> None:
        self.kill_and_start_again()

    def kill_and_start_again(self) -> None:
        """The server is killed and started again: all players are back in their seats, and nobody else."""
        before = self.table
        assert before.room.running_match is not None
        players = {guest.member.token: guest.member for guest in self.guests if not guest.member.watching}
        after = before.restored()
        assert after.room.running_match is not None, "the match goes on"
        assert after.match.digest() == before.match.digest()
        assert after.match.to_data() == before.match.to_data()
        for token in self.left:
            assert after.room.roster.find(token) is None
        self.table = after
        assert self.table.kept is not None
        for token, member in players.items():
            found = after.room.roster.find(token)
            assert found is not None, f"{member.name} is not back"
            assert (found.name, found.seat, found.host) == (member.name, member.seat, member.host)
            guest = Guest(after, found, None)  # type: ignore[arg-type]
            guest.membership = before.guests[member.id].membership.__class__(guest, CATALOGUE, after.bundles)
            after.guests[found.id] = guest
            guest.come_back()


@pytest.mark.parametrize("examples", [12, pytest.param(1500, marks=pytest.mark.long)])
def test_after_a_restart_every_player_is_back(monkeypatch: pytest.MonkeyPatch, examples: int) -> None:
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: 31)  # an example is the same each time it is run
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        RoomAndJournal,
        settings=settings(
            max_examples=examples, stateful_step_count=20, deadline=None, derandomize=True, suppress_health_check=checks
        ),
    )


def test_journals_of_version_0_1_have_spectators(tmp_path: Path) -> None:
    """Their spectators have no seat, so they are not waited for."""
    table = Table(CATALOGUE, tmp_path)
    table.keep(MatchJournals(tmp_path))
    ann, _bob, watcher = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob", spectators=1)
    journal = next(tmp_path.glob("*.match"))
    first, *rest = journal.read_bytes().split(b"\n")
    with_spectator = first.replace(b'"members":[', _old_member(watcher) + b",", 1)
    assert with_spectator != first
    journal.write_bytes(b"\n".join([with_spectator, *rest]))
    again = table.restored()
    assert again.room.running_match is not None
    assert again.room.roster.find(ann.member.token) is not None
    assert again.room.roster.find(watcher.member.token) is None


def _old_member(guest: Guest) -> bytes:
    """Return how version 0.1 wrote a spectator down, before all others."""
    member = guest.member
    old = JournalMember(member.id, member.name, member.token, member.host, member.seat)
    return b'"members":[' + msgspec.json.encode(old)
