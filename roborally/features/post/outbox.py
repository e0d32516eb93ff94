"""Finds the mails of a game that are not sent yet, from its files and journal, without playing the match."""

from collections.abc import Iterator, Sequence
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from pathlib import Path
from typing import NamedTuple

from roborally.features.post.folder import JOURNAL, OUT, only_one, round_folder
from roborally.features.post.game import progress_of
from roborally.features.post.inbox import RECEIPTS
from roborally.features.post.journal import Journal, Line, Sent


class Mail(NamedTuple):
    """A mail to send, and its Message-ID."""

    id: str
    message: EmailMessage


def unsent(path: Path, lines: Sequence[Line]) -> Iterator[Mail]:
    """Yield the mails in the folder of a game that its journal does not record as sent, answers to orders first."""
    folders = [path / OUT / RECEIPTS, round_folder(path, progress_of(lines).label)]
    sent = {line.mail for line in lines if isinstance(line, Sent)}
    for folder in folders:
        for file in sorted(filter(Path.is_file, folder.rglob("*.eml"))) if folder.is_dir() else []:
            content = file.read_bytes()
            if str(BytesHeaderParser(policy=policy.SMTP).parsebytes(content)["Message-ID"]) not in sent:
                message = BytesParser(EmailMessage, policy=policy.SMTP).parsebytes(content)
                yield Mail(str(message["Message-ID"]), message)


def all_unsent(path: Path) -> list[Mail]:
    """Lock a game's folder and return its unsent mails; raise `GameError`, or `BusyError` if it is already locked."""
    with only_one(path):
        return list(unsent(path, Journal(path / JOURNAL).read()))


def note_sent(path: Path, line: Sent) -> None:
    """Lock a game's folder and add a line to its journal that a mail was sent; raise as `all_unsent` does."""
    with only_one(path):
        journal = Journal(path / JOURNAL)
        journal.read()
        journal.add(line)
