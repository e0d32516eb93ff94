"""Reads and writes turn files (`.rrturn`), a seat's view and questions in a round, and key files (`.rrseat`).

With a turn file a player can look at the match and program a turn. Orders count only with the key of the seat, which
its player gets in the key file.
"""

import gzip
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.errors import any_fault, reason
from roborally.base.plain_file import read_plain
from roborally.core.events import Event
from roborally.core.observation import SPECTATOR, Observation, observe
from roborally.core.state import decision_from
from roborally.features.post.game import PostGame
from roborally.features.post.game_file import PostError
from roborally.features.post.intake import OrdersFile
from roborally.features.post.mail_text import events_of, last_turn
from roborally.features.post.seals import public_key
from roborally.game.course.courses import Course
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.records.course_data import CourseData
from roborally.game.records.file_format import unpacked
from roborally.plugin_system.loader import Catalogue

FORMAT = "roborally-turn"
SEAT_FORMAT = "roborally-seat"
MAX_FILE, MAX_CONTENT = 2_000_000, 20_000_000


class TurnFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a turn file; `observation` is as in `roborally.core.observation`, `events` are of the last turn.

    `seen` is the digest of all public events so far. `config` has no seed and no goals of other seats. `deadline` is in
    seconds since 1970, UTC, 0 while the game is paused, `seal` the public key for sealed orders (hexadecimal).
    """

    game: str
    label: str
    step: int
    seat: int
    seen: str
    referee: str
    seal: str
    deadline: int
    config: dict[str, Any]
    course: CourseData
    plugins: dict[str, str]
    observation: dict[str, Any]
    events: list[Event]
    format: str = FORMAT
    version: int = 1


class SeatFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a key file: the key (hexadecimal) that proves the orders of a seat.

    `server` is where to fetch turns and hand in orders, empty if the game is run by mail. `seal` is the public key of
    the game, as in its turns, which distinguishes games of the same name; a key without one fits all of these. `before`
    is the number of earlier players of the seat; the key with the larger number is newer.
    """

    game: str
    seat: int
    key: str
    server: str = ""
    seal: str = ""
    before: int = 0
    format: str = SEAT_FORMAT


def turn_file(game: PostGame, seat: int) -> bytes:
    """Return the content of a seat's turn file for the current round."""
    opening = game.now.opening.record
    config = dict(opening.config)
    config["match"] = {key: value for key, value in config["match"].items() if key != "seed"}
    config["seats"] = [
        entry if number == seat else {key: value for key, value in entry.items() if key != "objectives"}
        for number, entry in enumerate(config["seats"])
    ]
    content = TurnFile(
        game=game.file.name,
        label=game.now.label,
        step=game.now.step,
        seat=seat,
        seen=game.seen,
        referee=game.file.mail.referee,
        seal=public_key(game.now.opening.seal),
        deadline=0 if game.now.paused else game.now.deadline,
        config=config,
        course=opening.course,
        plugins=opening.plugins,
        observation=observe(game.match, seat).data,
        events=events_of(game, last_turn(game), seat),
    )
    return gzip.compress(msgspec.json.encode(content, order="sorted"), compresslevel=6, mtime=0)


def read_turn_file(path: Path) -> TurnFile:
    """Read and return a turn file; raise `PostError`."""
    content = _bytes_of(path, MAX_FILE)
    try:
        found = msgspec.json.decode(unpacked(content, MAX_CONTENT), type=TurnFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OSError, EOFError):
        raise PostError("is no turn of a game by post, or it is damaged", where=path) from None
    if found.format != FORMAT:
        raise PostError("is no turn of a game by post, or it is damaged", where=path)
    if found.version != 1:
        raise PostError("was written by a newer version of the game", where=path)
    return found


def read_seat_file(path: Path) -> SeatFile:
    """Read and return a key file; raise `PostError`."""
    try:
        found = msgspec.json.decode(_bytes_of(path, 10_000), type=SeatFile)
        bytes.fromhex(found.key)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        raise PostError("is no key of a seat, or it is damaged", where=path) from None
    if found.format != SEAT_FORMAT:
        raise PostError("is no key of a seat, or it is damaged", where=path)
    return found


def game_of_turn(found: TurnFile, catalogue: Catalogue, where: object = "") -> tuple[Game, Observation]:
    """Return the game of a turn file, and what its seat sees; raise `GameError` that names the file `where`."""
    for id_ in found.plugins:
        if id_ not in catalogue.plugins:
            raise PostError("needs plugin {plugin!r}, which is missing", where=where, plugin=id_)
    config = parse_config(found.config, str(where))
    course: Course = found.course.to_course(catalogue, list(found.plugins))
    game = make_game(config, catalogue, where=str(where), course=course, strict=False, begun=True)
    data = dict(found.observation)
    try:
        data["decisions"] = [decision_from(entry) for entry in data["decisions"]]
        seen = Observation(game.rules, game.floor, game.seats, found.seat, data)
        seen.match().digest()
        is_sound = SPECTATOR < found.seat < len(game.seats) and bool(seen.decisions())
    except any_fault():  # a damaged file may raise any error
        is_sound = False
    if not is_sound:
        raise PostError("is no turn of a game by post, or it is damaged", where=where)
    return game, seen


def orders_file(found: TurnFile, answers: dict[str, Any], later: dict[str, str], key: str, written: int) -> bytes:
    """Return a signed orders file; `later` are standing answers, `key` is hexadecimal, `written` in ms since 1970."""
    orders = OrdersFile(found.game, found.step, found.seat, found.seen, written, answers, later)
    return msgspec.json.format(msgspec.json.encode(orders.signed(key)), indent=1) + b"\n"


def _bytes_of(path: Path, most: int) -> bytes:
    try:
        content = read_plain(path, most + 1)
    except FileNotFoundError:
        raise PostError("there is no such file", where=path) from None
    except OSError as error:
        raise PostError("cannot be read: {error}", where=path, error=reason(error)) from None
    if len(content) > most:
        raise PostError("is larger than a file of this kind", where=path)
    return content
