"""Reads TOML files that people write; whatever is wrong with one is said in a sentence."""

import tomllib
from pathlib import Path
from typing import Any

from roborally.errors import GameError


def read_toml(path: Path, limit: int, error: type[GameError] = GameError) -> dict[str, Any]:
    """Return the content of a file of at most `limit` bytes; raise `error` when that is not possible."""
    try:
        if path.stat().st_size > limit:
            raise error(f"{path}: larger than {limit:,} bytes, which no file of this kind needs")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise error(f"{path}: there is no such file") from None
    except RecursionError:
        raise error(f"{path}: not readable as TOML: tables and lists are nested too deeply") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise error(f"{path}: not readable: {problem}") from None
    except ValueError as problem:  # malformed, or a number with thousands of digits
        if isinstance(problem, GameError):
            raise
        raise error(f"{path}: not readable as TOML: {problem}") from None
