"""Stores the player's finished games and their statistics in an SQLite file (STD-1512, CLI-1202, CLI-R11).

A transaction is all or nothing, even if the process dies in the middle of it, and several processes may use the file at
once. A damaged file, or one from a newer version of the game, is renamed and never overwritten.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from roborally.base import paths
from roborally.base.errors import Message
from roborally.game.session.protocol import Session
from roborally.plugin_system.manifest import MAX_COUNTED, Condition
from roborally.profile.aside import alone, set_aside
from roborally.profile.database import COMPANIONS, HistoryError, UnusableError, connect, plain_errors, writing


@dataclass(frozen=True)
class HistorySeat:
    """One person in a finished game: seat number, name, robot model, and the statistics by id (`counters`)."""

    number: int
    name: str
    model: str
    won: bool
    counters: Mapping[str, int]


@dataclass(frozen=True)
class Finished:
    """A finished game: the digest of its last state (`game`), when it ended (ISO 8601, UTC), the course's id.

    `titles` are the English titles of the statistics in display order, `seats` those of the people here.
    """

    game: str
    when: str
    mode: str
    course: str
    turns: int
    titles: Mapping[str, str]
    seats: Sequence[HistorySeat]


@dataclass(frozen=True)
class Total:
    """One statistic of all stored games: its sum, and the largest value of a seat in one game (CLI-R11)."""

    id: str
    title: str
    sum: int
    best: int


@dataclass(frozen=True)
class Overview:
    """The numbers of games that were finished and won, and all statistics in display order."""

    games: int = 0
    won: int = 0
    totals: Sequence[Total] = ()

    @property
    def by_title(self) -> Sequence[Total]:
        """The statistics for display, with those of the same title, from different modes, added up."""
        found: dict[str, Total] = {}
        for total in self.totals:
            same = found.setdefault(total.title, total)
            if same is not total:
                found[total.title] = replace(same, sum=same.sum + total.sum, best=max(same.best, total.best))
        return tuple(found.values())


def finished(session: Session) -> Finished | None:
    """Return a match as an entry for the history; `None` if it goes on or no person at this machine plays in it.

    Only games that have ended by the rules count (STD-R31): with a winner or a draw, not abandoned ones.
    """
    state, config = session.observe().data, session.game.config
    if not session.over or not session.humans():
        return None
    seats = []
    for number in session.humans():
        pieces = [piece["index"] for piece in state["pieces"] if piece["seat"] == number]
        counters = {name: sum(session.tally.counts[index][name] for index in pieces) for name in session.tally.titles()}
        won = any(index in state["winners"] for index in pieces)
        seats.append(HistorySeat(number, config.seats[number].name, config.seats[number].robot, won, counters))
    when = datetime.now(UTC).isoformat(timespec="seconds")
    game = session.digest()
    titles = session.tally.titles()
    return Finished(game, when, config.match.mode, session.game.course.id, state["turn"], titles, seats)


class History:
    """The open history of finished games; close it, or use it in a `with` statement.

    Every method may raise `HistoryError`. `notice` is a message for the player if the previous file had to be renamed.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, notice: Message | None = None) -> None:
        self.path = path
        self.notice = notice
        self.connection = connection

    @staticmethod
    def open(path: Path | None = None) -> "History":
        """Open the history for writing; create a new file if there is none or the old one is unusable and was renamed.

        `path` is by default the player's. Raise `HistoryError`.
        """
        path = (path or paths.history_file()).absolute()
        with HistoryError.wrapping("cannot be made: {error}", path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(UnusableError):
            return History(path, connect(path, "rwc"))
        with alone(path.parent):
            try:
                return History(path, connect(path, "rwc"))  # another process may have been faster
            except UnusableError as problem:
                target = set_aside(path, problem.word, COMPANIONS)
                notice = Message.of(
                    "damaged; it is now called {name}, and a new one has been begun", path, name=target.name
                )
                if problem.word == "newer":
                    notice = Message.of(
                        "written by a newer version of the game; it is now called {name}, and a new one has been begun",
                        path,
                        name=target.name,
                    )
            return History(path, connect(path, "rwc"), notice)

    @staticmethod
    def look(path: Path | None = None) -> "History | None":
        """Open the history for reading; return `None` if there is none. No file is created or renamed.

        Raise `HistoryError` for a file that is damaged, newer, or unreadable.
        """
        path = (path or paths.history_file()).absolute()
        return History(path, connect(path, "rw")) if path.exists() else None

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> "History":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- writing --------------------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all writes in the block one transaction; other processes wait to write."""
        if self.connection.in_transaction:
            yield
            return
        with plain_errors(self.path), writing(self.connection):
            yield

    def keep(self, game: Finished) -> bool:
        """Store a finished game; return whether it is new, and not stored already.

        A game is identified by the digest of its last state. So a save that is loaded and finished in the same way
        again is not counted twice.
        """
        for seat in game.seats:
            for name, amount in seat.counters.items():
                if abs(amount) > MAX_COUNTED:
                    raise HistoryError(
                        "statistic {name!r} cannot be kept: {amount} is too large",
                        where=self.path,
                        name=name,
                        amount=amount,
                    )
        with self.transaction(), plain_errors(self.path):
            entries = [(name, title, place) for place, (name, title) in enumerate(game.titles.items())]
            self.connection.executemany(
                "INSERT INTO statistic VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET title = excluded.title, place = excluded.place",
                entries,
            )
            new = [self._keep_seat(game, seat) for seat in game.seats]
        return any(new)

    def _keep_seat(self, game: Finished, seat: HistorySeat) -> bool:
        cursor = self.connection.execute(
            "INSERT INTO seat (game, number, finished, mode, course, name, model, won, turns)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, number) DO NOTHING RETURNING id",
            (game.game, seat.number, game.when, game.mode, game.course, seat.name, seat.model, seat.won, game.turns),
        )
        row = cursor.fetchone()
        if row is None:
            return False
        counters = [(name, row[0], amount) for name, amount in seat.counters.items()]
        self.connection.executemany("INSERT INTO counter VALUES (?, ?, ?)", counters)
        return True

    # --- reading --------------------------------------------------------------------------------------------------

    def overview(self) -> Overview:
        """Return the numbers of games, and each statistic's sum over all games and best value in one (STD-1512)."""
        with plain_errors(self.path):
            games, won = self.connection.execute(
                "SELECT COUNT(DISTINCT game), COUNT(DISTINCT game) FILTER (WHERE won) FROM seat"
            ).fetchone()
            rows = self.connection.execute(
                "SELECT id, title, SUM(amount), MAX(amount) FROM statistic JOIN counter ON statistic = id"
                " GROUP BY id ORDER BY place, id"
            ).fetchall()
        return Overview(games, won, tuple(Total(*row) for row in rows))

    def sums(self) -> dict[str, int]:
        """Return the sum of each statistic over all games, by the statistic's id."""
        with plain_errors(self.path):
            return dict(self.connection.execute("SELECT statistic, SUM(amount) FROM counter GROUP BY statistic"))

    def any_game(self, condition: Condition) -> bool:
        """Return whether one game alone meets an achievement's condition; it must have counted all its statistics."""
        names = condition.statistics
        compared = "=" if condition.at_least is None else ">="
        with plain_errors(self.path):
            row = self.connection.execute(
                f"SELECT 1 FROM counter WHERE statistic IN ({', '.join('?' * len(names))}) GROUP BY seat"
                f" HAVING COUNT(*) = ? AND SUM(amount) {compared} ?"
                " AND (SELECT won FROM seat WHERE seat.id = counter.seat) >= ? LIMIT 1",
                (*names, len(names), condition.limit, condition.won),
            ).fetchone()
        return row is not None
