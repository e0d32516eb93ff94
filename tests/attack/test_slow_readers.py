"""Clients that do not read: they cost little memory, hinder nobody, and can go on when they read again."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from threading import Event
from typing import Any, cast

import pytest

from roborally.core.dice import Dice
from roborally.net.protocol import (
    PROTOCOL,
    Begin,
    Chat,
    ChatMessage,
    Configure,
    Hello,
    LobbyState,
    MatchEnded,
    Rejected,
    decode_server,
    encode,
)
from roborally.net.rooms.match_setup import MAX_DESCRIPTION, MAX_TITLE, check_course
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.channel import Channel, Queues
from roborally.net.server.local_server import ServerThread
from tests.net.conftest import Serve
from tests.net.patience import PATIENT
from tests.net.table import Table, answer_one, configuration, dice_of
from tests.net.test_server import deaf_client, inside
from tests.net.wire import Wire
from tests.waiting import PATIENCE, until

BUDGET = 400_000


@pytest.fixture
def deaf(serve: Serve) -> Iterator[ExitStack]:
    """Close what is opened in it before the server stops."""
    with ExitStack() as stack:
        yield stack


def watch(thread: ServerThread, stack: ExitStack, code: str) -> socket.socket:
    """Return the socket of a spectator who does not read."""
    watcher = deaf_client(thread.port, encode(Hello(PROTOCOL, "", "Wil", "watch", code)))
    stack.callback(watcher.close)
    return watcher


def wait_for_channels(thread: ServerThread, count: int) -> None:
    """Wait until so many clients are in."""
    until(lambda: inside(thread, lambda: len(thread.server.channels)) == count, f"so many clients as {count}")


def chatter(thread: ServerThread, ann: Wire, changes: int, *others: Wire) -> list[int]:
    """Let a host change much while others read along, and return what all queues held after each change."""
    held = []
    for number in range(changes):
        much = f"{number:04}" + "x" * 9_500
        ann.send(Configure({"rules": {"much": much, "more": "y" * 9_500}}))
        for reader in (ann, *others):
            reader.wait_for(LobbyState, lambda lobby, much=much: lobby.config.get("rules", {}).get("much") == much)  # type: ignore[misc]
        held.append(inside(thread, lambda: thread.server.queues.used))
    return held


def test_many_who_never_read_cost_little_and_hinder_nobody(serve: Serve, deaf: ExitStack) -> None:
    limits = replace(PATIENT, queues=BUDGET, behind_spectator=100_000)
    thread = serve(limits=limits)
    ann = Wire(thread.port).hello("Ann", "create")
    bob = Wire(thread.port).hello("Bob", code=ann.welcome.code)
    for number in range(30):
        watch(thread, deaf, ann.welcome.code)
        wait_for_channels(thread, 3 + number)  # at once they would be too much for the budget
    held = chatter(thread, ann, 60, bob)
    assert max(held) <= BUDGET
    assert max(held) > 30_000, "they do not read"
    ann.send(Chat("still here"))
    bob.wait_for(ChatMessage)
    deaf.close()
    until(lambda: inside(thread, lambda: (len(thread.server.channels), thread.server.queues.used)) == (2, 0))


def test_who_come_at_once_are_not_taken_for_clients_that_do_not_read(serve: Serve, deaf: ExitStack) -> None:
    """What 30 are told of each other before anything can be sent is far more than the budget."""
    thread = serve(limits=replace(PATIENT, queues=BUDGET))
    ann = Wire(thread.port).hello("Ann", "create")
    come = Event()
    thread.call(lambda: None if come.wait(PATIENCE) else pytest.fail("they have not come"))
    for _number in range(30):
        watch(thread, deaf, ann.welcome.code)
    come.set()
    wait_for_channels(thread, 31)
    ann.wait_for(LobbyState, lambda lobby: len(lobby.members) == 31)


def test_who_reads_again_sees_the_newest_state(serve: Serve, deaf: ExitStack) -> None:
    thread = serve(limits=replace(PATIENT, behind_spectator=60_000))
    ann = Wire(thread.port).hello("Ann", "create")
    watcher = watch(thread, deaf, ann.welcome.code)
    wait_for_channels(thread, 2)
    chatter(thread, ann, 60)
    (channel,) = [found for (_code, id_), found in thread.server.channels.items() if id_ != ann.welcome.member]
    assert inside(thread, lambda: channel.behind)
    assert inside(thread, lambda: channel.size) <= 60_000
    received = b""
    while b'"0059' not in received:
        received = received[-100_000:] + watcher.recv(100_000)
    until(lambda: not inside(thread, lambda: channel.behind))
    chatter(thread, ann, 1)
    while b'"0000x' not in received:
        received = received[-100_000:] + watcher.recv(100_000)


def test_who_is_behind_for_long_is_cut_off(serve: Serve, deaf: ExitStack) -> None:
    clock = [1000.0]
    thread = serve(limits=replace(PATIENT, behind_spectator=60_000, slow=30.0), now=lambda: clock[0])
    ann = Wire(thread.port).hello("Ann", "create")
    watch(thread, deaf, ann.welcome.code)
    wait_for_channels(thread, 2)
    chatter(thread, ann, 60)
    assert inside(thread, lambda: len(thread.server.channels)) == 2
    clock[0] += 31
    wait_for_channels(thread, 1)
    assert ann.is_open()


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_a_client_goes_on_from_the_newest_state(table: Table, who: str) -> None:
    guests = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob", spectators=1)
    late = guests[1] if who == "player" else guests[2]
    dice = dice_of(7)
    table.play_on(guests, dice, until=lambda: table.match.state.turn >= 2)
    late.behind = True
    others = [guest for guest in guests[:2] if guest is not late]
    for _round in range(20):
        for guest in others:
            answer_one(guest, dice)
        table.wait(0.05)
    late.forget()
    late.behind = False
    table.room.catch_up(late.member)
    assert len(late.messages(Begin)) == 1
    late.membership.update()
    session = late.session
    assert session.observe().data["turn"] == table.match.state.turn
    table.play_on(guests, Dice(3))
    session.poll()
    assert session.over
    assert session.digest()


def test_the_end_of_a_match_makes_sense_to_who_is_behind(table: Table) -> None:
    guests = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob", spectators=1)
    guests[2].behind = True
    guests[2].forget()
    table.play_on(guests[:2], dice_of(7))
    kinds = [type(message) for message in map(decode_server, guests[2].received)]
    assert kinds == [Begin, MatchEnded]
    guests[2].membership.update()
    session = guests[2].session
    session.poll()
    assert session.over


def test_a_host_sends_no_large_settings(table: Table) -> None:
    host = table.enter("Ann")
    for config in ({"rules": dict.fromkeys("abc", "x" * 9000)}, {"plugin": {"race": {"much": ["x" * 100] * 300}}}):
        host.forget()
        host.send(Configure(config))
        assert [str(message.text) for message in host.messages(Rejected)] == ["the settings are too large"]
        assert not host.messages(LobbyState)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "x" * (MAX_TITLE + 1)}, "the name, author and licence of a course"),
        ({"author": "x" * 100_000}, "the name, author and licence of a course"),
        ({"description": "x" * (MAX_DESCRIPTION + 1)}, "its description 2000"),
    ],
)
def test_a_saved_game_brings_no_long_texts(table: Table, changes: dict[str, Any], sentence: str) -> None:
    table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    game = table.running.game
    check_course(game)
    with pytest.raises(DeniedError, match=sentence):
        check_course(replace(game, course=replace(game.course, **changes)))


class Pipe:
    """A socket that takes nothing."""

    def __init__(self) -> None:
        self.transport, self.is_cut = self, False

    async def send(self, data: bytes, text: bool) -> None:
        await asyncio.Event().wait()

    def abort(self) -> None:
        self.is_cut = True


@pytest.mark.parametrize(("after", "watching", "cut"), [(0.1, False, False), (1.5, False, True), (0.1, True, True)])
def test_a_player_is_not_cut_off_while_a_message_is_just_on_its_way(after: float, watching: bool, cut: bool) -> None:
    clock = [0.0]
    queues = Queues(100, 60.0, lambda: clock[0])
    pipe = Pipe()

    async def send_to_both() -> None:
        ann, bob = (Channel(cast(Any, socket), queues, 1000) for socket in (pipe, Pipe()))
        for channel, is_spectator in ((ann, watching), (bob, False)):
            channel.enter(watching=is_spectator, most_changes=1000, catch_up=lambda: None)
        ann.send(b"x" * 90)
        writer = asyncio.create_task(ann.write())
        await asyncio.sleep(0)
        clock[0] = after
        bob.send(b"y" * 20, state=True)
        assert bob.behind is not cut
        writer.cancel()

    asyncio.run(send_to_both())
    assert pipe.is_cut is cut
