"""Work counted instead of timed: the same on every machine, however busy it is."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest


@dataclass
class Work:
    """What a piece of code did: how many Python functions it called, and how many files it opened."""

    calls: int = 0
    opened: int = 0


def work_of(do: Callable[[], object]) -> Work:
    """Do something and return how much work it was; only this thread counts."""
    work = Work()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            work.calls += 1
        elif event == "c_call" and argument is io.open:
            work.opened += 1

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return work


def count_calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """Return a list that grows by the first argument of each call."""
    real, calls = getattr(module, name), []

    def counted(first: Any, *arguments: Any) -> Any:
        calls.append(first)
        return real(first, *arguments)

    monkeypatch.setattr(module, name, counted)
    return calls


def calls_by_step(work: Any, calls: list[Any]) -> list[int]:
    """Do all of a work; return how many calls each step made."""
    made, more = [], True
    while more:
        before = len(calls)
        more = work()
        made.append(len(calls) - before)
    return made
