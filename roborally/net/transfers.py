"""Packs saved games and replays into messages: in base64, and uploads in parts.

What comes from outside is not believed: a saved game counts only where its answers lead to its state, so that nobody
can go on from a position, or with chances, of his own making.
"""

import base64
import binascii
import tempfile
import zlib
from pathlib import Path

from roborally.base.errors import GameError
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.net.roster import DeniedError
from roborally.plugin_system.loader import Catalogue
from roborally.records.file_format import SAVE_SUFFIX
from roborally.records.recorder import Recorder, go_on_from, load_save

MAX_LETTERS = 6_000_000
"""The largest saved game that is taken, in letters of base64."""
MAX_CONTENT = 20_000_000
"""The largest one when it is unpacked, in bytes: some 300 turns."""
MAX_ANSWERS = 20_000
GZIP = 16 + zlib.MAX_WBITS


class Parts:
    """A saved game that comes in parts."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._parts: list[str] = []
        self._letters = 0

    def add(self, part: str) -> None:
        """Take a part; raise `DeniedError`, and forget all, when it becomes too much."""
        self._letters += len(part)
        if self._letters > MAX_LETTERS:
            self.take()
            raise DeniedError("the saved game is too large")
        if part:
            self._parts.append(part)

    def take(self) -> str:
        """Return what has come, and begin anew."""
        whole = "".join(self._parts)
        self._parts.clear()
        self._letters = 0
        return whole


def replay_of(recorder: Recorder) -> str:
    """Return the replay of a match that has come to its end, in base64."""
    return base64.b64encode(recorder.finished()).decode()


def save_of(recorder: Recorder, turn: int | None = None) -> str:
    """Return the saved game, in base64, with `turn` as in `Recorder.save`; raise `GameError`."""
    return base64.b64encode(recorder.saved(turn)).decode()


def opened(written: str, catalogue: Catalogue) -> tuple[Game, Match, Recorder]:
    """Return what a saved game in base64 leads to, ready to go on; raise `DeniedError`."""
    content = _checked(written)
    try:
        game, match, recorder = _loaded(content, catalogue)
        if len(recorder.record.answers) > MAX_ANSWERS:
            raise DeniedError("the saved game is too large")
        played, recorder = go_on_from(recorder.record, game)
        sound = played.digest() == match.digest()
    except DeniedError:
        raise
    except GameError as error:
        raise DeniedError(error.message) from None
    except Exception:  # it was made to do harm, and nothing has happened yet
        sound = False
    if not sound:
        raise DeniedError("the saved game is damaged")
    return game, match, recorder


def _loaded(content: bytes, catalogue: Catalogue) -> tuple[Game, Match, Recorder]:
    """Return what is in a file that lies on the disk only so long; raise `GameError`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"match{SAVE_SUFFIX}"
        path.write_bytes(content)
        try:
            return load_save(path, catalogue)
        except GameError as error:
            raise GameError(error.message.at("")) from None


def _checked(written: str) -> bytes:
    """Return the bytes of a file that does not fill the memory when it is unpacked; raise `DeniedError`."""
    try:
        content = base64.b64decode(written, validate=True)
        unpacked = zlib.decompressobj(GZIP).decompress(content, MAX_CONTENT + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise DeniedError("the saved game is damaged") from None
    if len(unpacked) > MAX_CONTENT:
        raise DeniedError("the saved game is too large")
    return content
