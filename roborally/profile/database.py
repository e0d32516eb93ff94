"""Opens the SQLite file of the history: creates its tables, upgrades them, and reports why a file is unusable."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from roborally.base.errors import GameError, Message
from roborally.profile.aside import PATIENCE

APPLICATION = 0x52424F52
"""The SQLite application id that marks a file as a history."""
COMPANIONS = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps beside a database."""
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE seat (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            number INTEGER NOT NULL,
            finished TEXT NOT NULL,
            mode TEXT NOT NULL,
            course TEXT NOT NULL,
            name TEXT NOT NULL,
            model TEXT NOT NULL,
            won INTEGER NOT NULL CHECK (won IN (0, 1)),
            turns INTEGER NOT NULL CHECK (turns >= 0),
            UNIQUE (game, number)
        ) STRICT
        """,
        """
        CREATE TABLE statistic (
            id TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            place INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE counter (
            statistic TEXT NOT NULL REFERENCES statistic (id),
            seat INTEGER NOT NULL REFERENCES seat (id),
            amount INTEGER NOT NULL,
            PRIMARY KEY (statistic, seat)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)
"""The SQL statements that create version 1 of the file, upgrade it to version 2, and so on; never change old ones."""


class HistoryError(GameError):
    """The history cannot be read or written; the message is one plain sentence that names the file."""


class UnusableError(HistoryError):
    """The history's file is damaged or too new and must be renamed; `word` is the suffix for its new name."""

    def __init__(self, path: Path, word: str) -> None:
        self.word = word
        damaged = Message.of("damaged, so it cannot be read")
        newer = Message.of("written by a newer version of the game, so it cannot be read")
        super().__init__(newer if word == "newer" else damaged, where=path)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open, check and upgrade the history's file in a `mode` of SQLite, such as `rwc`; raise `HistoryError`."""
    with plain_errors(path):
        connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)
        try:
            _check(connection, path)
            _prepare(connection)
            _check_tables(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `UnusableError` for a file that is newer, of another program, or damaged."""
    connection.execute("BEGIN")  # one transaction, unaffected by other processes that write
    version = _number(connection, "user_version")
    ours = _number(connection, "application_id") == APPLICATION
    empty = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0
    if ours and version > len(MIGRATIONS):
        raise UnusableError(path, "newer")
    sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    connection.execute("COMMIT")
    if not sound or not (ours or (empty and version == 0)):
        raise UnusableError(path, "damaged")


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    with suppress(sqlite3.OperationalError):  # locked: another process does the same; the setting stays in the file
        connection.execute("PRAGMA journal_mode = WAL")
    if _number(connection, "user_version") == len(MIGRATIONS):
        return
    with writing(connection):
        version = _number(connection, "user_version")  # check again: another process may have been faster
        if version >= len(MIGRATIONS):
            return
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `UnusableError` for a file whose tables differ from those of its version."""
    try:
        connection.execute("SELECT game, number, finished, mode, course, name, model, won, turns, id FROM seat LIMIT 0")
        connection.execute("SELECT statistic, seat, amount, id, title, place FROM counter, statistic LIMIT 0")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise UnusableError(path, "damaged") from None
        raise


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction, locked for writing from its beginning, so that values read in it stay valid."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors in the block into a `HistoryError`, a plain sentence that names the file."""
    try:
        yield
    except UnicodeError as error:
        raise HistoryError("cannot hold a text: {error}", where=path, error=error) from None
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise UnusableError(path, "damaged") from None
        raise HistoryError("cannot be used: {error}", where=path, error=error) from None
