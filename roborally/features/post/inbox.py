"""Accepts or refuses received orders, from the folder `in/` or from files, and answers each of them once."""

import mailbox
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from roborally.base.errors import Message, reason
from roborally.base.plain_file import read_plain
from roborally.base.translation import _, speaking
from roborally.features.post import intake
from roborally.features.post.folder import IN, OUT, REFUSED, TAKEN, GameFolder
from roborally.features.post.game_file import PostError
from roborally.features.post.intake import Intake
from roborally.features.post.journal import Orders, RefusedOrders
from roborally.features.post.letters import MAX_MAIL, Letter, read_letter
from roborally.features.post.mail_text import due
from roborally.features.post.names import ORDERS_SUFFIX
from roborally.features.post.order_text import orders_in, own_text
from roborally.features.post.reports import as_bytes, mail
from roborally.features.post.seals import opened_orders, seals_in, without_seals

RECEIPTS = "receipts"
REASON = ".reason.txt"
MAIL_SUFFIX = ".eml"
"""The suffix of files that are always read as a single mail, not as a mailbox."""
SHORT = 16
"""The number of digits of a digest that are used in file names."""
MAX_NAME = 60
"""The maximum number of characters that a moved file keeps of its name."""


def take(found: GameFolder, files: Sequence[Path], now: datetime) -> list[str]:
    """Accept or refuse orders from `files`, or without any from `in/`; return a line about each. Raise `GameError`."""
    write_answers(found)
    (found.path / IN).mkdir(mode=0o700, exist_ok=True)
    text: list[str] = []
    for path in files:
        text += _text(found, path, _take_all(found, path, now))
    for path in () if files else _waiting(found.path / IN):
        try:
            outcomes = _take_all(found, path, now)
            text += _text(found, path, outcomes)
            _put_away(found, path, [outcome.line for outcome in outcomes])
        except PostError as error:  # an unreadable file does not hold back the orders of others
            text.append(str(error))
    return text


def _take_all(found: GameFolder, path: Path, now: datetime) -> list[Intake]:
    outcomes: list[Intake] = []
    for content in _contents(path):
        known = len(found.lines)
        outcomes += _take_one(found, path, content, now)
        write_answers(found, since=known)
    return outcomes


def _take_one(found: GameFolder, path: Path, content: bytes, now: datetime) -> list[Intake]:
    """Accept or refuse one mail or orders file, or all sealed orders in a text."""
    if path.suffix == ORDERS_SUFFIX:
        return [intake.take_file(found, content, now)]
    letter = read_letter(content) if len(content) <= MAX_MAIL else None
    text = content[:MAX_MAIL].decode(errors="replace") if letter is None else own_text(letter.text)
    outcomes = [_take_sealed(found, seal, _answerable(found, letter), now) for seal in seals_in(text)]
    if outcomes and (letter is None or not _has_only_quoted_seals(letter, text, outcomes)):
        return outcomes
    if len(content) > MAX_MAIL:
        problem = Message.of("the mail is larger than the {limit:,} bytes that are read", limit=MAX_MAIL)
        letter = read_letter(content[:MAX_MAIL].partition(b"\n\n")[0] + b"\n\n")
        source = intake.digest_of(content)
        return [intake.refuse(found, source, _answerable(found, letter), problem, now)]
    if letter is None:
        source = intake.digest_of(content)
        return [intake.refuse(found, source, "", Message.of("it is neither a mail nor orders"), now)]
    if letter.is_automatic or letter.sender == found.file.mail.referee.casefold():
        problem = Message.of("a program has sent this mail; it gets no answer")
        return [intake.refuse(found, letter.source, "", problem, now)]
    if letter.files:
        sources = [intake.digest_of(letter.source.encode() + part) for part in letter.files]
        parts = zip(letter.files, sources, strict=True)
        return [intake.take_file(found, part, now, letter.sender, source) for part, source in parts]
    if letter.game != found.file.name:
        problem = Message.of(
            "the subject must begin with [RR-{game} {label}], so that the game is known",
            game=found.file.name,
            label=found.game.now.label,
        )
        return [intake.refuse(found, letter.source, letter.sender, problem, now)]
    plain = without_seals(letter.text)
    return [intake.take_text(found, letter.sender, plain, letter.label, letter.source, now)]


def _has_only_quoted_seals(letter: Letter, text: str, outcomes: Sequence[Intake]) -> bool:
    """Return whether a mail has orders of its own, and all its sealed orders are quotes that were answered before."""
    if any(outcome.is_new for outcome in outcomes) or letter.is_automatic:
        return False
    return bool(letter.files or orders_in(without_seals(text)))


def _take_sealed(found: GameFolder, lines: Sequence[str], to: str, now: datetime) -> Intake:
    """Accept or refuse sealed orders; if they cannot be opened, the refusal is sent to the address `to`."""
    try:
        text, content = opened_orders(lines, found.game.now.opening.seal)
    except PostError as error:
        return intake.refuse(found, intake.digest_of("".join(lines).encode()), to, error.message, now)
    source = intake.digest_of(text.encode())  # others may post a copy of it, but it counts only once
    return intake.take_file(found, content, now, source=source)


def _answerable(found: GameFolder, letter: Letter | None) -> str:
    automatic = letter is None or letter.is_automatic or letter.sender == found.file.mail.referee.casefold()
    return "" if automatic or letter is None else letter.sender


def _text(found: GameFolder, path: Path, outcomes: Sequence[Intake]) -> list[str]:
    lines = []
    for line, is_new in outcomes:
        if not is_new:
            text = "answered before"
        elif isinstance(line, RefusedOrders):
            text = f"refused: {line.why}"
        else:
            text = f"taken for {found.game.names[line.seat]}: {'; '.join(line.lines)}"
        lines.append(f"{path.name}: {text}")
    return lines


# --- files ------------------------------------------------------------------------------------------------------------


def _waiting(folder: Path) -> list[Path]:
    """Return the files and Maildirs in a folder that can be taken, the oldest first."""
    times: dict[Path, int] = {}
    with PostError.wrapping("cannot be read: {error}", folder):
        for entry in os.scandir(folder):
            with suppress(FileNotFoundError):  # another program has moved it meanwhile
                if _is_readable(entry):
                    times[Path(entry.path)] = entry.stat().st_mtime_ns
    return sorted(times, key=lambda path: (times[path], path.name))


def _is_readable(entry: "os.DirEntry[str]") -> bool:
    """Return whether an entry of `in/` is a plain file or a Maildir; links and pipes may lead elsewhere."""
    if entry.name.startswith("."):
        return False
    is_box = entry.is_dir(follow_symlinks=False) and (Path(entry.path) / "cur").is_dir()
    return is_box or entry.is_file(follow_symlinks=False)


def _contents(path: Path) -> Iterator[bytes]:
    """Yield the bytes of each mail in a mailbox or Maildir, or of the whole file; raise `PostError`."""
    try:
        if path.is_dir():
            found = [mail for part in ("new", "cur") for mail in (path / part).iterdir() if mail.is_file()]
            for mail in sorted(found, key=lambda mail: mail.name):
                with suppress(FileNotFoundError):  # the mail program has moved it meanwhile; the next look finds it
                    yield read_plain(mail, MAX_MAIL + 1)
            return
        start = read_plain(path, 5)
        if start == b"From " and path.suffix.lower() != MAIL_SUFFIX:  # a single mail must not count as several
            mails = mailbox.mbox(path, create=False)
            yield from (mails.get_bytes(key) for key in mails.iterkeys())
            mails.close()
            return
        yield read_plain(path, MAX_MAIL + 1)
    except (OSError, mailbox.Error) as error:
        text = reason(error) if isinstance(error, OSError) else str(error)
        raise PostError("cannot be read: {error}", where=path, error=text) from None


def _put_away(found: GameFolder, path: Path, lines: Sequence[Orders | RefusedOrders]) -> None:
    """Move a processed file out of `in/`, into `taken/` or `refused/`; write the reason beside a refused one."""
    if path.is_dir():
        return  # a Maildir belongs to the mail program
    is_taken = any(isinstance(line, Orders) for line in lines)
    place = found.path / (TAKEN if is_taken else REFUSED)
    source = lines[0].source[:SHORT] if lines else "empty"
    target = place / f"{found.game.now.label}-{source}-{path.name[-MAX_NAME:]}"
    with PostError.wrapping("cannot be put away: {error}", path):
        place.mkdir(mode=0o700, exist_ok=True)
        path.replace(target)
    if not is_taken:
        why = [line.why for line in lines if isinstance(line, RefusedOrders)]
        found.write(target.with_name(target.name + REASON), "\n".join([*why, ""]).encode())


# --- answers ----------------------------------------------------------------------------------------------------------


def write_answers(found: GameFolder, since: int = 0) -> None:
    """Write the missing answers to received orders, which follow from the journal, into the folder of receipts.

    `since` is the index of the first journal line to answer.
    """
    folder = found.path / OUT / RECEIPTS
    with speaking(found.file.language):
        for line in found.lines[since:]:
            if not isinstance(line, Orders | RefusedOrders) or not line.to:
                continue
            path = folder / f"{line.source[:SHORT]}.eml"
            if path.exists():
                continue
            title = _("Your orders were taken") if isinstance(line, Orders) else _("Your mail was not taken")
            text = _receipt(found, line)
            found.write(path, as_bytes(mail(found.game, line.to, title, text, line.source[:SHORT], line.at)))


def _receipt(found: GameFolder, line: Orders | RefusedOrders) -> str:
    if isinstance(line, RefusedOrders):
        return f"{line.why}\n\n" + _("Nothing was changed; orders that were taken before still count.") + "\n"
    lines = [_("This was understood:"), "", *(f"  {text}" for text in line.lines), ""]
    if any(text.endswith(": ?") for text in line.lines):
        lines.append(_("A question mark stands for an answer that is missing; the rules decide then."))
    lines.append(
        _("You can send other orders until {moment} ({zone}); the last ones count.").format(
            moment=due(found.game), zone=found.file.schedule.zone
        )
    )
    return "\n".join([*lines, ""])
