"""Reads TOML files that people write; every problem becomes one plain sentence."""

import re
import tomllib
from pathlib import Path
from typing import Any

from roborally.base.errors import GameError, reason
from roborally.base.translation import _

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
"""How Python's parser says what is wrong, and where."""


def read_toml(path: Path, limit: int, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a file of at most `limit` bytes; raise `error` when that is not possible."""
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            told = _("{path}: larger than {limit:,} bytes, which no file of this kind needs")
            raise error(told.format(path=path, limit=limit))
        text = content.decode()
    except FileNotFoundError:
        raise error(_("{path}: there is no such file").format(path=path)) from None
    except OSError as problem:
        raise error(_("{path}: cannot be read: {error}").format(path=path, error=reason(problem))) from None
    except UnicodeDecodeError:
        raise error(_("{path}: not readable as TOML: it is no text in UTF-8").format(path=path)) from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        told = _("{path}: not readable as TOML: tables and lists are nested too deeply")
        raise error(told.format(path=path)) from None
    except tomllib.TOMLDecodeError as mistake:
        raise error(_told(mistake, path)) from None
    except ValueError:  # Python reads no number of thousands of digits
        told = _("{path}: not readable as TOML: a number has too many digits")
        raise error(told.format(path=path)) from None


def _told(mistake: tomllib.TOMLDecodeError, path: Path) -> str:
    """Return where a mistake is in a file, and in the parser's own words what it is."""
    found = _PLACE.fullmatch(str(mistake))
    what, line, column = found.groups() if found is not None else (str(mistake), None, None)
    if line is None:
        told = _("{path}: not readable as TOML: there is a mistake at its end ({what})")
    else:
        told = _("{path}: not readable as TOML: there is a mistake in line {line}, column {column} ({what})")
    return told.format(path=path, line=line, column=column, what=what)
