"""Reads TOML files that people write; every problem becomes one plain sentence."""

import re
import tomllib
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, Message, reason

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
"""The form of the messages of Python's TOML parser: the problem and its place."""

_KINDS = (
    (r"Invalid value", Message.of("there is no value; a text needs quotes")),
    (r"Expected '=' ", Message.of("no “=” follows a key")),
    (r"Expected newline", Message.of("something follows a value in its line")),
    (r"Expected '\]|Unclosed", Message.of("a bracket is not closed")),
    (r"Expected|Unterminated|Illegal character '\\n'", Message.of("a text in quotes does not end")),
    (r"Cannot|Duplicate", Message.of("something is set twice")),
    (r"Unescaped|Escaped|Invalid hex", Message.of("no such character can follow a backslash")),
    (r"Illegal|Found invalid", Message.of("a character that cannot be seen")),
    (r"Invalid date", Message.of("there is no such date")),
    (r"Invalid (?:initial|statement)", Message.of("a key cannot begin like this")),
)
"""What the parser's words begin with for a kind of mistake, and that in words of our own, which are translated."""


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
    """Return where a syntax error is in a file and what is wrong; of an unknown kind that is in the parser's words."""
    found = _PLACE.fullmatch(str(mistake))
    said, line, column = found.groups() if found is not None else (str(mistake), None, None)
    what = next((told for words, told in _KINDS if re.match(words, said)), Message.of("{told}", told=said))
    if line is None:
        return Message.of("not readable as TOML: there is a mistake at its end ({what})", what=what)
    return Message.of(
        "not readable as TOML: there is a mistake in line {line}, column {column} ({what})",
        line=line,
        column=column,
        what=what,
    )
