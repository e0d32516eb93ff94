"""The same work as `roborally bench`, under pytest-benchmark; nothing here asserts a time."""

import pytest

from roborally.bench import Rounds, play_randomly
from roborally.loader import find_plugins

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def rounds() -> Rounds:
    return Rounds(find_plugins())


def test_rounds(benchmark, rounds):
    """1,000 rounds of `classic` on a 12 x 12 board."""
    benchmark(rounds.run_all)
    match = rounds.run(rounds.rounds[0])
    # The first round of the file is also the shared scenario consensus-bench12-0.
    assert [match.cell_of(piece) for piece in match.state.pieces] == [(4, 8), (3, 9), (9, 1), (9, 3)]
    assert [piece.damage for piece in match.state.pieces] == [3, 1, 1, 0]


def test_clone(benchmark, rounds):
    """A copy of a match with four robots."""
    match = rounds.run(rounds.rounds[0])
    copy = benchmark(match.clone)
    assert copy.to_data() == match.to_data()


def test_random_game(benchmark, rounds):
    """A game of random programs."""

    def play() -> int:
        match = rounds.game.start(1)
        for piece in match.state.pieces:
            match.place(piece, piece.index, piece.facing, "start")
            match.react("started", piece)
        return play_randomly(match, 20)

    assert benchmark(play) >= 1
