"""Mails are not trusted: each sender gets one plain answer, whatever a mail looks like."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roborally.features.post import stops
from roborally.features.post.game_file import MailTable
from roborally.features.post.letters import read_letter
from roborally.features.post.order_text import orders_in
from roborally.plugin import Order

from .conftest import Begin, address, match_of
from .handed_in import orders_of, put, receipts


def test_strangers_and_other_games_are_told_so(begin_game: Begin) -> None:
    post = begin_game()
    assert "nobody with this address plays" in post.mail("eve@example.com", "l").lower()
    (post.path / "in" / "other.eml").write_text(
        f"From: {address(0)}\nMessage-ID: <o@x>\nSubject: [RR-spring T1] x\n\nl\n"
    )
    assert "he subject must begin with [RR-autumn T1]" in post.take()


def test_plain_mails_can_be_switched_off(begin_game: Begin) -> None:
    post = begin_game(mail=MailTable(plain=False))
    assert "files from the window only" in post.mail(0, "l")
    assert "taken" in put(post, orders_of(post))


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\n",
        "Precedence: bulk\n",
        "List-Id: <robots.example.org>\n",
        "X-Autoreply: yes\n",
        "Return-Path: <>\n",
        "Content-Type: multipart/report; boundary=x\n",
    ],
)
def test_no_answer_goes_to_an_automatic_reply(begin_game: Begin, headers: str) -> None:
    post = begin_game()
    assert "a program has sent this mail" in post.mail(0, "l", headers=headers).lower()
    assert receipts(post) == 0


def test_the_referee_does_not_answer_themselves(begin_game: Begin) -> None:
    post = begin_game()
    post.mail("referee@localhost", "l")
    assert receipts(post) == 0


def test_html_latin_1_and_quotes_are_read_as_a_person_reads_them(begin_game: Begin) -> None:
    post = begin_game()
    html = (
        f"From: {address(0)}\nMessage-ID: <h@x>\nSubject: [RR-autumn T1] x\nContent-Type: text/html; charset=utf-8\n\n"
        "<html><head><style>p { color: red }</style></head><body><p>l&nbsp;r</p><div>power-down</div>"
        "<div>Am Mittwoch schrieb der Spielleiter:</div><blockquote>Program?</blockquote></body></html>\n"
    )
    assert "taken for Ada: program: l r . . .; power-down: yes" in put(post, html.encode(), "h.eml")
    latin = (
        f"From: J\xf6rg <{address(1)}>\nMessage-ID: <l@x>\nSubject: [RR-autumn T1] Z\xfcge\n"
        "Content-Type: text/plain; charset=iso-8859-1\n\nl r\n-- \nGr\xfc\xdfe\n"
    )
    assert "taken for Bo: program: l r . . ." in put(post, latin.encode("latin-1"), "l.eml")


def test_a_mail_of_ten_megabytes_is_refused_without_reading_it(begin_game: Begin) -> None:
    post = begin_game()
    head = f"From: {address(0)}\nMessage-ID: <b@x>\nSubject: [RR-autumn T1] x\n\n"
    assert "larger than" in put(post, head.encode() + b"l\n" * 5_000_000, "big.eml")
    assert "larger than" in post.answer_to(0)


def test_attachments_that_are_no_orders_are_named(begin_game: Begin) -> None:
    post = begin_game()
    content = (
        f"From: {address(0)}\nMessage-ID: <a@x>\nSubject: [RR-autumn T1] x\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nhere\n--b\n'
        'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="x.rrorders"\n\n'
        "GIF89a\n--b--\n"
    )
    assert "is no file of orders" in put(post, content.encode(), "a.eml").lower()


def test_a_mailbox_and_a_maildir_are_taken_mail_by_mail(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    one = f"From: {address(0)}\nMessage-ID: <m0@x>\nSubject: [RR-autumn T1] x\n\nl\n"
    two = f"From: {address(1)}\nMessage-ID: <m1@x>\nSubject: [RR-autumn T1] x\n\nr\n"
    box = tmp_path / "box"
    box.write_text(f"From a@b Wed Nov 25 12:00:00 2026\n{one}\nFrom a@b Wed Nov 25 12:00:00 2026\n{two}\n")
    (post.path / "in" / ("x" * 240)).write_bytes(box.read_bytes())
    assert post.take().count("taken for") == 2
    assert [path.name[-60:] for path in (post.path / "taken").iterdir()] == ["x" * 60]
    assert post.take(box).count("answered before") == 2
    for name in ("cur", "new", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    os.mkfifo(tmp_path / "mail/new/0.x")
    (tmp_path / "mail/new/1.x").write_text(two.replace("m1@x", "m2@x"))
    assert "taken for Bo" in post.take(tmp_path / "mail")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
def test_no_bytes_stop_the_reader_of_mails(content: bytes) -> None:
    letter = read_letter(b"From: a@b.c\nSubject: [RR-x T1]\n" + content)
    assert letter is None or isinstance(letter.text, str)


@settings(max_examples=150)
@given(st.text(max_size=300))
def test_orders_are_lines_of_the_text(text: str) -> None:
    found = [line for paragraph in orders_in(text) for line in paragraph]
    assert all(line and line in text for line in found)


def test_the_end_of_orders_is_a_quote_a_signature_or_the_word_end() -> None:
    assert orders_in("l r\n\nOn Wed, Nov 25, 2026\nreferee wrote:\n> +1") == [["l r"]]
    assert orders_in("l r\n-- \nAda") == [["l r"]]
    assert orders_in("l r\nEnd\nhello") == [["l r"]]


def test_a_mail_is_one_mail_whatever_its_first_line_says(begin_game: Begin) -> None:
    post = begin_game()
    one = "From: {}\nMessage-ID: <{}@x>\nSubject: [RR-autumn T1] x\n\nl\n"
    parts = [f"From a@b Wed Nov 25 12:00:00 2026\n{one.format(address(seat), seat)}\n" for seat in range(3)]
    assert "taken for Cleo: program: l . . . ." in put(post, parts[2].encode(), "one.eml")
    put(post, "".join(parts).encode(), "imap-7.eml")
    assert 1 not in post.ask(lambda found: found.game.now.orders), "or one mail would be as many as it likes"
    assert put(post, "".join(parts).encode(), "box").count("taken for") >= 1
    assert sorted(post.ask(lambda found: found.game.now.orders)) == [0, 1, 2]


@pytest.mark.parametrize("name", ["box", "one.mbox", "one.eml"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", ">"])
def test_a_mail_behind_the_line_of_a_mailbox_is_read(begin_game: Begin, name: str, end: str, mark: str) -> None:
    """Mail programs keep that line, or put a mark before it, when they save one mail."""
    lines = [f"{mark}From ada@example.org Wed Nov 25 12:00:00 2026", f"From: {address(0)}", "Message-ID: <1@x>"]
    content = end.join([*lines, "Subject: [RR-autumn T1] x", "", "l r", ""])
    assert "taken for Ada: program: l r . . ." in put(begin_game(), content.encode(), name)


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Schiri,\n\nl r\n\nViele Grüße\nAda",
        "l r\n\nSent from my phone",
        "l r\n\n________________________________\nVon: Schiri\nGesendet: heute\nBetreff: x",
        "l r\n\nlater stay-down: yes\n\nBest, Ada",
        "Hi referee,\nl r\nAda",
        "Hallo Schiri!\nl r\nspäter stay-down: yes\nViele Grüße\nAda Lovelace",
        "Hej!\nl r\nsenare stay-down: yes\nMed vänliga hälsningar\nAda",
        "l r\nSent from my phone",
        "l r\nVon meinem iPhone gesendet",
        "l r\nEnde\nwas auch immer",
    ],
)
def test_greetings_do_not_matter(begin_game: Begin, text: str) -> None:
    post = begin_game(match_of("classic"))
    assert "taken for Ada: program: l r . . ." in post.mail(0, text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("+1\n+1 l", "has two lines"),
        ("power-down: no", "is not answered"),
        ("l r\njump", "'jump' is no card"),
        ("Hi\nl r\npower-dwn\nThanks\nAda", "'power-dwn' is no card"),
        ("Hi\nThanks", "'Hi' is no card"),
        ("Thanks\nl r\nu", "has two lines"),
        ("Thanks\nl r\npower-dwn", "'power-dwn' is no card"),
        ("jump\n\nthere", "'jump' is no card"),
    ],
)
def test_what_is_meant_as_orders_and_is_none_is_refused_whole(begin_game: Begin, text: str, sentence: str) -> None:
    post = begin_game(match_of("classic"))
    post.mail(0, "l l l")
    before = post.ask(lambda found: found.game.now.orders)
    assert sentence in post.mail(0, text)
    assert post.ask(lambda found: found.game.now.orders) == before


@pytest.mark.parametrize(
    "mail",
    [
        b"From: \xff\xfe@x.y\nSubject: [RR-autumn T1]\n\nl\n",
        b"From: =?utf-8?b?7aCA?= <a@b.c\xff>\nSubject: [RR-autumn T1] x\n\nl\n",
        b"From: player0@example.org\nSubject: [RR-autumn T1] x\nContent-Type: text/plain; charset=unicode_escape\n\n"
        b"later weapon: \\ud800\n",
        b"From: player0@example.org\nSubject: [RR-autumn T1] x\nContent-Type: text/plain; charset=zlib\n\nhello\n",
        b"From: a@b.c, d@e.f\nSubject: [RR-autumn T1]\n\n" + b"\x00" * 50,
        b"From: player0@example.org, evil@example.com\nSubject: [RR-autumn T1]\n\nl\n",
        b"From: player0@example.org <evil@example.com>\nSubject: [RR-autumn T1]\n\nl\n",
        b"From: a\x00b@c.d\nSubject: [RR-autumn T1]\n\nl\n",
        b"From: a@b.c\nMessage-ID: <a@[\nSubject: [RR-autumn T1]\n\nl\n",
        b"From: a@b.c\nSubject: [RR-autumn T1]\nContent-Type: text/html\n\n<![x[",
        b"From: <a@b.c\r\nBcc: d@e.f>\nSubject: [RR-autumn T1]\n\nl\n",
    ],
)
def test_no_mail_keeps_the_others_back(begin_game: Begin, mail: bytes) -> None:
    post = begin_game()
    (post.path / "in" / "0.eml").write_bytes(mail)
    assert "taken for Bo" in post.mail(1, "l r")
    assert 0 not in post.ask(lambda found: found.game.now.orders)
    assert list((post.path / "in").iterdir()) == []
    for receipt in (post.path / "out/receipts").iterdir():
        assert "Bcc" not in receipt.read_text()


def test_a_program_that_answers_every_answer_is_not_answered_for_ever(begin_game: Begin) -> None:
    post = begin_game()
    for _mail in range(20):
        post.mail(0, "I am not here")
    assert receipts(post) == 12
    assert "taken for Ada" in post.mail(0, "l"), "orders count all the same"
    assert receipts(post) == 13


@pytest.mark.parametrize(
    "content",
    [
        b"From: a@b.c\nX-Long: " + b"x" * 20_000 + b"\n\nl",
        b"From: a@b.c\nX-Folded: " + b"x\n " * 10_000 + b"x\n\nl",
        b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n"
        + b"--x\nContent-Type: text/plain; a*0*=x\n\nl\n" * 60,
    ],
    ids=["long", "folded", "parts"],
)
def test_mails_that_take_long_to_read_are_not_read(content: bytes) -> None:
    assert read_letter(content) is None


def test_tags_without_an_end_are_no_tags() -> None:
    mail = b"From: a@b.c\nSubject: [RR-x T1]\nContent-Type: text/html\n\n<p>+2 +1</p>\n" + b"<a " * 3
    letter = read_letter(mail)
    assert letter is not None
    assert letter.text.split() == ["+2", "+1", "a", "a", "a"]


def test_an_order_over_which_a_plugin_stumbles_is_refused(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_given: Any) -> Any:
        raise ZeroDivisionError

    post = begin_game()
    monkeypatch.setattr(stops, "order_for", lambda *_given: Order(stumble, str, "", ""))
    assert "his is no answer to" in post.mail(0, "l")
