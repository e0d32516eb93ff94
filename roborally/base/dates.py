"""Formats dates in the notation of the player's language; files and shared texts use ISO dates instead."""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from roborally.base.translation import _

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PART = re.compile("yyyy|MMM|MM|dd|d")


def date_text(day: date) -> str:
    """Return a date in the notation of the player's language, such as “25 Nov 2026”, “25.11.2026” or “2026-11-25”."""
    parts = {
        "yyyy": f"{day.year:04}",
        "MMM": MONTHS[day.month - 1],
        "MM": f"{day.month:02}",
        "dd": f"{day.day:02}",
        "d": str(day.day),
    }
    # The usual pattern of a date: d or dd is the day, MM or MMM the month as a number or in English, yyyy the year.
    return _PART.sub(lambda part: parts[part[0]], _("d MMM yyyy"))


def moment_text(moment: datetime) -> str:
    """Return a date and a time such as “25 Nov 2026 18:40”, in the time zone of `moment`."""
    return f"{date_text(moment)} {moment:%H:%M}"


class _Here(tzinfo):
    """This machine's time zone with its rules for all dates; `astimezone` knows only the present offset from UTC."""

    def fromutc(self, moment: datetime) -> datetime:
        return datetime.fromtimestamp(moment.replace(tzinfo=UTC).timestamp()).replace(tzinfo=self)

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, _moment: datetime | None) -> None:
        return None

    def tzname(self, _moment: datetime | None) -> None:
        return None


HERE = _Here()
"""This machine's time zone, with its rules for summer and winter time."""
