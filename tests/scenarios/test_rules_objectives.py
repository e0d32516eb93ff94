"""Secret objectives of Auenland: dealt, entered by each player, and named in a match file (AUE-R19, CLI-1504)."""

from typing import Any

import pytest

from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, imagine, observe
from roborally.game.match_file import ConfigError
from tests.fuzz.play import make

GRID = """
 d1>  .  c1  .
 d2>  .  c2  .
 d3>  .  c3  c4
"""
CELLS = {1: 2, 2: 6, 3: 10, 4: 11}


def started(seed: int = 1, **settings: Any) -> Match:
    match = make("auenland", GRID, 3, settings=settings).start(seed)
    match.run()
    return match


def routes(match: Match, seat: int = -2) -> list[Any]:
    data = match.to_data() if seat == -2 else observe(match, seat).data
    return [tuple(route) for route in data["ext"]["race"]["routes"]]


def test_aue_r19_dealt_lists_come_from_the_seed_and_are_secret() -> None:
    """AUE-R19, AUE-801: the same seed deals the same lists, another one others; nobody else sees one."""
    match = started(objectives="dealt")
    assert all(sorted(route) == sorted(CELLS.values()) for route in routes(match))
    assert routes(match) == routes(started(objectives="dealt"))
    assert any(routes(match) != routes(started(seed, objectives="dealt")) for seed in (2, 3))
    assert len(set(routes(match))) > 1
    for seat in (SPECTATOR, 0, 1, 2):
        assert [bool(route) for route in routes(match, seat)] == [piece == seat for piece in range(3)]
    assert imagine(observe(match, 1), Dice(1)).state.ext["race"]["routes"][1] == routes(match)[1]


def test_aue_r19_a_dealt_list_is_as_long_as_the_match_says() -> None:
    """AUE-R19: `checkpoints` counts for secret lists as well."""
    assert {len(route) for route in routes(started(objectives="dealt", checkpoints=2))} == {2}


def test_aue_r19_players_enter_their_lists() -> None:
    """AUE-R19, CLI-1504: all are asked at the same time, before any card is dealt; a dealt list is the default."""
    match = started(objectives="entered", checkpoints=2)
    asked = [entry for entry in match.state.decisions if entry["kind"] == "objectives"]
    assert [entry["seat"] for entry in asked] == [0, 1, 2]
    assert len(asked) == len(match.state.decisions)
    assert all(entry["secret"] for entry in asked)
    match.answer(asked[0]["id"], (4, 1), 0)
    match.answer(asked[1]["id"], [2, 3], 1)
    assert observe(match, 2).data["sealed"] == {}
    match.default_answers()
    assert routes(match) == [(11, 2), (6, 10), tuple(CELLS[number] for number in asked[2]["default"])]
    assert [bool(route) for route in routes(match, 1)] == [False, True, False]
    assert {entry["kind"] for entry in match.state.decisions} >= {"program"}
    match.run()
    while match.state.turn < 3 and not match.state.over:
        match.default_answers()
        assert not any(entry["kind"] == "objectives" for entry in match.state.decisions)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ((1, 7), "there is no checkpoint 7; there are: 1, 2, 3, 4"),
        ((2, 2), "checkpoint 2 is twice in the list"),
        ((1, 2, 3), "the list must name 2 checkpoints, not 3"),
        ((1,), "the list must name 2 checkpoints, not 1"),
        ((1, True), "consists of numbers of checkpoints"),
        (((2, 0), 1), "consists of numbers of checkpoints"),
        ("12", "consists of numbers of checkpoints"),
    ],
)
def test_aue_r19_a_wrong_list_is_refused(answer: Any, text: str) -> None:
    """AUE-R19, AUE-806: with a sentence; the match is unharmed."""
    match = started(objectives="entered", checkpoints=2)
    before = match.digest()
    with pytest.raises(AnswerError, match=text):
        match.answer(match.state.decisions[0]["id"], answer, 0)
    assert match.digest() == before


@pytest.mark.parametrize(
    ("lists", "text"),
    [
        ([(1,), (), (2,)], r"B has no list of objectives; write objectives = \[2, 1\]"),
        ([], "A has no list of objectives"),
        ([(1,), (2, 9), (3,)], r"of B names checkpoint 9, which is not on this course; there are: 1, 2, 3, 4"),
        ([(1,), (2, 3, 2), (3,)], "of B names 2 twice"),
        ([(1,), (2, (2, 1)), (3,)], r"of B names \[2, 1\] twice"),
        ([((9, 9),), (1,), (1,)], r"of A names the space \[9, 9\], which is not on this course"),
        ([((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (0, 2)), (1,), (1,)], "of A names 9 obj"),
    ],
)
def test_aue_r19_lists_of_a_match_file_are_checked(lists: Any, text: str) -> None:
    """AUE-R19: `own` without lists is refused with the way out, and so are lists that make no sense."""
    with pytest.raises(ConfigError, match=text):
        make("auenland", GRID, 3, settings={"objectives": "own"}, objectives=lists)
