"""Compares the figures of two runs of `roborally bench --json`."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from roborally.base.errors import GameError, reason
from roborally.base.plain_file import read_plain


class Ratio(NamedTuple):
    """A figure of both runs, and the ratio of the second to the first."""

    what: str
    unit: str
    first: float
    second: float

    @property
    def ratio(self) -> float:
        """Return the second figure divided by the first, NaN if the first is zero."""
        return self.second / self.first if self.first else float("nan")


def read_figures(path: Path) -> dict[str, Any]:
    """Return the output of `roborally bench --json` from a file; raise `GameError` for any other content."""
    try:
        figures = json.loads(read_plain(path))
    except OSError as error:
        raise GameError("cannot be read: {error}", where=path, error=reason(error)) from None
    except ValueError:
        figures = None
    if not isinstance(figures, dict) or not all(isinstance(part, dict) for part in figures.values()):
        raise GameError("is not what 'roborally bench --json' prints", where=path)
    return figures


def ratios(first: Mapping[str, Any], second: Mapping[str, Any], what: str = "") -> Iterator[Ratio]:
    """Yield the figures of both runs, in the order of the first."""
    for name, one in first.items():
        other = second.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from ratios(one, other, f"{what}: {name}" if what else name)
        elif isinstance(one, int | float) and isinstance(other, int | float):
            yield Ratio(what, name, one, other)
