"""The games of a correspondence server: all folders of games by post in one directory (docs/post.md).

A folder is the whole game, so a folder that is moved here continues here, and one that is taken away continues
elsewhere. A game is opened only when something happens in it; in between, only the data for players' requests is kept
in memory. Each game is locked while it is open, as by `roborally post`, which a referee may use beside the server.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from roborally.base.errors import GameError, any_fault
from roborally.base.plain_file import read_plain
from roborally.features.post import inbox, referee
from roborally.features.post.folder import GAME, IN, JOURNAL, BusyError, GameFolder, opened
from roborally.features.post.game_file import MailTable, PostError
from roborally.features.post.intake import take_file
from roborally.features.post.journal import Orders, RefusedOrders, Sent
from roborally.features.post.names import TURN_SUFFIX
from roborally.features.post.outbox import Mail, all_unsent, note_sent
from roborally.features.post.reports import write_reminders, write_round
from roborally.features.post.server.messages import GameStanding, Reply, Request
from roborally.features.post.stops import open_questions
from roborally.net.server_log import log, warn
from roborally.plugin_system.loader import Catalogue

MAX_GAMES = 1_000
MAX_ORDERS_IN_ROUND = 100
"""The maximum number of times that a seat may hand in orders in one round; each adds a line to the journal."""
MAX_TURNS_AT_ONCE = 1_000
"""A limit for rounds that are played in a row; even games of bots alone have fewer."""

PAUSE = 60.0
"""Seconds after a failure before a game is tried again."""

Stamp = tuple[int, ...]


@dataclass(frozen=True)
class ShelfSeat:
    """The data about a seat that the server keeps in memory: its key (hexadecimal) and the state of its game."""

    key: str
    standing: GameStanding
    turn: Path | None
    """The path of the turn file, which may be missing; `None` if nothing is asked of the seat."""


@dataclass(frozen=True)
class Known:
    """The data about a game that the server keeps in memory; a game that was never usable has no name and no seats.

    `wakes` is when it is checked next, in seconds since 1970; `None` for a game that is over or paused, which is
    checked when its folder's `stamp` changes. `problem` is why it cannot be used, empty if it can.
    """

    stamp: Stamp
    name: str = ""
    seats: dict[int, ShelfSeat] = field(default_factory=dict)
    wakes: float | None = None
    problem: str = ""


class Shelf:
    """All games in a directory; only one thread at a time may use it."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self.folder = folder
        self.catalogue = catalogue
        self._known: dict[Path, Known] = {}
        self._listed: list[Path] | None = None
        """The folders found by the last scan, `None` before the first."""
        self._with_mail: dict[Path, MailTable] = {}
        """The folders of games that may have unsent mails, with their mail settings."""

    def __len__(self) -> int:
        """Return the number of usable games."""
        return sum(not known.problem for known in self._known.values())

    def due(self, now: datetime) -> list[Path]:
        """Return the folders of games to check at the time `now`: new ones, changed ones, and those that are due.

        Larger journals come first, so that a game continues rather than an older copy of it.
        """
        found = self._listed = list(self._folders())
        for path in [path for path in self._known if path not in found]:
            log("game taken away", game=path.name)
            del self._known[path]
            self._with_mail.pop(path, None)
        return sorted((path for path in found if self._wants(path, now)), key=_journal_size, reverse=True)

    def _folders(self) -> Iterator[Path]:
        try:
            names = sorted(entry.name for entry in os.scandir(self.folder) if not entry.name.startswith("."))
        except OSError as error:
            warn("games cannot be read", error)
            names = []
        folders = (self.folder / name for name in names)
        yield from [path for path in folders if (path / JOURNAL).is_file()][:MAX_GAMES]

    def _wants(self, path: Path, now: datetime) -> bool:
        known = self._known.get(path)
        if known is None or known.stamp != _stamp(path):
            return True
        return known.wakes is not None and now.timestamp() >= known.wakes

    def look_at(self, path: Path, now: datetime) -> None:
        """Take the received files of a game, play due rounds, write reports, and keep its new state in memory.

        Raise `BusyError` while another program has locked it; then the game stays due. Other errors pause the game.
        """
        stamp = _stamp(path)
        try:
            with opened(path, self.catalogue) as found:
                self._refuse_second(path, found.file.name)
                _work(found, now)
                self._note(found, now, stamp)
        except BusyError:
            log("game in use", game=path.name)
            raise
        except GameError as error:
            self._set_aside(path, stamp, now, str(error))
        except any_fault() as error:  # a fault of a plugin stops only this game
            warn("a game has failed", error)
            self._set_aside(path, stamp, now, type(error).__name__)

    def answer(self, request: Request, challenge: str, now: datetime) -> Reply:
        """Return the answer to a request; raise `GameError` if it is not allowed, `BusyError` if the game is locked."""
        path = next((path for path, known in self._known.items() if known.name == request.game), None)
        if path is not None and self._wants(path, now):
            self.look_at(path, now)
        if path is None and (self._listed is None or any(folder not in self._known for folder in self._listed)):
            raise PostError("the server there is still reading its games; try again in a minute")
        seat = self._seat(path, request)
        if path is None or seat is None or not request.is_proven(seat.key, challenge):
            raise PostError("no game there has this seat with this key; ask the referee for a new key")
        if request.wish == "look":
            return Reply(seat.standing)
        if request.wish == "turn":
            try:
                return Reply(seat.standing, b"" if seat.turn is None else read_plain(seat.turn))
            except OSError:
                return Reply(seat.standing)
        return self._take(path, request, now)

    def with_mail(self) -> dict[Path, MailTable]:
        """Return the folders of the games that may have unsent mails, with their mail settings."""
        return dict(self._with_mail)

    def unsent(self, path: Path) -> list[Mail]:
        """Return the unsent mails of a game; raise `GameError`, such as `BusyError` while it is locked.

        After this, `with_mail` leaves the game out until something happens in it or `keep_mail` is called.
        """
        mails = all_unsent(path)
        self._with_mail.pop(path, None)
        return mails

    def keep_mail(self, path: Path, table: MailTable) -> None:
        """Make `with_mail` include a game, because it has unsent mails; ignore a game that was taken away."""
        if path in self._known:
            self._with_mail[path] = table

    def note_sent(self, path: Path, mail: str, now: datetime) -> None:
        """Record in a game's journal that the mail with this Message-ID was sent; raise `GameError` or `BusyError`.

        Nothing else changes, so the game does not become due because of it.
        """
        known, stamp = self._known.get(path), _stamp(path)
        note_sent(path, Sent(at=int(now.timestamp()), mail=mail))
        if known is not None and known.stamp == stamp:
            self._known[path] = replace(known, stamp=_stamp(path))

    def _seat(self, path: Path | None, request: Request) -> ShelfSeat | None:
        known = None if path is None else self._known.get(path)
        return None if known is None else known.seats.get(request.seat)

    def _take(self, path: Path, request: Request, now: datetime) -> Reply:
        """Take the orders of a request, and play the round if none are missing now; return the answer."""
        stamp = _stamp(path)
        with opened(path, self.catalogue) as found:
            game = found.game
            to = game.now.players[request.seat].address
            sent = sum(isinstance(line, Orders | RefusedOrders) and line.to == to for line in found.lines_of_round())
            if sent >= MAX_ORDERS_IN_ROUND:
                raise PostError(
                    "you have sent orders {count} times in this turn; those that were taken last count", count=sent
                )
            line = take_file(found, request.orders, now, to).line
            is_taken = isinstance(line, Orders)
            text = line.lines if isinstance(line, Orders) else [line.why]
            log("orders", game=found.file.name, seat=request.seat, taken=is_taken)
            _work(found, now)
            self._note(found, now, stamp)
        seat = self._seat(path, request)
        return Reply(None if seat is None else seat.standing, taken=is_taken, understood=text)

    def _refuse_second(self, path: Path, name: str) -> None:
        other = next((other for other, known in self._known.items() if known.name == name and other != path), None)
        if other is not None:
            raise PostError("has the name {name!r}, which the game in {other} has already", name=name, other=other.name)

    def _set_aside(self, path: Path, stamp: Stamp, now: datetime, problem: str) -> None:
        before = self._known.get(path, Known(stamp))
        if before.problem != problem:
            log("game left alone", game=path.name, problem=problem)
        self._known[path] = replace(before, stamp=stamp, wakes=now.timestamp() + PAUSE, problem=problem)

    def _note(self, found: GameFolder, now: datetime, stamp: Stamp) -> None:
        """Store the state of a game in memory; files that came into `in/` after `stamp` was taken make it due again."""
        game, file = found.game, found.file
        asked, waiting = game.asked(), game.waiting_for()
        names = game.names
        last_call = int(file.schedule.last_call(game.deadline).timestamp())
        seats = {}
        for number in game.now.people:
            standing = GameStanding(
                label=game.now.label,
                mode=game.game.config.match.mode,
                course=game.game.course.name,
                name=names[number],
                missing=[names[seat] for seat in waiting],
                is_asked=number in asked,
                has_orders=number in game.now.orders,
                deadline=game.now.deadline,
                last_call=last_call,
                paused=game.now.paused,
                over=game.over,
                winners=[names[seat] for seat in game.match.state.winners] if game.over else [],
            )
            turn = found.round_folder / f"seat-{number}" / f"turn{TURN_SUFFIX}"
            is_open = not game.over and bool(open_questions(game.match, number))
            seats[number] = ShelfSeat(game.now.players[number].key, standing, turn if is_open else None)
        self._known[found.path] = Known(
            (*_stamp(found.path)[:-1], stamp[-1]), file.name, seats, _wakes(found, last_call, now)
        )
        if file.mail.smtp:
            self._with_mail[found.path] = file.mail


def _work(found: GameFolder, now: datetime) -> None:
    """Do all that is due in a game, as a referee would by hand."""
    write_round(found)
    for text in inbox.take(found, [], now):
        log("mail", game=found.file.name, text=text.partition(":")[0])
    for _turn in range(MAX_TURNS_AT_ONCE):
        if found.game.over or found.game.now.paused:
            break
        label, deadline = found.game.now.label, found.game.now.deadline
        if referee.run(found, now, at_once=False):
            log("turn played", game=found.file.name, turn=label, over=found.game.over)
            for seat in referee.wants_substitute(found):
                log("substitute wanted", game=found.file.name, seat=seat)
            write_round(found)
        elif found.game.now.deadline != deadline:
            log("more time", game=found.file.name, turn=label)
            write_round(found)
        else:
            break
    if referee.remind(found, now):
        write_reminders(found)


def _wakes(found: GameFolder, last_call: int, now: datetime) -> float | None:
    """Return when a reminder or a round without all orders is due, in seconds since 1970; `None` for never."""
    game = found.game
    if game.over or game.now.paused:
        return None
    reminder = found.file.schedule.reminds_at(game.deadline)
    if reminder is not None and reminder > now:
        return min(reminder.timestamp(), float(last_call))
    return float(last_call)


def _journal_size(path: Path) -> int:
    try:
        return (path / JOURNAL).stat().st_size
    except OSError:  # it was taken away
        return 0


def _stamp(path: Path) -> Stamp:
    """Return a value that changes with the journal, the settings or the folder `in/` of a game."""
    found: list[int] = []
    for name in (JOURNAL, GAME, IN):
        try:
            status = (path / name).stat()
            found.append(hash((status.st_mtime_ns, status.st_size, status.st_ino)))
        except OSError:
            found.append(0)
    return tuple(found)


def now_here() -> datetime:
    """Return the present time in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)
