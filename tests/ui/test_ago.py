"""How long ago a match was, in words (CLI-2041)."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest

from roborally.base.dates import HERE
from roborally.base.translation import use_language
from roborally.ui.pages.ago import ago

NOW = datetime(2026, 5, 17, 19, 30, tzinfo=timezone(timedelta(hours=2)))
"""A Sunday evening, two hours east of Greenwich."""


@pytest.mark.parametrize(
    ("date", "text"),
    [
        ("2026-05-17T17:29:30+00:00", "just now"),
        ("2026-05-17T17:28:30+00:00", "a minute ago"),
        ("2026-05-17T17:25:00+00:00", "5 minutes ago"),
        ("2026-05-17T16:30:01+00:00", "59 minutes ago"),
        ("2026-05-17T16:30:00+00:00", "today 18:30"),
        ("2026-05-16T22:00:00+00:00", "today 00:00"),
        ("2026-05-16T16:40:00+00:00", "yesterday 18:40"),
        ("2026-05-15T10:05:00+00:00", "Friday 12:05"),
        ("2026-05-11T10:05:00+00:00", "Monday 12:05"),
        ("2026-05-10T10:05:00+00:00", "10 May 2026 12:05"),
        ("2026-05-17T17:31:00+00:00", "17 May 2026 19:31"),
        ("yesterday, I think it was", "yesterday, I thi"),
        ("0001-01-01T00:00:00+23:00", "0001-01-01T00:00"),
    ],
)
def test_how_long_ago_something_was(date: str, text: str) -> None:
    """CLI-2041."""
    assert ago(date, NOW) == text


def test_a_minute_before_midnight_is_minutes_ago_and_not_yesterday() -> None:
    assert ago("2026-05-17T21:59:00+00:00", NOW.replace(day=18, hour=0, minute=4)) == "5 minutes ago"


@pytest.fixture
def _central_europe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine stands there; its clocks were set back on 31 October 2027 at 01:00 UTC."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone is the system's")
@pytest.mark.usefixtures("_central_europe")
@pytest.mark.parametrize(
    ("date", "now", "text"),
    [
        ("2027-10-30T22:30", "2027-10-31T11:00", "today 00:30"),
        ("2027-10-30T16:40", "2027-10-31T11:00", "yesterday 18:40"),
        ("2027-07-01T22:30", "2027-12-01T11:00", "2 Jul 2027 00:30"),
        ("2027-12-01T22:30", "2028-07-01T11:00", "1 Dec 2027 23:30"),
        ("2027-10-31T00:50", "2027-10-31T01:05", "15 minutes ago"),
        ("2027-10-31T00:10", "2027-10-31T01:30", "today 02:10"),
        ("2028-03-26T00:50", "2028-03-26T01:05", "15 minutes ago"),
        ("2028-02-29T22:50", "2028-03-01T11:00", "yesterday 23:50"),
    ],
)
def test_a_time_is_what_the_clock_showed_then(date: str, now: str, text: str) -> None:
    """CLI-2041. Moments are in UTC."""
    assert ago(f"{date}:00+00:00", datetime.fromisoformat(now).replace(tzinfo=UTC).astimezone(HERE)) == text


@pytest.mark.parametrize(
    ("language", "expected"), [("de", "10.05.2026 12:05"), ("sv", "2026-05-10 12:05"), ("en", "10 May 2026 12:05")]
)
def test_a_date_is_written_as_in_the_language_of_the_window(language: str, expected: str) -> None:
    """CLI-2223."""
    use_language(language)
    assert ago("2026-05-10T10:05:00+00:00", NOW) == expected
