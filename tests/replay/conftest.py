"""A match that has been recorded, for the tests of saves and replays."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roborally.core.dice import Dice, derive
from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from tests.fuzz.play import choose, random_game

AtQuestion = Callable[[Match, Recorder], None]


def play_recorded(
    game: Game,
    seed: int,
    turns: int,
    *,
    match: Match | None = None,
    recorder: Recorder | None = None,
    at: AtQuestion | None = None,
) -> tuple[Match, Recorder]:
    """Play a match with a recorder that follows it; `at` is called at every question."""
    recorder = recorder or Recorder(game, seed)
    match = match or game.start(seed)
    match.watch = Watch()
    match.run()
    recorder.follow(match)
    while not match.state.over and match.state.turn <= turns:
        if at is not None:
            at(match, recorder)
        open_ = [entry for entry in match.state.decisions if entry["id"] not in match.state.sealed]
        decision = min(open_, key=lambda entry: not entry["optional"])
        # The answer depends on the match alone, so that a continued match gets the same answers.
        dice = Dice(derive(match.state.dice, decision["id"]))
        answer = choose(match, decision, dice)
        match.seal(decision["id"], answer, decision["seat"])
        recorder.note(decision["seat"], decision["id"], answer)
        match.run()
    return match, recorder


@dataclass
class Files:
    """A save in the middle of a match and the replay of the whole."""

    game: Game
    save: Path
    replay: Path
    recorder: Recorder


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Record a standard match, with a save taken in turn 3."""
    folder = tmp_path_factory.mktemp("files")
    game = random_game("standard", 4, vary=False)

    def at_question(match: Match, recorder: Recorder) -> None:
        if match.state.turn == 3:
            recorder.save(folder / "middle.rrsave")

    _, recorder = play_recorded(game, 4, 6, at=at_question)
    recorder.finish(folder / "whole.rrreplay")
    return Files(game, folder / "middle.rrsave", folder / "whole.rrreplay", recorder)
