"""Makes the file of a replay from a record alone."""

from datetime import UTC, datetime

from roborally.base.version import VERSION
from roborally.game.factory import Game
from roborally.game.records.file_format import REPLAY, Player, Record, ReplayBody, Summary, packed


def replay_of_record(game: Game, record: Record) -> bytes:
    """Return the content of a replay file made from a record; the time grows with the match."""
    turn = next((int(event["turn"]) for event in reversed(record.events) if event["type"] == "moment"), 1)
    summary = Summary(
        format=REPLAY,
        game_version=VERSION,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        mode=game.config.match.mode,
        course=game.course.name,
        players=[Player(seat.name, seat.controller, seat.robot) for seat in game.config.seats],
        turn=turn,
    )
    return packed(summary, ReplayBody(record, record.final))
