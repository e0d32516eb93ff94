"""Continues a saved match without effects of plugins that have failed, from a point that the record names."""

from collections.abc import Sequence

from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder


def mute(game: Game, match: Match, recorder: Recorder, effects: Sequence[str]) -> Game:
    """Leave effects, by id, out of a match that waits for an answer; return the game to play from now on.

    A replay still has them before this point. Raise `PluginError` for an unknown effect, with nothing changed.
    """
    now = game.muting({*game.muted, *effects})
    record = recorder.record
    record.muted = [*record.muted, *((len(record.answers), effect) for effect in effects)]
    recorder.game = now
    match.use_rules(now.rules, now.floor)
    return now
