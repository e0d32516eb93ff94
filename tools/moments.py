"""Names the moments at which `tools/test --at` runs the tests, and sets the clock to one of them.

Without arguments the names of all moments are printed. With a name and the library built from tools/moment.c, the
environment variables of the tests are printed.
"""

import sys
from datetime import UTC, datetime, timedelta

NAMES = ("in-a-week", "in-a-year", "leap-day", "clock-change", "new-years-eve")
ZONE_OF_CHANGE = "CET-1CEST,M3.5.0,M10.5.0/3"
"""The time zone of Central Europe, in a form that needs no zone files."""


def moment(name: str, now: datetime) -> datetime:
    """Return the next moment `name` in the zone of `now`, `clock-change` in UTC; raise `ValueError` for others."""
    match name:
        case "in-a-week":
            return now + timedelta(days=7)
        case "in-a-year":
            return now + timedelta(days=365)
        case "leap-day":
            return datetime(now.year // 4 * 4 + 4, 2, 29, 12, tzinfo=now.tzinfo)
        case "clock-change":  # half a minute before 3 o'clock in summer, when an hour begins for the second time
            november = datetime(now.year + 1, 11, 1, 0, 59, 30, tzinfo=UTC)
            return november - timedelta(days=november.isoweekday())
        case "new-years-eve":  # the year ends while the tests run
            return datetime(now.year, 12, 31, 23, 59, 30, tzinfo=now.tzinfo)
    raise ValueError(name)


def environment(name: str, library: str) -> dict[str, str]:
    """Return the environment variables that set the clock to a moment, from which the clock goes on."""
    now = datetime.now().astimezone()
    since = int(now.timestamp())
    found = {
        "LD_PRELOAD": library,
        "MOMENT_SINCE": str(since),
        "MOMENT_SHIFT": str(int(moment(name, now).timestamp()) - since),
    }
    return {**found, "TZ": ZONE_OF_CHANGE} if name == "clock-change" else found


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*(f"{key}={value}" for key, value in environment(sys.argv[1], sys.argv[2]).items()))
    else:
        print(*NAMES)
