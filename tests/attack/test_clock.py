"""Nobody stops the clock of a match: not by never saying `seen`, and not by coming and going."""

import pytest

from roborally.net.protocol import PlaybackDone
from roborally.net.rooms.show_wait import SECONDS_A_BEAT, SHOWING, Showing
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, NeverThinker, Table, configuration

TIMER = 30


def begin(table: Table, bots: int = 0) -> tuple[Guest, Guest]:
    config = configuration("standard", ["Ann", "Bob"], bots, timer=TIMER)
    ann, bob = table.begin(config, "Ann", "Bob", spectators=1)[:2]
    return ann, bob


def beat(table: Table) -> int:
    return table.running.session.beat


def show(guest: Guest) -> None:
    """Say that everything has been shown."""
    guest.send(PlaybackDone(beat(guest.table)))


def seconds_of_a_question(table: Table, *prompt: Guest) -> int:
    """Return for how long a question is open that nobody answers; the prompt ones have been shown it at once."""
    asked = [entry["id"] for entry in table.match.state.decisions]
    for second in range(1000):
        if [entry["id"] for entry in table.match.state.decisions] != asked:
            return second
        for guest in prompt:
            show(guest)
        table.wait(1)
    raise AssertionError("the clock stands still")


def test_who_lets_the_time_run_out_is_not_waited_for_again(table: Table) -> None:
    """Ann is honest; Bob never says that anything has been shown."""
    ann, _bob = begin(table)
    times = [seconds_of_a_question(table, ann) for _ in range(5)]
    assert SHOWING < times[0] <= SHOWING + TIMER
    assert max(times[1:]) <= TIMER


def test_spectators_are_never_waited_for(table: Table) -> None:
    ann, bob = begin(table)
    assert max(seconds_of_a_question(table, ann, bob) for _ in range(4)) <= TIMER


def test_who_is_in_time_again_is_waited_for_again(table: Table) -> None:
    ann, bob = begin(table)
    seconds_of_a_question(table, ann)
    seconds_of_a_question(table, ann, bob)  # catching up is not in time yet
    seconds_of_a_question(table, ann, bob)
    assert seconds_of_a_question(table, ann) > TIMER


@pytest.mark.parametrize("beats", [0, 10**9])
def test_beats_that_there_are_not_help_nobody(table: Table, beats: int) -> None:
    """To have seen what is still to come would be to have seen everything, always."""
    ann, bob = begin(table)
    bob.send(PlaybackDone(beats))
    assert bob.member.seen == min(beats, beat(table))
    before = bob.member.seen
    bob.send(PlaybackDone(0))
    assert bob.member.seen == before
    if beats:  # all that there is has been shown; what comes next has not
        seconds_of_a_question(table, ann)
    assert SHOWING < seconds_of_a_question(table, ann) <= SHOWING + TIMER, "what is still to come is not shown"
    assert bob.member.seen < beat(table)


def test_coming_and_going_gives_no_more_time(table: Table) -> None:
    """Bob lets almost all of his time run out, and comes in again before its end, at every question."""
    ann, bob = begin(table)

    def seconds() -> int:
        asked = [entry["id"] for entry in table.match.state.decisions]
        for second in range(1000):
            if [entry["id"] for entry in table.match.state.decisions] != asked:
                return second
            show(ann)
            if second % int(SHOWING) == SHOWING - 5:
                bob.lose()
                bob.come_back()
            table.wait(1)
        raise AssertionError("the clock stands still")

    times = [seconds() for _ in range(4)]
    beats = beat(table)
    assert sum(times) <= 4 * TIMER + SHOWING + beats * SECONDS_A_BEAT
    assert max(times) <= SHOWING + TIMER


def test_who_takes_a_seat_back_in_a_question_of_bots_has_a_clock(catalogue: Catalogue) -> None:
    """Only bots had been asked, so no clock ran; the person who comes in then does not stop the match."""
    table = Table(catalogue, thinker=NeverThinker())
    ann, bob = begin(table)
    session = table.running.session
    for guest in (ann, bob):
        guest.lose()
    for member in (ann.member, bob.member):
        table.running.stand_in_for(member)
    session.deadline = None
    bob.come_back()
    show(bob)
    table.wait(0)
    assert session.deadline is not None
    assert 0 < (session.seconds_left() or 0) <= TIMER


def test_slow_steps_add_up(table: Table) -> None:
    """Who says `seen` just in time at every step has the minute and what the beats give, and no more."""
    ann, _bob = begin(table)
    showing, now, waited = Showing(), 0.0, 0.0
    member = ann.member
    member.seen = 0
    steps = 200
    for step in range(1, steps + 1):
        while showing.is_awaited([member], step, now):
            now += 1.0
            waited += 1.0
            if waited % 59 == 0:
                break
        member.seen = step
        showing.is_awaited([member], step, now)
    assert waited <= SHOWING + steps * SECONDS_A_BEAT + steps


def test_an_honest_window_is_always_waited_for(table: Table) -> None:
    """Two seconds a beat, at the slowest speed, in turns of any length up to a minute."""
    ann, _bob = begin(table)
    showing, now, text = Showing(), 0.0, 0
    member = ann.member
    member.seen = 0
    for beats in [1, 5, 25, 29, 3, 28, 29, 29, 1, 29] * 5:
        text += beats
        for second in range(2 * beats):
            assert showing.is_awaited([member], text, now + second), f"{beats} beats, after {second} seconds"
        now += 2 * beats
        member.seen = text
        assert not showing.is_awaited([member], text, now)
