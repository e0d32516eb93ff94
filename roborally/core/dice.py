"""All random numbers of a match (COM-13): SplitMix64 streams derived from one integer.

A match keeps a single integer, its seed. Rules ask for a stream by purpose and occasion (`match.dice("deal", turn)`),
so drawing for one purpose never changes another stream, and no generator state needs saving.
The generator is Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
"""

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


def _mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def derive(seed: int, *labels: str | int) -> int:
    """Return a 64-bit seed that depends on `seed` and on every label, in order."""
    value = seed & _MASK
    for label in labels:
        if isinstance(label, str):
            for byte in label.encode():
                value = _mix((value ^ byte) + _GOLDEN & _MASK)
        else:
            value = _mix(((value ^ (label & _MASK)) * 3 + _GOLDEN) & _MASK)
    return value


class Dice:
    """A stream of random numbers that depends on its seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _mix(self._state)

    def below(self, limit: int) -> int:
        """Return an integer in `range(limit)`; `limit` must be positive.

        The chances of two numbers differ by less than `limit` in 2 ** 64, which is negligible.
        """
        if limit <= 0:
            raise ValueError("limit must be positive")
        return (self.bits() * limit) >> 64

    def random(self) -> float:
        """Return a number in [0, 1)."""
        return (self.bits() >> 11) / (1 << 53)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place (Fisher-Yates)."""
        for index in range(len(items) - 1, 0, -1):
            other = self.below(index + 1)
            items[index], items[other] = items[other], items[index]
