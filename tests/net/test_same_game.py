"""A match over the network is the match that the same answers make at one machine, whatever happens to connections."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from roborally.net.address import Address
from roborally.net.client.connection import Connection, ServerRequest
from roborally.net.client.membership import Membership
from roborally.net.protocol import Choose, Configure, Leave, MatchEnded, Start
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.cutting import cut_match, problem_of
from tests.net.table import configuration, dice_of, random_answer
from tests.net.test_server import inside
from tests.waiting import until


@pytest.mark.parametrize("first", [0, *[pytest.param(first, marks=pytest.mark.long) for first in (3, 6, 9)]])
def test_matches_with_connections_cut_at_random(first: int, catalogue: Catalogue) -> None:
    cuts = [cut_match(catalogue, number) for number in range(first, first + 3)]
    assert [cut.problem for cut in cuts] == ["", "", ""]
    assert sum((cut.counts for cut in cuts), Counter()).keys() >= {"lost", "back"}


def test_a_match_over_real_connections_that_break(serve: Serve, catalogue: Catalogue, tmp_path: Path) -> None:
    """The game's own client comes back by itself, into the same seat, and the match ends as it would have."""
    thread = serve()
    address = Address("127.0.0.1", thread.port)

    def client(name: str, wish: str, code: str = "") -> Membership:
        return Membership(Connection(address, ServerRequest(name, wish, code)), catalogue, tmp_path)

    ann = client("Ann", "create")
    pump_until([ann], lambda: ann.lobby is not None)
    bob = client("Bob", "join", ann.code)
    pump_until([ann, bob], lambda: len(ann.members) == 2)
    ann.send(Configure(configuration("standard", ["Ann", "Bob"], bots=1)))
    pump_until([ann, bob], lambda: ann.lobby is not None and ann.lobby.config["match"].get("timer") == 0)
    bob.send(Choose("", True))
    pump_until([ann, bob], lambda: any(member.ready for member in ann.members))
    ann.send(Start())
    pump_until([ann, bob], lambda: None not in (ann.session, bob.session))
    dice, cuts = dice_of(11), 0

    def cut(member: Membership) -> bool:
        """Break a member's connection; one that is not back from the last cut has none."""
        channel = thread.server.channels.get((ann.code, member.id))
        if channel is not None:
            channel.socket.transport.abort()
        return channel is not None

    def play() -> None:
        nonlocal cuts
        for member in (ann, bob):
            member.update()
            session = member.session
            if session is None:
                continue
            session.poll()
            session.shown()
            questions = session.decisions(session.seat) if member.status.state == "online" else []
            if questions:
                session.answer(session.seat, questions[0]["id"], random_answer(session.observe(), questions[0], dice))
            if cuts < 3 and session.observe().data["turn"] == cuts + 2:
                cuts += inside(thread, partial(cut, member))

    until(lambda: all(member.session is not None and member.session.over for member in (ann, bob)), meanwhile=play)
    assert cuts == 3
    for member in (ann, bob):
        assert member.session is not None
        assert isinstance(member.session.ended, MatchEnded)
        assert problem_of(member.session.ended, catalogue) == ""
        member.close(Leave())


def pump_until(members: list[Membership], condition: Callable[[], bool]) -> None:
    """Take in what comes until a condition holds."""

    def pump() -> None:
        for member in members:
            member.update()

    until(condition, meanwhile=pump)
