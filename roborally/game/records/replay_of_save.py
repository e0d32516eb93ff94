"""Makes the replay of a saved match so far."""

from pathlib import Path

import msgspec

from roborally.game.records.file_format import REPLAY, SAVE, ReplayBody, SaveBody, packed, read, read_summary


def replay_of_save(path: Path) -> bytes:
    """Return the content of a replay that ends at the point of a saved match; raise `ReplayError`."""
    body = read(path, SAVE, SaveBody)
    summary = msgspec.structs.replace(read_summary(path, SAVE), format=REPLAY)
    return packed(summary, ReplayBody(body.record, body.digest))
