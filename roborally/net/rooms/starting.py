"""Begins the match of a room: as its lobby has set it up, or with a saved game that its host uploads."""

from collections.abc import Callable, Sequence
from functools import partial

from roborally.net.protocol import Upload
from roborally.net.rooms.match_setup import (
    check_budgets,
    new_game,
    refuse_strangers,
    refuse_unknown_bots,
    take_seats,
)
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member, check_name
from roborally.net.rooms.uploads import Uploaded
from roborally.records.recorder import Recorder
from roborally.session import LocalSession

PAUSE = 1.0
"""Seconds between two attempts to start a match."""


def start(room: Room) -> None:
    """Start the configured match; raise `DeniedError`."""
    party = room.in_lobby()
    if (problem := party.problem()) is not None:
        raise problem
    _check_seats(room, [seat.name for seat in party.config.seats])
    _make_haste_slowly(room)
    game = new_game(party.config, room.catalogue, room.bots, room.limits)
    seed = game.config.match.seed
    assert seed is not None, "a seed has just been drawn"
    session = LocalSession.start(game, seed, room.thinker, room.now, room.limits.answer)
    room.play(session, Recorder(game, seed))


def take_part(room: Room, host: Member, message: Upload) -> None:
    """Take a part of a saved game, which goes on after the last one; raise `DeniedError`."""
    room.in_lobby()
    room.uploads.add(message.part)
    if message.last:
        written = room.uploads.take()
        _make_haste_slowly(room)
        room.uploads.open(written, partial(_go_on_with, room, host))


def _go_on_with(room: Room, host: Member, saved: Callable[[], Uploaded]) -> None:
    """Continue a loaded game unless the room has moved on in the meantime."""
    if room.closed:
        return
    try:
        room.in_lobby()
        _resume(room, saved())
    except DeniedError as denied:
        room.reject(host, denied.message)


def _resume(room: Room, saved: Uploaded) -> None:
    """Continue a match played by the present members; raise `DeniedError`."""
    game, players = saved.recorder.game, room.party.players()
    refuse_unknown_bots(game, room.bots)
    check_budgets(game.config.seats, room.limits)
    _check_seats(room, [seat.name for seat in game.seats])
    take_seats(game, players)
    if saved.people is not None:
        refuse_strangers(game, players, saved.people)
    room.restore(game, saved.match, saved.recorder)
    if saved.people is None:  # whoever has the file knows the hands, and the cards to come
        room.tell_all("open-file")


def _check_seats(room: Room, names: Sequence[str]) -> None:
    if len(names) > room.limits.seats:
        raise DeniedError("there are more than {most} seats", most=room.limits.seats)
    for name in names:
        check_name(name)


def _make_haste_slowly(room: Room) -> None:
    """Refuse to begin a match if that was tried a moment ago."""
    if room.now() - room.begun_at < PAUSE:
        raise DeniedError("one moment, please")
    room.begun_at = room.now()
