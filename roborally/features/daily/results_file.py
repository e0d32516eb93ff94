"""The player's results of the daily courses, in a small TOML file next to the finished games (CLI-2082)."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import msgspec

from roborally.base import paths
from roborally.profile.small_file import change, look


class DailyResult(msgspec.Struct, frozen=True):
    """The result of the daily course of `day`, which was begun on `begun`; both are ISO 8601 dates.

    `turns` is 0 until the course is finished. `place` counts from 1. `symbols` has one symbol for each turn.
    """

    day: str
    begun: str
    turns: int = 0
    place: int = 0
    players: int = 0
    symbols: str = ""
    code: str = ""

    @property
    def finished(self) -> bool:
        """Whether the course has been finished."""
        return self.turns > 0

    @property
    def late(self) -> bool:
        """Whether the course was begun after its day."""
        return self.begun > self.day


def daily_results() -> dict[str, DailyResult]:
    """Return the results by ISO date; empty if the player's file is missing or damaged."""
    return _read(look(paths.daily_file()))


def _read(data: Mapping[str, Any]) -> dict[str, DailyResult]:
    entries = data.get("days", [])
    found = {}
    for entry in entries if isinstance(entries, list) else []:
        try:
            result = msgspec.convert(entry, DailyResult)
            date.fromisoformat(result.day)
        except (msgspec.ValidationError, ValueError):  # an invalid entry affects only itself
            continue
        found[result.day] = result
    return found


def note_begun(day: date, today: date) -> None:
    """Store that the course of a day was begun today, unless it is already stored; raise `GameError` on failure."""
    _note(DailyResult(day.isoformat(), today.isoformat()))


def note_finished(result: DailyResult) -> DailyResult:
    """Store a result, and return the one that counts: the first of that day; raise `GameError` on failure."""
    _note(result)
    return daily_results().get(result.day, result)


def _note(result: DailyResult) -> None:
    def changed(data: dict[str, Any]) -> dict[str, Any]:
        results = _read(data)
        before = results.get(result.day)
        if before is None:
            results[result.day] = result
        elif not before.finished:
            results[result.day] = msgspec.structs.replace(result, begun=before.begun)
        return {"days": [msgspec.to_builtins(results[day]) for day in sorted(results)]}

    change(paths.daily_file(), changed)


def streak(results: Mapping[str, DailyResult], today: date) -> int:
    """Return how many days in a row, up to today or yesterday, the course was begun on its day and finished."""

    def counts(day: date) -> bool:
        result = results.get(day.isoformat())
        return result is not None and result.finished and not result.late

    day = today if counts(today) else today - timedelta(days=1)
    days = 0
    while counts(day):
        days, day = days + 1, day - timedelta(days=1)
    return days
