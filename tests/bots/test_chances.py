"""What tells `rival` who is likely to win."""

from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.core.state import OFF
from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of
from tests.slots import put_in

GRID = """
 d1>  .    .    .    .    .    .    .    c1   c2
 .    .    .    .    .    .    .    .    .    .
 .    .    .    .    .    .    .    .    .    .
 d2>  .    .    .    .    .    .    .    .    .
"""
Chance = Callable[[Match, Any], float]


@pytest.fixture
def match(make: Any) -> Match:
    """Two robots that stand as far from their goals, turned the same way."""
    match: Match = make(GRID).start(1)
    match.run()
    return match


@pytest.fixture
def chance(catalogue: Catalogue) -> Chance:
    text: Chance = code_of(catalogue, "program-cards", "chances").chance
    return text


def put(match: Match, index: int, x: int, y: int) -> None:
    piece = match.state.pieces[index]
    if piece.cell >= 0:
        match.state.at[piece.cell] = 0
    piece.cell = match.floor.index((x, y))
    match.state.at[piece.cell] = index + 1


def test_who_is_nearer_is_more_likely_to_win(match: Match, chance: Chance) -> None:
    first = match.state.pieces[0]
    behind = chance(match, first)
    put(match, 0, 5, 0)
    assert chance(match, first) > behind


def test_a_lead_counts_more_near_the_goal(match: Match, chance: Chance) -> None:
    """What comes after many turns is less certain than what comes after one."""
    first = match.state.pieces[0]
    put(match, 0, 2, 0)
    early = chance(match, first)
    match.state.ext["race"]["reached"] = (1, 1)
    put(match, 0, 5, 0)
    put(match, 1, 3, 3)
    assert chance(match, first) > early


def test_damage_costs_more_on_a_long_way(catalogue: Catalogue) -> None:
    damage_cost = code_of(catalogue, "program-cards", "chances").damage_cost
    assert 0 < damage_cost(4, 2.0) < damage_cost(4, 8.0)


def test_who_announces_a_rest_is_less_likely_to_win(match: Match, chance: Chance) -> None:
    before = chance(match, match.state.pieces[0])
    put_in(match.state.ext["power-down"], "next", 0, True)
    assert chance(match, match.state.pieces[0]) < before


def test_a_neighbour_is_a_disadvantage(match: Match, catalogue: Catalogue) -> None:
    cost = code_of(catalogue, "program-cards", "chances").cost
    piece = match.state.pieces[0]
    put(match, 1, 3, 2)
    alone = cost(match, piece)
    put(match, 1, 2, 2)
    assert cost(match, piece) > alone


def test_who_is_out_cannot_win(match: Match, chance: Chance) -> None:
    out = match.state.pieces[1]
    match.state.at[out.cell] = 0
    out.cell = OFF
    put_in(match.state.ext["archive"], "lives", 1, 0)
    assert chance(match, out) < 1e-9
    assert chance(match, match.state.pieces[0]) > 1 - 1e-9


def test_over_is_over(match: Match, chance: Chance) -> None:
    match.finish((0,))
    assert [chance(match, piece) for piece in match.state.pieces] == [1.0, 0.0]
