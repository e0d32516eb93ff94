"""Proves who a player is, whatever their name, so that a server recognizes the people of a sealed game (CLI-R12).

Each player has a secret in a file. A server receives a public key that is derived from the secret and the server's id,
so that two servers cannot compare their guests, and a signature of a random text that the server has sent.
"""

import logging
import secrets
from hashlib import blake2b
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.secret_file import SECRET_BYTES, read_or_make
from roborally.game.records.sealed_file import SealKey
from roborally.net.protocol import Person, Welcome, Who
from roborally.plugin import text

LOG = logging.getLogger("roborally.net")
_WRONG = text("is not the secret of a player; move it away, and a new one is made")
_PURPOSE, _OF_PAGES = b"roborally person", b"roborally page"


class PersonalSecret:
    """The secret of a player, in a file that only its owner may read; without a path it is only kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """Use the secret in the file `path`, which is read or created when it is first needed."""
        self._path = path
        self._secret = b""

    def introduce(self, asked: Welcome | Who) -> Person | None:
        """Return the message that proves to a server who the player is; `None` if the server does not ask."""
        if not asked.server or not asked.challenge:
            return None
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # slow to import

        seed = blake2b(asked.server.encode(), key=self._known(), digest_size=32, person=_PURPOSE).digest()
        key = Ed25519PrivateKey.from_private_bytes(seed)
        proof = key.sign(_signed(asked.server, asked.challenge))
        return Person(key.public_key().public_bytes_raw().hex(), proof.hex())

    def _known(self) -> bytes:
        """Return the secret from its file; if that fails, one that lasts until the process ends."""
        if not self._secret and self._path is not None:
            try:
                self._secret = read_or_make(self._path, _WRONG)
            except GameError as error:
                LOG.warning("sealed games cannot go on after this session: %s", error)
        if not self._secret:
            self._secret = secrets.token_bytes(SECRET_BYTES)
        return self._secret


def server_id(key: SealKey) -> str:
    """Return the id of a server from its sealing key; an empty text if the key cannot be read."""
    try:
        return key.id()
    except GameError:  # reported when something is to be sealed
        return ""


def is_proved(person: Person, server: str, challenge: str) -> bool:
    """Return whether a message proves, for this server and challenge, that the player has the secret of its key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(person.key))
        key.verify(bytes.fromhex(person.proof), _signed(server, challenge))
    except (InvalidSignature, ValueError):
        return False
    return True


def person_of(person: Person, server: str, challenge: str, *, page: bool) -> str:
    """Return the text that identifies a player: their public key, or an empty text if the proof is wrong.

    A `page` cannot sign, because browsers do that over TLS only. It sends a secret that it keeps, and the digest of the
    secret identifies its player.
    """
    if page:
        return blake2b(person.key.encode(), key=server.encode(), digest_size=32, person=_OF_PAGES).hexdigest()
    return person.key if is_proved(person, server, challenge) else ""


def _signed(server: str, challenge: str) -> bytes:
    """Return the bytes that a player signs as proof (docs/network.md)."""
    return f"roborally person\n{server}\n{challenge}".encode()
