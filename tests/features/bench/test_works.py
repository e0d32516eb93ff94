"""What is measured is what it says: rounds with re-entry, whole turns, decisions; no time is asserted."""

import pytest

from roborally.bots.registry import make_bot
from roborally.features.bench.boards import game_at, match_of_eight
from roborally.features.bench.bot_time import time_decisions
from roborally.features.bench.copies import bytes_of
from roborally.features.bench.rounds import OptionRounds, Rounds
from roborally.features.bench.turns import RANDOM_GAMES, Turns, random_games
from roborally.plugin_system.loader import Catalogue


@pytest.fixture(scope="module")
def rounds(catalogue: Catalogue) -> Rounds:
    return Rounds(catalogue)


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
    options = OptionRounds(rounds, catalogue)
    match = options.run(options.rounds[0])
    assert match.state.stage == 5 or match.state.over
    assert match.state.next_id > 10, "nothing has been asked"


PLACES = (("grand-tour", "standard"), ("spark-pit", "volt"), ("kick-off", "roboball"))


@pytest.mark.parametrize(("course", "mode"), PLACES)
def test_a_turn_leads_to_the_start_of_the_next(course: str, mode: str, catalogue: Catalogue) -> None:
    turns = Turns(game_at(course, mode, 4, catalogue))
    played = [(position.state.turn, turns.run(position)) for position in turns.kept]
    assert len(played) == turns.count
    assert all(match.state.over or match.state.turn == turn + 1 for turn, match in played)


def test_random_games_last_longer_than_a_turn(rounds: Rounds) -> None:
    assert random_games(rounds.game) > RANDOM_GAMES


def test_decisions_are_counted_on_a_new_floor(catalogue: Catalogue) -> None:
    ticks = iter(range(1_000))
    game = game_at("grand-tour", "classic", 4, catalogue)
    preparing, taken = time_decisions(game, make_bot("random", catalogue), lambda: float(next(ticks)), 5)
    assert (preparing, taken) == (1.0, [1.0] * 5)


def test_a_copy_takes_memory(catalogue: Catalogue) -> None:
    assert 1_000 < bytes_of(match_of_eight(catalogue)) < 1_000_000
