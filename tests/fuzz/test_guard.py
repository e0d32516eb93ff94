"""Games of all editions under the guard: no function of the game's own plugins leaves what a state must not hold."""

import pytest

from roborally.plugin_system.guard import Guard
from tests.fuzz.play import EDITIONS, play, random_game, stretches

TURNS = 4


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(1, 59, 60))
def test_the_games_own_plugins_keep_the_state_plain(mode: str, numbers: range) -> None:
    guard = Guard()
    for number in numbers:
        played = play(random_game(mode, number).guarded(guard), number, TURNS)
        # The guard changes nothing of a game.
        assert played.events == play(random_game(mode, number), number, TURNS).events
    assert guard.calls
