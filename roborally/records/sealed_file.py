"""Sealed games: saved matches of a server, encrypted so that only this server can open them (docs/files.md).

A saved match holds every hand, program and secret goal, and the cards to come. A player who is handed one in the middle
of a match must not be able to read it. The first line of a sealed game is a summary for lists; it is authenticated.
"""

import os
import secrets
from hashlib import blake2b
from pathlib import Path

import msgspec

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import reason
from roborally.records.file_format import ReplayError, SealedSummary, Summary, is_sealed, sealed_summary, summary_of

KEY_BYTES = 32
KEY_NAME = "sealed-games.key"
"""The name of the file of a server's key."""
BLOCK = 65_536
"""Sealed games have lengths that are multiples of this, apart from the summary: the length tells little."""
_NONCE = 12
_LENGTH = 8


class SealKey:
    """The key of a server, in a file that its owner alone may read; without a path it lives as long as the server."""

    def __init__(self, path: Path | None = None) -> None:
        """Use a key; its file is read, or made, when it is first needed."""
        self._path = path
        self._secret = b"" if path is not None else secrets.token_bytes(KEY_BYTES)

    def sealed(self, content: bytes) -> bytes:
        """Return a saved match in a form that tells nothing but its summary; raise `GameError`."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # only servers need it

        secret = self._known()
        head = _head(summary_of(content), _id_of(secret))
        filled = len(content).to_bytes(_LENGTH) + content
        filled += bytes(-len(filled) % BLOCK)
        nonce = os.urandom(_NONCE)
        return head + nonce + ChaCha20Poly1305(secret).encrypt(nonce, filled, head)

    def opened(self, content: bytes) -> bytes:
        """Return a saved match that may be sealed as it was before that; raise `GameError`."""
        if not is_sealed(content):
            return content
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
        return filled[_LENGTH : _LENGTH + int.from_bytes(filled[:_LENGTH])]

    def _known(self) -> bytes:
        """Return the key, from its file if there is one; raise `GameError`."""
        if not self._secret:
            assert self._path is not None, "a key without a file is there from the beginning"
            self._secret = _read(self._path) or _made(self._path)
        return self._secret


def _head(summary: Summary, key: str) -> bytes:
    """Return the first line of a sealed game."""
    known = msgspec.structs.asdict(summary) | {"format": SealedSummary.FORMAT}
    return msgspec.json.encode(SealedSummary(**known, sealed=key)) + b"\n"


def _id_of(secret: bytes) -> str:
    """Return what a key is called in files; it tells nothing about the key."""
    return blake2b(secret, digest_size=8, person=b"roborally key").hexdigest()


def _read(path: Path) -> bytes:
    """Return the key in a file, nothing if there is no such file; raise `GameError`."""
    try:
        with path.open("rb") as file:
            written = file.read(2 * KEY_BYTES + 2)
        secret = bytes.fromhex(written.decode("ascii"))
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StorageError("cannot be read: {error}", where=path, error=reason(error)) from None
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise StorageError("is not a key for sealed games; move it away, and a new one is made", where=path)
    return secret


def _made(path: Path) -> bytes:
    """Return a new key after writing it, or that of another process that has been quicker; raise `GameError`."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        write_aside(part, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), FOR_OWNER)
        try:
            os.link(part, path)  # unlike renaming it replaces no key that is there meanwhile
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            part.replace(path)
    except OSError as error:
        raise StorageError("cannot be written: {error}", where=path, error=reason(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return _read(path)
