"""Transfers mails between the folder of a game and a mail account, by SMTP and IMAP; passwords are never stored.

A mail that was sent is recorded in the journal. If the program dies between sending and recording, the mail is sent
again with the same Message-ID, by which mail programs recognize it.
"""

import imaplib
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Literal

from roborally.base.errors import reason
from roborally.features.post.folder import IN, GameFolder, only_sender
from roborally.features.post.game_file import MailTable, PostError, server_of
from roborally.features.post.journal import Sent
from roborally.features.post.letters import MAX_MAIL
from roborally.features.post.outbox import unsent

SECONDS = 60.0
"""The maximum number of seconds to wait for a mail server's answer."""
IMAPS = 993
"""The port of IMAP on which the connection is encrypted from the beginning."""
MAX_MAILS = 500
"""The maximum number of mails that `fetch` fetches at a time."""
LOCAL = ("localhost", "127.0.0.1", "::1")

Password = Callable[[str], str]
"""A function that returns the password of an account, such as `referee@smtp.example.org`."""


Fate = Literal["taken", "later", "refused"]
"""The result of sending a mail: the server accepts it, wants it later, or refuses the address for good."""
REFUSED_FOR_GOOD = 500
"""Replies of an SMTP server with this code or a larger one are final (RFC 5321)."""


class MailServerError(PostError):
    """The mail server is unreachable, or refuses a request."""


def send(found: GameFolder, password: Password, now: datetime) -> int:
    """Send the unsent mails of a game at the time `now`; return how many the mail server accepted.

    Refused mails stay unsent. Raise `PostError`, with the mails that were sent recorded, or `BusyError` while another
    program sends mails of this game.
    """
    with only_sender(found.path):
        mails = list(unsent(found.path, found.lines))
        if not mails:
            return 0
        count = 0
        with connected(found.file.mail, password) as server:
            for mail in mails:
                if server.send(mail.message) == "taken":
                    count += 1
                    found.add(Sent(at=int(now.timestamp()), mail=mail.id))
    return count


class Sender:
    """An open connection to the mail server that sends a referee's mails."""

    def __init__(self, host: str, smtp: smtplib.SMTP, referee: str) -> None:
        self._host = host
        self._smtp = smtp
        self._referee = referee

    def send(self, message: EmailMessage) -> Fate:
        """Send a mail, and return whether the server accepts it; raise `MailServerError` if it accepts no mails now."""
        with _describe(self._host):
            try:
                self._smtp.send_message(message, self._referee, [str(message["To"])])
            except smtplib.SMTPRecipientsRefused as error:
                return _fate(*(code for code, _text in error.recipients.values()))
            except smtplib.SMTPDataError as error:
                return _fate(error.smtp_code)
        return "taken"


@contextmanager
def connected(table: MailTable, password: Password) -> Iterator[Sender]:
    """Connect to the server that sends the mails of a game, for the block; raise `PostError`."""
    host, port = _server(table.smtp, "mail.smtp", 587)
    _refuse_open(table, host)
    with _describe(host), _smtp(table, host, port) as server:
        if table.user:
            server.login(table.user, password(f"{table.user}@{host}"))
        yield Sender(host, server, table.referee)


def _fate(*codes: int) -> Fate:
    return "later" if any(code < REFUSED_FOR_GOOD for code in codes) else "refused"


@contextmanager
def _describe(host: str) -> Iterator[None]:
    """Turn errors of a sending server in the block into `MailServerError`."""
    try:
        yield
    except (smtplib.SMTPException, OSError) as error:
        raise MailServerError("cannot send by {host}: {error}", host=host, error=_text(error)) from None


def fetch(found: GameFolder, password: Password) -> list[Path]:
    """Fetch new mails of this game from its account into the folder `in/`; return their files. Raise `PostError`.

    A mail is marked as read on the server once its file is written.
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
            for uid in numbers.split()[:MAX_MAILS]:
                answer = _expect(server.uid("FETCH", uid.decode(), f"(BODY.PEEK[]<0.{MAX_MAIL + 1}>)"))
                content = next((part[1] for part in answer if isinstance(part, tuple)), b"")
                path = found.path / IN / f"imap-{uid.decode()}.eml"
                found.write(path, content)
                files.append(path)
                _expect(server.uid("STORE", uid.decode(), "+FLAGS", r"(\Seen)"))
    except (imaplib.IMAP4.error, OSError) as error:
        raise MailServerError("cannot fetch from {host}: {error}", host=host, error=_text(error)) from None
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
    """Return host and port of a server such as `smtp.example.org:587`; raise `PostError` that names the `key`."""
    found = server_of(text)
    if found is None:
        raise PostError("name the server in game.toml, such as {key} = 'mail.example.org:{port}'", key=key, port=port)
    return found[0], found[1] or port


def _refuse_open(table: MailTable, host: str) -> None:
    if table.security == "none" and host not in LOCAL:
        raise PostError("without encryption (mail.security = 'none') only a server on this machine is used", where=host)


def _text(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        text: Any = error.smtp_error
    elif isinstance(error, OSError) and not isinstance(error, smtplib.SMTPException):
        text = reason(error)
    else:
        text = error.args[0] if error.args else error
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)
