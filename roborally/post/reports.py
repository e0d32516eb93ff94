"""Writes what a round of orders sends out: for each seat a mail, a page and a turn file, and a page for everybody.

All of it follows from the journal: what is there already stays as it is, what is missing is written.
"""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import msgspec

from roborally.base.translation import _, speaking
from roborally.core.observation import SPECTATOR
from roborally.page.writing import page_of
from roborally.post.fairness import disclosure
from roborally.post.folder import GameFolder
from roborally.post.game import PostGame
from roborally.post.journal import Deadline, Pause, Reminded, Resume, Seated, Sent
from roborally.post.names import SEAT_SUFFIX, TURN_SUFFIX
from roborally.post.sealing import public_key
from roborally.post.stops import open_questions
from roborally.post.telling import due, last_turn, message_for
from roborally.post.turn_file import SeatFile, turn_file
from roborally.records.recorder import REPLAY_SUFFIX

MESSAGE, REPORT, PUBLIC = "message.eml", "report.html", "public"
DISCLOSURE = "disclosure.json"
ROUND_MAIL = 4
"""How many numbers the Message-ID of a round's mail has: step, seat, players before, changes of the time."""


def write_round(found: GameFolder) -> None:
    """Write the reports of the present round, those for players and the public ones; raise `GameError`."""
    game = found.game
    folder = found.round_folder(game.now.label)
    with speaking(game.file.language):
        for seat in (*game.now.people, SPECTATOR):
            place = folder / (PUBLIC if seat == SPECTATOR else f"seat-{seat}")
            page = _page(game, seat, place / REPORT)
            if page:
                found.write(place / REPORT, page)
            if seat == SPECTATOR:
                found.write(place / "message.txt", message_for(game, seat).encode())
                continue
            is_asked = not game.over and bool(open_questions(game.match, seat))
            turn = turn_file(game, seat) if is_asked else b""
            if turn:
                found.write(place / f"turn{TURN_SUFFIX}", turn)
            found.write(place / MESSAGE, as_bytes(_round_mail(found, seat, page, turn)))
        if game.over:
            _write_end(found)
    write_reminders(found)


def write_reminders(found: GameFolder) -> None:
    """Write the mails to those who have been reminded of this round, as the journal says."""
    game = found.game
    wanted = game.now.reminded.intersection(game.waiting_for())
    for line in found.lines_of_round():
        for seat in wanted.intersection(line.seats) if isinstance(line, Reminded) else ():
            with speaking(found.file.language):
                text = _("{name}, your orders are missing. They are due on {moment} ({zone}).").format(
                    name=game.names[seat], moment=due(game), zone=found.file.schedule.zone
                )
                number = f"{game.now.step}.{seat}.{line.at}.r"
                message = mail(game, game.now.players[seat].address, _("Reminder"), f"{text}\n", number, line.at)
            found.write(found.round_folder(game.now.label) / f"seat-{seat}" / "reminder.eml", as_bytes(message))


def _page(game: PostGame, seat: int, path: Path) -> bytes:
    """Return the page of the last turn, empty before the first; one that was written before does not change."""
    if path.exists():
        return path.read_bytes()
    turn = last_turn(game)
    return page_of(game.game, game.record, game.catalogue, turn=turn, seat=seat) if turn else b""


def _write_end(found: GameFolder) -> None:
    """Write the replay, and what the commitment was made of."""
    game = found.game
    opening = game.now.opening
    told = disclosure(opening.record, opening.salt)
    found.write(
        found.path / "out" / DISCLOSURE, msgspec.json.format(msgspec.json.encode(told, order="sorted"), indent=1)
    )
    path = found.path / "out" / f"{game.file.name}{REPLAY_SUFFIX}"
    if not path.exists():
        game.recorder.finish(path)


# --- mails ------------------------------------------------------------------------------------------------------------


def subject(game: PostGame, told: str) -> str:
    """Return the subject of a mail about the present round; its beginning is what answers are known by."""
    return f"[RR-{game.file.name} {game.now.label}] {told}"


def mail(game: PostGame, address: str, title: str, text: str, number: str, moment: int) -> EmailMessage:
    """Return a mail of the referee; it says that a program has sent it, so that no other program answers."""
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
    """Return a mail as a file, the same each time it is made."""
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
    if page:
        message.add_attachment(page, "text", "html", filename=f"{name}.html")
    if _wants_key(found, seat):
        seal = public_key(game.now.opening.seal)
        key = msgspec.json.encode(SeatFile(game.file.name, seat, player.key, game.file.server, seal))
        message.add_attachment(key, "application", "octet-stream", filename=f"{game.file.name}-{seat}{SEAT_SUFFIX}")
    return message


def changes_of_time(found: GameFolder) -> int:
    """Return how often the time of this round has changed: all get a new mail then."""
    return sum(isinstance(line, Deadline | Pause | Resume) for line in found.lines_of_round())


def _players_before(found: GameFolder, seat: int) -> int:
    """Return how many have played a seat before: a new player gets a mail of their own about the same round."""
    return sum(isinstance(line, Seated) and line.seat == seat for line in found.lines)


def _wants_key(found: GameFolder, seat: int) -> bool:
    """Return whether a seat's player gets the key with this round: until a mail of an earlier one was sent to them."""
    before = len(found.lines) - len(found.lines_of_round())
    wants = True
    for at, line in enumerate(found.lines):
        if isinstance(line, Seated) and line.seat == seat:
            wants = True
        elif isinstance(line, Sent) and at < before and _is_for(line.mail, found.game.file.name, seat):
            wants = False
    return wants


def _is_for(id_: str, name: str, seat: int) -> bool:
    """Return whether a Message-ID is that of a round's mail to a seat."""
    parts = id_.removeprefix(f"<{name}.").split("@")[0].split(".")
    return len(parts) == ROUND_MAIL and parts[1] == str(seat) and parts[-1] != "r"
