"""When a line counts as dead: on a clock that the test moves on."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.protocol import Protocol, Side

from roborally.net.life_signs import LivingConnection

PING, PATIENCE = 10.0, 15.0
LONG_MESSAGE = b"\x81\x7f" + (10**6).to_bytes(8)
"""The beginning of a message of a million letters."""
PING_FRAME = 0x89


class Loop(asyncio.SelectorEventLoop):
    """Time goes by only where something waits for it, and then at once."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0.0
        selector: Any = self._selector  # type: ignore[attr-defined]
        select = selector.select

        def hurry(timeout: float | None = None) -> Any:
            self.at += timeout or 0.0
            return select(0)

        selector.select = hurry

    def time(self) -> float:
        return self.at


class Wire(asyncio.Transport):
    """What has been sent, and whether the line has been cut off."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.cut = False

    def write(self, data: Any) -> None:
        self.sent.append(bytes(data))

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Buffer as much as it likes."""

    def is_closing(self) -> bool:
        return self.cut

    def abort(self) -> None:
        self.cut = True

    @property
    def pings(self) -> int:
        """How many pings have been sent."""
        return sum(frame[0] == PING_FRAME for frame in self.sent)


@pytest.fixture
def loop() -> Any:
    loop = Loop()
    yield loop
    loop.close()


def live(loop: Loop, story: Callable[[LivingConnection, Wire], Any]) -> Wire:
    """Let a connection live through a story."""

    async def play() -> Wire:
        wire = Wire()
        line = LivingConnection(Protocol(Side.CLIENT), ping_interval=PING, ping_timeout=PATIENCE)
        line.connection_made(wire)
        line.data_received(LONG_MESSAGE)
        line.start_keepalive()
        await story(line, wire)
        line.connection_lost(None)
        await asyncio.sleep(0)
        return wire

    return loop.run_until_complete(play())


def test_an_answer_may_stand_behind_a_long_message(loop: Loop) -> None:
    """300 kB at 8 kB/s take 40 seconds, in which pings go on: the other side needs them."""

    async def story(line: LivingConnection, wire: Wire) -> None:
        for _second in range(100):
            await asyncio.sleep(1)
            line.data_received(b"x" * 8000)
        assert not wire.cut

    assert live(loop, story).pings == 11


@pytest.mark.parametrize("full", [False, True])
def test_a_line_on_which_nothing_comes_is_cut_off(loop: Loop, *, full: bool) -> None:
    """A hole in one direction, or in both; then what is to be sent fills the buffers as well."""

    async def story(line: LivingConnection, wire: Wire) -> None:
        if full:
            line.pause_writing()
        await asyncio.sleep(PING + PATIENCE - 1)
        assert not wire.cut
        await asyncio.sleep(2)
        assert wire.cut

    live(loop, story)
