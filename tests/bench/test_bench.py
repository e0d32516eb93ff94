"""The same work as `roborally bench`, under pytest-benchmark; nothing here asserts a time."""

from typing import Any

import pytest

from roborally.bench.engine import RANDOM_GAMES, OptionRounds, Rounds, random_games
from roborally.plugin_system.loader import find_plugins

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def rounds() -> Rounds:
    return Rounds(find_plugins())


def test_rounds(benchmark: Any, rounds: Rounds) -> None:
    """1,000 rounds of `classic` on a 12 x 12 board."""
    benchmark(rounds.run_all)
    match = rounds.run(rounds.rounds[0])
    # The first round of the file is also the shared scenario consensus-bench12-0.
    assert [match.cell_of(piece) for piece in match.state.pieces] == [(4, 8), (3, 9), (9, 1), (9, 3)]
    assert [piece.damage for piece in match.state.pieces] == [3, 1, 1, 0]


def test_options(benchmark: Any, rounds: Rounds) -> None:
    """Rounds of `crash-and-burn` with eight robots and three option cards each."""
    options = OptionRounds(rounds, find_plugins())
    match = options.run(options.rounds[0])
    assert match.state.stage == 5 or match.state.over
    assert match.state.next_id > 10, "nothing has been asked"
    benchmark(options.run_all)


def test_clone(benchmark: Any, rounds: Rounds) -> None:
    """A copy of a match with four robots."""
    match = rounds.run(rounds.rounds[0])
    copy = benchmark(match.clone)
    assert copy.to_data() == match.to_data()


def test_random_games(benchmark: Any, rounds: Rounds) -> None:
    """Whole games of random programs."""
    assert benchmark(random_games, rounds.game) >= RANDOM_GAMES
