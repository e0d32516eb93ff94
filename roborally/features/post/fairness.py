"""The commitment of a game by post: a hash that is published first, and the hashed data, published at the end.

The hash proves that seed, match, course and rules are those of the beginning. It does not prove how the referee chose
the seed: a dishonest referee can draw many and choose one. Players who do not trust the referee play on a server.
"""

import hashlib
from typing import Any

import msgspec

from roborally.base.version import VERSION
from roborally.game.records.file_format import Record

SALT_BYTES = 16
"""The length of the random salt in bytes; it prevents others from guessing the seed."""


def commitment_of(record: Record, salt: str) -> str:
    """Return the SHA-256, in hexadecimal, of the start of a match and a salt."""
    return hashlib.sha256(canonical(disclosure(record, salt))).hexdigest()


def disclosure(record: Record, salt: str) -> dict[str, Any]:
    """Return the data that `commitment_of` hashes: the start of the match, plugins, the game's version and the salt."""
    return {
        "config": record.config,
        "course": msgspec.to_builtins(record.course),
        "plugins": record.plugins,
        "salt": salt,
        "seed": record.seed,
        "version": VERSION,
    }


def canonical(data: Any) -> bytes:
    """Return data as JSON that is always the same for the same data: keys sorted, UTF-8, no spaces."""
    return msgspec.json.encode(data, order="sorted")
