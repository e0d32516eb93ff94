"""The server from the network's side: who gets in, who is disconnected, and that no client disturbs others."""

import json
import socket
import threading
import urllib.request
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from roborally.base.version import VERSION
from roborally.game.session.instant_thinker import InstantThinker
from roborally.net.protocol import (
    MAX_BYTES,
    PROTOCOL,
    Begin,
    Chat,
    ChatMessage,
    Choose,
    Configure,
    Hello,
    Kick,
    Leave,
    LobbyState,
    MatchEnded,
    MatchList,
    MemberList,
    PlaybackDone,
    Refused,
    Rejected,
    Save,
    SavedGame,
    Start,
    Upload,
    Welcome,
)
from roborally.net.rooms.uploads import opened
from roborally.net.server.kept_matches import KeptMatches
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.patience import PATIENT
from tests.net.table import configuration, parts_of
from tests.net.wire import Wire
from tests.sweeps import few_of
from tests.waiting import PATIENCE, until


def begin(port: int, *names: str, bots: int = 0, mode: str = "standard") -> list[Wire]:
    """Return people whose match has just begun, the host first."""
    host = Wire(port).hello(names[0], "create")
    guests = [Wire(port).hello(name, code=host.welcome.code) for name in names[1:]]
    host.wait_for(LobbyState, lambda lobby: len(lobby.members) == len(names))
    host.send(Configure(configuration(mode, names, bots)))
    # Before anybody is ready: a server that hears it later takes their word back.
    host.wait_for(LobbyState, lambda lobby: lobby.config["match"].get("timer") == 0)
    for guest in guests:
        guest.send(Choose("", True))
    host.wait_for(LobbyState, lambda lobby: sum(member.ready for member in lobby.members) == len(guests))
    host.send(Start())
    for wire in (host, *guests):
        wire.begun = wire.wait_for(Begin)
    return [host, *guests]


def inside(thread: ServerThread, look: Callable[[], Any]) -> Any:
    """Return what is seen in the thread of the server."""
    seen: Future[Any] = Future()

    def act() -> None:
        try:
            seen.set_result(look())
        except Exception as error:
            seen.set_exception(error)

    thread.call(act)
    return seen.result(PATIENCE)


def health(port: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as response:
        found: dict[str, Any] = json.loads(response.read())
    return found


@pytest.fixture(scope="module")
def shared(catalogue: Catalogue) -> Iterator[ServerThread]:
    """Return one server for tests that only knock at its door."""
    thread = ServerThread(Server(catalogue, InstantThinker(catalogue), ["random"], limits=PATIENT))
    yield thread
    thread.stop()


# --- getting in -------------------------------------------------------------------------------------------------------


def test_creating_joining_watching_and_listing(serve: Serve) -> None:
    """CLI-1301."""
    port = serve().port
    ann = Wire(port).hello("Ann", "create")
    assert (ann.welcome.protocol, ann.welcome.game, len(ann.welcome.code)) == (PROTOCOL, VERSION, 5)
    bob = Wire(port).hello("Bob", code=ann.welcome.code.lower())
    Wire(port).hello("Wil", "watch")
    lobby = ann.wait_for(LobbyState, lambda lobby: len(lobby.members) == 3)
    assert [member.name for member in lobby.members] == ["Ann", "Bob", "Wil"]
    looker = Wire(port)
    looker.send(Hello(PROTOCOL, "", "?", "list"))
    (listed,) = looker.wait_for(MatchList).matches
    assert (listed.code, listed.host, listed.members, listed.playing) == (ann.welcome.code, "Ann", 2, False)
    assert looker.end() == (1001, "listed")
    assert len({ann.welcome.token, bob.welcome.token}) == 2
    assert health(port) == {"status": "ok", "version": VERSION, "matches": 1, "playing": 0, "connections": 3}


def test_titles_come_in_with_hello_and_stay_with_the_seat(serve: Serve) -> None:
    """CLI-601: known achievements count, each once; who comes back has still those of the first time."""
    port = serve().port
    oil, flood = "robot-statistics/first-oil", "robot-statistics/oil-frenzy"
    ann = Wire(port)
    ann.send(Hello(PROTOCOL, "", "Ann", "create", titles=(flood, oil, flood)))
    ann.welcome = ann.wait_for(Welcome)
    bob = Wire(port)
    bob.send(Hello(PROTOCOL, "", "Bob", titles=("robot-statistics/nothing", "<b>King</b>", oil)))
    lobby = ann.wait_for(LobbyState, lambda lobby: len(lobby.members) == 2)
    assert [member.titles for member in lobby.members] == [(flood, oil), (oil,)]
    back = Wire(port)
    back.send(Hello(PROTOCOL, "", "Ann", code=ann.welcome.code, token=ann.welcome.token, titles=(oil,)))
    assert back.wait_for(LobbyState).members[0].titles == (flood, oil)


@pytest.mark.parametrize(
    ("hello", "reason", "sentence"),
    [
        (
            Hello(PROTOCOL + 1, "9", "Zoe"),
            "version",
            f"the server has version {PROTOCOL} of the network protocol, your game has version {PROTOCOL + 1}",
        ),
        (Hello(PROTOCOL, "", "Zoe", code="ZZZZZ"), "denied", "there is no match ZZZZZ on this server"),
        (Hello(PROTOCOL, "", "Zoe"), "denied", "this server has 2 matches; give the code of one"),
        (Hello(PROTOCOL, "", "Zoe", "create"), "denied", "this server takes no more matches"),
        (Hello(PROTOCOL, "", "Zoe", code="#", token="x" * 32), "gone", "your seat is no longer reserved"),
    ],
)
def test_who_cannot_come_in_is_told_why(serve: Serve, hello: Hello, reason: str, sentence: str) -> None:
    port = serve(limits=replace(PATIENT, matches=2)).port
    wires = [Wire(port).hello("Ann", "create"), Wire(port).hello("Bob", "create")]
    wire = Wire(port)
    wire.send(hello if hello.code != "#" else msgspec.structs.replace(hello, code=wires[0].welcome.code))
    refused = wire.wait_for(Refused)
    assert (refused.reason, str(refused.text)) == (reason, sentence)
    assert wire.end() == (1008, reason)


def test_a_server_without_matches_says_so(serve: Serve) -> None:
    wire = Wire(serve().port)
    wire.send(Hello(PROTOCOL, "", "Zoe"))
    assert str(wire.wait_for(Refused).text) == "there is no match on this server"


def test_a_server_with_a_key_refuses_to_create_without_it(serve: Serve) -> None:
    port = serve(key="sesame").port
    for key in ("", "Sesame", "sesame "):
        wire = Wire(port)
        wire.send(Hello(PROTOCOL, "", "Ann", "create", key=key))
        assert "you need the key of this server" in str(wire.wait_for(Refused).text)
    wire = Wire(port)
    wire.send(Hello(PROTOCOL, "", "Ann", "create", key="sesame"))
    assert wire.wait_for(Welcome).member == 1


def test_pages_in_browsers_are_not_let_in(serve: Serve) -> None:
    with pytest.raises(InvalidStatus):
        Wire(serve().port, origin="https://example.org")


def test_a_server_that_is_full_says_so(serve: Serve) -> None:
    port = serve(limits=replace(PATIENT, connections=2)).port
    ann, bob = Wire(port).hello("Ann", "create"), Wire(port).hello("Bob")
    cid = Wire(port)
    cid.send(Hello(PROTOCOL, "", "Cid"))
    assert cid.end() == (1013, "full")
    Wire(port).hello("Ann", code=ann.welcome.code, token=ann.welcome.token)
    assert ann.end() == (1008, "elsewhere"), "who comes back to a seat is let in"
    bob.close()
    until(lambda: health(port)["connections"] == 1)
    Wire(port).hello("Cid")


# --- who is cut off ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        b"\x00\xff\xfe",
        b"\xff" * 1000,
        "{}",
        '{"type": "hello"}',
        '{"type": "start"}',
        '{"type": "welcome", "protocol": 8, "game": "", "member": 1, "token": "", "code": ""}',
        '{"type": "hello", "protocol": "1", "game": "", "name": "Ann"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": ""}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "' + "x" * 25 + '"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "A\\u0000"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "A\\u202e"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "A\\u200b"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "A\\ud800"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "host": true}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "wish": "own"}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "titles": ["a", "b", "c", "d"]}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "titles": ["' + "x" * 101 + '"]}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "titles": [""]}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "titles": [1]}',
        '{"type": "hello", "protocol": 8, "game": "", "name": "Ann", "titles": "robot-statistics/first-oil"}',
        '{"type": "hello", "protocol": 1e400, "game": "", "name": "Ann"}',
        "[" * 60_000,
        '{"type": "answer", "id": "a", "answer": ' + "[" * 900 + "]" * 900 + "}",
        '{"type": "hello", "protocol": ' + "9" * 60_000 + "}",
    ],
    ids=str,
)
def test_clients_of_another_protocol_are_disconnected(shared: ServerThread, first: str | bytes) -> None:
    wire = Wire(shared.port)
    wire.send(first)
    assert wire.end() == (1008, "message")


def test_a_message_that_is_too_large_ends_the_connection(serve: Serve) -> None:
    port = serve().port
    ann, bob = begin(port, "Ann", "Bob")
    bob.send(" " * (MAX_BYTES + 1))
    assert bob.end()[0] == 1009
    assert ann.wait_for(MemberList, lambda news: not news.members[1].connected)


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half a handshake"])
def test_who_says_nothing_is_given_up(serve: Serve, first: bytes) -> None:
    thread = serve(limits=replace(PATIENT, first_message=0.2))
    silent = socket.create_connection(("127.0.0.1", thread.port), PATIENCE)
    silent.sendall(first)
    assert silent.recv(1000) == b""
    until(lambda: inside(thread, lambda: len(thread.server.door)) == 0)


def test_who_does_not_say_hello_is_given_up(serve: Serve) -> None:
    """The handshake and the first message have one time together."""
    thread = serve(limits=replace(PATIENT, first_message=0.2))
    silent = deaf_client(thread.port)
    silent.settimeout(PATIENCE)
    received = b"".join(iter(lambda: silent.recv(1000), b""))
    assert not received or received.endswith(b"slow"), "on a very busy machine there is no time for the handshake"
    until(lambda: inside(thread, lambda: len(thread.server.door)) == 0)


def test_a_server_that_cannot_start_raises_in_the_waiting_thread(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(catalogue, InstantThinker(catalogue), ["random"])

    def fail(*_arguments: object) -> None:
        raise KeyError("a fault of the program")

    monkeypatch.setattr(KeptMatches, "restore", fail)
    with pytest.raises(KeyError):
        ServerThread(server)


def test_hello_is_said_once(serve: Serve) -> None:
    ann = Wire(serve().port).hello("Ann", "create")
    ann.send(Hello(PROTOCOL, "", "Ann"))
    assert ann.end() == (1008, "message")


def test_a_flood_is_cut_off_and_others_go_on(serve: Serve) -> None:
    port = serve(limits=replace(PATIENT, rate=0, burst=60)).port
    ann, bob = begin(port, "Ann", "Bob")
    for number in range(61):
        bob.send(Chat(str(number)))
    assert bob.end() == (1008, "flood")
    assert ann.wait_for(MemberList, lambda news: not news.members[1].connected)
    ann.send(Chat("still here"))
    assert ann.wait_for(ChatMessage, lambda said: said.name == "Ann").text == "still here"
    bob = Wire(port).hello("Bob", code=ann.welcome.code, token=bob.welcome.token)
    assert bob.wait_for(Begin).seat == 1


def masked(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """Return a frame as a client sends it, with a mask of zeros."""
    size = [len(payload)] if len(payload) < 126 else [126, *len(payload).to_bytes(2, "big")]
    return bytes([opcode | (0x80 if last else 0), 0x80 | size[0], *size[1:], 0, 0, 0, 0]) + payload


@pytest.mark.parametrize(
    "frames",
    [masked(9, b"x" * 100), masked(10), masked(1, b"", last=False) + masked(0, b"", last=False) * 500],
    ids=["pings", "pongs", "empty pieces"],
)
def test_a_flood_of_frames_is_cut_off(serve: Serve, frames: bytes) -> None:
    """What is no message costs time and memory as well; the sender does not read what comes back."""
    thread = serve(limits=replace(PATIENT, rate=0, burst=60))
    ann, bob = begin(thread.port, "Ann", "Bob")
    raw = bob.socket.socket

    def flood() -> None:
        for _frame in range(200_000):
            raw.sendall(frames)

    with pytest.raises(OSError, match=r"Broken pipe|reset|Bad file"):
        flood()
    assert ann.wait_for(MemberList, lambda news: not news.members[1].connected)
    assert inside(thread, lambda: len(thread.server.channels)) == 1


def deaf_client(port: int, first: bytes | None = None) -> socket.socket:
    """Return the socket of a client that says one thing, or nothing, and does not read."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", port))
    request = [
        "GET / HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    ]
    deaf.sendall("".join(f"{line}\r\n" for line in [*request, ""]).encode())
    if first is not None:
        deaf.sendall(masked(1, first))
    return deaf


# --- staying ----------------------------------------------------------------------------------------------------------


def test_who_comes_back_twice_is_in_once(serve: Serve) -> None:
    thread = serve()
    ann, bob = begin(thread.port, "Ann", "Bob")
    room = thread.server.rooms[ann.welcome.code]
    other = Wire(thread.port).hello("Bob", code=ann.welcome.code, token=bob.welcome.token)
    assert bob.end() == (1008, "elsewhere")
    assert other.welcome.member == bob.welcome.member
    assert other.wait_for(Begin).seat == 1
    ann.send(Chat("hello"))
    assert other.wait_for(ChatMessage).text == "hello"
    assert all(member.connected for member in inside(thread, room.roster.states))


def test_a_token_opens_its_own_seat_only(serve: Serve) -> None:
    port = serve().port
    ann, bob = begin(port, "Ann", "Bob")
    cid, _dora = begin(port, "Cid", "Dora")
    for token in (bob.welcome.token[:-1], bob.welcome.token + "x", bob.welcome.token.swapcase(), cid.welcome.token):
        wire = Wire(port)
        wire.send(Hello(PROTOCOL, "", "Bob", code=ann.welcome.code, token=token))
        assert str(wire.wait_for(Refused).text) == "your seat is no longer reserved"
    assert bob.is_open()


def test_who_was_sent_away_does_not_come_back(serve: Serve) -> None:
    """CLI-504."""
    port = serve().port
    ann, bob = begin(port, "Ann", "Bob")
    ann.send(Kick(bob.welcome.member))
    assert bob.wait_for(Refused).reason == "kicked"
    assert bob.end() == (1008, "kicked")
    wire = Wire(port)
    wire.send(Hello(PROTOCOL, "", "Bob", code=ann.welcome.code, token=bob.welcome.token))
    assert wire.wait_for(Refused).reason == "gone"


def test_who_leaves_is_let_go(serve: Serve) -> None:
    ann, bob = begin(serve().port, "Ann", "Bob")
    bob.send(Leave())
    with suppress(ConnectionClosed):  # the server may have been quicker
        bob.send(Leave())
    assert bob.end() == (1001, "ended")
    ann.send(Leave())
    assert ann.wait_for(MatchEnded).reason == "host"
    assert ann.end() == (1001, "ended")


def test_a_stopping_server_sends_all_players_the_saved_game(serve: Serve) -> None:
    """CLI-R02, also when much waits to be sent."""
    thread = serve()
    wires = [wire for names in ("AB", "CD", "EF") for wire in begin(thread.port, *names, bots=1)]
    idle = Wire(thread.port).hello("Zoe", "create")
    thread.stop()
    for wire in wires:
        ended = wire.wait_for(MatchEnded)
        assert (ended.reason, len(ended.file) > 1000) == ("closed", True)
        assert wire.end() == (1001, "closed")
    closed = idle.wait_for(MatchEnded)
    assert (closed.reason, closed.file) == ("closed", "")
    assert idle.end() == (1001, "closed"), "a lobby has not ended as a match does"


def test_while_a_saved_game_is_opened_other_matches_go_on(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> None:
    thread = serve()
    ann, bob = begin(thread.port, "Ann", "Bob")
    ann.send(Save())
    file = ann.wait_for(SavedGame).file
    goes_on = threading.Event()

    def slowly(*arguments: Any) -> Any:
        assert goes_on.wait(PATIENCE)
        return opened(*arguments)

    monkeypatch.setattr("roborally.net.rooms.uploads.opened", slowly)
    host = Wire(thread.port).hello("Ann", "create")
    guest = Wire(thread.port).hello("Bob", code=host.welcome.code)
    for part in parts_of(file):
        host.send(part)
    bob.send(Chat("still here"))
    assert ann.wait_for(ChatMessage).text == "still here"
    monkeypatch.setattr("roborally.net.rooms.room_saves.PAUSE", 0.0)
    ann.send(Save())
    assert len(ann.wait_for(SavedGame).file) > 1000, "saving does not wait for what others upload"
    another = Wire(thread.port).hello("Eve", "create")
    another.send(Upload("", last=True))
    assert "from your address" in str(another.wait_for(Rejected).text)
    goes_on.set()
    assert guest.wait_for(Begin).seat == 1
    another.send(Upload("", last=True))
    assert "from your address" not in str(another.wait_for(Rejected).text)


FAULTS = [KeyError("a fault of a plugin"), SystemExit(1), CancelledError(), KeyboardInterrupt(), GeneratorExit()]


@pytest.mark.parametrize("fault", few_of([*FAULTS, StopIteration(), BaseException("of no kind")], 3), ids=repr)
@pytest.mark.parametrize("how", ["hears", "waits"])
def test_a_match_that_fails_ends_and_no_other(
    how: str, fault: BaseException, serve: Serve, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of a plugin: its players are told, and other matches go on."""
    thread = serve()
    ann, bob = begin(thread.port, "Ann", "Bob")
    cid, _dora = begin(thread.port, "Cid", "Dora")
    room = thread.server.rooms[ann.welcome.code]
    assert room.running_match is not None

    def fail() -> None:
        raise fault

    if how == "hears":
        monkeypatch.setattr(room.running_match.session, "poll", fail)
        ann.send(PlaybackDone(1))
    else:
        monkeypatch.setattr(room.running_match, "is_busy", fail)
    assert bob.wait_for(MatchEnded).reason == "failed"
    assert "a match has failed" in caplog.text
    cid.send(Chat("still here"))
    assert cid.wait_for(ChatMessage).text == "still here"
    assert health(thread.port)["matches"] == 1
    assert thread.server.ticks
