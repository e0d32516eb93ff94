"""Whose connection is given up when the queues of all clients are full, and how long a closed one is waited for."""

import asyncio
from typing import Any

import pytest

from roborally.net.server.channel import CLOSE_TIMEOUT, GOING, LAST_WORDS, POLICY, Channel, Queues


class Unread:
    """A connection whose client reads nothing."""

    def __init__(self) -> None:
        self.transport = self
        self.is_cut = False

    async def send(self, _data: bytes, **_how: Any) -> None:
        await asyncio.Event().wait()

    def abort(self) -> None:
        self.is_cut = True


def test_who_has_not_entered_yet_is_given_up_before_a_player() -> None:
    """Strangers cost nobody a seat, also when the player has been behind for longer."""
    now = 0.0

    async def play() -> list[bool]:
        nonlocal now
        queues = Queues(100, 10, lambda: now)
        sockets = [Unread() for _ in range(3)]
        player, stranger, asking = (Channel(each, queues, 100) for each in sockets)  # type: ignore[arg-type]
        player.enter(watching=False, most_changes=100, catch_up=lambda: None)
        writing = []
        for channel in (player, stranger):
            channel.send(b"x" * 40)
            writing.append(asyncio.create_task(channel.write()))
            await asyncio.sleep(0)
            now += 3
        asking.send(b"x" * 40)
        for task in writing:
            task.cancel()
        return [each.is_cut for each in sockets]

    assert asyncio.run(play()) == [False, True, False]


class Closing:
    """A connection that is closed; `close_timeout` is how long it waits until the client has closed it, too."""

    close_timeout: float | None = CLOSE_TIMEOUT

    async def send(self, _data: bytes, **_how: Any) -> None:
        """Take it."""

    async def close(self, _code: int, _reason: str) -> None:
        """Close it."""


@pytest.mark.parametrize(
    ("code", "size", "seconds"),
    [(GOING, 200, CLOSE_TIMEOUT), (GOING, 90_000, 16), (GOING, 8_000_000, LAST_WORDS), (POLICY, 90_000, CLOSE_TIMEOUT)],
)
def test_the_saved_game_of_a_host_who_leaves_reaches_who_has_a_slow_line(code: int, size: int, seconds: float) -> None:
    """At 8 kB/s 90 kB take 11 seconds; a line that is closed before that loses them."""

    async def play() -> float | None:
        socket = Closing()
        channel = Channel(socket, Queues(10**8, 10, lambda: 0.0), 10**8)  # type: ignore[arg-type]
        channel.send(b"x" * size)
        channel.end(code, "ended")
        await channel.write()
        return socket.close_timeout

    assert asyncio.run(play()) == pytest.approx(seconds, abs=0.1)
