"""Files of an earlier version of the game: saves go on, replays play again, match files can be played."""

from pathlib import Path

import pytest

from roborally.core.observation import SPECTATOR, observe
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig, load_config
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay, load_save
from roborally.game.session.bot_pool import BotPool
from roborally.plugin import PluginError
from tests.replay.conftest import play_recorded
from tests.shipped import catalogue
from tests.waiting import PATIENCE

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


def test_a_match_goes_on_whose_plugins_conflict_since(tmp_path: Path) -> None:
    """In 0.1.0, robots on start spaces could be asked which way to enter; a new match cannot have that any more."""
    section = MatchSection(mode="auenland", course="water-mills", plugins=["entering"])
    config = MatchConfig(match=section, seats=[SeatConfig("Ada", "random"), SeatConfig("Bo", "random")])
    with pytest.raises(PluginError, match="cannot be enabled together"):
        make_game(config, CATALOGUE)
    begun = make_game(config, CATALOGUE, begun=True)
    match, recorder = play_recorded(begun, 7, 1)
    recorder.save(tmp_path / "old.rrsave")
    game, match, recorder = load_save(tmp_path / "old.rrsave", CATALOGUE)
    pool = BotPool(1)
    try:
        question = next(entry for entry in match.state.decisions if entry["seat"] == 0)
        answer = pool.submit(game, "greedy", observe(match, 0), question, 1)
        answer.wait(PATIENCE)
        assert answer.result()
    finally:
        pool.close()
    match, recorder = play_recorded(game, 7, 3, match=match, recorder=recorder)
    recorder.finish(tmp_path / "old.rrreplay")
    game, record = load_replay(tmp_path / "old.rrreplay", CATALOGUE)
    assert not verify(record, game)


@pytest.mark.parametrize("mode", MODES)
def test_a_match_file_is_played(mode: str) -> None:
    path = FOLDER / f"{mode}.toml"
    game = make_game(load_config(path), CATALOGUE, where=str(path))
    match = game.start(1)
    match.run()
    assert len(observe(match, SPECTATOR).seats) == len(game.seats) > 0
