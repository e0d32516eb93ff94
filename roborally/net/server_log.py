"""Writes the server's log: one JSON object per line, without anything that players keep secret."""

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from roborally.net.limits import TokenBucket

_log = logging.getLogger("roborally.net")
MAX_FRAMES = 12
"""The number of innermost code locations reported for an error."""
_NOISE = frozenset({"opening handshake failed"})
"""The messages of errors that any client can cause at will."""
LINES_AT_ONCE, LINES_A_SECOND = 100.0, 1.0
"""The lines about the same event that are written at once and per second, so that no client can fill the disk."""
_VALUE = re.compile(r"%(%|(\(\w+\))?[-#0+]*(\*|\d+)?(\.(\*|\d+))?[a-zA-Z])")
"""A placeholder for a value in a message of `logging`."""
MAX_EVENTS = 500
"""The maximum number of events that are counted separately; all others count as one."""


class Sparing(logging.Filter):
    """Skips lines about an event that happens too often; the next line that is written counts them in `left_out`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start with nothing skipped; `now()` returns the time in seconds."""
        super().__init__()
        self._now = now
        self._buckets: dict[str, TokenBucket] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record; if so, set its `left_out` to the number of skipped ones before it."""
        event = f"{record.name} {getattr(record, 'event', record.msg)}"
        if event not in self._buckets:
            event = event if len(self._buckets) < MAX_EVENTS else ""
            self._buckets.setdefault(event, TokenBucket(LINES_A_SECOND, LINES_AT_ONCE, self._now))
        if not self._buckets[event].take():
            self._left_out[event] = self._left_out.get(event, 0) + 1
            return False
        record.left_out = self._left_out.pop(event, 0)
        return True


class JsonLines(logging.Formatter):
    """Formats a record's `time` (ISO 8601, UTC), `level`, `event` and `fields`.

    Records without `fields`, such as those of other libraries, carry their `source`, but dots instead of values, which
    may be cards. Errors carry only their type and the locations in the code, for the same reason.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "event": _event(record)}
        fields = getattr(record, "fields", None)
        if fields is None:
            line["source"] = record.name
        else:
            line.update(fields)
        if left_out := getattr(record, "left_out", 0):
            line["left_out"] = left_out
        if record.exc_info is not None and record.exc_info[1] is not None:
            line.update(_failure(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False, default=str)


def _event(record: logging.LogRecord) -> str:
    """Return the event of a record, without values that may be secret."""
    text: str | None = getattr(record, "event", None)
    if text is not None:
        return text
    if not record.args:
        return str(record.msg)
    return _VALUE.sub(lambda found: "%" if found[0] == "%%" else "…", str(record.msg))


def _failure(error: BaseException) -> dict[str, Any]:
    return {"error": type(error).__name__, "places": _places(error)}


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def log(event: str, **fields: Any) -> None:
    """Log an event for the server's operator; pass nothing secret."""
    _log.info(event, extra={"fields": fields})


def warn(event: str, error: BaseException) -> None:
    """Log an event with the type and the code locations of an error, in one line and without values."""
    failure = _failure(error)
    parts = (event, failure["error"], ", ".join(failure["places"]))
    _log.warning("%s (%s): %s", *parts, extra={"event": event, "fields": failure})


def write_log(stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
    """Send this process's log to a stream: all records of the server, but only warnings of other libraries.

    Only some lines are written about an event that happens too often; `now()` returns the time for that in seconds.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: record.msg not in _NOISE)
    handler.addFilter(Sparing(now))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _log.setLevel(logging.INFO)
