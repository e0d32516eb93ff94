"""Opens, creates and locks the folder of a game by post, in which one process at a time may work.

`game.toml` says how the game is run, `journal.jsonl` is the game itself. Received files are in `in/`, accepted ones in
`taken/`, refused ones in `refused/`. `out/` is made from the journal and can be deleted at any time.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import GameError, Message
from roborally.base.file_lock import locked
from roborally.base.plain_file import read_plain
from roborally.bots.registry import make_bot
from roborally.features.post.game import PostGame
from roborally.features.post.game_file import GameFile, PostError, load_game_file
from roborally.features.post.journal import Journal, Line, Opening, Turn
from roborally.features.post.schedule import DEFAULT, RANDOM
from roborally.plugin_system.loader import Catalogue

GAME, JOURNAL, LOCK, SENDING = "game.toml", "journal.jsonl", ".lock", ".sending"
IN, TAKEN, REFUSED, OUT = "in", "taken", "refused", "out"
_FOR_OWNER = 0o700
"""The permissions of the folder: only for its owner, because it contains every hand and every key."""


class BusyError(PostError):
    """Another process is working in the folder of the game; trying again soon may succeed."""


class GameFolder:
    """The locked folder of a game by post, with its settings (`file`), journal (`lines`) and state (`game`)."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        """Read the game in a folder that the caller has locked; raise `GameError`."""
        self.path = path
        self.catalogue = catalogue
        self._journal = Journal(path / JOURNAL)
        self.lines: list[Line] = self._journal.read()
        self.file: GameFile = load_game_file(path / GAME)
        _check_bots(self.file, path / GAME, catalogue)
        self.game = PostGame(self.file, self.lines, catalogue)

    def add(self, line: Line) -> None:
        """Append a line to the journal, and compute the new state of the game."""
        self._journal.add(line)
        self.lines = [*self.lines, line]
        self.game = PostGame(self.file, self.lines, self.catalogue, self.game)

    def lines_of_round(self) -> list[Line]:
        """Return the journal's lines from the last played turn on, or from the opening if no turn has been played."""
        begun = max((number for number, line in enumerate(self.lines) if isinstance(line, Turn)), default=0)
        return self.lines[begun:]

    @property
    def round_folder(self) -> Path:
        """The folder for the reports of the current round, such as `out/turn-04`."""
        return round_folder(self.path, self.game.now.label)

    def write(self, path: Path, content: bytes) -> None:
        """Write a file that only its owner may read, unless it already has this content; raise `StorageError`."""
        try:
            if read_plain(path) == content:
                return
        except OSError:
            pass
        write_aside(path, content, FOR_OWNER)


def round_folder(path: Path, label: str) -> Path:
    """Return the folder for the reports of a round in the game's folder `path`, such as `out/turn-04` for `T4`."""
    return path / OUT / f"turn-{label.removeprefix('T').rjust(2 + (not label[-1].isdigit()), '0')}"


def _check_bots(file: GameFile, path: Path, catalogue: Catalogue) -> None:
    """Raise `PostError` if a bot in `game.toml` is missing, since at the deadline it would be too late."""
    named = {"missing.bot": file.missing.bot, "missing.order": file.missing.order}
    for key, name in named.items():
        if key == "missing.order" and name in (RANDOM, DEFAULT):
            continue
        try:
            make_bot(name, catalogue)
        except GameError as error:
            raise PostError(error.message.at(key), where=path) from None


@contextmanager
def opened(path: Path, catalogue: Catalogue) -> Iterator[GameFolder]:
    """Lock and read the folder of a game, for the block; raise `GameError`, such as `BusyError` if it is locked."""
    if not (path / JOURNAL).is_file():
        raise PostError("there is no game by post in this folder", where=path)
    with only_one(path):
        yield GameFolder(path, catalogue)


def make(path: Path, file: GameFile, opening: Opening) -> None:
    """Create the folder of a new game, with its settings and its journal; raise `GameError` if it is not empty."""
    with StorageError.wrapping("cannot be written: {error}", path):
        path.mkdir(mode=_FOR_OWNER, parents=True, exist_ok=True)
        path.chmod(_FOR_OWNER)
        if any(entry.name != LOCK for entry in os.scandir(path)):
            raise PostError("this folder is not empty; a game by post needs one of its own", where=path)
    with only_one(path):
        for name in (IN, TAKEN, REFUSED, OUT):
            (path / name).mkdir(mode=_FOR_OWNER, exist_ok=True)
        write_aside(path / GAME, file.to_toml().encode(), FOR_OWNER)
        Journal(path / JOURNAL).begin(opening)  # the last step: now the game exists


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Lock the folder of a game for the block; raise `BusyError` if another process has it, or `StorageError`."""
    with _holding(path, LOCK, Message.of("another program is at work in this folder; try again")):
        yield


@contextmanager
def only_sender(path: Path) -> Iterator[None]:
    """Lock the sending of a game's mails, but not its folder, for the block; raise `BusyError` or `StorageError`."""
    with _holding(path, SENDING, Message.of("another program is sending the mails of this game; try again")):
        yield


@contextmanager
def _holding(path: Path, name: str, busy: Message) -> Iterator[None]:
    with StorageError.wrapping("cannot be written: {error}", path):
        lock = locked(path / name)
    if lock is None:
        raise BusyError(busy, where=path)
    with closing(lock):
        yield
