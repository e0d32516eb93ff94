"""Keeps the best answer so far of the bot in this process, for the case that the bot exceeds its time limit."""

from typing import Any

_best: Any = None


def note_best(answer: Any) -> None:
    """Record a legal answer as the best so far; a search calls it whenever it has found a better one."""
    global _best
    _best = answer


def best_so_far() -> Any:
    """Return the last answer given to `note_best`, or `None`."""
    return _best


def forget_best() -> None:
    """Clear the best answer before another question."""
    note_best(None)
