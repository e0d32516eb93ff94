"""The best answer so far of the bot in this process; it counts if the bot has not finished in time."""

from typing import Any

_best: Any = None


def note_best(answer: Any) -> None:
    """Record a legal answer as the best so far; a search calls it whenever it has found a better one."""
    global _best
    _best = answer


def best_so_far() -> Any:
    """Return the answer that was recorded last, or `None`."""
    return _best


def forget_best() -> None:
    """Clear the best answer before another question."""
    note_best(None)
