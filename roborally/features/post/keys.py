"""Finds and stores the keys of a player's seats, by which a game accepts their orders."""

import hashlib
from pathlib import Path

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.features.post.game_file import PostError
from roborally.features.post.names import SEAT_SUFFIX
from roborally.features.post.turn_file import SeatFile, TurnFile, read_seat_file

MAX_BESIDE = 1_000
"""The maximum number of key files that are read in a folder."""

DIGITS = 12
"""The number of digits in a key's file name that distinguish games of the same name."""


def key_for(turn: TurnFile, path: Path, named: Path | None = None) -> str:
    """Return the key (hexadecimal) of a turn's seat: from the file `named`, else from the turn's folder or the profile.

    A found key is stored in the profile, so that the next turn needs only its own file, unless the profile has a newer
    one: a player who gets their seat back has a new key, and the old file may still exist. Raise `PostError`.
    """
    known = kept_seat(turn)
    if named is not None:
        found = read_seat_file(named)
        if not _fits(found, turn):
            raise PostError("is the key of another seat or game", where=named)
    else:
        beside = sorted(path.parent.glob(f"*{SEAT_SUFFIX}"))[:MAX_BESIDE]
        fitting = [seat for seat in map(_read, beside) if seat is not None and _fits(seat, turn)]
        fitting += [known] if known is not None else []
        if not fitting:
            raise PostError(
                "the key of your seat is missing; put the file {name} of the first mail beside it",
                where=path,
                name=f"{turn.game}-{turn.seat}{SEAT_SUFFIX}",
            )
        found = max(fitting, key=lambda seat: (seat.seal == turn.seal, seat.before))
    if known is None or found.before >= known.before:
        keep(found)
    return found.key


def keep(seat: SeatFile) -> None:
    """Store the key of a seat in the profile; raise `StorageError`."""
    write_aside(_kept(seat), msgspec.json.encode(seat), FOR_OWNER)


def seats_on_servers() -> list[SeatFile]:
    """Return the stored seats whose keys name a server, in order of file names; damaged files are skipped."""
    files = sorted(paths.post_key_folder().glob(f"*{SEAT_SUFFIX}"))[:MAX_BESIDE]
    return [seat for seat in map(_read, files) if seat is not None and seat.server]


def kept_seat(turn: TurnFile) -> SeatFile | None:
    """Return the stored key of a turn's seat; `None` if there is none. A key that names the same game comes first."""
    files = sorted(paths.post_key_folder().glob(f"{_name(turn)}-*{SEAT_SUFFIX}"))[:MAX_BESIDE]
    fitting = [seat for seat in map(_read, files) if seat is not None and _fits(seat, turn)]
    return max(fitting, key=lambda seat: seat.seal == turn.seal, default=None)


def _kept(seat: SeatFile) -> Path:
    """Return the path for storing a key, which is different for games of the same name."""
    other = hashlib.sha256((seat.seal or seat.server).encode()).hexdigest()[:DIGITS]
    return paths.post_key_folder() / f"{_name(seat)}-{other}{SEAT_SUFFIX}"


def _name(seat: TurnFile | SeatFile) -> str:
    name = "".join(letter for letter in seat.game if letter.isalnum() or letter == "-")[:40]
    return f"{name}-{seat.seat}"


def _read(path: Path) -> SeatFile | None:
    try:
        return read_seat_file(path)
    except PostError:
        return None


def _fits(seat: SeatFile, turn: TurnFile) -> bool:
    return (seat.game, seat.seat) == (turn.game, turn.seat) and seat.seal in ("", turn.seal)
