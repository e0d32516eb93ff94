"""Joining a match takes back the seat that a profile holds in it, without a token and at whatever address."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from roborally.net.address import Address
from roborally.net.client.connection import Connection, News, ServerRequest, Status
from roborally.net.person import PersonalSecret
from roborally.net.protocol import (
    PROTOCOL,
    Begin,
    Choose,
    FromClient,
    FromServer,
    Hello,
    Leave,
    LobbyState,
    MatchEnded,
    Person,
    Refused,
    Welcome,
    Who,
)
from roborally.net.server.local_server import ServerThread
from tests.net.conftest import Serve
from tests.net.test_server import begin, inside
from tests.net.wire import Wire
from tests.waiting import PATIENCE, until


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Return what closes the connections of a test."""
    with ExitStack() as stack:
        yield stack


def line(lines: ExitStack, port: int, secret: PersonalSecret, wish: ServerRequest) -> Connection:
    """Return a connection of the profile with a secret."""
    found = Connection(Address("127.0.0.1", port), wish, secret=secret)
    lines.callback(found.close)
    return found


def messages(connection: Connection, kind: type[FromServer]) -> list[News]:
    """Return all that has come, up to the next message of a kind or the end."""
    found = [connection.wait(PATIENCE)]
    while not isinstance(found[-1], kind) and not (isinstance(found[-1], Status) and found[-1].state == "closed"):
        found.append(connection.wait(PATIENCE))
    return found


def welcomed(connection: Connection) -> Welcome:
    found = messages(connection, Welcome)[-1]
    assert isinstance(found, Welcome), found
    return found


def alone(thread: ServerThread, code: str) -> None:
    """Wait until the server knows that only the host is there."""
    roster = thread.server.rooms[code].roster
    until(lambda: inside(thread, lambda: [member.connected for member in roster.players()] == [True, False]))


@pytest.mark.parametrize("playing", [False, True], ids=["in the lobby", "in the match"])
def test_who_joins_again_has_their_seat_again(serve: Serve, lines: ExitStack, *, playing: bool) -> None:
    thread, secret = serve(), PersonalSecret()
    ann = Wire(thread.port).hello("Ann", "create")
    code = ann.welcome.code
    first = line(lines, thread.port, secret, ServerRequest("Bob", code=code))
    before = welcomed(first)
    if playing:
        ann.send('{"type":"configure","config":{"match":{"course":"first-steps"}}}')
        ann.wait_for(LobbyState, lambda lobby: bool(lobby.config["match"].get("course")))
        first.send(Choose("", ready=True))
        ann.wait_for(LobbyState, lambda lobby: [member.ready for member in lobby.members] == [False, True])
        ann.send('{"type":"start"}')
        until(lambda: inside(thread, lambda: thread.server.rooms[code].running_match is not None))
    first.close()
    alone(thread, code)
    again = welcomed(line(lines, thread.port, secret, ServerRequest("Bobby", code=code)))
    assert (again.member, again.token) == (before.member, before.token)


def test_nobody_else_has_it(serve: Serve, lines: ExitStack) -> None:
    thread = serve()
    ann, bob = begin(thread.port, "Ann", "Bob")
    code = ann.welcome.code
    bob.close()
    alone(thread, code)
    stranger = line(lines, thread.port, PersonalSecret(), ServerRequest("Bob", code=code))
    refused = next(news for news in messages(stranger, Refused) if isinstance(news, Refused))
    assert str(refused.text) == "this match has begun already; you can watch it"


def test_a_second_window_in_a_lobby_is_a_second_player(serve: Serve, lines: ExitStack) -> None:
    """Two people at one machine have one profile."""
    thread, secret = serve(), PersonalSecret()
    first = welcomed(line(lines, thread.port, secret, ServerRequest("Ann", "create")))
    second = welcomed(line(lines, thread.port, secret, ServerRequest("Bob", code=first.code)))
    assert second.member != first.member


def test_a_seat_whose_dead_line_nobody_has_noticed_is_taken_back(serve: Serve, lines: ExitStack) -> None:
    """The server believes for half a minute that the player is there; another name is another person."""
    thread, secret = serve(), PersonalSecret()
    ann = Wire(thread.port).hello("Ann", "create")
    code = ann.welcome.code
    before = welcomed(line(lines, thread.port, secret, ServerRequest("Bob", code=code)))
    until(lambda: inside(thread, lambda: all(m.person for m in thread.server.rooms[code].roster.players())))
    room = thread.server.rooms[code]
    assert inside(thread, lambda: room.roster.seat_of(room.roster.members[before.member].person, "Bob", in_match=True))
    assert inside(
        thread, lambda: not room.roster.seat_of(room.roster.members[before.member].person, "X", in_match=True)
    )
    assert inside(thread, lambda: not room.roster.seat_of("", "Bob", in_match=True))


@pytest.mark.parametrize("answer", [Leave(), Person("0" * 64, "0" * 128)], ids=["no person", "no proof"])
def test_who_proves_nothing_is_refused_as_before(serve: Serve, answer: FromClient) -> None:
    thread = serve()
    ann, _bob = begin(thread.port, "Ann", "Bob")
    wire = Wire(thread.port)
    wire.send(Hello(PROTOCOL, "", "Bob", code=ann.welcome.code, proves=True))
    assert wire.wait_for(Who).challenge
    wire.send(answer)
    assert wire.wait_for(Refused).reason == "denied"


def test_the_end_of_a_match_is_shown_to_who_comes_back_later(serve: Serve) -> None:
    """CLI-R02: also when the host has left meanwhile, and the match is not on the server any more."""
    thread = serve()
    ann, bob = begin(thread.port, "Ann", "Bob")
    code = ann.welcome.code
    bob.close()
    alone(thread, code)
    ann.send(Leave())
    text = ann.wait_for(MatchEnded)
    until(lambda: inside(thread, lambda: code not in thread.server.rooms))
    back = Wire(thread.port).hello("Bob", code=code, token=bob.welcome.token)
    assert back.wait_for(Begin).seat == 1
    assert back.wait_for(MatchEnded) == text
    assert back.end() == (1001, "ended")
    other = Wire(thread.port)
    other.send(Hello(PROTOCOL, "", "Bob", code=code, token="x" * 32))
    assert other.wait_for(Refused).reason == "gone"


def test_a_refusal_says_whether_the_seat_is_gone_and_who_says_so(serve: Serve) -> None:
    """So that the word of another server does not count."""
    thread = serve()
    ann, _bob = begin(thread.port, "Ann", "Bob")
    for code, token, reason in ((ann.welcome.code, "x", "gone"), ("ZZZZZ", "x", "gone"), ("ZZZZZ", "", "denied")):
        wire = Wire(thread.port)
        wire.send(Hello(PROTOCOL, "", "Bob", code=code, token=token))
        refused = wire.wait_for(Refused)
        assert (refused.reason, refused.server) == (reason, ann.welcome.server)
