"""Sealed games: saves that a server has encrypted so that only it can open them (docs/files.md).

A saved match holds every hand, program and secret goal, and the cards to come. A player who receives one in the middle
of a match must not be able to read it. The first line of a sealed game is a summary for lists; it is authenticated.
"""

import os
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from roborally.base.secret_file import SECRET_BYTES, read_or_make
from roborally.game.records.file_format import (
    ReplayError,
    SealedSummary,
    Summary,
    is_sealed,
    sealed_summary,
    summary_of,
)
from roborally.plugin import text

KEY_NAME = "sealed-games.key"
"""The name of the file that holds a server's key."""
BLOCK = 65_536
"""The size of a sealed game after its first line is a multiple of this, in bytes, so that it reveals little."""
_NONCE = 12
_LENGTH = 8
_WRONG = text("is not a key for sealed games; move it away, and a new one is made")


class Unsealed(NamedTuple):
    """The content of a save, and its players' public keys by the names of their seats; `None` if it was not sealed."""

    content: bytes
    people: dict[str, str] | None


class SealKey:
    """The key of a server for sealed games, in a file that only its owner may read, or only in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """Use the key in a file, which is read, or made, when it is first needed; without a path, use a new key."""
        self._path = path
        self._secret = b"" if path is not None else secrets.token_bytes(SECRET_BYTES)

    def id(self) -> str:
        """Return the id of the key, which is unique and never changes; raise `GameError`."""
        return _id_of(self._known())

    def sealed(self, content: bytes, people: Mapping[str, str]) -> bytes:
        """Return the content of a save as a sealed game; raise `GameError`.

        `people` are the public keys of its players by the names of their seats; only they may continue it (CLI-R12).
        """
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # only servers need it

        secret = self._known()
        head = _head(summary_of(content), _id_of(secret))
        inside = msgspec.json.encode(people) + b"\n" + content
        filled = len(inside).to_bytes(_LENGTH) + inside
        filled += bytes(-len(filled) % BLOCK)
        nonce = os.urandom(_NONCE)
        return head + nonce + ChaCha20Poly1305(secret).encrypt(nonce, filled, head)

    def opened(self, content: bytes) -> Unsealed:
        """Return the save in the content of a file, decrypted if it is sealed; raise `GameError`."""
        if not is_sealed(content):
            return Unsealed(content, None)
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        secret = self._known()
        if sealed_summary(content).sealed != _id_of(secret):
            raise ReplayError("this game was sealed by another server; it can go on only there")
        line, _newline, rest = content.partition(b"\n")
        try:
            filled = ChaCha20Poly1305(secret).decrypt(rest[:_NONCE], rest[_NONCE:], line + b"\n")
        except (InvalidTag, ValueError):
            raise ReplayError("is damaged or cut off") from None
        people, _newline, inside = filled[_LENGTH : _LENGTH + int.from_bytes(filled[:_LENGTH])].partition(b"\n")
        return Unsealed(inside, msgspec.json.decode(people, type=dict[str, str]))

    def _known(self) -> bytes:
        """Return the secret, reading or making its file at the first call; raise `GameError`."""
        if not self._secret:
            assert self._path is not None, "a key without a file is there from the beginning"
            self._secret = read_or_make(self._path, _WRONG)
        return self._secret


def _head(summary: Summary, key: str) -> bytes:
    known = msgspec.structs.asdict(summary) | {"format": SealedSummary.FORMAT}
    return msgspec.json.encode(SealedSummary(**known, sealed=key)) + b"\n"


def _id_of(secret: bytes) -> str:
    return blake2b(secret, digest_size=8, person=b"roborally key").hexdigest()
