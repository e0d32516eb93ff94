"""The lots."""

from collections.abc import Sequence
from random import Random

from roborally.feature import read_setting


def drawn(names: Sequence[str], seed: int | None = None) -> list[str]:
    """Return the names in the order of their lots, or only the first; the same seed gives the same order."""
    order = Random(seed).sample(list(names), len(names))
    return order[:1] if read_setting("draw-lots", "first_only", False) else order
