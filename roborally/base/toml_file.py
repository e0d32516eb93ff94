"""Reads TOML files that people write; every problem becomes one plain sentence."""

import re
import tomllib
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, Message, reason

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
"""The form of the messages of Python's TOML parser: the problem and its place."""


def read_toml(path: Path, limit: int, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a file of at most `limit` bytes; raise `error` when that is not possible."""
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            told = Message.of("larger than the {limit:,} bytes that a file of this kind may have", path, limit=limit)
            raise error(told)
        return parse_toml(content.decode(), path, error)
    except FileNotFoundError:
        raise error(Message.of("there is no such file", path)) from None
    except OSError as problem:
        raise error(Message.of("cannot be read: {error}", path, error=reason(problem))) from None
    except UnicodeDecodeError:
        raise error(Message.of("not readable as TOML: it is not text in UTF-8", path)) from None


def parse_toml(text: str, where: Path | str, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a TOML text; raise `error` for one that is not TOML. `where` is what it is called."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error(Message.of("not readable as TOML: tables and lists are nested too deeply", where)) from None
    except tomllib.TOMLDecodeError as mistake:
        raise error(_told(mistake), where=where) from None
    except ValueError:  # Python does not parse numbers with thousands of digits
        raise error(Message.of("not readable as TOML: a number has too many digits", where)) from None


def _told(mistake: tomllib.TOMLDecodeError) -> Message:
    """Return where a syntax error is in a file, and the parser's words for it."""
    found = _PLACE.fullmatch(str(mistake))
    what, line, column = found.groups() if found is not None else (str(mistake), None, None)
    if line is None:
        return Message.of("not readable as TOML: there is a mistake at its end ({what})", what=what)
    return Message.of(
        "not readable as TOML: there is a mistake in line {line}, column {column} ({what})",
        line=line,
        column=column,
        what=what,
    )
