"""Reads TOML files that people write; whatever is wrong with one is said in a sentence."""

import tomllib
from pathlib import Path
from typing import Any

from roborally.errors import GameError
from roborally.texts import _


def read_toml(path: Path, limit: int, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a file of at most `limit` bytes; raise `error` when that is not possible."""
    try:
        if path.stat().st_size > limit:
            told = _("{path}: larger than {limit:,} bytes, which no file of this kind needs")
            raise error(told.format(path=path, limit=limit))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise error(_("{path}: there is no such file").format(path=path)) from None
    except RecursionError:
        raise error(
            _("{path}: not readable as TOML: tables and lists are nested too deeply").format(path=path)
        ) from None
    except (OSError, UnicodeDecodeError) as problem:
        raise error(_("{path}: not readable: {problem}").format(path=path, problem=problem)) from None
    except ValueError as problem:  # malformed, or a number with thousands of digits
        if isinstance(problem, GameError):
            raise
        raise error(_("{path}: not readable as TOML: {problem}").format(path=path, problem=problem)) from None
