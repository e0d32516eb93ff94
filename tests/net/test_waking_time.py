"""A server, or a window, that was asleep: the time of an answer stands still meanwhile."""

import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import parse_config
from roborally.game.session.local import LocalSession
from roborally.game.session.waking_time import ASLEEP, WakingTime
from roborally.net.protocol import Update
from roborally.plugin_system.loader import Catalogue
from tests.net.table import NeverThinker, Table, configuration

TIMER = 60
LOOK = 0.05


def test_what_has_been_slept_through_does_not_count() -> None:
    at = 100.0
    clock = WakingTime(lambda: at)
    begun = clock()
    at += ASLEEP
    assert clock() - begun == ASLEEP, "a machine may be as busy as that"
    at += 600
    assert clock() - begun == ASLEEP
    at += 1
    assert clock() - begun == ASLEEP + 1


def test_a_host_who_was_asleep_takes_no_time_from_anybody(table: Table) -> None:
    """Without it the turn would be played at random as soon as the host's window is awake, before a guest is back."""
    machine = 1000.0
    clock = WakingTime(lambda: machine)
    table.room.now = clock
    ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], timer=TIMER), "Ann", "Bob")
    for guest in (ann, bob):
        guest.membership.now = clock
        assert guest.questions()
    table.room.go_on()
    session = ann.session
    machine += 1
    left = session.seconds_left()
    bob.forget()
    machine += 600
    table.room.go_on()
    assert session.seconds_left() == left
    assert not bob.messages(Update)
    for _look in range(round((TIMER + 1) / LOOK)):
        machine += LOOK
        table.room.go_on()
    assert bob.messages(Update), "the time goes on where it stood"


def test_several_people_at_a_machine_that_was_asleep_have_their_time(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = 1000.0
    monkeypatch.setattr("roborally.game.session.local.WakingTime", lambda: WakingTime(lambda: machine))
    config = parse_config(configuration("standard", ["Ann", "Bob"], timer=TIMER))
    session = LocalSession.start(make_game(config, catalogue), 1, NeverThinker())
    machine += 5
    session.poll()
    left = session.seconds_left()
    assert left == TIMER - 5
    machine += 600
    session.poll()
    assert session.seconds_left() == left
    assert session.waiting_for() == [0, 1]
    session.answer(0, session.decisions(0)[0]["id"], session.decisions(0)[0]["default"])
    assert session.waiting_for() == [1]
