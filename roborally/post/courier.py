"""Carries mails between the folder of a game and a mail account, by SMTP and IMAP; it never writes a password.

A mail that was sent stands in the journal. When the program dies between sending and writing that down, the mail is
sent again with the same Message-ID, by which mail programs know it.
"""

import imaplib
import smtplib
import ssl
from collections.abc import Callable, Iterator
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from roborally.base.errors import reason
from roborally.post.folder import IN, OUT, GameFolder
from roborally.post.game_file import MailTable, PostError, server_of
from roborally.post.inbox import RECEIPTS
from roborally.post.journal import Sent
from roborally.post.letters import MAX_MAIL

SECONDS = 60.0
"""How long a server may take for an answer."""
IMAPS = 993
"""The port on which all is encrypted from the beginning."""
MOST_MAILS = 500
"""The most mails that are fetched at a time."""
LOCAL = ("localhost", "127.0.0.1", "::1")

Password = Callable[[str], str]
"""Returns the password of an account, such as `referee@smtp.example.org`."""


def pending(found: GameFolder) -> Iterator[tuple[str, EmailMessage]]:
    """Yield the mails that have not been sent yet, each with its Message-ID; answers come first."""
    folders = [found.path / OUT / RECEIPTS, found.round_folder(found.game.now.label)]
    sent = {id_ for line in found.lines if isinstance(line, Sent) for id_ in [line.mail]}
    for folder in folders:
        for path in sorted(folder.rglob("*.eml")) if folder.is_dir() else []:
            message = BytesParser(EmailMessage, policy=policy.SMTP).parsebytes(path.read_bytes())
            id_ = str(message["Message-ID"])
            if id_ not in sent:
                yield id_, message


def send(found: GameFolder, password: Password, now: datetime) -> int:
    """Send what has not been sent; return how many mails. Raises `PostError`, and what was sent before stays so."""
    mails = list(pending(found))
    if not mails:
        return 0
    count = 0
    table = found.file.mail
    host, port = _server(table.smtp, "mail.smtp", 587)
    _refuse_open(table, host)
    try:
        with _smtp(table, host, port) as server:
            if table.user:
                server.login(table.user, password(f"{table.user}@{host}"))
            for id_, message in mails:
                try:
                    server.send_message(message, table.referee, [str(message["To"])])
                except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError):
                    continue  # an address that takes no mail keeps nobody else's back
                count += 1
                found.add(Sent(at=int(now.timestamp()), mail=id_))
    except (smtplib.SMTPException, OSError) as error:
        raise PostError("cannot send by {host}: {error}", host=host, error=_told(error)) from None
    return count


def fetch(found: GameFolder, password: Password) -> list[Path]:
    """Fetch new mails of this game into `in/`; return their files. Raises `PostError`.

    A mail counts as read on the server once it lies in the folder.
    """
    table = found.file.mail
    host, port = _server(table.imap, "mail.imap", 993)
    _refuse_open(table, host)
    files: list[Path] = []
    try:
        with _imap(table, host, port) as server:
            server.login(table.user, password(f"{table.user}@{host}"))
            _expect(server.select(table.folder))
            (numbers,) = _expect(server.uid("SEARCH", "UNSEEN", "SUBJECT", f'"RR-{found.file.name}"'))
            for uid in numbers.split()[:MOST_MAILS]:
                answer = _expect(server.uid("FETCH", uid.decode(), f"(BODY.PEEK[]<0.{MAX_MAIL + 1}>)"))
                content = next((part[1] for part in answer if isinstance(part, tuple)), b"")
                path = found.path / IN / f"imap-{uid.decode()}.eml"
                found.write(path, content)
                files.append(path)
                _expect(server.uid("STORE", uid.decode(), "+FLAGS", r"(\Seen)"))
    except (imaplib.IMAP4.error, OSError) as error:
        raise PostError("cannot fetch from {host}: {error}", host=host, error=_told(error)) from None
    return files


def _smtp(table: MailTable, host: str, port: int) -> smtplib.SMTP:
    if table.security == "tls":
        return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=ssl.create_default_context())
    server = smtplib.SMTP(host, port, timeout=SECONDS)
    if table.security == "starttls":
        server.starttls(context=ssl.create_default_context())
    return server


def _imap(table: MailTable, host: str, port: int) -> imaplib.IMAP4:
    if table.security == "none":
        return imaplib.IMAP4(host, port, timeout=SECONDS)
    if table.security == "starttls" and port != IMAPS:
        server = imaplib.IMAP4(host, port, timeout=SECONDS)
        server.starttls(ssl.create_default_context())
        return server
    return imaplib.IMAP4_SSL(host, port, ssl_context=ssl.create_default_context(), timeout=SECONDS)


def _expect(answer: tuple[str, Any]) -> list[Any]:
    status, found = answer
    if status != "OK":
        raise imaplib.IMAP4.error(found[0] if found else status)
    return list(found)


def _server(text: str, key: str, port: int) -> tuple[str, int]:
    """Return host and port of a server such as `smtp.example.org:587`."""
    found = server_of(text)
    if found is None:
        raise PostError("name the server in game.toml, such as {key} = 'mail.example.org:{port}'", key=key, port=port)
    return found[0], found[1] or port


def _refuse_open(table: MailTable, host: str) -> None:
    if table.security == "none" and host not in LOCAL:
        raise PostError("without encryption (mail.security = 'none') only a server on this machine is used", where=host)


def _told(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        told: Any = error.smtp_error
    elif isinstance(error, OSError) and not isinstance(error, smtplib.SMTPException):
        told = reason(error)
    else:
        told = error.args[0] if error.args else error
    return told.decode(errors="replace") if isinstance(told, bytes) else str(told)
