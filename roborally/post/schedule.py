"""When a turn of a match by post is due, and what follows when orders are missing. Nothing here reads a clock.

All moments are in UTC; days and hours are those of the zone that the schedule names.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

MAX_DAYS_OFF = 400
"""So many days off in a row are taken for a mistake: the deadline then falls on a day off."""

Consequence = Literal["stand-in", "substitute", "bot"]
"""What a missing order leads to: one in its place, a call for a substitute as well, or a bot from now on."""


@dataclass(frozen=True)
class Schedule:
    """How long a turn lasts.

    A deadline comes `days` days after a turn has begun, at `hour`; days `off` (0 is Monday) and `holidays` do not
    count. For `grace` hours after it the match still waits, and orders that come count. A reminder goes out `reminder`
    hours before it, none with 0.
    """

    days: int = 3
    hour: time = time(20)
    off: frozenset[int] = frozenset()
    holidays: frozenset[date] = frozenset()
    grace: int = 12
    reminder: int = 24
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))

    def deadline(self, begun: datetime) -> datetime:
        """Return when a turn is due that has begun at a moment."""
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
        """Return until when the match waits for orders that are late."""
        return deadline + timedelta(hours=self.grace)

    def reminds_at(self, deadline: datetime) -> datetime | None:
        """Return when those whose orders are missing are reminded, `None` for never."""
        return deadline - timedelta(hours=self.reminder) if self.reminder else None


@dataclass(frozen=True)
class Patience:
    """What misses lead to: how many are excused, and after how many in a row a substitute, or a bot, comes.

    An excused miss gives everybody more time, once in a turn. With 0 neither a substitute nor a bot comes.
    """

    excused: int = 1
    substitute_after: int = 2
    bot_after: int = 4

    def outcome(self, in_a_row: int) -> Consequence:
        """Return what follows from a miss that is not excused, the last of so many in a row."""
        if self.bot_after and in_a_row >= self.bot_after:
            return "bot"
        if self.substitute_after and in_a_row >= self.substitute_after:
            return "substitute"
        return "stand-in"

    def extends(self, excuses_used: int, already_extended: bool) -> bool:
        """Return whether a miss of a seat that has used so many excuses gives more time."""
        return not already_extended and excuses_used < self.excused
