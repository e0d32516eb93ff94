"""Starts a practice match from a turn of a finished match, whose record stays as it is (CLI-2067, CLI-2068)."""

import msgspec

from roborally.core.decisions import AnswerError, is_waiting
from roborally.core.match import Match
from roborally.game.factory import Game, make_game
from roborally.game.match_file import PEOPLE, MatchConfig
from roborally.game.records.file_format import Record, ReplayError
from roborally.game.records.recorder import Recorder, refuse_changed_plugins
from roborally.game.session.protocol import HUMAN
from roborally.plugin_system.loader import Catalogue

STAND_IN = "planner"
"""The bot that plays the seats of the other people."""


def practice(record: Record, game: Game, catalogue: Catalogue, turn: int, seat: int) -> tuple[Game, Match, Recorder]:
    """Return a new match at the first question of a turn, in which one person plays `seat`.

    Seats of bots keep their bots; `STAND_IN` plays for other people. The recorder has everything before that turn.
    Raises `ReplayError` if the recorded answers do not lead to the turn.
    """
    refuse_changed_plugins(record, game)
    config = _seated(game.config, seat)
    own = make_game(config, catalogue, course=game.course, strict=False, begun=True).muting(game.muted)
    recorder = Recorder(own, record.seed)
    recorder.record.practice = True
    try:
        recorder.repeat(record, turn)
    except AnswerError as error:
        raise ReplayError("a recorded answer is refused: {error}", error=error) from None
    match, marks = recorder.followed(), recorder.record.marks
    if marks != record.marks[: len(marks)]:
        raise ReplayError("the rules have changed since the match was played, so its state in this turn is not known")
    if match.state.over or not is_waiting(match.state):
        raise ReplayError("the match was over in turn {turn}, so nothing can be played there", turn=turn)
    recorder.recount()
    return own, match, recorder


def people_in(game: Game) -> list[int]:
    """Return the numbers of the seats that were played by people."""
    return [number for number, seat in enumerate(game.config.seats) if seat.controller in PEOPLE]


def _seated(config: MatchConfig, own: int) -> MatchConfig:
    """Return a configuration with a person in seat `own` and bots in all others."""
    players = [
        msgspec.structs.replace(
            seat,
            controller=HUMAN if number == own else STAND_IN if seat.controller in PEOPLE else seat.controller,
        )
        for number, seat in enumerate(config.seats)
    ]
    return msgspec.structs.replace(config, seats=players)
