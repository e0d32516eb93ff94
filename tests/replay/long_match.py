"""A match of many turns, made in a moment: robots that live for ever wander over a board and cannot win."""

from functools import cache

from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from tests.fuzz.play import make
from tests.replay.conftest import play_recorded

GRID = """
c1 O . . . . . . . . . .
O  O . . . . . . . . . .
.  . . . . g< . . . . . .
.  . . . > . . . . . . .
.  . . . . . . . . . . .
.  . . . . . . . . . . .
.  . . d1^ d2^ d3^ d4^ . . . . .
.  . . . . . . . . . . c2:nesw
"""


def long_game() -> Game:
    """Return a game that nobody can win: one person, `A`, and three bots."""
    return make("standard", GRID, 4, people=1, settings={"unlimited_lives": True})


def play_long(turns: int) -> tuple[Match, Recorder]:
    """Return a match that stands at the beginning of the turn after these, with its recorder."""
    match, recorder = play_recorded(long_game(), 3, turns)
    assert not match.state.over
    assert match.state.turn == turns + 1
    return match, recorder


@cache
def long_save(turns: int) -> bytes:
    """Return the saved game of a long match."""
    return play_long(turns)[1].saved()
