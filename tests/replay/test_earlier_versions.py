"""Files of an earlier version of the game: saves go on, replays play again, match files can be played."""

from pathlib import Path

import pytest

from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import make_game
from roborally.game.match_file import load_config
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay, load_save
from tests.replay.conftest import play_recorded
from tests.shipped import catalogue

FOLDER = Path(__file__).parent / "version_0_1"
"""Recorded with version 0.1.0, whose plugins were written for version 1 of the plugin interface."""
CATALOGUE = catalogue()
DIVERGE = {"auenland": "turn 2", "classic": "turn 1, register 2", "crash-and-burn": "turn 2", "roboball": "turn 2"}
"""In that turn of `auenland` a robot that was powered down played the cards of the registers that its repair had freed
(AUE-701). In that of `classic` a robot was destroyed that had announced a power-down, which was then void (CLS-402). In
those of the others robots came back, whose owners were asked for a facing before they saw their cards (CNB-1402).
"""
MODES = [mode.id for mode in CATALOGUE.modes()]


@pytest.mark.parametrize("mode", MODES)
def test_a_save_goes_on(mode: str) -> None:
    game, match, recorder = load_save(FOLDER / f"{mode}.rrsave", CATALOGUE)
    turn = match.state.turn
    played, _ = play_recorded(game, recorder.seed, turn + 1, match=match, recorder=recorder)
    assert played.state.turn > turn or played.state.over


@pytest.mark.parametrize("mode", MODES)
def test_a_replay_plays_again_with_the_same_digests(mode: str) -> None:
    game, record = load_replay(FOLDER / f"{mode}.rrreplay", CATALOGUE)
    assert record.marks
    assert verify(record, game).partition(":")[0] == DIVERGE.get(mode, "")


@pytest.mark.parametrize("mode", MODES)
def test_a_match_file_is_played(mode: str) -> None:
    path = FOLDER / f"{mode}.toml"
    game = make_game(load_config(path), CATALOGUE, where=str(path))
    match = game.start(1)
    match.run()
    assert len(observe(match, SPECTATOR).seats) == len(game.seats) > 0
