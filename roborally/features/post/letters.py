"""Parses received mails, which are untrusted: sender, game, round and orders."""

import re
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from html.parser import HTMLParser
from typing import NamedTuple

from roborally.base.errors import any_fault
from roborally.features.post.game_file import is_address
from roborally.features.post.intake import digest_of
from roborally.features.post.names import ORDERS_SUFFIX

MAX_MAIL = 1_000_000
"""The maximum size of a mail in bytes; orders are a few lines or a file of a few kilobytes."""
MAX_PARTS = 50
MAX_BORDERS = 2_000
"""The maximum number of lines of a mail that may be borders between its parts."""
MAX_LINE = 1_000
"""The maximum length of a line of a mail in bytes (RFC 5322); a header may be folded into several lines."""
MAX_FOLDED = 10_000
"""The maximum for folded headers: the square root of the sum of their squared lengths, if longer than a line.

For some headers Python needs time that grows with the square of their length.
"""
_SUBJECT = re.compile(r"\[\s*RR-([a-z0-9-]+)\s+(T\d{1,4}[a-z]?)\s*\]", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>\",;:]+@[^\s<>\",;:]+")
"""Matches all that a mail program may take for an address in a header."""
_BREAKS = frozenset({"br", "p", "div", "li", "tr", "blockquote", "pre", "h1", "h2", "h3"})
_UNSEEN = frozenset({"script", "style", "head", "title"})


class Letter(NamedTuple):
    """A parsed mail: sender's address, game and round's label in the subject (empty if missing), text, attached orders.

    `source` is the digest of the mail. A mail that `is_automatic` was sent by a program and must not be answered.
    """

    sender: str
    game: str
    label: str
    text: str
    files: list[bytes]
    source: str
    is_automatic: bool


def read_letter(content: bytes) -> Letter | None:
    """Return a parsed mail; `None` if the content is no mail or cannot be parsed."""
    content = content.removeprefix(b">") if content.startswith(b">From ") else content  # mailboxes mark such lines
    if _is_endless(content):
        return None
    try:
        message = BytesParser(EmailMessage, policy=policy.default).parsebytes(content)
        sender = _sender(message)
        found = _SUBJECT.search(str(message.get("Subject", "")))
        text, files = _text(message), _files(message)
        is_automatic = _is_automatic(message)
        number = str(message.get("Message-ID", ""))
    except any_fault():
        return None  # Python's parsers raise various errors for malformed headers and pages
    if not is_address(sender):
        return None
    sender = sender.casefold()
    game, label = (found[1].lower(), "T" + found[2][1:].lower()) if found else ("", "")
    source = digest_of("\n".join((sender, number, game, label, text)).encode(errors="replace") + b"".join(files))
    return Letter(sender, game, label, text, files, source, is_automatic)


def _is_endless(content: bytes) -> bool:
    """Return whether parsing a mail would take very long, because of too many parts or too long headers."""
    long = length = parts = borders = 0
    for line in (*content.splitlines(), b""):
        if line[:1] in (b" ", b"\t"):
            length += len(line)
            continue
        long += length * length if length > MAX_LINE else 0
        length = len(line)
        parts += line[:13].lower() == b"content-type:"
        borders += line[:2] == b"--"
    return parts > MAX_PARTS or borders > MAX_BORDERS or long > MAX_FOLDED * MAX_FOLDED


def _sender(message: EmailMessage) -> str:
    """Return the sender's address; empty if there is none, or if mail programs could disagree on the sender."""
    header = message["From"]
    sender = str(header.addresses[0].addr_spec) if len(header.addresses) == 1 else ""
    written = next(str(value) for name, value in message.raw_items() if name.lower() == "from")
    named = {address.casefold() for address in _ADDRESS.findall(written)}
    return sender if named == {sender.casefold()} else ""


def _is_automatic(message: EmailMessage) -> bool:
    """Return whether a mail comes from a program (RFC 3834) or a mailing list; answering it could cause a loop."""
    submitted = str(message.get("Auto-Submitted", "no")).strip().lower()
    precedence = str(message.get("Precedence", "")).strip().lower()
    return (
        not submitted.startswith("no")
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or any(name in message for name in ("List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress"))
        or str(message.get("Return-Path", "")).strip() == "<>"
        or message.get_content_type() in ("multipart/report", "message/delivery-status")
    )


def _text(message: EmailMessage) -> str:
    body = message.get_body(("plain", "html"))
    if body is None or not isinstance(body, EmailMessage):
        return ""
    content = _decoded(body)
    if body.get_content_type() != "text/html":
        return content
    # Python searches the whole rest of the text for the end of each of them.
    whole, mark, rest = content.replace("<![CDATA[", " ").rpartition(">")
    reader = _Reader()
    reader.feed(whole + mark + rest.replace("<", " "))
    reader.close()
    return "".join(reader.parts)


def _decoded(part: EmailMessage) -> str:
    """Return the text of a mail's part; characters that cannot be decoded are replaced."""
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    try:
        text = raw.decode(part.get_content_charset("utf-8"), errors="replace")
    except (LookupError, ValueError):
        text = raw.decode("latin-1")
    return text.encode(errors="replace").decode()  # some character sets yield surrogates, which no file can store


def _files(message: EmailMessage) -> list[bytes]:
    found = []
    for number, part in enumerate(message.walk()):
        if number >= MAX_PARTS:
            break
        if (part.get_filename() or "").lower().endswith(ORDERS_SUFFIX):
            content = part.get_payload(decode=True)
            found.append(content if isinstance(content, bytes) else b"")
    return found


class _Reader(HTMLParser):
    """Collects the visible text of an HTML mail, with quotes marked by `>` as in plain mails."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unseen = 0
        self._quotes = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self._quotes += tag == "blockquote"
        if tag in _BREAKS:
            self.parts.append("\n" + "> " * min(self._quotes, 1))

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        self._quotes -= tag == "blockquote" and self._quotes > 0
        if tag in _BREAKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(" ".join(data.splitlines()))
