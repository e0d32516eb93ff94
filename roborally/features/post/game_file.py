"""Reads and writes `game.toml`, the settings of a game by post; the referee may change the file between two turns."""

import re
from datetime import date, time
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import tomli_w

from roborally.base.errors import GameError, Message
from roborally.base.toml_file import read_toml
from roborally.base.translation import languages
from roborally.base.validation import in_words
from roborally.features.post.schedule import WEEK, MissingOrders, Schedule

MAX_FILE = 100_000
MAX_ADDRESS = 254
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PART = r"[^\s@<>,;\"\x00-\x1f\x7f]+"
_ADDRESS = re.compile(f"{_PART}@{_PART}")
_SERVER = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@\[\]]+))(?::([0-9]{1,5}))?")
MAX_PORT = 65_535


class PostError(GameError):
    """A game by post, or a file for it, cannot be used; the message is one plain sentence."""


class MailTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The table `[mail]` of `game.toml`: how the referee sends and receives mails.

    `plain` says whether orders in a plain mail count. `smtp` and `imap` are servers such as `mail.example.org:587`,
    `user` is the name of the account on them, `folder` the mail folder that receives orders.
    """

    referee: str = "referee@localhost"
    plain: bool = True
    smtp: str = ""
    imap: str = ""
    user: str = ""
    folder: str = "INBOX"
    security: Literal["tls", "starttls", "none"] = "tls"


class GameFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of `game.toml`.

    With `wait`, questions in the middle of a turn are asked by post as well. `language` is that of mails and reports,
    `server` the address of the server that runs the game, empty if none does.
    """

    name: str
    server: str = ""
    language: str = "en"
    wait: bool = False
    schedule: Schedule = Schedule()
    missing: MissingOrders = MissingOrders()
    mail: MailTable = MailTable()

    def to_toml(self) -> str:
        """Return the text of a `game.toml`."""
        return tomli_w.dumps(msgspec.to_builtins(self, builtin_types=(date, time)))


def load_game_file(path: Path, name: str = "") -> GameFile:
    """Return the content of a `game.toml`, called `name` if it has no name; raise `PostError` that names the key."""
    data = read_toml(path, MAX_FILE, PostError)
    if name:
        data.setdefault("name", name)
    try:
        found = msgspec.convert(data, GameFile)
    except msgspec.ValidationError as error:
        raise PostError(in_words(error, data, GameFile), where=path) from None
    if problem := problem_of(found):
        raise PostError(problem, where=path)
    return found


def problem_of(game: GameFile) -> Message | None:
    """Return the message for the first value outside its limits, `None` if all are right; types are not checked."""
    times, missing = game.schedule, game.missing
    limits = {
        "schedule.days": (times.days, 1, 60),
        "schedule.grace": (times.grace, 0, 240),
        "schedule.reminder": (times.reminder, 0, 24 * 60),
        "missing.excused": (missing.excused, 0, 100),
        "missing.substitute_after": (missing.substitute_after, 0, 100),
        "missing.bot_after": (missing.bot_after, 0, 100),
    }
    for key, (value, least, most) in limits.items():
        if not least <= value <= most:
            return Message.of("must be from {least} to {most}, not {value}", key, least=least, most=most, value=value)
    if times.hour.tzinfo is not None:
        return Message.of(
            "must be a time without an offset, such as 20:00:00; schedule.zone says where", "schedule.hour"
        )
    if not _NAME.fullmatch(game.name):
        return Message.of(
            "must consist of at most 40 small letters, digits and hyphens, not {name!r}", "name", name=game.name
        )
    if len(times.off) >= len(WEEK) and set(times.off) == set(WEEK):
        return Message.of("must leave a day of the week on which a turn can be due", "schedule.off")
    try:
        ZoneInfo(times.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return Message.of("must be a time zone such as Europe/Berlin, not {zone!r}", "schedule.zone", zone=times.zone)
    if game.language not in languages():
        return Message.of(
            "must be one of {known}, not {language!r}", "language", known=", ".join(languages()), language=game.language
        )
    if len(game.server) > MAX_ADDRESS or not game.server.isprintable():
        return Message.of("must be an address such as wss://play.example.org", "server")
    if not is_address(game.mail.referee):
        return Message.of("must be a mail address, not {address!r}", "mail.referee", address=game.mail.referee)
    for key, server, port in (("mail.smtp", game.mail.smtp, 587), ("mail.imap", game.mail.imap, 993)):
        if server and server_of(server) is None:
            return Message.of(
                "must be a server such as mail.example.org:{port}, not {text!r}", key, port=port, text=server
            )
    return None


def server_of(text: str) -> tuple[str, int] | None:
    """Return host and port, 0 if missing, of a server such as `[::1]:25`; `None` if it is malformed."""
    found = _SERVER.fullmatch(text)
    if found is None or (found[3] and not 0 < int(found[3]) <= MAX_PORT):
        return None
    return found[1] or found[2], int(found[3] or 0)


def is_address(text: str) -> bool:
    """Return whether a text is a mail address without a name, such as `ada@example.org`."""
    return len(text) <= MAX_ADDRESS and text.isascii() and _ADDRESS.fullmatch(text) is not None
