"""What `rival` sees that `planner` does not."""

from typing import Any

import pytest

from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.plugin_system.loader import Catalogue
from tests.slots import put_in

PUSHED = """
 .    .    d2v  .    .    .    .
 d1>  .    .    .    .    .    c1
 .    .    O    .    .    .    .
"""
"""A robot that ends register 4 below the second robot is pushed into the pit; its locked registers are visible."""
HAND = ("move1@490", "move2@670", "left@70", "right@80", "u-turn@10", "u-turn@20")
LOCKED = ("u-turn@30", "u-turn@40", "u-turn@50", "u-turn@60", "move1@500")


def begin(make: Any) -> Match:
    match: Match = make(PUSHED, "classic").start(3)
    match.run()
    slot = match.state.ext["program-cards"]
    slot["hands"] = (HAND, (), *slot["hands"][2:])
    put_in(slot, "locks", 1, (1, 2, 3, 4, 5))
    put_in(slot, "slots", 1, LOCKED)
    match.state.pieces[0].damage = 3
    return match


def choose(match: Match, catalogue: Catalogue, bot: str, seed: int = 1) -> Any:
    seen = observe(match, 0)
    decision: Decision = next(entry for entry in seen.decisions() if entry["kind"] == "program")
    return make_bot(bot, catalogue).choose(seen, decision, Dice(seed))


def survives(match: Match, program: Any) -> bool:
    """Play a turn in which the first robot has a program, and return whether it is still there."""
    for decision in match.state.decisions:
        own = decision["kind"] == "program" and decision["seat"] == 0
        match.state.sealed[decision["id"]] = program if own else decision["default"]
    match.run("turn")
    return match.state.pieces[0].cell >= 0


@pytest.mark.parametrize(("bot", "sees_it"), [("planner", False), ("rival:60", True)])
def test_it_avoids_a_robot_that_would_push_it_into_a_pit(
    make: Any, catalogue: Catalogue, bot: str, sees_it: bool
) -> None:
    match = begin(make)
    assert survives(match, choose(match, catalogue, bot)) is sees_it


def test_the_same_samples_give_the_same_answer(make: Any, catalogue: Catalogue) -> None:
    assert choose(begin(make), catalogue, "rival:60", 5) == choose(begin(make), catalogue, "rival:60", 5)


def test_it_knows_no_more_than_its_seat(make: Any, catalogue: Catalogue) -> None:
    """What the other holds changes nothing, as long as it is hidden."""
    match = make(PUSHED, "classic").start(3)
    match.run()
    answer = choose(match, catalogue, "rival:60")
    slot = match.state.ext["program-cards"]
    put_in(slot, "hands", 1, tuple(reversed(slot["deck"][: len(slot["hands"][1])])))
    assert choose(match, catalogue, "rival:60") == answer


def test_every_candidate_is_tried_once_however_short_the_budget(make: Any, catalogue: Catalogue) -> None:
    """So the one that is pushed into the pit is found out with a single possible match."""
    match = begin(make)
    assert survives(match, choose(match, catalogue, "rival:1"))
