"""Makes replay files from a record alone or from a save, where no `Recorder` is at hand."""

from pathlib import Path

import msgspec

from roborally.game.factory import Game
from roborally.game.records.file_format import REPLAY, SAVE, Record, ReplayBody, SaveBody, packed, read, read_summary
from roborally.game.records.recorder import summary_of


def replay_of_record(game: Game, record: Record) -> bytes:
    """Return the content of a replay file for a record; the time grows with the length of the match."""
    turn = next((int(event["turn"]) for event in reversed(record.events) if event["type"] == "moment"), 1)
    return packed(summary_of(game, REPLAY, turn), ReplayBody(record, record.final))


def replay_of_save(path: Path) -> bytes:
    """Return the content of a replay file that ends where a match was saved; raise `ReplayError`."""
    body = read(path, SAVE, SaveBody)
    summary = msgspec.structs.replace(read_summary(path, SAVE), format=REPLAY)
    return packed(summary, ReplayBody(body.record, body.digest))
