"""Deadlines: days that count, the zone's hour, summer time, and what misses lead to."""

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roborally.features.post.schedule import WEEK, MissingOrders, Schedule

BERLIN = "Europe/Berlin"


def test_a_turn_is_due_after_its_days_at_the_hour_of_the_zone() -> None:
    schedule = Schedule(days=3, hour=time(20), zone=BERLIN)
    assert schedule.deadline(datetime(2026, 11, 25, 12, tzinfo=UTC)) == datetime(2026, 11, 28, 19, tzinfo=UTC)


def test_days_off_and_holidays_do_not_count() -> None:
    schedule = Schedule(days=2, off=["sat", "sun"], holidays=[date(2026, 11, 27)], zone=BERLIN)
    # Wednesday; Thursday counts, Friday is a holiday, then the weekend: Monday is the second day.
    assert schedule.deadline(datetime(2026, 11, 25, 12, tzinfo=UTC)) == datetime(2026, 11, 30, 19, tzinfo=UTC)


def test_the_hour_stays_when_summer_time_ends() -> None:
    schedule = Schedule(days=2, zone=BERLIN)
    before = schedule.deadline(datetime(2026, 10, 22, 12, tzinfo=UTC))
    after = schedule.deadline(datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert (before, after) == (datetime(2026, 10, 24, 18, tzinfo=UTC), datetime(2026, 10, 26, 19, tzinfo=UTC))


def test_grace_and_reminder_are_hours_beside_the_deadline() -> None:
    schedule, deadline = Schedule(grace=12, reminder=24), datetime(2026, 11, 28, 20, tzinfo=UTC)
    assert schedule.last_call(deadline) == datetime(2026, 11, 29, 8, tzinfo=UTC)
    assert schedule.reminds_at(deadline) == datetime(2026, 11, 27, 20, tzinfo=UTC)
    assert Schedule(reminder=0).reminds_at(deadline) is None


@given(
    begun=st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),
    days=st.integers(1, 20),
    off=st.lists(st.sampled_from(WEEK), unique=True, max_size=6),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu"]),
)
def test_a_deadline_never_falls_on_a_day_off_and_leaves_all_its_days(
    begun: datetime, days: int, off: list[Any], zone: str
) -> None:
    schedule = Schedule(days=days, off=off, zone=zone)
    deadline = schedule.deadline(begun)
    first, last = schedule.local(begun).date(), schedule.local(deadline).date()
    assert not schedule.is_off(last)
    between = [date.fromordinal(day) for day in range(first.toordinal() + 1, last.toordinal() + 1)]
    assert sum(not schedule.is_off(day) for day in between) == days


@pytest.mark.parametrize(("in_a_row", "outcome"), [(1, "stand-in"), (2, "substitute"), (3, "substitute"), (4, "bot")])
def test_misses_in_a_row_lead_to_a_substitute_and_then_to_a_bot(in_a_row: int, outcome: str) -> None:
    assert MissingOrders(substitute_after=2, bot_after=4).outcome(in_a_row) == outcome


def test_with_nought_neither_comes() -> None:
    assert MissingOrders(substitute_after=0, bot_after=0).outcome(50) == "stand-in"


def test_an_excuse_gives_time_once_in_a_turn() -> None:
    patience = MissingOrders(excused=1)
    assert patience.extends(0, already_extended=False)
    assert not patience.extends(0, already_extended=True)
    assert not patience.extends(1, already_extended=False)
