"""A course that the host of a room builds, on its way to all: nothing is refused, and the last state is never lost."""

from dataclasses import dataclass, field

import pytest

from roborally.net.client.course_show import BETWEEN_STEPS, SHOW_AGAIN, CourseShow
from roborally.net.protocol import MAX_COURSE_CODE, TABLE, Building, Choose, Configure, LobbyState, Rejected, Start
from roborally.net.rooms.lobby import BETWEEN_STEPS as SERVER_PAUSE
from tests.net.table import Guest, Table, configuration


@dataclass
class Builder:
    """A host who builds, on a line that may hold messages back."""

    table: Table
    host: Guest
    waiting: list[Building] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.show = CourseShow(self._send, lambda: self.table.now)

    def _send(self, message: object) -> None:
        assert isinstance(message, Building)
        self.sent.append(message.course)
        self.waiting.append(message)

    def deliver(self) -> None:
        """Let what is on its way reach the server, and the answer come back."""
        for message in self.waiting:
            self.host.send(message)
        self.waiting.clear()
        self.show.on_lobby(self.host.last(LobbyState))

    def build(self, code: str) -> None:
        """Change the course."""
        self.show.put(lambda: code)
        self.show.update()

    def go_on(self, seconds: float) -> None:
        """Let time go by in frames."""
        until = self.table.now + seconds
        while self.table.now < until:
            self.table.now += 1 / 16
            self.show.update()


@pytest.fixture
def builder(table: Table) -> Builder:
    host = table.enter("Ann")
    host.send(Configure(configuration("standard", ["Ann"])))
    return Builder(table, host)


def test_of_many_steps_the_last_one_arrives_and_none_is_refused(table: Table, builder: Builder) -> None:
    """CLI-2373: the client holds back what comes too early."""
    bob = table.enter("Bob")
    for step in range(20):
        builder.build(f"RR1:{step}")
        builder.deliver()
        builder.go_on(1 / 16)
    builder.go_on(BETWEEN_STEPS)
    builder.deliver()
    assert bob.last(LobbyState).building == "RR1:19"
    assert not [message for message in builder.host.received if b'"rejected"' in message]
    assert 2 < len(builder.sent) < 6, "others are left out"


def test_a_slow_line_does_not_bring_two_states_at_once(table: Table, builder: Builder) -> None:
    """Two that arrive together would be one too many for the server."""
    builder.build("RR1:a")
    builder.build("RR1:b")
    builder.go_on(SHOW_AGAIN / 2)
    assert builder.sent == ["RR1:a"]
    builder.deliver()
    builder.go_on(BETWEEN_STEPS)
    builder.deliver()
    assert builder.host.last(LobbyState).building == "RR1:b"


def test_what_is_lost_on_the_way_is_sent_again(builder: Builder) -> None:
    builder.build("RR1:a")
    builder.waiting.clear()
    builder.go_on(SHOW_AGAIN)
    builder.deliver()
    assert builder.sent == ["RR1:a", "RR1:a"]
    assert builder.host.last(LobbyState).building == "RR1:a"
    builder.go_on(3 * SHOW_AGAIN)
    assert len(builder.sent) == 2, "what all see is not sent again"


def test_a_course_that_is_too_large_is_not_shown_and_none_in_a_match(builder: Builder) -> None:
    builder.build("RR1:" + "a" * MAX_COURSE_CODE)
    builder.go_on(1)
    builder.show.put(lambda: "RR1:a")
    builder.show.stop()
    builder.go_on(1)
    assert builder.sent == []


def test_only_the_host_shows_a_course_and_not_too_often(table: Table, builder: Builder) -> None:
    """CLI-2373: a server does not rely on its clients."""
    bob = table.enter("Bob")
    bob.send(Building("RR1:bob"))
    assert str(bob.last(Rejected).text) == "only the host can do that"
    builder.host.send(Building("RR1:a"))
    table.now += SERVER_PAUSE / 2
    builder.host.send(Building("RR1:b"))
    refused = builder.host.last(Rejected)
    assert (refused.text.sentence, refused.id) == ("wait a moment before you show another course", TABLE), (
        "after a pause of the line two states come at once; the window sends the course again, and nobody is told"
    )
    table.now += SERVER_PAUSE / 2
    builder.host.send(Building("RR1:c"))
    assert bob.last(LobbyState).building == "RR1:c"
    bob.send(Choose("", True))
    builder.host.send(Start())
    assert table.room.running_match is not None
    table.now += 1
    builder.host.send(Building("RR1:d"))
    assert bob.last(LobbyState).building == "RR1:c"
