"""The rules for deadlines of a match by post, and for the consequences of missing orders.

All times are in UTC; days and hours are those of the schedule's time zone.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

MAX_DAYS_OFF = 400
"""The maximum number of days off in a row; after more, which must be a mistake, a deadline falls on a day off."""
RANDOM, DEFAULT = "random", "default"
"""Substitutes for a missing order, apart from a bot: a random legal answer, or the default of the rules."""
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Consequence = Literal["stand-in", "substitute", "bot"]
"""The results of a missing order: a substitute order, also a search for a new player, or a bot plays from now on."""


class Schedule(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The table `[schedule]` of `game.toml`.

    The deadline is `days` days after the beginning of a round, at `hour`; days of the week that are `off` and
    `holidays` do not count. For `grace` hours after it the match still waits and accepts orders. A reminder is sent
    `reminder` hours before it, none with 0.
    """

    days: int = 3
    hour: time = time(20)
    zone: str = "UTC"
    off: list[Weekday] = []
    holidays: list[date] = []
    grace: int = 12
    reminder: int = 24

    def local(self, moment: datetime) -> datetime:
        """Return a moment in the time zone of the schedule."""
        return moment.astimezone(ZoneInfo(self.zone))

    def deadline(self, begun: datetime) -> datetime:
        """Return the deadline, in UTC, of a round that begins at `begun`."""
        left, day = self.days, self.local(begun).date()
        for _skipped in range(self.days + MAX_DAYS_OFF):
            if left <= 0:
                break
            day += timedelta(days=1)
            left -= not self.is_off(day)
        return datetime.combine(day, self.hour, ZoneInfo(self.zone)).astimezone(UTC)

    def is_off(self, day: date) -> bool:
        """Return whether a day is a weekly day off or a holiday, which do not count for deadlines."""
        return WEEK[day.weekday()] in self.off or day in self.holidays

    def last_call(self, deadline: datetime) -> datetime:
        """Return the time until which the match waits for orders after their deadline."""
        return deadline + timedelta(hours=self.grace)

    def reminds_at(self, deadline: datetime) -> datetime | None:
        """Return when players with missing orders are reminded of a deadline; `None` for never."""
        return deadline - timedelta(hours=self.reminder) if self.reminder else None


class MissingOrders(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The table `[missing]` of `game.toml`: what happens if orders are missing at the deadline.

    `order` is `random`, `default` or a bot's name. Each player's first `excused` misses give everybody more time, at
    most once in a round. After `substitute_after` misses in a row a substitute player is wanted, after `bot_after` the
    bot `bot` takes over; 0 means never.
    """

    order: str = RANDOM
    excused: int = 1
    substitute_after: int = 2
    bot_after: int = 4
    bot: str = "greedy"

    def outcome(self, in_a_row: int) -> Consequence:
        """Return the consequence of missing orders for the `in_a_row`-th time in a row."""
        if self.bot_after and in_a_row >= self.bot_after:
            return "bot"
        if self.substitute_after and in_a_row >= self.substitute_after:
            return "substitute"
        return "stand-in"

    def extends(self, excuses_used: int, already_extended: bool) -> bool:
        """Return whether a miss extends the deadline: only once a round, and if the player has an excuse left."""
        return not already_extended and excuses_used < self.excused
