"""Mails of a game over real SMTP and IMAP on this machine; test_crash plays whole turns over them."""

from email.message import EmailMessage

import pytest

from roborally.features.post import courier, inbox
from roborally.features.post.folder import GameFolder
from roborally.features.post.game_file import MailTable, PostError
from roborally.features.post.reports import write_round

from .conftest import Begin, Post
from .servers import PASSWORD, REFEREE, USER, Office, has_dovecot, office

pytestmark = pytest.mark.skipif(not has_dovecot(), reason="dovecot, an IMAP server, is not installed")
__all__ = ["office"]


def password(_account: str) -> str:
    return PASSWORD


def send(post: Post) -> int:
    def look(found: GameFolder) -> int:
        write_round(found)
        inbox.write_answers(found)
        return courier.send(found, password, post.now)

    return int(post.ask(look))


def fetch(post: Post) -> list[str]:
    def look(found: GameFolder) -> list[str]:
        courier.fetch(found, password)
        return inbox.take(found, [], post.now)

    return list(post.ask(look))


def test_a_mail_is_sent_and_fetched_once(begin_game: Begin, office: Office) -> None:
    post = begin_game(mail=office.table())
    assert send(post) == 4
    assert send(post) == 0
    office.answer(office.office.boxes["player0@example.org"][0], "l r", "1")
    assert len(fetch(post)) == 1
    assert fetch(post) == []
    assert send(post) == 1, "the receipt"
    assert "l r . . ." in office.office.boxes["player0@example.org"][-1].get_content()


def test_a_large_mail_is_fetched_in_part_and_refused(begin_game: Begin, office: Office) -> None:
    post = begin_game(mail=office.table())
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = (
        "player0@example.org",
        REFEREE,
        "[RR-autumn T1] x",
        "<big@x>",
    )
    mail.set_content(f"{'l ' * 30}\n" * 20_000)
    office.office.put(bytes(mail))
    assert "larger than" in fetch(post)[0]


def test_wrong_passwords_and_servers_that_are_not_there_are_told(begin_game: Begin, office: Office) -> None:
    post = begin_game(mail=office.table())
    with pytest.raises(PostError, match=r"cannot send by 127\.0\.0\.1: .*[Aa]uthentication"):
        post.ask(lambda found: courier.send(found, lambda _account: "wrong", post.now))
    with pytest.raises(PostError, match=r"cannot fetch from 127\.0\.0\.1: .*[Aa]uthentication"):
        post.ask(lambda found: courier.fetch(found, lambda _account: "wrong"))
    gone = begin_game(name="gone", mail=MailTable(REFEREE, smtp="127.0.0.1:1", user=USER, security="none"))
    with pytest.raises(PostError, match=r"cannot send by 127\.0\.0\.1"):
        gone.ask(lambda found: courier.send(found, password, gone.now))


def test_a_password_goes_to_no_other_machine_in_the_open(begin_game: Begin) -> None:
    post = begin_game(mail=MailTable(REFEREE, smtp="mail.example.org:25", user=USER, security="none"))
    with pytest.raises(PostError, match="without encryption"):
        post.ask(lambda found: courier.send(found, password, post.now))
    unnamed = begin_game(name="unnamed")
    with pytest.raises(PostError, match="name the server in game"):
        unnamed.ask(lambda found: courier.send(found, password, unnamed.now))
