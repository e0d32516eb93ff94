"""Whose connection is given up when the queues of all clients are full."""

import asyncio
from typing import Any

from roborally.net.server.channel import Channel, Queues


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
