"""Bots let the garbage collector of their process run less often, and leave one alone that does not run."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from roborally.bots.questions import MANY_OBJECTS, ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.plugin_system.loader import Catalogue


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("before", "after"),
    [(700, MANY_OBJECTS), (0, 0), (MANY_OBJECTS * 2, MANY_OBJECTS * 2)],
    ids=["often", "never", "seldom"],
)
def test_a_thinking_process_collects_seldom(before: int, after: int, make: Any, catalogue: Catalogue) -> None:
    gc.set_threshold(before)
    match = make("d1> . c1").start(1)
    match.run()
    seen, own, seed = question_of(match, match.state.decisions[0])
    ask_bot(make_bot("greedy", catalogue), seen, own, Dice(seed))
    assert gc.get_threshold()[0] == after
