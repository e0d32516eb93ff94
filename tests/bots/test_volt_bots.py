"""Bots in VOLT: legal answers, games that end, and bots that know what they do."""

from typing import Any

import pytest

from roborally.arena.play import Outcome, play
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from tests.fuzz.play import make
from tests.shipped import catalogue

CATALOGUE = catalogue()
OPEN = """
 .   .    s3  .    .
 .   vp1  .   vp2  .
 s2  .    .   .    s4
 .   O    .   O    .
 .   .    s1  .    .
"""


def outcome(grid: str, names: tuple[str, ...], seed: int, limit: int = 200) -> Outcome:
    bots = [make_bot(name, CATALOGUE) for name in names]
    return play(make("volt", grid, len(names)), names, bots, seed, limit)


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(8):
        names = ["random"] * 4
        names[seed % 4] = "greedy"
        wins += outcome(OPEN, tuple(names), seed).winners == [seed % 4]
    assert wins >= 7


def at_program(lying: dict[str, int], cell: tuple[int, int]) -> tuple[Match, Any]:
    """Return a match in which seat 0 programs, its robot on a cell; the other one stands far off."""
    match = make("volt", OPEN, 2).start(3)
    match.run()
    match.state.ext["volt"]["lying"] = {"1": 0, "2": 0} | lying
    match.place(match.state.pieces[0], match.floor.index(cell), 0, "test")
    return match, next(entry for entry in match.state.decisions if entry["seat"] == 0)


@pytest.mark.parametrize("seed", range(4))
def test_the_planner_goes_where_the_markers_lie(seed: int) -> None:
    match, decision = at_program({"2": 2}, (2, 4))
    answer = make_bot("planner", CATALOGUE).choose(observe(match, 0), decision, Dice(seed))
    match.seal(decision["id"], answer, 0)
    match.seal(match.state.decisions[0]["id"], ("", "", ""), 1)
    for entry in list(match.state.decisions):
        match.seal(entry["id"], 0)
    match.run("turn")
    assert match.state.ext["volt"]["points"][0] == 2


def test_the_planner_keeps_out_of_pits() -> None:
    for seed in range(4):
        match, decision = at_program({"1": 1}, (1, 4))
        answer = make_bot("planner", CATALOGUE).choose(observe(match, 0), decision, Dice(seed))
        assert "move north" not in answer[0], "the pit is straight ahead"
