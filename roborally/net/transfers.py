"""Packs saved games and replays into messages: in base64, and uploads in parts.

Incoming files are not trusted: a saved game is accepted only if its answers lead to its state, so that a player cannot
continue from a forged position or random state.
"""

import base64
import binascii
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from roborally.base.bounded import items_in
from roborally.base.errors import FAULTS, GameError
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.net.protocol import MatchEnded, encode
from roborally.net.roster import DeniedError
from roborally.plugin_system.loader import Catalogue
from roborally.records.file_format import SAVE_SUFFIX, ReplayError, unpacked
from roborally.records.recorder import Recorder, go_on_from, load_save
from roborally.records.sealed_file import SealKey
from roborally.session import LocalSession

MAX_LETTERS = 6_000_000
"""The largest accepted saved game, in base64 characters."""
MAX_CONTENT = 20_000_000
"""The largest accepted saved game after unpacking, in bytes: about 300 turns."""
MAX_ITEMS = 3_000_000
"""The most values in it."""
MAX_ANSWERS = 20_000
GZIP = base64.b64encode(b"\x1f\x8b\x08").decode()
"""How a saved game that is not sealed begins, in base64."""


class Parts:
    """A saved game received in parts."""

    def __init__(self) -> None:
        """Start empty."""
        self._parts: list[str] = []
        self._letters = 0

    def add(self, part: str) -> None:
        """Add a part; raise `DeniedError`, and discard all parts, if the total is too large."""
        self._letters += len(part)
        if self._letters > MAX_LETTERS:
            self.take()
            raise DeniedError("the saved game is too large")
        if part:
            self._parts.append(part)

    def take(self) -> list[str]:
        """Return the received data, in parts, and reset."""
        parts, self._parts = self._parts, []
        self._letters = 0
        return parts


def ending_of(reason: str, session: LocalSession, recorder: Recorder, key: SealKey) -> Callable[[], bytes]:
    """Return a function that makes the last message of a match: with its replay, or with the sealed saved game.

    Without a file if none can be made. The time that the function takes grows with the match, that of this call does
    not; meanwhile the match must stand still.
    """
    if reason == "over":
        counts = session.tally.counts
        return lambda: encode(MatchEnded(reason, in_base64(recorder.finished()), session.digest(), counts))
    try:
        saving = recorder.saving()
    except GameError:  # there is no open question at this moment
        return lambda: encode(MatchEnded(reason))
    # Without a digest: that of a state whose secrets are not out yet would help to guess them.
    return lambda: encode(MatchEnded(reason, in_base64(key.sealed(saving()))))


def in_base64(content: bytes) -> str:
    """Return a file as messages hold it."""
    return base64.b64encode(content).decode()


def is_open(parts: Sequence[str]) -> bool:
    """Return whether everybody can read a saved game in base64: it is not sealed."""
    return "".join(parts[: len(GZIP)]).startswith(GZIP)  # no part is empty


def opened(parts: Sequence[str], catalogue: Catalogue, key: SealKey) -> tuple[Game, Match, Recorder]:
    """Return the match restored from the parts of a saved game in base64, ready to continue; raise `DeniedError`.

    A sealed one must have been sealed with this key.
    """
    try:
        content = _checked("".join(parts), key)
        game, match, recorder = _loaded(content, catalogue)
        if len(recorder.record.answers) > MAX_ANSWERS:
            raise DeniedError("the saved game is too large")
        played, recorder = go_on_from(recorder.record, game)
        sound = played.digest() == match.digest()
    except DeniedError:
        raise
    except GameError as error:
        raise DeniedError(error.message) from None
    except FAULTS:  # a malicious file; nothing has been changed yet
        sound = False
    if not sound:
        raise DeniedError("the saved game is damaged")
    return game, match, recorder


def _loaded(content: bytes, catalogue: Catalogue) -> tuple[Game, Match, Recorder]:
    """Return the content of a file via a temporary file on the disk; raise `GameError`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"match{SAVE_SUFFIX}"
        path.write_bytes(content)
        try:
            return load_save(path, catalogue)
        except GameError as error:
            raise GameError(error.message.at("")) from None


def _checked(written: str, key: SealKey) -> bytes:
    """Return the bytes of a file, unsealed, after checking what it unpacks to; raise `GameError`."""
    try:
        content = base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        raise DeniedError("the saved game is damaged") from None
    content = key.opened(content)
    try:
        found = unpacked(content, MAX_CONTENT + 1)
    except ReplayError:
        raise DeniedError("the saved game is damaged") from None
    if len(found) > MAX_CONTENT or items_in(found) > MAX_ITEMS:
        raise DeniedError("the saved game is too large")
    return content
