"""Games of all editions under the guard: no function of the game's own plugins leaves what a state must not hold."""

import pytest

from roborally.game.guard import Guard
from tests.fuzz.play import EDITIONS, play, random_game, usual_or_long

GAMES = 4
MORE = 60
TURNS = 4


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize(
    "first", [pytest.param(0, marks=usual_or_long(True)), pytest.param(GAMES, marks=usual_or_long(False))]
)
def test_the_games_own_plugins_keep_the_state_plain(mode: str, first: int) -> None:
    guard = Guard()
    for number in range(first, GAMES if first == 0 else MORE):
        played = play(guard.game(random_game(mode, number)), number, TURNS)
        # The guard changes nothing of a game.
        assert played.events == play(random_game(mode, number), number, TURNS).events
    assert guard.calls
