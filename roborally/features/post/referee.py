"""Plays the rounds of a game by post when they are due, and does what the referee wants; both change the journal."""

import secrets
from datetime import datetime, timedelta

from roborally.base.translation import speaking
from roborally.bots.registry import make_bot
from roborally.features.post.folder import GameFolder
from roborally.features.post.game_file import PostError, is_address
from roborally.features.post.journal import Deadline, Pause, PostPlayer, Reminded, Resume, Seated, Turn
from roborally.features.post.new_game import KEY_BYTES
from roborally.features.post.turn_player import TurnPlayer

MAX_DAYS = 365


def run(found: GameFolder, now: datetime, *, at_once: bool) -> bool:
    """Play the round if it is due, or `at_once`; return whether it was played. Raise `PostError`.

    Missing orders get a substitute. If all who miss them have an excuse left, a due round is given more time instead.
    """
    game = found.game
    if game.over:
        raise PostError("this game is over")
    if game.now.paused:
        raise PostError("this game is paused; roborally post resume lets it go on")
    if not at_once and not game.is_due(now):
        return False
    if not at_once and game.waiting_for() and _excuse(found, now):
        return False
    match = game.match.clone()
    player = TurnPlayer(match, game.catalogue, game.words, game.now.players, found.file.missing.order, found.file.wait)
    with speaking(found.file.language):  # standing answers are words of the mails
        missed = player.play(game.now.orders)
    found.add(
        Turn(
            at=_seconds(now),
            step=game.now.step,
            turn=match.state.turn,
            answers=player.answers,
            missed=missed,
            digest=match.digest(),
            deadline=_seconds(found.file.schedule.deadline(now)),
        )
    )
    _consider_bots(found, missed, now)
    return True


def remind(found: GameFolder, now: datetime) -> list[int]:
    """Return the seats to remind of their missing orders now, and record that in the journal."""
    game = found.game
    moment = found.file.schedule.reminds_at(game.deadline)
    if game.over or game.now.paused or moment is None or now < moment:
        return []
    seats = [seat for seat in game.waiting_for() if seat not in game.now.reminded]
    if seats:
        found.add(Reminded(at=_seconds(now), step=game.now.step, seats=seats))
    return seats


def extend(found: GameFolder, now: datetime, hours: int) -> None:
    """Move the deadline by some hours, back for a negative number; raise `PostError`."""
    _refuse_over(found)
    if not -24 * MAX_DAYS <= hours <= 24 * MAX_DAYS or hours == 0:
        raise PostError(
            "the deadline can be moved by 1 to {most} hours, not by {hours}", most=24 * MAX_DAYS, hours=hours
        )
    found.add(Deadline(at=_seconds(now), deadline=_seconds(found.game.deadline + timedelta(hours=hours))))


def pause(found: GameFolder, now: datetime) -> None:
    """Pause the game: no deadline passes, but orders are still accepted. Raise `PostError`."""
    _refuse_over(found)
    if found.game.now.paused:
        raise PostError("this game is paused already")
    found.add(Pause(at=_seconds(now)))


def resume(found: GameFolder, now: datetime) -> None:
    """End a pause; the round gets its full time again. Raise `PostError` if the game is not paused."""
    if not found.game.now.paused:
        raise PostError("this game is not paused")
    found.add(Resume(at=_seconds(now), deadline=_seconds(found.file.schedule.deadline(now))))


def substitute(found: GameFolder, now: datetime, seat: int, address: str) -> None:
    """Give a seat to a new player with a new key, and drop its orders for this round; raise `PostError`."""
    _refuse_seat(found, seat)
    if not is_address(address):
        raise PostError("{address!r} is no mail address; write such as ada@example.org", address=address)
    other = found.game.seat_of(address)
    if other is not None and other != seat:
        raise PostError("{address!r} plays seat {seat} already", address=address, seat=other)
    found.add(Seated(at=_seconds(now), seat=seat, player=PostPlayer(address, secrets.token_hex(KEY_BYTES))))


def resign(found: GameFolder, now: datetime, seat: int) -> None:
    """Let a bot play a seat from now on; raise `PostError` if one does already."""
    _refuse_seat(found, seat)
    if found.game.now.players[seat].bot:
        raise PostError("a bot plays seat {seat} already", seat=seat)
    bot = found.file.missing.bot
    make_bot(bot, found.catalogue)
    found.add(Seated(at=_seconds(now), seat=seat, player=PostPlayer(bot=bot)))


def wants_substitute(found: GameFolder) -> list[int]:
    """Return the seats whose people have missed so many turns in a row that a substitute should be found."""
    patience, in_a_row = found.file.missing, found.game.now.in_a_row
    return [
        seat
        for seat in found.game.now.people
        if in_a_row[seat] and patience.outcome(in_a_row[seat]) in ("substitute", "bot")
    ]


def _excuse(found: GameFolder, now: datetime) -> bool:
    """Extend the deadline if all people with missing orders have an excuse left; return whether it was extended."""
    game, patience = found.game, found.file.missing
    missing = game.waiting_for()
    if not all(patience.extends(game.now.excuses[seat], bool(game.now.excused)) for seat in missing):
        return False
    found.add(Deadline(at=_seconds(now), deadline=_seconds(found.file.schedule.deadline(now)), excused=missing))
    return True


def _consider_bots(found: GameFolder, missed: list[int], now: datetime) -> None:
    patience = found.file.missing
    for seat in missed:
        if not found.game.over and patience.outcome(found.game.now.in_a_row[seat]) == "bot":
            resign(found, now, seat)


def _refuse_over(found: GameFolder) -> None:
    if found.game.over:
        raise PostError("this game is over")


def _refuse_seat(found: GameFolder, seat: int) -> None:
    _refuse_over(found)
    if not 0 <= seat < len(found.game.now.players):
        raise PostError("there are the seats 0 to {most}, not {seat}", most=len(found.game.now.players) - 1, seat=seat)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
