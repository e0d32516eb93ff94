"""Writes the server's log: a JSON object a line, with nothing in it that players keep secret."""

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

_log = logging.getLogger("roborally.net")
MAX_FRAMES = 12
"""So many places in the code are named where something has failed, the innermost ones."""
_NOISE = frozenset({"opening handshake failed"})
"""What whoever tries the port can cause as often as he likes."""


class JsonLines(logging.Formatter):
    """Writes `time` (ISO 8601, UTC), `level` and `event` of a record, and its `fields`.

    What other parts of the program say comes with its `source` and without its values: those may be cards. Of an
    error there are its type and the places in the code, for the same reason.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "event": str(record.msg)}
        fields = getattr(record, "fields", None)
        if fields is None:
            line["source"] = record.name
        else:
            line.update(fields)
        if record.exc_info is not None and record.exc_info[1] is not None:
            line.update(_failure(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False, default=str)


def _failure(error: BaseException) -> dict[str, Any]:
    return {"error": type(error).__name__, "places": _places(error)}


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def log(event: str, **fields: Any) -> None:
    """Log something for whoever keeps the server; nothing secret."""
    _log.info(event, extra={"fields": fields})


def warn(event: str, error: Exception) -> None:
    """Tell in one line of something that has gone wrong, for whoever looks for the fault; without values."""
    _log.warning("%s (%s): %s", event, type(error).__name__, ", ".join(_places(error)))


def write_log(stream: TextIO) -> None:
    """Write what this process logs to a stream from now on: of the server everything, of others their warnings."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: record.msg not in _NOISE)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _log.setLevel(logging.INFO)
