"""Connections that say nothing, or too much: they cost others neither a place nor a match.

Clients come from several addresses of the loopback network, which only Linux lets them choose.
"""

import itertools
import select
import socket
import ssl
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from roborally.game.session.instant_thinker import InstantThinker
from roborally.net.limits import Limits
from roborally.net.protocol import PROTOCOL, Begin, Hello, LobbyState, Refused, Welcome, decode_server, encode
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.addresses import MAX_KNOWN, Addresses, address_of
from roborally.net.server.descriptors import most_connections
from roborally.net.server.door import Door, Visit
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import BACKLOG, Server
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.patience import PATIENT
from tests.net.processes import play_together, seated, served
from tests.net.test_server import begin, health, inside
from tests.net.wire import Wire
from tests.waiting import PATIENCE, Clock, until

USUAL = replace(Limits(), first_message=PATIENCE)
"""The limits of every server, on a machine that may be busy."""
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs many loopback addresses")


class Visitors:
    """Clients at a door; `away` are those who were turned away."""

    def __init__(self, limits: Limits, most: int = 10_000, **options: Any) -> None:
        self.clock = Clock(1000.0)
        self.door = Door(limits, self.clock, most, **options)
        self.away: list[int] = []
        self._numbers = itertools.count()

    def knock(self, host: str) -> Visit | None:
        number = next(self._numbers)
        return self.door.knock(host, lambda: self.away.append(number))

    def enter(self, host: str, *, returning: bool = False) -> Visit:
        visit = self.knock(host)
        assert visit is not None
        assert not self.door.note_hello(visit, returning=returning)
        return visit


@pytest.fixture
def silent() -> Iterator["Silent"]:
    with ExitStack() as stack:
        yield Silent(stack)


AT_ONCE = BACKLOG // 2
"""How many connections come before the server has had a look: the system drops what it cannot line up, for seconds."""


class Silent:
    """Opens connections that say nothing."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.sockets: list[socket.socket] = []

    def open(self, port: int, count: int, hosts: Sequence[str] = ("127.0.0.2",)) -> None:
        for number, host in zip(range(count), itertools.cycle(hosts), strict=False):
            if number and number % AT_ONCE == 0:
                health(port)  # it is answered when those before it have been
            opened = socket.socket()
            self._stack.callback(opened.close)
            self.sockets.append(opened)
            opened.settimeout(PATIENCE)
            opened.bind((host, 0))
            opened.connect(("127.0.0.1", port))

    def count_open(self) -> int:
        """Return how many the server has not ended."""
        return len([opened for opened in self.sockets if not select.select([opened], [], [], 0)[0]])


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8:1:2::7]:4711", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
    ],
)
def test_one_machine_is_one_address(host: str, address: str) -> None:
    assert address_of(host) == address


def test_addresses_do_not_fill_the_memory() -> None:
    """Addresses with a connection are kept; of all others only the latest."""
    addresses = Addresses(Limits(), Clock(1000.0))
    here = addresses.of("192.0.2.1")
    here.connections = 1
    for number in range(3 * MAX_KNOWN):
        addresses.of(f"2001:db8:{number:x}::/64").wrong_keys = 1
    assert len(addresses) == MAX_KNOWN
    assert addresses.of("192.0.2.1") is here
    assert addresses.of(f"2001:db8:{3 * MAX_KNOWN - 1:x}::/64").wrong_keys == 1
    assert addresses.of("2001:db8:0::/64").wrong_keys == 0


# --- the door ---------------------------------------------------------------------------------------------------------


def test_one_address_has_few_silent_connections() -> None:
    at = Visitors(Limits())
    first = [at.knock("192.0.2.1") for _number in range(500)]
    assert len([visit for visit in first if visit is not None]) == Limits().silent_each
    assert at.knock("192.0.2.2") is not None, "others come in"
    assert first[0] is not None
    at.door.leave(first[0])
    at.door.leave(first[0])
    at.clock.time += 60
    assert at.knock("192.0.2.1") is not None
    assert at.knock("192.0.2.1") is None
    assert not at.away


def test_silent_connections_of_many_addresses_do_not_lock_others_out() -> None:
    """The oldest of the address with most of them go."""
    at = Visitors(replace(Limits(), silent=20))
    for number in range(12):
        assert at.knock("2001:db8:1::1") is not None, number
    for number in range(200):
        assert at.knock(f"2001:db8:{number + 2:x}::1") is not None
        assert len(at.door) == min(20, 13 + number)
    assert at.away[:11] == list(range(11)), "until all have one each; then the oldest of all"
    visit = at.enter("192.0.2.1")
    for number in range(200):
        at.knock(f"2001:db8:{number + 1000:x}::1")
    assert not visit.over, "who has said hello stays"
    assert len(at.door) == 21


def test_no_more_connections_than_descriptors() -> None:
    at = Visitors(Limits(), most=10)
    entered = [at.enter("192.0.2.1") for _number in range(8)]
    for number in range(100):
        at.knock(f"192.0.2.{number + 2}")
        assert len(at.door) <= 10
    entered += [at.enter("192.0.2.1") for _number in range(2)]
    assert at.knock("192.0.2.1") is None
    assert not any(visit.over for visit in entered)
    at.door.leave(entered[0])
    assert at.knock("192.0.2.1") is not None


def test_a_reserve_of_descriptors_is_kept() -> None:
    most = most_connections(128)
    assert most_connections(128 + 50) == most - 50
    assert most_connections(10**9) >= 64


def test_connections_of_one_address_are_limited_also_when_they_speak() -> None:
    at = Visitors(replace(Limits(), arrival_burst=1000))
    entered = [at.enter("192.0.2.1") for _number in range(Limits().connections_each)]
    more = at.knock("192.0.2.1")
    assert more is not None
    with pytest.raises(DeniedError, match="too many connections from your address"):
        at.door.note_hello(more, returning=False)
    at.enter("192.0.2.2")
    at.door.leave(entered[0])
    assert not at.door.note_hello(more, returning=False)


def test_who_comes_back_is_let_in_when_the_server_is_full() -> None:
    at = Visitors(replace(Limits(), connections=1))
    at.enter("192.0.2.1")
    visit = at.knock("192.0.2.2")
    assert visit is not None
    assert at.door.note_hello(visit, returning=False)
    assert not at.door.note_hello(visit, returning=True)


def test_many_connections_one_after_another_are_slowed_down() -> None:
    limits = Limits()
    at = Visitors(limits)

    def come_and_go(host: str, count: int) -> int:
        visits = []
        for _number in range(count):
            visits.append(visit := at.knock(host))
            if visit is not None:
                at.door.leave(visit)
        return len([visit for visit in visits if visit is not None])

    assert come_and_go("192.0.2.1", 1000) == limits.arrival_burst
    at.clock.time += 2
    assert come_and_go("192.0.2.1", 1000) == 2 * limits.arrival_rate
    assert come_and_go("192.0.2.2", 100) == 100
    assert len(at.door) == 0


def test_behind_a_proxy_its_clients_are_told_apart() -> None:
    at = Visitors(Limits(), behind_proxy=True)
    visits = [at.knock("127.0.0.1") for _number in range(120)]
    known = [at.door.forwarded(visit, "192.0.2.1") for visit in visits[:60] if visit is not None]
    assert known == [True] * Limits().silent_each + [False] * 10
    assert all(at.door.forwarded(visit, "192.0.2.2") for visit in visits[60:80] if visit is not None)
    for visit in visits:
        assert visit is not None
        at.door.leave(visit)
    assert len(at.door) == 0


# --- servers ----------------------------------------------------------------------------------------------------------


def test_who_sends_much_before_hello_is_cut_off(serve: Serve, silent: Silent) -> None:
    thread = serve()
    silent.open(thread.port, 1, ["127.0.0.1"])
    with pytest.raises(OSError, match=r"reset|Broken pipe"):
        silent.sockets[0].sendall(b"GET / HTTP/1.1\r\n" + 10_000 * (b"X: " + b"x" * 8000 + b"\r\n"))
    until(lambda: inside(thread, lambda: len(thread.server.door)) == 0)


def test_an_office_has_room_for_forty(serve: Serve) -> None:
    thread = serve(limits=USUAL)
    ann = Wire(thread.port).hello("Ann", "create")
    wires = [Wire(thread.port) for _number in range(39)]
    for number, wire in enumerate(wires):
        wire.hello(f"W{number}", "watch", ann.welcome.code)
    for wire in (ann, *wires):
        assert wire.wait_for(LobbyState, lambda lobby: len(lobby.members) == 40)


def test_the_header_of_a_proxy_tells_who_asks(serve: Serve) -> None:
    thread = serve(limits=replace(PATIENT, silent_each=1), behind_proxy=True)

    def come(forwarded: str) -> Wire:
        return Wire(thread.port, additional_headers={"X-Forwarded-For": forwarded})

    come("192.0.2.1")
    with pytest.raises(InvalidStatus) as refused:
        come("198.51.100.5, 192.0.2.1")
    assert refused.value.response.status_code == 429
    come("192.0.2.1, 192.0.2.2").hello("Ann", "create")
    Wire(thread.port)  # without the header
    with pytest.raises(InvalidStatus):
        come("127.0.0.1")


@needs_linux
def test_silent_connections_cost_no_match(tmp_path: Path, catalogue: Catalogue, silent: Silent) -> None:
    """A bot's process starts, the journal is written, and the match ends by the rules."""
    journal = tmp_path / "journal"
    with served(tmp_path, "--port", "0", "--journal", str(journal), DESCRIPTORS="256") as server:
        silent.open(server.port, 400, [f"127.0.0.{number}" for number in range(2, 30)])
        players = seated(server.port, catalogue, tmp_path)
        silent.open(server.port, 400, [f"127.0.0.{number}" for number in range(30, 60)])
        play_together(players, lambda player: player.turn >= 2)
        assert [path.suffix for path in journal.glob("*.match")] == [".match"]
        play_together(players, lambda player: player.ended is not None)
        assert [player.ended.reason for player in players if player.ended is not None] == ["over", "over"]
        for player in players:
            assert not [line for message in player.messages for line in getattr(message, "notices", ())]
            player.line.close()


@needs_linux
def test_silent_connections_to_a_server_with_tls(
    catalogue: Catalogue, certificate: tuple[Path, Path], silent: Silent
) -> None:
    """They are refused before TLS is spoken, and who begins to speak it and stops is given up."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    limits = replace(PATIENT, silent_each=5)
    thread = ServerThread(Server(catalogue, InstantThinker(catalogue), ["random"], limits), tls=context)
    try:
        silent.open(thread.port, AT_ONCE)
        until(lambda: silent.count_open() == 5)
        silent.open(thread.port, 1, ["127.0.0.3"])
        silent.sockets[-1].sendall(b"\x16\x03\x01\x02\x00\x01")
        trusting = ssl.create_default_context(cafile=certificate[0])
        with connect(f"wss://127.0.0.1:{thread.port}/", ssl=trusting, compression=None, proxy=None) as client:
            client.send(encode(Hello(PROTOCOL, "", "Ann", "create")), text=True)
            assert isinstance(decode_server(client.recv(PATIENCE)), Welcome)
            silent.sockets[-1].sendall(b"no TLS" * 100)
            until(lambda: silent.count_open() == 5)
    finally:
        thread.stop()
    assert silent.count_open() == 0


# --- rates ------------------------------------------------------------------------------------------------------------


def refusal(port: int, hello: Hello) -> str:
    """Return the sentence that a client is refused with; empty if it is let in."""
    wire = Wire(port)
    wire.send(hello)
    answer = wire.next()
    text = str(answer.text) if isinstance(answer, Refused) else ""
    wire.close()
    return text


def test_wrong_keys_slow_an_address_down(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    """400 wrong keys cost hours, and the log tells from where they came."""
    caplog.set_level("INFO", "roborally.net")
    clock = Clock(1000.0)
    limits = replace(PATIENT, wrong_keys=5, first_bar=2.0, last_bar=600.0)
    thread = serve(limits=limits, key="sesame", now=clock)

    def create(key: str) -> str:
        return refusal(thread.port, Hello(PROTOCOL, "", "Eve", "create", key=key))

    for number in range(6):
        assert create(f"guess {number}") == "you need the key of this server to create a match on it"
    assert create("sesame") == "too many wrong keys have come from your address; wait 2 seconds"
    begun = clock.time
    looked_at = 6
    while looked_at < 20:
        text = create("guess")
        if "wait" in text:
            clock.time += float(text.split()[-2])
        else:
            looked_at += 1
    assert clock.time - begun > 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256 + 512
    lines = [record.__dict__["fields"] for record in caplog.records if record.msg == "wrong key"]
    assert [line["count"] for line in lines] == list(range(1, 21))
    assert {line["address"] for line in lines} == {"127.0.0.1"}
    assert "guess" not in caplog.text
    clock.time += 600
    assert create("sesame") == ""


def test_the_rate_of_matches_that_an_address_creates(serve: Serve) -> None:
    clock = Clock(1000.0)
    thread = serve(limits=replace(PATIENT, creation_rate=0.1, creation_burst=3.0), now=clock)
    create = Hello(PROTOCOL, "", "Eve", "create")
    assert [bool(refusal(thread.port, create)) for _number in range(5)] == [False, False, False, True, True]
    assert "too many requests" in refusal(thread.port, create)
    clock.time += 10
    assert refusal(thread.port, create) == ""


@pytest.mark.parametrize("wish", ["list", "join", "watch"])
def test_the_rate_of_requests(serve: Serve, wish: str) -> None:
    clock = Clock(1000.0)
    thread = serve(limits=replace(PATIENT, entry_rate=1.0, entry_burst=4.0), now=clock)
    ann = Wire(thread.port).hello("Ann", "create")
    hello = Hello(PROTOCOL, "", "Eve", wish, ann.welcome.code)
    assert [refusal(thread.port, hello) for _number in range(3)] == [""] * 3
    assert refusal(thread.port, hello) == "too many requests have come from your address; try again in a moment"
    clock.time += 1
    assert refusal(thread.port, hello) == ""


def test_who_comes_back_too_often_tries_again_later(serve: Serve) -> None:
    """No refusal, which would end the attempts of an honest client."""
    clock = Clock(1000.0)
    thread = serve(limits=replace(PATIENT, entry_rate=1.0, entry_burst=4.0), now=clock)
    ann, bob = begin(thread.port, "Ann", "Bob")
    hello = Hello(PROTOCOL, "", "Bob", "join", ann.welcome.code, bob.welcome.token)
    for _number in range(2):
        wire = Wire(thread.port)
        wire.send(hello)
        last = wire
    again = Wire(thread.port)
    again.send(hello)
    assert again.end() == (1013, "busy")
    clock.time += 1
    bob = Wire(thread.port).hello("Bob", code=ann.welcome.code, token=bob.welcome.token)
    assert bob.wait_for(Begin).seat == 1
    assert last.end() == (1008, "elsewhere")


def test_an_empty_match_of_an_address_ends_when_it_creates_another(serve: Serve) -> None:
    thread = serve(limits=replace(PATIENT, matches=3))
    for _number in range(10):
        wire = Wire(thread.port).hello("Eve", "create")
        code = wire.welcome.code
        wire.close()
        until(lambda code=code: not inside(thread, thread.server.rooms[code].roster.players)[0].connected)  # type: ignore[misc]
    assert list(inside(thread, lambda: list(thread.server.rooms))) == [code]
    begin(thread.port, "Ann", "Bob")
    begin(thread.port, "Cid", "Dora")
    assert len(inside(thread, lambda: list(thread.server.rooms))) == 2


def test_matches_that_all_have_left_lock_nobody_out(serve: Serve) -> None:
    """One that is played ends only where its address could not create another otherwise: its people may come back."""
    thread = serve(limits=replace(PATIENT, matches_each=2))
    for names in (("Ann", "Bob"), ("Cid", "Dora")):
        for wire in begin(thread.port, *names):
            wire.close()
    rooms = thread.server.rooms
    until(
        lambda: (
            not any(m.connected for room in inside(thread, lambda: list(rooms.values())) for m in room.roster.players())
        )
    )
    assert len(rooms) == 2
    Wire(thread.port).hello("Eve", "create")
    until(lambda: len(inside(thread, lambda: list(rooms))) == 1)


def test_an_address_holds_few_matches(serve: Serve) -> None:
    thread = serve(limits=replace(PATIENT, lobbies_each=2, matches_each=4))
    create = Hello(PROTOCOL, "", "Eve", "create")
    for names in (("Ann", "Bob"), ("Cid", "Dora")):
        begin(thread.port, *names)
    wires = [Wire(thread.port).hello("Eve", "create") for _number in range(2)]
    assert refusal(thread.port, create) == "2 matches from your address have not begun yet"
    wires[0].close()
    begin(thread.port, "Fay", "Gus")
    assert refusal(thread.port, create) == "your address has 4 matches on this server"
