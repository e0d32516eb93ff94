"""Reads and writes saves and replays: two lines of JSON, a summary and a body, compressed with gzip (docs/files.md).

Nothing in a file is executed. The checksum of gzip detects damage; types and sizes are checked before use.
"""

import gzip
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from roborally.base.bounded import check_values, items_in
from roborally.base.errors import GameError, reason
from roborally.base.plain_file import read_plain
from roborally.core.state import frozen
from roborally.game.records.course_data import CourseData
from roborally.plugin import text

SAVE = "roborally-save"
REPLAY = "roborally-replay"
SAVE_SUFFIX = ".rrsave"
REPLAY_SUFFIX = ".rrreplay"
FORMAT_VERSION = 1
MAX_FILE = 20_000_000
"""The maximum size of a save or replay, in bytes."""
MAX_CONTENT = 100_000_000
"""The maximum size of an unpacked file, in bytes: a match of 500 turns needs a third of it."""
MAX_ITEMS = 6_000_000
"""The maximum number of values in a file: a match of 500 turns needs five million."""
MAX_MOVES = 20_000_000
"""The maximum size in bytes of an unpacked save that `read_moves` accepts: about 300 turns."""
MAX_MOVE_ITEMS = 500_000
"""The maximum number of values in a record, without events, for `read_moves`: a large course has half of them."""
MAX_SUMMARY = 20_000
GZIP_MAGIC = b"\x1f\x8b"
GZIP_OVERHEAD = 1_000
"""An upper bound for the bytes that gzip adds to incompressible content of up to `MAX_SUMMARY` bytes."""
_SEALED_START = b'{"format":"roborally-sealed",'
OTHER_KINDS = {
    SAVE: text("is a replay, not a saved match"),
    REPLAY: text("is a saved match, not a replay"),
}
"""The error message for a file of the other kind, by the expected kind."""

Body = TypeVar("Body")


class ReplayError(GameError):
    """A save or replay cannot be used; the message is one plain sentence."""


class Player(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The player of one seat, as a summary names them; `controller` is `human`, `remote` or a bot's name."""

    name: str
    controller: str
    robot: str = ""


class Summary(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The first line of a save or replay, which lists of saves show; `date` is in ISO 8601, UTC."""

    format: str
    game_version: str
    date: str
    mode: str
    course: str
    players: list[Player]
    turn: int
    format_version: int = FORMAT_VERSION

    def humans(self) -> list[str]:
        """Return the names of the people at this machine who play (CLI-R04)."""
        return [player.name for player in self.players if player.controller == "human"]

    def is_for(self, names: Sequence[str]) -> bool:
        """Return whether people with these names can continue the match."""
        return are_the_players(self.humans(), names)


class SealedSummary(Summary, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The first line of a sealed game (`sealed_file`); `sealed` is the id of the server's key that can open it."""

    FORMAT: ClassVar[str] = "roborally-sealed"
    sealed: str


def are_the_players(seated: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether people with these names can continue a match of the people in `seated` (CLI-R04).

    They must have the same names; a single person may continue any match of one person.
    """
    return len(seated) == len(names) and (len(names) == 1 or sorted(seated) == sorted(names))


class Mark(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """The digest of the match's state at the end of a stage or turn; `name` is `stage` or `turn`."""

    turn: int
    stage: int
    name: str
    digest: str


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a match from which it can be played again: its start, every answer, and the results.

    `config` is the match file, `plugins` the versions by id. An answer is (seat, decision's id, answer). `final` is the
    digest of the last state of a replay. `muted` are pairs: how many answers there were when a failing phase, element
    or shooter of a plugin was switched off (-1: from the start), and its id. `practice` marks a match that continues
    from a turn of a finished one; its result does not count (CLI-2068).
    """

    config: dict[str, Any]
    seed: int
    plugins: dict[str, str]
    course: CourseData
    answers: list[tuple[int, str, Any]] = []
    marks: list[Mark] = []
    events: list[dict[str, Any]] = []
    final: str = ""
    open_file: bool = False
    """Whether the network match was continued from an unsealed file; all players are informed of this (CLI-R12)."""
    muted: list[tuple[int, str]] = []
    practice: bool = False
    stood_in: list[str] = []
    """The ids of the questions that a bot or the clock has answered in place of a person."""


class _Head(msgspec.Struct):
    """The keys of the first line that all versions of the format share."""

    format: str = ""
    format_version: Any = None
    game_version: Any = ""


class SaveBody(msgspec.Struct, forbid_unknown_fields=True):
    """The second line of a save; `digest` is the digest of `state`."""

    record: Record
    state: dict[str, Any]
    digest: str


class ReplayBody(msgspec.Struct, forbid_unknown_fields=True):
    """The second line of a replay; `digest` is the digest of the match's last state."""

    record: Record
    digest: str


class _RawMoves(msgspec.Struct):
    """The part of a record from which a match can be replayed, as JSON that is not decoded yet."""

    config: msgspec.Raw
    seed: int
    plugins: msgspec.Raw
    course: msgspec.Raw
    answers: msgspec.Raw = msgspec.Raw(b"[]")
    open_file: bool = False
    muted: msgspec.Raw = msgspec.Raw(b"[]")


class _Moves(msgspec.Struct):
    record: _RawMoves
    digest: str


class MatchStart(msgspec.Struct):
    """The part of a record that `read_start` reads: the match file as data, and whether the match is practice."""

    config: dict[str, Any]
    practice: bool = False


class _Started(msgspec.Struct):
    record: MatchStart


class _Ending(msgspec.Struct):
    type: str
    winners: list[int] = []


class _Story(msgspec.Struct):
    events: list[_Ending]


class _Outcome(msgspec.Struct):
    """The part of a body that `read_winners` reads."""

    record: _Story


# --- writing and reading --------------------------------------------------------------------------------------------


def packed(summary: Summary, body: SaveBody | ReplayBody) -> bytes:
    """Return the content of a save or replay file."""
    lines = msgspec.json.encode(summary) + b"\n" + msgspec.json.encode(body)
    return gzip.compress(lines, compresslevel=5, mtime=0)


def read_summary(path: Path, format_: str) -> Summary:
    """Read the first line of a save or replay (`SAVE`, `REPLAY`), a `SealedSummary` if sealed; raise `ReplayError`."""
    content = _content(path, MAX_SUMMARY)
    if format_ == SAVE and is_sealed(content):
        with ReplayError.repeating(path):
            return sealed_summary(content)
    return _summary(path, format_, _unpacked(path, content, MAX_SUMMARY))


def is_sealed(content: bytes) -> bool:
    """Return whether the content of a file is a sealed game (`roborally.game.records.sealed_file`)."""
    return content.startswith(_SEALED_START)


def sealed_summary(content: bytes) -> SealedSummary:
    """Return the first line of the content of a sealed game; raise `ReplayError`."""
    line, newline, _rest = content[:MAX_SUMMARY].partition(b"\n")
    try:
        summary = msgspec.json.decode(line if newline else b"", type=SealedSummary)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ReplayError("is damaged or cut off") from None
    if summary.format_version != FORMAT_VERSION:
        raise ReplayError("was written by a newer version of the game ({version})", version=summary.game_version)
    return summary


def summary_of(content: bytes) -> Summary:
    """Return the first line of the content of a save or replay that the game has made itself."""
    return msgspec.json.decode(unpacked(content, MAX_SUMMARY).partition(b"\n")[0], type=Summary)


def read(path: Path, format_: str, kind: type[Body]) -> Body:
    """Read a save or replay (`SAVE`, `REPLAY`), and return its second line as the class `kind`; raise `ReplayError`."""
    content = _unpacked(path, _content(path, MAX_CONTENT), MAX_CONTENT)
    if len(content) >= MAX_CONTENT:
        raise _too_large(path, MAX_CONTENT)
    _summary(path, format_, content)
    body = _decoded(path, content, kind)
    record: Record = body.record  # type: ignore[attr-defined]
    _check(record, path, getattr(body, "state", {}))
    record.events = [frozen(event) for event in record.events]
    record.answers = [(seat, id_, frozen(answer)) for seat, id_, answer in record.answers]
    if not all(type(event.get("beat")) is int and isinstance(event.get("type"), str) for event in record.events):
        raise ReplayError("is damaged: an event in it has no type or no beat", where=path)
    return body


def read_moves(content: bytes) -> tuple[Record, str]:
    """Return the record in the content of a save, without its events, and the digest of the saved state.

    Skipping the events costs almost nothing, however many there are. Raise `ReplayError`.
    """
    found = unpacked(content, MAX_MOVES + 1)
    if len(found) > MAX_MOVES:
        raise _too_large("", MAX_MOVES)
    _summary("", SAVE, found)
    body = _decoded("", found, _Moves)
    raw = body.record
    if (
        sum(items_in(bytes(part)) for part in (raw.config, raw.plugins, raw.course, raw.answers, raw.muted))
        > MAX_MOVE_ITEMS
    ):
        raise _too_many_values("", MAX_MOVE_ITEMS)
    try:
        config, plugins = _plain(raw.config, dict[str, Any]), _plain(raw.plugins, dict[str, str])
        record = Record(config, raw.seed, plugins, _plain(raw.course, CourseData))
        record.answers = _plain(raw.answers, list[tuple[int, str, Any]])
        record.open_file = raw.open_file
        record.muted = _plain(raw.muted, list[tuple[int, str]])
    except (ValueError, RecursionError) as error:
        raise ReplayError("is damaged: {error}", error=error) from None
    _check(record)
    record.answers = [(seat, id_, frozen(answer)) for seat, id_, answer in record.answers]
    return record, body.digest


def _plain(written: msgspec.Raw, kind: Any) -> Any:
    return msgspec.json.decode(written, type=kind)


def _check(record: Record, where: object = "", *more: Any) -> None:
    """Raise `ReplayError` unless the untyped values of a record and those in `more` are plain and not too deep."""
    try:
        check_values([record.config, *more])
        check_values([record.answers, record.events, [values for _kind, _cell, values in record.course.elements]])
    except ValueError as error:
        raise ReplayError("is damaged: {error}", where=where, error=error) from None


def read_start(path: Path) -> MatchStart:
    """Read from a save which match it is, and skip the rest, which is quick; raise `ReplayError`."""
    content = _unpacked(path, _content(path, MAX_CONTENT), MAX_CONTENT)
    _summary(path, SAVE, content)
    return _decoded(path, content, _Started).record


def read_winners(path: Path) -> list[str] | None:
    """Read the names of a recorded match's winners from a replay; `None` if the match has not ended.

    The rest of the file is skipped, so this is quick. Raise `ReplayError`.
    """
    content = _unpacked(path, _content(path, MAX_CONTENT), MAX_CONTENT)
    summary = _summary(path, REPLAY, content)
    body = _decoded(path, content, _Outcome)
    names = [player.name for player in summary.players]
    last = next((event for event in reversed(body.record.events) if event.type == "over"), None)
    return None if last is None else [names[piece] for piece in last.winners if 0 <= piece < len(names)]


def _decoded(where: object, content: bytes, kind: type[Body]) -> Body:
    """Return the second line of an unpacked file as a `kind`; raise `ReplayError`, which begins with `where`."""
    if items_in(content) > MAX_ITEMS:
        raise _too_many_values(where, MAX_ITEMS)
    try:
        return msgspec.json.decode(memoryview(content)[content.index(b"\n") + 1 :], type=kind)
    except (ValueError, RecursionError) as error:
        raise ReplayError("is damaged: {error}", where=where, error=error) from None


def _too_large(where: object, most: int) -> ReplayError:
    return ReplayError("is too large; at most {most:,} bytes are read", where=where, most=most)


def _too_many_values(where: object, most: int) -> ReplayError:
    return ReplayError("is too large; at most {most:,} values are read", where=where, most=most)


def unpacked(content: bytes, most: int) -> bytes:
    """Return at most `most` bytes of the unpacked content of a gzip file; raise `ReplayError` if it is damaged.

    A gzip file of several members counts as damaged, since unpacking them has no limit.
    """
    if not content.startswith(GZIP_MAGIC):
        raise ReplayError("is not a RoboRally file")
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        found = unpacker.decompress(content, most)
    except zlib.error:
        raise ReplayError("is damaged or cut off") from None
    if len(found) < most and (not unpacker.eof or unpacker.unused_data):
        raise ReplayError("is damaged or cut off")
    return found


def _unpacked(path: Path, content: bytes, most: int) -> bytes:
    """Return at most `most` bytes of the unpacked content of a file; raise `ReplayError`, also for a sealed game."""
    if is_sealed(content):
        raise ReplayError("is sealed: it can go on only in a network game, on the server that made it", where=path)
    with ReplayError.repeating(path):
        return unpacked(content, most)


def _content(path: Path, most: int) -> bytes:
    """Read as many bytes of a file as unpacking `most` bytes needs; raise `ReplayError`."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise _too_large(path, MAX_FILE)
        return read_plain(path, min(most + GZIP_OVERHEAD, MAX_FILE))
    except FileNotFoundError:
        raise ReplayError("there is no such file", where=path) from None
    except OSError as error:
        raise ReplayError("cannot be read: {error}", where=path, error=reason(error)) from None


def _summary(where: object, format_: str, content: bytes) -> Summary:
    """Return the first line of an unpacked file; raise `ReplayError` unless it is a `format_`, and not too new."""
    line, newline, _rest = content[:MAX_SUMMARY].partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        head = _Head()
    if not newline or head.format not in OTHER_KINDS:
        raise ReplayError("is not a RoboRally file", where=where)
    if head.format != format_:
        raise ReplayError(OTHER_KINDS[format_], where=where)
    version = head.format_version
    if type(version) is int and version > FORMAT_VERSION:
        raise ReplayError(
            "was written by a newer version of the game ({version})", where=where, version=head.game_version
        )
    if type(version) is not int or version != FORMAT_VERSION:
        raise ReplayError(
            "has the format version {version!r}; this game reads {known}",
            where=where,
            version=version,
            known=FORMAT_VERSION,
        )
    try:
        return msgspec.json.decode(line, type=Summary)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ReplayError("is damaged: {error}", where=where, error=error) from None
