"""Writes the reports of a round: a mail, a page and a turn file for each seat, and a page for the public.

All of them follow from the journal: existing ones stay as they are, missing ones are written.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache, partial
from pathlib import Path

import msgspec

from roborally.base.plain_file import read_plain
from roborally.base.translation import _, speaking
from roborally.core.observation import SPECTATOR
from roborally.features.post.fairness import canonical, disclosure
from roborally.features.post.folder import OUT, GameFolder
from roborally.features.post.game import PostGame
from roborally.features.post.journal import Deadline, Pause, Reminded, Resume, Seated, Sent
from roborally.features.post.mail_text import due, last_turn, message_for, replay_name
from roborally.features.post.names import SEAT_SUFFIX, TURN_SUFFIX
from roborally.features.post.seals import public_key
from roborally.features.post.stops import open_questions
from roborally.features.post.turn_file import SeatFile, turn_file
from roborally.narration.page.html_file import floor_of, page_of

MESSAGE, REPORT, PUBLIC = "message.eml", "report.html", "public"
DISCLOSURE = "disclosure.json"
MADE = ".made"
"""The name of the file in a round's folder that records the data from which the other files were made."""
ROUND_MAIL = 4
"""The number of fields in the Message-ID of a round's mail: round, seat, earlier players, changes of the deadline."""
REMINDER, FAREWELL = "r", "f"
"""The last field of the Message-ID of a reminder, and of the mail to a player who was replaced."""


class Made(msgspec.Struct, frozen=True):
    """The digest of all data that a round's files depend on, and the paths of these files relative to `out/`."""

    digest: str
    files: list[str]


def write_round(found: GameFolder) -> None:
    """Write the reports of the current round that are missing or out of date, and its reminders; raise `GameError`.

    They are out of date if the deadline, a player or `game.toml` has changed.
    """
    folder, digest = found.round_folder, _origin(found)
    if not _is_made(found, folder / MADE, digest):
        _make_round(found, folder)
        ends = [found.path / OUT / name for name in (DISCLOSURE, replay_name(found.game)) if found.game.over]
        files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MADE)
        names = [path.relative_to(found.path / OUT).as_posix() for path in (*files, *ends)]
        found.write(folder / MADE, msgspec.json.encode(Made(digest, names)))
    write_reminders(found)


def is_written(found: GameFolder) -> bool:
    """Return whether all reports of the current round have been written; until then, players must not see it."""
    return (found.round_folder / MADE).is_file()


def _origin(found: GameFolder) -> str:
    """Return the digest of all data that the files of the current round depend on."""
    lines = [line for line in found.lines_of_round() if isinstance(line, Deadline | Pause | Resume | Seated)]
    said = [found.game.now.step, msgspec.to_builtins(found.file), msgspec.to_builtins(lines)]
    return hashlib.sha256(canonical(said)).hexdigest()


def _is_made(found: GameFolder, path: Path, digest: str) -> bool:
    try:
        made = msgspec.json.decode(read_plain(path), type=Made)
    except (OSError, msgspec.MsgspecError):
        return False
    return made.digest == digest and all((found.path / OUT / name).is_file() for name in made.files)


def _make_round(found: GameFolder, folder: Path) -> None:
    game = found.game
    if game.over:
        _write_end(found)
    floor = cache(partial(floor_of, game.game, game.catalogue))
    with speaking(game.file.language):
        for seat in (*game.now.people, SPECTATOR):
            place = folder / (PUBLIC if seat == SPECTATOR else f"seat-{seat}")
            page = _page(game, seat, place / REPORT, floor)
            found.write(place / REPORT, page)
            if seat == SPECTATOR:
                found.write(place / "message.txt", message_for(game, seat).encode())
                continue
            is_asked = not game.over and bool(open_questions(game.match, seat))
            turn = turn_file(game, seat) if is_asked else b""
            if turn:
                found.write(place / f"turn{TURN_SUFFIX}", turn)
            found.write(place / MESSAGE, as_bytes(_round_mail(found, seat, page, turn)))
        _write_farewells(found)


def write_reminders(found: GameFolder) -> None:
    """Write a mail to each player who has been reminded of this round and whose orders are still missing."""
    game = found.game
    wanted = game.now.reminded.intersection(game.waiting_for())
    for line in found.lines_of_round():
        for seat in wanted.intersection(line.seats) if isinstance(line, Reminded) else ():
            with speaking(found.file.language):
                text = _("{name}, your orders are missing. They are due on {moment} ({zone}).").format(
                    name=game.names[seat], moment=due(game), zone=found.file.schedule.zone
                )
                number = f"{game.now.step}.{seat}.{line.at}.{REMINDER}"
                message = mail(game, game.now.players[seat].address, _("Reminder"), f"{text}\n", number, line.at)
            found.write(found.round_folder / f"seat-{seat}" / "reminder.eml", as_bytes(message))


def _write_farewells(found: GameFolder) -> None:
    game, players = found.game, list(found.game.now.opening.players)
    before_round = len(found.lines) - len(found.lines_of_round())
    for number, line in enumerate(found.lines):
        if not isinstance(line, Seated):
            continue
        former, players[line.seat] = players[line.seat], line.player
        if number < before_round or former.bot or former.address == line.player.address:
            continue
        if line.player.bot:
            title = _("A bot plays for you")
            text = _("{name}, from now on the bot {bot} plays for you. If you want to go on, write to {referee}.")
        else:
            title = _("Somebody else plays for you")
            text = _("{name}, from now on somebody else plays for you. If that is a mistake, write to {referee}.")
        sentence = text.format(name=game.names[line.seat], bot=line.player.bot, referee=game.file.mail.referee)
        id_ = f"{game.now.step}.{line.seat}.{number}.{FAREWELL}"
        path = found.round_folder / f"seat-{line.seat}" / f"farewell-{number}.eml"
        found.write(path, as_bytes(mail(game, former.address, title, f"{sentence}\n", id_, line.at)))


def _page(game: PostGame, seat: int, path: Path, floor: Callable[[], str]) -> bytes:
    """Return the content of `path`, or else a page about the last turn as `seat` sees it; `floor()` draws the floor."""
    if path.exists():
        return path.read_bytes()
    turn = last_turn(game) or None
    return page_of(game.game, game.record, game.catalogue, turn=turn, seat=seat, floor=floor())


def _write_end(found: GameFolder) -> None:
    """Write the replay and the data of the commitment, because the match is over."""
    game = found.game
    opening = game.now.opening
    text = disclosure(opening.record, opening.salt)
    found.write(found.path / OUT / DISCLOSURE, msgspec.json.format(msgspec.json.encode(text, order="sorted"), indent=1))
    ended = datetime.fromtimestamp(found.lines_of_round()[0].at, UTC)
    found.write(found.path / OUT / replay_name(game), game.recorder.finished(ended))


# --- mails ------------------------------------------------------------------------------------------------------------


def subject(game: PostGame, text: str) -> str:
    """Return a mail's subject; it begins with the game and its current round, which replies keep."""
    return f"[RR-{game.file.name} {game.now.label}] {text}"


def mail(game: PostGame, address: str, title: str, text: str, number: str, moment: int) -> EmailMessage:
    """Return an automatic mail of the referee; `number` is part of its Message-ID, `moment` in seconds since 1970."""
    message = EmailMessage()
    message["From"] = game.file.mail.referee
    message["To"] = address
    message["Subject"] = subject(game, title)
    message["Date"] = format_datetime(datetime.fromtimestamp(moment, UTC))
    message["Message-ID"] = f"<{game.file.name}.{number}@roborally.invalid>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def as_bytes(message: EmailMessage) -> bytes:
    """Return a mail as bytes, which are always the same for the same mail."""
    if message.is_multipart():
        message.set_boundary(f"=-{message['Message-ID'].strip('<>')}-=")
    return bytes(message)


def _round_mail(found: GameFolder, seat: int, page: bytes, turn: bytes) -> EmailMessage:
    game = found.game
    player = game.now.players[seat]
    title = _("The game is over") if game.over else _("Your orders, please")
    number = f"{game.now.step}.{seat}.{_players_before(found, seat)}.{changes_of_time(found)}"
    message = mail(game, player.address, title, message_for(game, seat), number, found.lines_of_round()[0].at)
    name = f"{game.file.name}-{game.now.label}"
    if turn:
        message.add_attachment(turn, "application", "octet-stream", filename=f"{name}{TURN_SUFFIX}")
    message.add_attachment(page, "text", "html", filename=f"{name}.html")
    for path in (found.path / OUT / DISCLOSURE, found.path / OUT / replay_name(game)) if game.over else ():
        message.add_attachment(path.read_bytes(), "application", "octet-stream", filename=path.name)
    if _wants_key(found, seat):
        seal = public_key(game.now.opening.seal)
        before = _players_before(found, seat)
        key = SeatFile(game.file.name, seat, player.key, game.file.server, seal, before)
        content = msgspec.json.encode(key)
        message.add_attachment(content, "application", "octet-stream", filename=f"{game.file.name}-{seat}{SEAT_SUFFIX}")
    return message


def changes_of_time(found: GameFolder) -> int:
    """Return how often the deadline of this round has changed; after each change, all players get a new mail."""
    return sum(isinstance(line, Deadline | Pause | Resume) for line in found.lines_of_round())


def _players_before(found: GameFolder, seat: int) -> int:
    """Return the number of earlier players of a seat; with it, a new player's mails have other Message-IDs."""
    return sum(isinstance(line, Seated) and line.seat == seat for line in found.lines)


def _wants_key(found: GameFolder, seat: int) -> bool:
    """Return whether the mail to a seat needs its key; it does until its player has a mail of an earlier round."""
    before = len(found.lines) - len(found.lines_of_round())
    wants = True
    for at, line in enumerate(found.lines):
        if isinstance(line, Seated) and line.seat == seat:
            wants = True
        elif isinstance(line, Sent) and at < before and _is_for(line.mail, found.game.file.name, seat):
            wants = False
    return wants


def _is_for(id_: str, name: str, seat: int) -> bool:
    """Return whether a Message-ID is that of a round's mail to a seat of the game `name`."""
    parts = id_.removeprefix(f"<{name}.").split("@")[0].split(".")
    return len(parts) == ROUND_MAIL and parts[1] == str(seat) and parts[-1].isdigit()
