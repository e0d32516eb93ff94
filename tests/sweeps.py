"""The values of a sweep, of which the short suite takes the first ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def few_of(values: Iterable[Any], count: int = 1) -> list[Any]:
    """Return the values as parameters; those after the first `count` are for the long tests."""
    known = list(values)
    return known[:count] + [pytest.param(value, marks=pytest.mark.long) for value in known[count:]]
