"""A client's outgoing queue, and the budget that the queues of all clients share.

A client that reads slowly does not get every change: replaceable messages are taken out of its queue, and the newest
state follows when the rest has been sent. So no client delays the others, and clients that never read cost little.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

CLOSE_TIMEOUT = 1.0
"""Seconds to wait for a connection to close; a client that floods the server no longer reads anything."""
SLOW_LINE, LAST_WORDS = 6000, 30.0
"""The bytes per second of a slow connection, and the maximum number of seconds for sending the last messages."""
POLICY, GOING, TRY_LATER = 1008, 1001, 1013
"""WebSocket close codes: the client broke a rule, the server stops, the client may try again later."""
LOOK = 1.0
"""Seconds between two checks of clients that are behind."""
MOMENT = 1.0
"""Seconds for which a message to a player may stay unread before the player may be cut off to make room."""


class Queues:
    """The queues of all clients: together they hold at most `most` bytes; `now` is the clock in seconds."""

    def __init__(self, most: int, slow: float, now: Callable[[], float]) -> None:
        """Start without clients; one that is behind for more than `slow` seconds is cut off."""
        self.used = 0
        self.now = now
        self._most = most
        self._slow = slow
        self._looked_at = now()
        self._channels: dict[Channel, None] = {}

    def add(self, channel: "Channel") -> None:
        """Count a client's queue from now on."""
        self._channels[channel] = None

    def remove(self, channel: "Channel") -> None:
        """Stop counting a client's queue."""
        self._channels.pop(channel, None)

    def have_room(self, size: int, asking: "Channel") -> bool:
        """Return whether `size` bytes may be queued.

        Clients that have read nothing for longer than the asking one are cut off to make room, spectators first, but
        not clients whose messages have only just been queued, as when many enter or leave at once.
        """
        while self.used + size > self._most:
            stuck = [channel for channel in self._channels if channel is asking or self._may_be_cut_off(channel)]
            slowest = min(stuck, key=lambda channel: (not channel.watching, channel.stuck_since()), default=asking)
            if slowest is asking:
                return False
            slowest.drop()
        return True

    def _may_be_cut_off(self, channel: "Channel") -> bool:
        """Return whether a client that is stuck may be cut off to make room; a player only after `MOMENT` seconds."""
        return channel.is_stuck and (channel.watching or self.now() - channel.stuck_since() > MOMENT)

    def look_around(self) -> None:
        """Cut off clients that have been behind for too long, and let the others try again; call it often."""
        at = self.now()
        if at - self._looked_at < LOOK:
            return
        self._looked_at = at
        for channel in [channel for channel in self._channels if channel.behind]:
            if at - channel.behind_since > self._slow:
                channel.drop()
            else:
                channel.try_again()


class Channel:
    """A client's connection with its outgoing queue.

    `behind` says that changes have been skipped since `behind_since`; `catch_up` is called when the queue has been
    sent, and sends the newest state. `slow` says that the client was cut off. `patience` is the number of seconds that
    queued messages may take when the connection is closed.
    """

    def __init__(self, socket: ServerConnection, queues: Queues, most: int) -> None:
        """Send through a socket; at most `most` bytes are queued."""
        self.socket = socket
        self.size = 0
        self.behind = False
        self.behind_since = 0.0
        self.slow = False
        self.patience = CLOSE_TIMEOUT
        self.watching = True
        self.catch_up: Callable[[], None] = lambda: None
        self._queues = queues
        self._most = most
        self._most_changes = most
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._sending = 0
        self._moved_at = queues.now()
        self._news = asyncio.Event()
        self._end: tuple[int, str] | None = None
        queues.add(self)

    def enter(self, *, watching: bool, most_changes: int, catch_up: Callable[[], None]) -> None:
        """Set how a member uses the connection; beyond `most_changes` queued bytes, changes are skipped (`behind`)."""
        self.watching, self._most_changes, self.catch_up = watching, most_changes, catch_up

    @property
    def is_stuck(self) -> bool:
        """Whether a message is being sent that the client has not read yet."""
        return self._sending > 0

    def stuck_since(self) -> float:
        """Return the time (seconds) since when the client has read nothing of its queue; now if the queue is empty."""
        return self._moved_at if self.size else self._queues.now()

    def try_again(self) -> None:
        """Wake the writer, which checks whether there is room for the newest state."""
        self._news.set()

    def send(self, data: bytes, *, state: bool = False) -> None:
        """Queue a message.

        A message with `state` is skipped for a client that is behind. Any other message is sent, or the client is cut
        off because it no longer reads.
        """
        if self._end is not None or (state and self.behind):
            return
        if state and not self._has_room(len(data), self._most_changes):
            self._fall_behind()
            return
        if not self._has_room(len(data), self._most):
            self._fall_behind()
            if not self._has_room(len(data), self._most):
                self.drop()
                return
        if not self.size:
            self._moved_at = self._queues.now()
        self._waiting.append((data, state))
        self._count(len(data))
        self._news.set()

    def _has_room(self, size: int, most: int) -> bool:
        """Return whether a message may be queued: up to `most` bytes in all, or alone, if the shared budget allows."""
        return (not self.size or self.size + size <= most) and self._queues.have_room(size, self)

    def _fall_behind(self) -> None:
        """Mark the client as behind, and remove the queued messages that the newest state will replace."""
        if not self.behind:
            self.behind, self.behind_since = True, self._queues.now()
        self._count(-sum(len(data) for data, state in self._waiting if state))
        self._waiting = deque(entry for entry in self._waiting if not entry[1])
        self._news.set()

    def drop(self) -> None:
        """Cut off a client that no longer reads."""
        self.slow = True
        self._forget()
        self.end(POLICY, "slow")
        self.socket.transport.abort()

    def end(self, code: int, reason: str) -> None:
        """Close the connection with a WebSocket code and a reason, once the queue has been sent."""
        if self._end is None:
            self._end = code, reason
            if code == GOING:
                self.patience = min(LAST_WORDS, CLOSE_TIMEOUT + self.size / SLOW_LINE)
        self._news.set()

    async def write(self) -> None:
        """Send queued messages until the connection ends."""
        try:
            with suppress(ConnectionClosed):
                while await self._write_queue():
                    self._news.clear()
                    await self._news.wait()
        finally:
            self._forget()
            self._queues.remove(self)

    async def _write_queue(self) -> bool:
        """Send the queued messages; return whether the connection goes on."""
        while self._waiting or self.behind:
            if not self._waiting:
                self.behind = False
                if self._end is None:
                    self.catch_up()
                if self.behind and not self._waiting:  # the queues of others leave no room
                    return True
                continue
            data, _state = self._waiting.popleft()
            self._sending = len(data)
            await self.socket.send(data, text=True)
            self._count(-self._sending)
            self._sending = 0
            self._moved_at = self._queues.now()
        if self._end is not None:
            self.socket.close_timeout = max(self.socket.close_timeout or 0.0, self.patience)
            await self.socket.close(*self._end)
            return False
        return True

    def _count(self, size: int) -> None:
        self.size += size
        self._queues.used += size

    def _forget(self) -> None:
        """Empty the queue, and give its bytes back to the budget of all queues."""
        self._waiting.clear()
        self._count(-self.size)
        self._sending = 0
