"""Reads TOML files that people write, and reports every problem as one plain sentence.

Many of them are untrusted: courses, plugins, the settings of a host. Python's parser takes time and memory that grow
with the square of the number of parts of a key, so a text is checked before it is parsed.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, Message, reason
from roborally.base.plain_file import read_plain

MAX_FILE = 1_000_000
"""The maximum size of a file in bytes, where a caller of this module sets no other."""
MAX_PARTS = 8
"""The maximum number of parts of a key such as `a.b.c`; the game's own keys have four."""
MAX_TABLES = 10_000
"""The maximum number of headers of tables, counted as lines that begin with a bracket."""
_QUOTED = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\\?\Z)'''
    r"""|'''.*?(?:'''|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)
"""Matches a text in quotes, closed or not, or a comment. No branch can fail, so matching takes linear time."""
_KEY = re.compile(r"[\w\-. \t]+")
"""Matches a key after its quoted parts have been replaced by words; also a number or a date."""
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
"""Matches a message of Python's TOML parser: the problem, then line and column or the end of the file."""

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
"""Pairs of the start of a message of Python's TOML parser and the words for it that people see."""


def read_toml(path: Path, limit: int = MAX_FILE, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a TOML file; raise `error` if it is missing, malformed or larger than `limit` bytes."""
    return parse_toml(read_text(path, limit, error), path, error)


def read_text(path: Path, limit: int = MAX_FILE, error: type[GameError] = GameError) -> str:
    """Return the text of a UTF-8 file; raise `error` if it is missing, unreadable or larger than `limit` bytes."""
    try:
        content = read_plain(path, limit + 1)
        if len(content) > limit:
            text = Message.of("larger than the {limit:,} bytes that a file of this kind may have", path, limit=limit)
            raise error(text)
        return content.decode()
    except FileNotFoundError:
        raise error(Message.of("there is no such file", path)) from None
    except OSError as problem:
        raise error(Message.of("cannot be read: {error}", path, error=reason(problem))) from None
    except UnicodeDecodeError:
        raise error(Message.of("not readable as TOML: it is not text in UTF-8", path)) from None


def parse_toml(text: str, where: Path | str | Message, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a TOML text; raise `error` if it is malformed, or so large that parsing would take long.

    `where` names the text in messages. A byte order mark at the start is skipped.
    """
    text = text.removeprefix("\ufeff")
    if too_much := _too_much(text):
        raise error(too_much, where=where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error(Message.of("not readable as TOML: tables and lists are nested too deeply", where)) from None
    except tomllib.TOMLDecodeError as mistake:
        raise error(_text(mistake), where=where) from None
    except ValueError:  # Python does not parse numbers with thousands of digits
        raise error(Message.of("not readable as TOML: a number has too many digits", where)) from None


def _too_much(text: str) -> Message | None:
    """Return why a text would take long to parse, `None` if it would not."""
    code = _QUOTED.sub(lambda found: "" if found[0][0] == "#" else "x" + "\n" * found[0].count("\n"), text)
    for found in _KEY.finditer(code):
        if found[0].count(".") >= MAX_PARTS:
            line = code.count("\n", 0, found.start()) + 1
            return Message.of("line {line}: a key has at most {most} parts", line=line, most=MAX_PARTS)
    if len(_HEADER.findall(code)) > MAX_TABLES:
        return Message.of("at most {most:,} tables are possible", most=MAX_TABLES)
    return None


def _text(mistake: tomllib.TOMLDecodeError) -> Message:
    found = _PLACE.fullmatch(str(mistake))
    said, line, column = found.groups() if found is not None else (str(mistake), None, None)
    what = next((text for words, text in _KINDS if re.match(words, said)), Message.of("{text}", text=said))
    if line is None:
        return Message.of("not readable as TOML: there is a mistake at its end ({what})", what=what)
    return Message.of(
        "not readable as TOML: there is a mistake in line {line}, column {column} ({what})",
        line=line,
        column=column,
        what=what,
    )
