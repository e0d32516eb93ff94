"""The clock of a match on a server; no network."""

from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.net.client.remote_session import HASTE
from roborally.net.protocol import Answer, Begin, ClockState, PlaybackDone, Rejected, Update, decode_server
from roborally.net.rooms.running_match import MAX_GRACE
from tests.net.table import SECONDS, Guest, Table, answer_one, begun, dice_of, random_answer, refusal


def held_clock(guest: Guest) -> tuple[float | None, bool]:
    """Return the clock as a player knows it, and whether it is held."""
    messages = [
        message for message in map(decode_server, guest.received) if isinstance(message, Begin | Update | ClockState)
    ]
    return messages[-1].clock, messages[-1].held


def test_the_clock_runs_when_all_players_have_seen_the_events(table: Table) -> None:
    """CLI-202, CLI-505, CLI-1101."""
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    beat = ann.last(Begin).beat
    assert held_clock(ann) == (30, True)
    table.wait(20)
    ann.send(PlaybackDone(beat))
    table.wait(20)
    assert held_clock(ann) == (30, True)
    bob.send(PlaybackDone(beat))
    assert held_clock(ann)[1] is False
    table.wait(29)
    assert table.match.state.turn == 1
    table.wait(2)
    assert table.match.state.turn == 2, "defaults were taken"
    programs = [id_ for id_ in table.running.recorder.record.stood_in if id_.startswith("program-")]
    assert len(programs) == 2, "the analysis leaves them out"
    assert ann.last(Update).held


def test_the_clock_does_not_wait_for_absent_players(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", timer=10, spectators=1)[:2]
    ann.send(PlaybackDone(ann.last(Begin).beat))
    assert held_clock(ann)[1] is True
    bob.lose()
    table.wait(1)
    assert held_clock(ann)[1] is False


def test_a_returning_player_gains_no_time(table: Table) -> None:
    """They are sent the present state, not the past events, so leaving gains no time."""
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    bob.lose()
    ann.send(PlaybackDone(ann.last(Begin).beat))
    table.wait(20)
    bob.come_back()
    assert bob.last(Begin).clock == pytest.approx(10)
    assert held_clock(bob)[1] is False
    table.wait(11)
    assert table.match.state.turn == 2, "defaults were taken"


def program_of(guest: Guest) -> Decision:
    """Return the question for a guest's program."""
    return next(question for question in guest.questions() if not question["optional"])


def laid(guest: Guest) -> tuple[str, Any]:
    """Return the id of the question for a guest's program, and an answer that is not the default."""
    question = program_of(guest)
    while (answer := random_answer(guest.membership.session.observe(), question, dice_of(7))) == question["default"]:  # type: ignore[union-attr]
        pass
    return question["id"], answer


@pytest.mark.parametrize(("delay", "grace"), [(0.0, 0.0), (1.4, 1.4), (60.0, MAX_GRACE)])
def test_what_is_on_its_way_when_the_time_is_up_counts(table: Table, delay: float, grace: float) -> None:
    """CLI-R14: the slowest line of all who play gives the grace of all, and all are told."""
    table.delays["Bob"] = delay
    ann, bob, _watcher = begun(table, "Ann", "Bob", spectators=1, timer=30)
    for guest in (ann, bob):
        guest.send(PlaybackDone(guest.last(Begin).beat))
    assert [ann.last(Begin).grace, ann.last(ClockState).grace] == [grace, grace]
    table.wait(30 + grace - 0.01)
    assert table.match.state.turn == 1
    id_, answer = laid(bob)
    bob.send(Answer(id_, answer))
    assert table.match.state.sealed[id_] == answer
    table.wait(0.02)
    assert table.match.state.turn == 2, "defaults were taken for Ann"


def test_who_watches_or_is_away_gives_no_grace(table: Table) -> None:
    table.delays |= {"Watcher 0": 2.0, "Bob": 1.0}
    ann, bob, _watcher = begun(table, "Ann", "Bob", spectators=1, timer=30)
    assert ann.last(Begin).grace == 1.0
    bob.lose()
    table.wait(1)
    assert ann.last(ClockState).grace == 0.0


def test_a_client_hands_in_as_early_as_its_line_needs(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob", timer=30)
    bob.membership.update()
    session = bob.session
    session.now = lambda: 100.0
    for delay, grace, left in ((0.0, 0.0, 10 - HASTE), (1.4, 1.4, 10 - HASTE), (5.0, 3.0, 8 - HASTE)):
        table.delays["Bob"] = delay
        session.handle(ClockState([0], 10.0, held=False, grace=grace))
        assert session.seconds_left() == pytest.approx(left)


def test_an_answer_that_came_too_late_is_told_without_a_dialog(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    for guest in (ann, bob):
        guest.send(PlaybackDone(guest.last(Begin).beat))
    question = program_of(bob)
    session = bob.session
    bob.unread, unread = [], bob.unread
    table.wait(31)
    session.answer(1, question["id"], question["default"])
    bob.membership.update()
    assert session.complaints == []
    assert [notice["type"] for notice in session.notices] == ["unanswered", "unanswered", "too-late"]
    assert "program-" not in refusal(bob)
    assert unread == []


def test_an_answer_that_comes_after_the_match_is_no_fault_of_the_player(table: Table) -> None:
    """CLI-R14: their window shows the end; a refusal without a question would cover it with a dialog."""
    ann, bob = begun(table, "Ann", "Bob")
    table.play_on([ann, bob], dice_of(4))
    bob.send(Answer("program-99", []))
    assert bob.last(Rejected).id == "program-99"


def test_an_answer_on_its_way_is_known_to_be(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob")
    question = program_of(bob)
    session = bob.session
    session.now = lambda: table.now
    sent: list[Any] = []
    session.send = sent.append
    assert session.sending == 0.0
    session.answer(1, question["id"], question["default"])
    table.now += 3
    assert session.sending == 3.0
    bob.send(sent.pop())
    table.wait(0)
    bob.membership.update()
    assert session.sending == 0.0


def test_without_a_timer_there_is_no_clock(table: Table) -> None:
    """CLI-1103."""
    ann, _bob = begun(table, "Ann", "Bob", timer=0)
    table.wait(10_000)
    assert held_clock(ann) == (None, False)
    assert table.match.state.turn == 1


def test_all_members_see_whom_the_match_waits_for(table: Table) -> None:
    ann, bob, watcher = begun(table, "Ann", "Bob", spectators=1)
    assert watcher.last(Begin).waiting == [0, 1]
    while ann.questions():
        answer_one(ann, dice_of(5))
        table.wait(SECONDS)
    assert watcher.last(ClockState).waiting == bob.last(ClockState).waiting == [1]
