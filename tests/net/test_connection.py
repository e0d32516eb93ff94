"""A client's connection: what it tells of its state, when it comes back, and when that is of no use."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_socket

from roborally.bots.registry import bot_names
from roborally.game.session.bot_pool import BotPool
from roborally.net.address import Address
from roborally.net.client import arrival
from roborally.net.client import connection as connection_module
from roborally.net.client.connection import Connection, News, ServerRequest, Status
from roborally.net.client.list_matches import matches_of
from roborally.net.protocol import (
    Chat,
    ChatMessage,
    Leave,
    LobbyState,
    LocalizedText,
    MatchList,
    Refused,
    SavedGame,
    Welcome,
    encode,
)
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests import waiting
from tests.net.patience import PATIENT
from tests.waiting import PATIENCE

NO_SERVER = "this is not a RoboRally server, or it has another version"


@pytest.fixture
def server(catalogue: Catalogue) -> Iterator[ServerThread]:
    thread = ServerThread(Server(catalogue, BotPool(), bot_names(catalogue), PATIENT))
    yield thread
    thread.stop()


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Come back at once."""
    monkeypatch.setattr(connection_module, "FIRST_WAIT", 0.01)


@contextmanager
def connected(port: int, wish: ServerRequest, **more: Any) -> Iterator[Connection]:
    line = Connection(Address("127.0.0.1", port, **more), wish)
    try:
        yield line
    finally:
        line.close()


def until(line: Connection, kind: type, **values: Any) -> Any:
    """Return the next message of a kind with these values."""
    while True:
        message = line.wait(PATIENCE)
        if isinstance(message, kind) and all(getattr(message, name) == value for name, value in values.items()):
            return message
        assert not (isinstance(message, Status) and message.state == "closed"), str(message.text)


def states(line: Connection, last: str) -> list[str]:
    """Return how the connection was, until it is so."""
    found: list[str] = []
    while last not in found:
        news: News = line.wait(PATIENCE)
        if isinstance(news, Status):
            found.append(news.state)
    return found


def test_it_is_in_and_hears_and_says(server: ServerThread) -> None:
    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        assert states(ann, "online") == ["connecting", "online"]
        welcome = until(ann, Welcome)
        with connected(server.port, ServerRequest("Bob", code=welcome.code)) as bob:
            until(bob, LobbyState)
            for number in range(20):
                bob.send(Chat(str(number)))
            assert [until(ann, ChatMessage).text for _ in range(20)] == [str(number) for number in range(20)]
            bob.close(Leave())
            assert [member.name for member in until(ann, LobbyState).members][:1] == ["Ann"]
        assert states(bob, "closed")[-1] == "closed"


def test_the_last_word_is_heard(server: ServerThread) -> None:
    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        code = until(ann, Welcome).code
        bob = Connection(Address("127.0.0.1", server.port), ServerRequest("Bob", code=code))
        until(bob, Welcome)
        bob.close(Leave())
        while len(lobby := until(ann, LobbyState).members) != 1:
            pass
        assert lobby[0].name == "Ann", "Bob has gone for good, and his place is free at once"
        bob.send(Chat("too late"))
        bob.close()


def test_it_comes_back_to_the_same_seat(server: ServerThread) -> None:
    def cut() -> None:
        for line in server.server.channels.values():
            line.socket.transport.abort()

    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        first = until(ann, Welcome)
        with connected(server.port, ServerRequest("Bob", code=first.code)) as bob:
            second = until(bob, Welcome)
            for _ in range(3):
                server.call(cut)
                for line, before in ((ann, first), (bob, second)):
                    assert states(line, "online")[:2] == ["lost", "connecting"]
                    again = until(line, Welcome)
                    assert (again.member, again.token, again.code) == (before.member, before.token, before.code)


def test_who_watches_comes_back_to_watch(server: ServerThread) -> None:
    """No seat is reserved for them: they join as a new player, and stay."""
    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        code = until(ann, Welcome).code
        with connected(server.port, ServerRequest("Wil", "watch", code)) as wil:
            first = until(wil, Welcome)
            server.call(lambda: server.server.channels[code, first.member].socket.transport.abort())
            assert states(wil, "online")[-1] == "online"
            assert until(wil, Welcome).member != first.member
            until(ann, LobbyState, members=until(wil, LobbyState).members)


def test_it_tries_again_until_there_is_a_server(catalogue: Catalogue) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        line = Connection(Address("127.0.0.1", port), ServerRequest("Ann", "create"))
        lost = until(line, Status, state="lost")
        assert str(lost.text) == "the server cannot be reached"
        assert until(line, Status).state == "connecting"
    thread = ServerThread(Server(catalogue, BotPool(), bot_names(catalogue), PATIENT), port=port)
    assert until(line, Welcome).member == 1
    line.close()
    thread.stop()


def test_a_list_ends_it(server: ServerThread) -> None:
    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        code = until(ann, Welcome).code
        with connected(server.port, ServerRequest("?", "list")) as line:
            assert [match.code for match in until(line, MatchList).matches] == [code]
            assert until(line, Status).state == "closed"
        assert [match.host for match in matches_of(Address("127.0.0.1", server.port), ServerRequest("?"))] == ["Ann"]


def test_closing_needs_no_server() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()  # takes connections, and never says a word
        line = Connection(Address("127.0.0.1", silent.getsockname()[1]), ServerRequest("Ann"))
        assert until(line, Status).state == "connecting"
        line.close()
        assert until(line, Status).state == "closed"
        assert not line.is_running


# --- what is no server of this game -----------------------------------------------------------------------------------


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """Yield a port whose server sends the same bytes to every client."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    client, _ = listening.accept()
                except OSError:
                    return
                with client:
                    client.recv(4096)
                    client.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@contextmanager
def speaking(say: Callable[[ServerConnection], None]) -> Iterator[int]:
    """Yield a port with a WebSocket server."""
    with serve_socket(say, "127.0.0.1", 0) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        yield other.socket.getsockname()[1]
        other.shutdown()
        thread.join()


def http(status: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.mark.parametrize(
    "answer", [http("404 Not Found"), http("200 OK"), http("401 Unauthorized"), b"SSH-2.0-OpenSSH_9.6\r\n"]
)
def test_what_answers_otherwise_is_not_asked_again(answer: bytes) -> None:
    with answering(answer) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == NO_SERVER


@pytest.mark.parametrize(
    "answer", [http("500 Fault"), http("502 Bad Gateway"), http("503 Unavailable"), http("429 Slowly"), b""]
)
def test_what_may_be_better_soon_is_asked_again(answer: bytes) -> None:
    with answering(answer) as port, connected(port, ServerRequest("Ann")) as line:
        for _ in range(3):
            until(line, Status, state="lost")


def after_hello(said: str | bytes) -> Callable[[ServerConnection], None]:
    """Return what answers the first message with these words, and then only listens."""

    def say(line: ServerConnection) -> None:
        line.recv()
        line.send(said)
        for _ in line:
            pass

    return say


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "[]",
        '{"type": "unheard"}',
        '{"type": "welcome"}',
        "[" * 100_000,
        b'\xff"',
        '{"type": "said", "member": "x"}',
    ],
)
def test_an_unknown_message_ends_it(said: str | bytes) -> None:
    with speaking(after_hello(said)) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == NO_SERVER


def test_how_much_has_come_of_a_long_message_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "MOMENT", 0.0)
    rest = threading.Event()

    def say(line: ServerConnection) -> None:
        line.recv()
        bytes_ = Frame(Opcode.TEXT, encode(SavedGame("A" * 1000))).serialize(mask=False)
        with line.protocol_mutex:  # no answer to a ping comes between the parts
            line.socket.sendall(bytes_[:500])
            rest.wait(PATIENCE)
            line.socket.sendall(bytes_[500:])
        for _ in line:
            pass

    with speaking(say) as port, connected(port, ServerRequest("Ann")) as line:
        coming = waiting.until(lambda: line.arrival)
        assert coming is not None
        assert coming.type == "saved"
        rest.set()
        assert until(line, SavedGame)
        assert line.arrival is None


def test_an_unexpected_error_ends_it_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the window would wait for ever for a thread that has died."""

    def fail(data: bytes) -> None:
        raise KeyError("nobody has thought of it")

    monkeypatch.setattr(connection_module, "decode_server", fail)
    with speaking(after_hello("{}")) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == NO_SERVER


def test_more_than_a_server_ever_says_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "MAX_FROM_SERVER", 1000)
    with speaking(after_hello("x" * 1001)) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == NO_SERVER


def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "OPEN_TIMEOUT", 0.3)

    def say(line: ServerConnection) -> None:
        for _ in line:
            pass

    with speaking(say) as port, connected(port, ServerRequest("Ann")) as line:
        assert until(line, Status, state="lost")


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("kicked", "the host has removed you"),
        ("elsewhere", "you have joined from another device"),
        ("ended", "the match has ended"),
        ("closed", "the server has been stopped"),
        ("flood", "too many messages were sent"),
        ("full", "the server is full"),
        ("message", "the server did not understand this game"),
    ],
)
def test_the_reason_of_an_end_is_told(reason: str, expected: str) -> None:
    with speaking(lambda line: line.close(1008, reason)) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == expected


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("restart", "the server is restarting"),
        ("slow", "the server cannot be reached"),
        ("", "the server cannot be reached"),
        ("whatever", "the server cannot be reached"),
    ],
)
def test_other_ends_are_no_reason_to_stay_away(reason: str, expected: str) -> None:
    with speaking(lambda line: line.close(1001, reason)) as port, connected(port, ServerRequest("Ann")) as line:
        for _ in range(2):
            assert str(until(line, Status, state="lost").text) == expected


def test_a_refusal_is_told_and_ends_it() -> None:
    sentence = "this server has {count} matches; give the code of one"

    def refuse(line: ServerConnection) -> None:
        assert json.loads(line.recv())["type"] == "hello"
        line.send(encode(Refused("denied", LocalizedText(sentence, {"count": 3}))), text=True)

    with speaking(refuse) as port, connected(port, ServerRequest("Ann")) as line:
        assert str(until(line, Status, state="closed").text) == "this server has 3 matches; give the code of one"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("{count} of {name!r}", "3 of 'Ann'"),
        (
            "{count:99999999999} {count.real} {name[0]} {missing} {",
            "{count:99999999999} {count.real} {name[0]} {missing} {",
        ),
    ],
)
def test_a_sentence_of_a_server_can_do_nothing(sentence: str, expected: str) -> None:
    assert str(LocalizedText(sentence, {"count": 3, "name": "Ann"})) == expected


def test_tls_where_none_is_spoken(server: ServerThread) -> None:
    """A server of the game breaks off without an answer."""
    for port in (nullcontext(server.port), answering(http("400 Bad Request"))):
        with port as number, connected(number, ServerRequest("Ann"), secure=True) as line:
            assert "the server does not use TLS" in str(until(line, Status, state="closed").text)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (10, "the server's certificate is not valid at the time that the clock of this machine shows"),
        (18, "the server's certificate is not trusted"),
    ],
)
def test_a_clock_that_is_wrong_is_no_foreign_certificate(
    code: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_where: Any, **_how: Any) -> None:
        error = ssl.SSLCertVerificationError()
        error.verify_code = code
        raise error

    monkeypatch.setattr(connection_module, "connect", refuse)
    with connected(1, ServerRequest("Ann"), secure=True) as line:
        assert str(until(line, Status, state="closed").text) == expected


def test_a_handshake_that_is_cut_off_is_tried_again() -> None:
    with answering(b"") as port, connected(port, ServerRequest("Ann"), secure=True) as line:
        for _ in range(2):
            until(line, Status, state="lost")


def test_an_unknown_name() -> None:
    """It is told at once, before anybody waits for it."""
    line = Connection(Address("nowhere.invalid"), ServerRequest("Ann"))
    assert str(until(line, Status, state="closed").text) == "there is no machine called nowhere.invalid"
    line.close()


def test_a_name_that_is_unknown_only_now_is_tried_again(server: ServerThread) -> None:
    """The network may be gone, and come back."""
    with connected(server.port, ServerRequest("Ann", "create")) as ann:
        code, member = until(ann, Welcome).code, 1
        ann.address = Address("nowhere.invalid")
        server.call(lambda: server.server.channels[code, member].socket.transport.abort())
        for _ in range(2):
            until(ann, Status, state="lost")


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "GIVEN_UP", -60.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with connected(taken.getsockname()[1], ServerRequest("Ann")) as line:
            assert str(until(line, Status, state="closed").text) == "the server could not be reached for -1 minutes"


def test_unread_messages_wait_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server cannot fill the memory of a window that is busy, and nothing of what it says is lost."""
    monkeypatch.setattr(connection_module, "MAX_UNREAD", 20)
    texts = [f"{number:0>100000}" for number in range(500)]
    all_sent = threading.Event()

    def say(socket: ServerConnection) -> None:
        socket.recv()
        for text in texts:
            socket.send(encode(SavedGame(text)), text=True)
        all_sent.set()
        socket.recv()

    with speaking(say) as port, connected(port, ServerRequest("Bob")) as line:
        assert not all_sent.wait(0.5), "fifty megabytes are read by nobody"
        assert [until(line, SavedGame).file for _ in texts] == texts
        assert all_sent.wait(PATIENCE)
        line.send(Leave())
