"""The results of the daily courses are kept, and what has been played in time is counted."""

from datetime import date, timedelta

import pytest

from roborally.base import paths
from roborally.features.daily.results_file import DailyResult, daily_results, note_begun, note_finished, streak

DAY = date(2026, 11, 25)


def finished(day: date, begun: date | None = None, turns: int = 7) -> DailyResult:
    return DailyResult(day.isoformat(), (begun or day).isoformat(), turns, 2, 4, "↑" * turns, "0.1.0-abcde")


def test_only_the_first_result_counts() -> None:
    """CLI-2082."""
    path = paths.daily_file()
    assert daily_results() == {}
    assert not path.parent.exists()
    note_begun(DAY, DAY)
    assert not daily_results()["2026-11-25"].finished
    assert note_finished(finished(DAY, turns=9)).turns == 9
    assert note_finished(finished(DAY, turns=3)).turns == 9
    note_begun(DAY, DAY + timedelta(days=1))
    assert daily_results() == {"2026-11-25": finished(DAY, turns=9)}


def test_what_is_begun_later_is_late_and_what_is_begun_in_time_is_not() -> None:
    """CLI-2082: a match that is begun before midnight is that of its day."""
    tomorrow = DAY + timedelta(days=1)
    note_begun(DAY, DAY)
    assert not note_finished(finished(DAY, tomorrow)).late
    assert note_finished(finished(DAY - timedelta(days=1), DAY)).late


def test_days_in_a_row() -> None:
    """CLI-2082: today need not have been played yet."""
    assert streak(daily_results(), DAY) == 0
    for back in (1, 2, 3, 5):
        note_finished(finished(DAY - timedelta(days=back)))
    assert streak(daily_results(), DAY) == 3
    note_finished(finished(DAY))
    assert streak(daily_results(), DAY) == 4
    note_finished(finished(DAY - timedelta(days=4), DAY))
    assert streak(daily_results(), DAY) == 4, "late ones do not count"
    assert streak(daily_results(), DAY + timedelta(days=2)) == 0


@pytest.mark.parametrize(("content", "word"), [("days = [", "damaged"), ("\0", "damaged"), ("version = 99\n", "newer")])
def test_a_file_that_cannot_be_used_is_set_aside(content: str, word: str) -> None:
    path = paths.daily_file()
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert daily_results() == {}
    note_finished(finished(DAY))
    assert path.with_name(f"daily.toml.{word}").read_text() == content
    assert list(daily_results()) == ["2026-11-25"]


def test_a_strange_entry_costs_only_itself() -> None:
    path = paths.daily_file()
    note_finished(finished(DAY))
    path.write_text(path.read_text() + '\n[[days]]\nday = "yesterday"\nbegun = "today"\n\n[[days]]\nday = 3\n')
    assert list(daily_results()) == ["2026-11-25"]
