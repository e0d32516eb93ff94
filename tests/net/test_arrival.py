"""How much of a long message has come."""

import pytest
from websockets.frames import Frame, Opcode

from roborally.net.client.arrival import MOMENT, Arrival, ArrivalMeter
from roborally.net.protocol import ChatMessage, MatchEnded, encode

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
LONG = encode(MatchEnded("over", "A" * 100_000))
SHORT = encode(ChatMessage(1, "Ann", "hello"))


def frame(data: bytes) -> bytes:
    return Frame(Opcode.TEXT, data).serialize(mask=False)


class Line:
    """What a client's end of a line receives, with a clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = 0.0
        self.meter = ArrivalMeter(lambda: self.time)

    def after(self, data: bytes) -> Arrival | None:
        """Return what is told a moment after some bytes have come."""
        self.meter.feed(data)
        self.time += MOMENT
        return self.meter.arrival


def test_the_share_of_a_long_message_grows_until_it_is_there() -> None:
    line, bytes_ = Line(), frame(LONG)
    assert line.after(HANDSHAKE + frame(SHORT)) is None
    half = len(bytes_) // 2
    assert line.after(bytes_[:half]) == Arrival("ended", half / len(bytes_))
    assert line.after(bytes_[half:-1]) == Arrival("ended", 1 - 1 / len(bytes_))
    assert line.after(bytes_[-1:]) is None
    assert line.after(bytes_[:half]) is not None, "the next one is told of, too"


def test_what_is_there_in_a_moment_is_not_told_of() -> None:
    line, bytes_ = Line(), frame(LONG)
    line.meter.feed(HANDSHAKE + frame(SHORT) + bytes_[:-1])
    assert line.meter.arrival is None


@pytest.mark.parametrize("data", [SHORT, encode(ChatMessage(1, "Ann", "x" * 200)), LONG], ids=len)
@pytest.mark.parametrize("piece", [1, 7, 1400])
def test_bytes_may_come_in_pieces_of_any_size(data: bytes, piece: int) -> None:
    line, bytes_ = Line(), HANDSHAKE + frame(data) + frame(b"") + frame(data)[:-1]
    for at in range(0, len(bytes_), piece):
        line.meter.feed(bytes_[at : at + piece])
    line.time += MOMENT
    assert line.meter.arrival is not None
    assert line.meter.arrival.share == 1 - 1 / len(frame(data))


def test_no_handshake_and_no_known_message_is_no_arrival() -> None:
    line = Line()
    assert line.after(frame(LONG)[:-1]) is None
    assert line.after(HANDSHAKE + frame(b'{"kind": "something else"}')[:-1]) is None
