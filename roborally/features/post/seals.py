"""Encrypts orders as a text `RRO1:…` that can be posted in a forum, and that only the referee can read.

The orders are encrypted to the public key of the game (X25519, HKDF-SHA256, ChaCha20-Poly1305), each with its own key.
Their proof shows who sent them, as in any orders file.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from contextlib import suppress

from roborally.features.post.game_file import PostError

PREFIX = "RRO1:"
MAX_FOLDS = 60
"""The maximum number of line breaks in sealed orders that a program has folded."""
_BREAK = r"[ \t]*(?:\r?\n|<w?br ?/?>)[ \t]*"
_SEALED = re.compile(rf"RRO1:([A-Za-z0-9_-]{{20,20000}}(?:{_BREAK}[A-Za-z0-9_-]{{1,1000}}){{0,{MAX_FOLDS}}})")
"""Matches sealed orders in a text, perhaps with lines after them that are other text."""
MAX_ORDERS = 64
"""The maximum number of sealed orders that are read in one text."""
_KEY = 32
_INFO = b"roborally orders"
_NONCE = bytes(12)
"""Constant, because each key encrypts only one message."""


def new_secret() -> str:
    """Return a new secret key for a game, in hexadecimal."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # only games by post need it

    return X25519PrivateKey.generate().private_bytes_raw().hex()


def public_key(secret: str) -> str:
    """Return the public key of a secret key, both in hexadecimal."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).public_key().public_bytes_raw().hex()


def sealed(content: bytes, public: str) -> str:
    """Return the content of an orders file encrypted as text for the public key (hexadecimal) of a game."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    own = X25519PrivateKey.generate()
    head = own.public_key().public_bytes_raw()
    shared = own.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(public)))
    closed = ChaCha20Poly1305(_derived(shared, head, public)).encrypt(_NONCE, content, head)
    return PREFIX + base64.urlsafe_b64encode(head + closed).rstrip(b"=").decode()


def seals_in(text: str) -> list[list[str]]:
    """Return the sealed orders in a text, each as a list: the letters after `RRO1:`, then lines that may follow."""
    return [re.split(_BREAK, found) for found in _SEALED.findall(text)[:MAX_ORDERS]]


def without_seals(text: str) -> str:
    """Return a text without its sealed orders."""
    return _SEALED.sub("", text)


def opened_orders(lines: Sequence[str], secret: str) -> tuple[str, bytes]:
    """Return sealed orders as one line without `RRO1:`, and their decrypted content; raise `PostError`.

    `lines` are one list of `seals_in`, whose last lines may be other text. `secret` is the game's key (hexadecimal).
    """
    for count in range(1, len(lines)):
        text = "".join(lines[:count])
        with suppress(PostError):
            return text, _opened(text, secret)
    text = "".join(lines)
    return text, _opened(text, secret)


def _opened(text: str, secret: str) -> bytes:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        head, closed = raw[:_KEY], raw[_KEY:]
        key = X25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
        shared = key.exchange(X25519PublicKey.from_public_bytes(head))
        return ChaCha20Poly1305(_derived(shared, head, public_key(secret))).decrypt(_NONCE, closed, head)
    except (InvalidTag, ValueError, binascii.Error):
        raise PostError("these sealed orders are cut off, altered, or for another game") from None


def _derived(shared: bytes, head: bytes, public: str) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), _KEY, salt=None, info=_INFO + head + bytes.fromhex(public)).derive(shared)
