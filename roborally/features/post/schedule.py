"""The schedule of a match by post, and the consequences of missing orders. Nothing here reads a clock.

All times are in UTC; days and hours are those of the schedule's time zone.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

MAX_DAYS_OFF = 400
"""After this many days off in a row, which must be a mistake, the deadline falls on a day off."""
RANDOM, DEFAULT = "random", "default"
"""The substitutes for a missing order, beside the name of a bot: a random legal one, or the default of the rules."""
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Consequence = Literal["stand-in", "substitute", "bot"]
"""The consequence of a missing order: a substitute order, also a call for a substitute player, or a bot for good."""


class Schedule(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The `[schedule]` table of `game.toml`.

    The deadline is `days` days after the beginning of a turn, at `hour`; days of the week that are `off` and `holidays`
    do not count. For `grace` hours after it the match still waits and accepts orders. A reminder is sent `reminder`
    hours before it, none with 0.
    """

    days: int = 3
    hour: time = time(20)
    zone: str = "UTC"
    off: list[Weekday] = []
    holidays: list[date] = []
    grace: int = 12
    reminder: int = 24

    def local(self, moment: datetime) -> datetime:
        """Return a time in the time zone of the schedule."""
        return moment.astimezone(ZoneInfo(self.zone))

    def deadline(self, begun: datetime) -> datetime:
        """Return the deadline of a turn that begins at a given time."""
        left, day = self.days, self.local(begun).date()
        for _skipped in range(self.days + MAX_DAYS_OFF):
            if left <= 0:
                break
            day += timedelta(days=1)
            left -= not self.is_off(day)
        return datetime.combine(day, self.hour, ZoneInfo(self.zone)).astimezone(UTC)

    def is_off(self, day: date) -> bool:
        """Return whether a day does not count."""
        return WEEK[day.weekday()] in self.off or day in self.holidays

    def last_call(self, deadline: datetime) -> datetime:
        """Return the time until which the match waits for late orders."""
        return deadline + timedelta(hours=self.grace)

    def reminds_at(self, deadline: datetime) -> datetime | None:
        """Return when players with missing orders are reminded, `None` for never."""
        return deadline - timedelta(hours=self.reminder) if self.reminder else None


class MissingOrders(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The `[missing]` table of `game.toml`: `order` is `random`, `default` or a bot's name; `bot` takes over for good.

    So many misses of a player are `excused`: each gives everybody more time, once in a turn. After so many in a row a
    substitute player or a bot takes over, with 0 neither.
    """

    order: str = RANDOM
    excused: int = 1
    substitute_after: int = 2
    bot_after: int = 4
    bot: str = "greedy"

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
