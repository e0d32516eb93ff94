"""Reads the mails of the present round as a player's mail program does."""

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from .conftest import Post


def last_round(post: Post) -> str:
    """Return the name of the folder of the present round."""
    return str(post.ask(lambda found: found.round_folder).name)


def mail_to(post: Post, seat: int, name: str = "message.eml") -> str:
    """Return the text of a mail to a seat."""
    body = message_to(post, seat, name).get_body()
    assert isinstance(body, EmailMessage)
    return str(body.get_content())


def attachments(post: Post, seat: int) -> dict[str, bytes]:
    """Return what is attached to the round's mail to a seat, by name."""
    return {str(part.get_filename()): part.get_content() for part in message_to(post, seat).iter_attachments()}


def message_to(post: Post, seat: int, name: str = "message.eml") -> EmailMessage:
    """Return a mail to a seat."""
    content = (post.path / "out" / last_round(post) / f"seat-{seat}" / name).read_bytes()
    return BytesParser(EmailMessage, policy=policy.default).parsebytes(content)
