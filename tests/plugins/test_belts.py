"""A conveyor step that looks for no conflicts carries the same pieces as one that does (COM-08)."""

from typing import Any

import pytest

from roborally.core.dice import Dice
from roborally.core.geometry import DIRECTIONS
from roborally.core.match import Match
from tests.fuzz.play import EDITIONS, play, random_game, stretches
from tests.shipped import catalogue

catalogue()  # before a plugin can be imported

from roborally_plugins.conveyors.conflicts import is_way_free, resolved, without_conflicts  # noqa: E402


def proposals_for(match: Match, dice: Dice) -> list[Any]:
    """Return a move to a neighbouring cell, in a random direction, for each piece that can go there."""
    standing = [(piece, dice.pick(DIRECTIONS)) for piece in match.state.pieces if piece.cell >= 0]
    moves = [(piece, match.way[direction][piece.cell], direction) for piece, direction in standing]
    return [move for move in moves if move[1] >= 0]


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(6, 24, 30))
def test_where_the_way_is_free_nothing_is_dropped(mode: str, numbers: range) -> None:
    found = set()
    for number in numbers:
        match = play(random_game(mode, number), number, 3, watched=False).match
        for again in range(20):
            proposals = proposals_for(match, Dice(1000 * number + again))
            free = is_way_free(match, proposals)
            kept = resolved(match, proposals)
            assert without_conflicts(match, proposals) == kept
            found.add((free, len(kept) == len(proposals)))
    assert {(True, True), (False, False)} <= found
