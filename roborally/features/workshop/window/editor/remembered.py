"""Stores in the profile which overlays of the board editor are on."""

from collections.abc import Collection
from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.plain_file import read_plain

REACH, DANGER, WAYS, REGISTERS = "reach", "danger", "ways", "registers"
OVERLAYS = (REACH, DANGER, WAYS, REGISTERS)
"""The names of the overlays; the last is the card with the events of each register."""
MAX_FILE = 10_000
"""The size of the largest file that is read, in bytes."""


def recall_overlays() -> set[str]:
    """Return the names of the overlays that were last on; empty if the file is missing or unreadable."""
    with suppress(OSError, ValueError):  # msgspec raises `ValueError`, too
        path = paths.overlays_file()
        if path.stat().st_size <= MAX_FILE:
            return set(msgspec.json.decode(read_plain(path), type=list[str])) & {*OVERLAYS}
    return set()


def remember_overlays(on: Collection[str]) -> None:
    """Store the names of the overlays that are on for the next start; ignore errors of the disk."""
    with suppress(GameError, OSError):
        write_aside(paths.overlays_file(), msgspec.json.encode([name for name in OVERLAYS if name in on]))
