"""The deadlines of a match by post, and the consequences of missing orders. Nothing here reads a clock.

All times are in UTC; days and hours are those of the schedule's time zone.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

MAX_DAYS_OFF = 400
"""After this many days off in a row, which must be a mistake, the deadline falls on a day off."""

Consequence = Literal["stand-in", "substitute", "bot"]
"""The consequence of a missing order: a substitute order, also a call for a substitute player, or a bot for good."""


@dataclass(frozen=True)
class Schedule:
    """The duration of a turn.

    The deadline is `days` days after the beginning of a turn, at `hour`; days `off` (0 is Monday) and `holidays` do not
    count. For `grace` hours after it the match still waits and accepts orders. A reminder is sent `reminder` hours
    before it, none with 0.
    """

    days: int = 3
    hour: time = time(20)
    off: frozenset[int] = frozenset()
    holidays: frozenset[date] = frozenset()
    grace: int = 12
    reminder: int = 24
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))

    def deadline(self, begun: datetime) -> datetime:
        """Return the deadline of a turn that begins at a given time."""
        local = begun.astimezone(self.zone)
        left, day = self.days, local.date()
        for _skipped in range(self.days + MAX_DAYS_OFF):
            if left <= 0:
                break
            day += timedelta(days=1)
            left -= not self.is_off(day)
        return datetime.combine(day, self.hour, self.zone).astimezone(UTC)

    def is_off(self, day: date) -> bool:
        """Return whether a day does not count."""
        return day.weekday() in self.off or day in self.holidays

    def last_call(self, deadline: datetime) -> datetime:
        """Return the time until which the match waits for late orders."""
        return deadline + timedelta(hours=self.grace)

    def reminds_at(self, deadline: datetime) -> datetime | None:
        """Return when players with missing orders are reminded, `None` for never."""
        return deadline - timedelta(hours=self.reminder) if self.reminder else None


@dataclass(frozen=True)
class Patience:
    """The rules for misses: how many are excused, and after how many in a row a substitute or a bot takes over.

    An excused miss gives everybody more time, once in a turn. With 0 neither a substitute nor a bot takes over.
    """

    excused: int = 1
    substitute_after: int = 2
    bot_after: int = 4

    def outcome(self, in_a_row: int) -> Consequence:
        """Return the consequence of an unexcused miss, the last of `in_a_row`."""
        if self.bot_after and in_a_row >= self.bot_after:
            return "bot"
        if self.substitute_after and in_a_row >= self.substitute_after:
            return "substitute"
        return "stand-in"

    def extends(self, excuses_used: int, already_extended: bool) -> bool:
        """Return whether a seat's miss extends the deadline, given the excuses that it has used."""
        return not already_extended and excuses_used < self.excused
