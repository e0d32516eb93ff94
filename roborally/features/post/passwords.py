"""Returns passwords of mail accounts, such as `referee@smtp.example.org`, from the system's keyring or a file."""

import importlib
from collections.abc import Mapping
from pathlib import Path

from roborally.base.errors import GameError, reason
from roborally.features.post.courier import MailServerError, Password

MAX_FILE = 100_000


def from_keyring(account: str) -> str:
    """Return the password of an account from the system's keyring; empty if there is none, or no usable keyring."""
    try:
        kept = importlib.import_module("keyring").get_password("roborally", account)
    except Exception:  # each backend of the keyring fails in its own way
        return ""
    return str(kept or "")


def from_file(path: Path) -> dict[str, str]:
    """Return the passwords in a file by account; each line has an account, a space and a password.

    Empty lines and lines that begin with `#` are ignored. Raise `GameError`; no error shows a password.
    """
    try:
        with path.open(encoding="utf-8") as file:
            lines = file.read(MAX_FILE).splitlines()
    except OSError as error:
        raise GameError("cannot be read: {error}", where=path, error=reason(error)) from None
    except UnicodeDecodeError:
        raise GameError("is not a text file", where=path) from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        account, _space, password = line.strip().partition(" ")
        if "@" not in account or not password.strip():
            raise GameError("line {number} must be USER@HOST PASSWORD", where=path, number=number)
        found[account] = password.strip()
    return found


def of_server(known: Mapping[str, str]) -> Password:
    """Return a function that looks for a password in `known`, then in the keyring; it raises `MailServerError`."""

    def password(account: str) -> str:
        found = known.get(account) or from_keyring(account)
        if not found:
            raise MailServerError("there is no password for {account}; name one in --mail-passwords", account=account)
        return found

    return password
