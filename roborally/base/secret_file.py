"""Stores secrets of 32 random bytes as 64 hexadecimal digits, each in a file that only its owner may read."""

import os
import secrets
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import reason
from roborally.base.plain_file import read_plain

SECRET_BYTES = 32


def read_or_make(path: Path, wrong: str) -> bytes:
    """Return the secret in a file; if the file is missing, make a new secret and write it.

    Raise `StorageError`; for a file with other content, its sentence is `wrong`.
    """
    return _read(path, wrong) or _made(path, wrong)


def _read(path: Path, wrong: str) -> bytes:
    """Return the secret in a file, empty if the file is missing."""
    try:
        written = read_plain(path, 2 * SECRET_BYTES + 2)
        secret = bytes.fromhex(written.decode("ascii"))
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StorageError("cannot be read: {error}", where=path, error=reason(error)) from None
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise StorageError(wrong, where=path)
    return secret


def _made(path: Path, wrong: str) -> bytes:
    """Write a new secret and return it, or the one that another process has written meanwhile."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        write_aside(part, f"{secrets.token_hex(SECRET_BYTES)}\n".encode(), FOR_OWNER)
        try:
            os.link(part, path)  # unlike renaming, this never replaces a file that appears meanwhile
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            part.replace(path)
    except OSError as error:
        raise StorageError("cannot be written: {error}", where=path, error=reason(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return _read(path, wrong)
