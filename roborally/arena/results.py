"""The results file of an exhibition: a first line with its terms, then a line of JSON for each game.

Games are listed in order of completion. The file only grows, by whole lines; a line cut off at the end is removed and
its game played again.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from roborally.arena.build import difference
from roborally.arena.plan import Exhibition, Result, Terms, lineup, seed_of
from roborally.arena.play import Outcome
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.plain_file import open_plain

RESULTS_FILE = "results.jsonl"
FORMAT = "roborally-results"
FORMAT_VERSION = 1
_BEGINNING = f'{{"format":"{FORMAT}"'.encode()


class Header(msgspec.Struct, frozen=True):
    """The first line of a results file."""

    format: str
    format_version: int
    terms: Terms


class Results:
    """A results file for reading and, in a `with` block, for adding; it remembers where games are, not the games."""

    def __init__(self, path: Path, terms: Terms, places: dict[int, tuple[int, int]]) -> None:
        """Use `open_results` or `read_results` instead; `places` has the first byte and length of each game's line."""
        self.path = path
        self.terms = terms
        self._places = places
        self._file: Any = None

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __enter__(self) -> "Results":
        try:
            # Unbuffered: written data is in the file at once, and nothing is left over when the disk is full.
            self._file = self.path.open("r+b", buffering=0)
            self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()
        self._file = None

    def add(self, result: Result) -> None:
        """Write the result of a game; raise `GameError` if that fails, with the earlier games unchanged."""
        begin = self._file.seek(0, os.SEEK_END)
        line = msgspec.json.encode(result) + b"\n"
        try:
            _write_all(self._file, line)
        except OSError as error:
            self._file.truncate(begin)
            raise GameError(
                "cannot be written: {error}; {count} games are kept, and the same command plays the others",
                where=self.path,
                error=reason(error),
                count=len(self),
            ) from None
        self._places[result.game.number] = (begin, len(line))

    def remove_partial_line(self) -> None:
        """Remove an incomplete last line from the file."""
        with self.path.open("r+b") as file:
            end = max((begin + length for begin, length in self._places.values()), default=len(file.readline()))
            file.truncate(end)

    def games(self) -> Iterator[Result]:
        """Yield the results in the order of the games' numbers."""
        return self._read(sorted(self._places))

    def pick(self, numbers: Iterable[int]) -> list[Outcome]:
        """Return the outcomes of the games with these numbers, in the same order."""
        return [result.game for result in self._read(numbers)]

    def _read(self, numbers: Iterable[int]) -> Iterator[Result]:
        with open_plain(self.path) as file:
            for number in numbers:
                begin, length = self._places[number]
                file.seek(begin)
                yield msgspec.json.decode(file.read(length), type=Result)


def open_results(folder: Path, terms: Terms) -> Results:
    """Return the results in a folder, or create an empty file for them; raise `GameError` if that fails.

    It fails, too, if the file is damaged or has other terms than `terms`. An incomplete last line is removed.
    """
    path = folder / RESULTS_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists() or _is_cut(path):
            write_aside(path, msgspec.json.encode(Header(FORMAT, FORMAT_VERSION, terms)) + b"\n")
        results = read_results(folder)
        if problem := _other(results.terms, terms):
            raise GameError(
                "holds another exhibition: {problem}; choose another folder for --out",
                where=path,
                problem=problem,
            )
        results.remove_partial_line()
    except OSError as error:
        raise _cannot_write(path, error) from None
    return results


def read_results(folder: Path) -> Results:
    """Return the results in a folder, without an incomplete last line; raise `GameError` if they are damaged."""
    path = folder / RESULTS_FILE
    places: dict[int, tuple[int, int]] = {}
    try:
        with open_plain(path) as file:
            first = file.readline()
            terms = _header(path, first)
            begin = len(first)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    break
                game = _game_number(path, number, line, terms.exhibition)
                places.setdefault(game, (begin, len(line)))
                begin += len(line)
    except FileNotFoundError:
        raise GameError("there is no such file", where=path) from None
    except OSError as error:
        raise _cannot_read(path, error) from None
    return Results(path, terms, places)


def found_seed(folder: Path) -> int | None:
    """Return the seed of the exhibition whose results are in a folder, `None` without results.

    Raises `GameError` if the first line is damaged or the file cannot be read.
    """
    path = folder / RESULTS_FILE
    if not path.is_file() or _is_cut(path):
        return None
    try:
        with open_plain(path) as file:
            return _header(path, file.readline()).exhibition.seed
    except OSError as error:
        raise _cannot_read(path, error) from None


def _is_cut(path: Path) -> bool:
    """Return whether a file consists of nothing but an incomplete first line of a results file."""
    try:
        with open_plain(path) as file:
            line = file.readline()
        return not line.endswith(b"\n") and (line.startswith(_BEGINNING) or _BEGINNING.startswith(line))
    except OSError as error:
        raise _cannot_read(path, error) from None


def _write_all(file: Any, content: bytes) -> None:
    while content:
        content = content[file.write(content) :]


def _header(path: Path, line: bytes) -> Terms:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError:
        raise GameError("line 1 does not say which exhibition this is", where=path) from None
    if header.format != FORMAT or header.format_version != FORMAT_VERSION:
        raise GameError(
            "line 1 names the format {found}, not {known}",
            where=path,
            found=f"{header.format} {header.format_version}",
            known=f"{FORMAT} {FORMAT_VERSION}",
        )
    return header.terms


def _game_number(path: Path, number: int, line: bytes, exhibition: Exhibition) -> int:
    """Return the number of the game in line `number`; raise `GameError` if it is damaged or of another exhibition."""
    try:
        game = msgspec.json.decode(line, type=Result).game
    except msgspec.DecodeError:
        raise GameError(
            "line {number} is damaged; remove it, and its game is played again", where=path, number=number
        ) from None
    if (game.seed, tuple(game.bots)) != (seed_of(exhibition, game.number), lineup(exhibition, game.number)):
        raise GameError(
            "line {number} holds a game of another exhibition; remove it and start again", where=path, number=number
        )
    return game.number


def _other(held: Terms, wanted: Terms) -> Message | None:
    """Return the first difference between a file's terms and the wanted ones as a message, `None` without one."""
    old, new = held.exhibition, wanted.exhibition
    for name in ("bots", "courses", "robots", "seed", "limit"):
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            return Message.of("{key}: {before} instead of {now}", key=name, before=_text(before), now=_text(now))
    if old.config != new.config:
        return Message.of("its match file is different")
    if held.courses != wanted.courses:
        changed = next(a.id for a, b in zip(held.courses, wanted.courses, strict=True) if a != b)
        return Message.of("its course {course!r} has changed", course=changed)
    if problem := difference(wanted.build, held.build):
        return Message.of("it was played with other code: {problem}", problem=problem)
    return None


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _cannot_write(path: Path, error: OSError) -> GameError:
    return GameError("cannot be written: {error}", where=path, error=reason(error))


def _cannot_read(path: Path, error: OSError) -> GameError:
    return GameError("cannot be read: {error}", where=path, error=reason(error))
