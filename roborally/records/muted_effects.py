"""Lets a saved match go on without effects of plugins that have failed; the record says since when."""

from collections.abc import Sequence

from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.records.recorder import Recorder


def mute(game: Game, match: Match, recorder: Recorder, effects: Sequence[str]) -> Game:
    """Leave effects, by id, out of a match that waits for an answer; return the game that is played from now on.

    What came before is played again with them. Raises `PluginError`, and nothing has changed, for an unknown effect.
    """
    now = game.muting({*game.muted, *effects})
    record = recorder.record
    record.muted = [*record.muted, *((len(record.answers), effect) for effect in effects)]
    recorder.game = now
    match.use_rules(now.rules, now.floor)
    return now
