"""What is measured is what it says: rounds with re-entry, whole turns, decisions; no time is asserted."""

import pytest

from roborally.bots.registry import make_bot
from roborally.features.bench.rounds import Rounds, option_rounds, plain_rounds
from roborally.features.bench.works import (
    RANDOM_GAMES,
    TURNS,
    bytes_of,
    game_at,
    kept_positions,
    match_of_eight,
    random_games,
    time_decisions,
    turn_from,
)
from roborally.plugin_system.loader import Catalogue


@pytest.fixture(scope="module")
def rounds(catalogue: Catalogue) -> Rounds:
    return plain_rounds(catalogue)


def test_the_first_round_is_a_shared_scenario(rounds: Rounds) -> None:
    match = rounds.run(rounds.rounds[0])
    # The scenario is consensus-bench12-0.
    assert [match.cell_of(piece) for piece in match.state.pieces] == [(4, 8), (3, 9), (9, 1), (9, 3)]
    assert [piece.damage for piece in match.state.pieces] == [3, 1, 1, 0]


def test_who_is_destroyed_comes_back_at_the_end_of_the_round(rounds: Rounds) -> None:
    returned = 0
    for entry in rounds.rounds:
        match = rounds.run(entry)
        assert all(piece.cell >= 0 for piece in match.state.pieces)
        lives = match.state.ext["archive"]["lives"]
        for piece, cell in zip(match.state.pieces, entry.cells, strict=True):
            if lives[piece.index] < 3:
                returned += 1
                assert (piece.facing, piece.damage) == (match.state.ext["archive"]["facings"][piece.index], 2)
                assert cell >= 0
    assert returned > 100


def test_rounds_with_options_ask_questions(rounds: Rounds, catalogue: Catalogue) -> None:
    options = option_rounds(rounds, catalogue)
    match = options.run(options.rounds[0])
    assert match.state.stage == 5 or match.state.over
    assert match.state.next_id > 10, "nothing has been asked"


PLACES = (("grand-tour", "standard"), ("spark-pit", "volt"), ("kick-off", "roboball"))


@pytest.mark.parametrize(("course", "mode"), PLACES)
def test_a_turn_leads_to_the_start_of_the_next(course: str, mode: str, catalogue: Catalogue) -> None:
    kept = kept_positions(game_at(course, mode, catalogue))
    played = [(position.state.turn, turn_from(position)) for position in kept]
    assert len(played) == TURNS
    assert all(match.state.over or match.state.turn == turn + 1 for turn, match in played)


def test_random_games_last_longer_than_a_turn(rounds: Rounds) -> None:
    assert random_games(rounds.game) > RANDOM_GAMES


def test_decisions_are_counted_on_a_new_floor(catalogue: Catalogue) -> None:
    ticks = iter(range(1_000))
    game = game_at("grand-tour", "classic", catalogue)
    preparing, taken = time_decisions(game, make_bot("random", catalogue), lambda: float(next(ticks)), 5)
    assert (preparing, taken) == (1.0, [1.0] * 5)


def test_a_copy_takes_memory(catalogue: Catalogue) -> None:
    assert 1_000 < bytes_of(match_of_eight(catalogue)) < 1_000_000
