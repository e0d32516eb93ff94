"""Makes texts about the time since a moment, such as “5 minutes ago”, for lists of files."""

from datetime import UTC, datetime, timedelta

from roborally.base.dates import moment_text
from roborally.base.translation import _
from roborally.plugin import text

DAYS = (
    text("Monday"),
    text("Tuesday"),
    text("Wednesday"),
    text("Thursday"),
    text("Friday"),
    text("Saturday"),
    text("Sunday"),
)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
WEEK = 7
"""The number of days from which a date is shown instead of a weekday."""


def ago(date: str, now: datetime) -> str:
    """Return how long before `now` a file was written, such as “yesterday 18:40”, in the time zone of `now`.

    `date` is in ISO format; if it is not, its first 16 letters are returned. A moment in the future, which is
    possible after the clock was changed, is returned as a date.
    """
    try:
        written = datetime.fromisoformat(date).astimezone(UTC)
        moment = written.astimezone(now.tzinfo)
    except (ValueError, OverflowError, OSError):
        return date[:16]
    # Within one zone, Python subtracts local times, which ignores a change to or from summer time.
    passed, days = now.astimezone(UTC) - written, (now.date() - moment.date()).days
    clock = f"{moment:%H:%M}"
    if passed < timedelta() or days >= WEEK:
        return moment_text(moment)
    if passed < MINUTE:
        return _("just now")
    if passed < 2 * MINUTE:
        return _("a minute ago")
    if passed < HOUR:
        return _("{count} minutes ago").format(count=passed // MINUTE)
    if days == 0:
        return _("today {time}").format(time=clock)
    if days == 1:
        return _("yesterday {time}").format(time=clock)
    return f"{_(DAYS[moment.weekday()])} {clock}"
