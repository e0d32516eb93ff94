"""Begins the match of a room, as set up in its lobby or with a saved game that its host uploads."""

from collections.abc import Callable, Sequence
from functools import partial

from roborally.game.course.courses import Course
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from roborally.game.session.local import LocalSession
from roborally.game.session.readiness import count_problem, waiting_problem
from roborally.net.protocol import Upload
from roborally.net.rooms.match_setup import (
    check_bots,
    check_course,
    new_game,
    refuse_strangers,
    seats_for,
    shown_course,
)
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member, check_name, check_size
from roborally.net.rooms.uploads import Uploaded

PAUSE = 1.0
"""The minimum number of seconds between two attempts to start a match."""


def start(room: Room) -> None:
    """Start the configured match, once a thread has read the host's own course; raise `DeniedError` if it cannot."""
    _check_lobby(room)
    _limit_attempts(room)
    roster = room.roster
    if roster.building:
        job = partial(shown_course, roster.building, roster.config, room.catalogue)
        room.services.load(room, job, partial(_start_on, room, roster.config.match.course))
    else:
        _begin(room, None)


def _check_lobby(room: Room) -> None:
    """Raise `DeniedError` if players are not ready or seats are wrong; other reasons need the match's rules."""
    roster = room.in_lobby().roster
    if problem := waiting_problem(member.name for member in roster.players() if not (member.ready or member.host)):
        raise DeniedError(problem)
    _check_seats(room, [seat.name for seat in roster.config.seats])


def _start_on(room: Room, name: str, found: Callable[[], Course | None]) -> None:
    """Start the match on the course that `found()` returns, unless the room no longer waits to play course `name`."""
    if room.closed or room.running_match is not None or room.roster.config.match.course != name:
        return
    try:
        _check_lobby(room)
        _begin(room, found())
    except DeniedError as denied:
        host = room.roster.host
        if host is not None:
            room.broadcast.reject(host, denied.message)


def _begin(room: Room, course: Course | None) -> None:
    """Begin the configured match on `course`, with `None` on one of the server's; raise `DeniedError`."""
    game = new_game(room.roster.config, room.catalogue, room.bots, room.limits, course)
    seed = game.config.match.seed
    assert seed is not None, "a seed has just been drawn"
    session = LocalSession.start(game, seed, room.thinker, room.now, room.limits.answer)
    room.play(session, Recorder(game, seed))


def take_part(room: Room, host: Member, message: Upload) -> None:
    """Receive a part of a saved game, and continue the game after the last part; raise `DeniedError` if that fails."""
    room.in_lobby()
    room.uploads.add(message.part)
    if message.last:
        written = room.uploads.take()
        _limit_attempts(room)
        room.uploads.open(written, partial(check_game, room), partial(_go_on_with, room, host))


def check_game(room: Room, game: Game) -> None:
    """Raise `DeniedError` for a saved game that cannot continue here; called in another thread, before the replay."""
    check_bots(game.config.seats, room.bots, room.limits)
    check_size(game.config)
    check_course(game)
    _check_seats(room, [seat.name for seat in game.seats])


def _go_on_with(room: Room, host: Member, saved: Callable[[], Uploaded]) -> None:
    """Continue a saved game that has been opened, unless the room is closed; send refusals to the host."""
    if room.closed:
        return
    try:
        room.in_lobby()
        _resume(room, saved())
    except DeniedError as denied:
        room.broadcast.reject(host, denied.message)


def _resume(room: Room, saved: Uploaded) -> None:
    """Continue a saved game with the members who are present; raise `DeniedError` unless they are its players."""
    game = saved.recorder.game
    seats = seats_for(game, room.roster.players())
    if saved.people is None:  # the holder of the file knows the hands and the next cards
        saved.recorder.record.open_file = True
    else:
        refuse_strangers(game, seats, saved.people)
    for seat, member in seats.items():
        member.seat = seat
    room.restore(game, saved.match, saved.recorder)


def _check_seats(room: Room, names: Sequence[str]) -> None:
    if problem := count_problem(len(names), most=room.limits.seats):
        raise DeniedError(problem)
    for name in names:
        check_name(name)


def _limit_attempts(room: Room) -> None:
    """Raise `DeniedError` if the last attempt to begin a match was less than `PAUSE` seconds ago."""
    if room.now() - room.begun_at < PAUSE:
        raise DeniedError("one moment, please")
    room.begun_at = room.now()
