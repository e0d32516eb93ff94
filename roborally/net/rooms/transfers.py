"""Packs saved games and replays into messages, in base64."""

import base64
from collections.abc import Callable

from roborally.base.errors import GameError, Message
from roborally.game.records.recorder import Recorder
from roborally.game.session.local import LocalSession
from roborally.net.protocol import LocalizedText, MatchEnded, encode

Seal = Callable[[bytes], bytes]
"""A function that seals (encrypts) a saved game for the people of its match."""


def ending_of(
    reason: str, session: LocalSession, recorder: Recorder, sealed: Seal, failure: Message | None = None
) -> Callable[[], bytes]:
    """Return a function that makes the encoded `MatchEnded` with its file: a replay, or an encrypted saved game.

    There is no file if none can be made. A longer match makes the function slower, but not this call; the match must
    stand still meanwhile. `sealed` encrypts; `failure` is the place in a plugin that failed, `None` if none did.
    """
    if reason == "over":
        counts = session.tally.counts
        return lambda: encode(MatchEnded(reason, in_base64(recorder.finished()), session.digest(), counts))
    text = LocalizedText.of(failure) if failure is not None else None
    try:
        saving = recorder.saving()
    except GameError:  # there is no open question at this moment
        return lambda: encode(MatchEnded(reason, text=text))
    # Without a digest: the digest of a state with secrets would help to guess them.
    return lambda: encode(MatchEnded(reason, in_base64(sealed(saving())), text=text))


def ending_without_file(reason: str, session: LocalSession | None, failure: Message | None) -> bytes:
    """Return the encoded last message of a match, or of a lobby without a `session`, for those who get no file."""
    digest = session.digest() if session is not None and reason == "over" else ""
    return encode(MatchEnded(reason, digest=digest, text=LocalizedText.of(failure) if failure is not None else None))


def in_base64(content: bytes) -> str:
    """Return a file in the base64 form of messages."""
    return base64.b64encode(content).decode()
