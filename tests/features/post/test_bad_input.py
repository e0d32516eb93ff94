"""What comes with the post is not trusted: each sender gets one plain answer, and nothing is lost or played twice."""

import base64
import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roborally.base.atomic_file import StorageError
from roborally.features.post import intake, referee, stops
from roborally.features.post.folder import JOURNAL
from roborally.features.post.game_file import GameFile, MailTable, PostError
from roborally.features.post.letters import read_letter
from roborally.features.post.new_game import begin
from roborally.features.post.order_text import orders_in
from roborally.features.post.seals import PREFIX, new_secret, opened_orders, public_key, sealed
from roborally.features.post.turn_file import game_of_turn, orders_file, read_seat_file, read_turn_file
from roborally.plugin import Order
from roborally.plugin_system.loader import Catalogue

from .conftest import BEGUN, Begin, Post, address, match_of


def receipts(post: Post) -> int:
    folder = post.path / "out" / "receipts"
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def orders_of(post: Post, seat: int = 0, written: int = 1, **answers: Any) -> bytes:
    """Return a file of orders as the window writes it."""
    folder = post.path / f"out/turn-{post.label[1:].zfill(2)}/seat-{seat}"
    key = post.ask(lambda found: found.game.now.players[seat].key)
    turn = read_turn_file(folder / "turn.rrturn")
    return orders_file(turn, answers or {f"program-{seat + 1}": ["left"]}, {}, key, written)


def turn_kinds(post: Post) -> list[str]:
    return list(post.ask(lambda found: found.game.match.rules.decisions))


def put(post: Post, content: bytes, name: str = "a.rrorders") -> str:
    (post.path / "in" / name).write_bytes(content)
    return post.take()


def test_orders_are_answered_once_however_often_they_come(begin_game: Begin) -> None:
    post = begin_game()
    content = orders_of(post)
    assert "taken for Ada: program: l . . . ." in put(post, content)
    assert "l . . . ." in post.answer_to(0)
    assert "answered before" in put(post, content, "again.rrorders")
    assert receipts(post) == 1
    post.mail(1, "l", name="same")
    assert "answered before" in post.mail(1, "l", name="same")
    assert receipts(post) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat": 1}, "do not bear the mark"),
        ({"step": 2}, "do not bear the mark"),
        ({"answers": {"program-1": ["right"]}}, "do not bear the mark"),
        ({"proof": "0" * 64}, "do not bear the mark"),
        ({"proof": "ü"}, "damaged"),
        ({"seat": 9}, "o player by post has seat 9"),
        ({"seat": -1}, "o player by post has seat -1"),
        ({"format": "other"}, "s no file of orders"),
        ({"more": 1}, "s no file of orders"),
    ],
)
def test_altered_orders_are_refused_without_an_answer(begin_game: Begin, change: dict[str, Any], sentence: str) -> None:
    post = begin_game()
    content = json.dumps(json.loads(orders_of(post)) | change).encode()
    assert sentence in put(post, content)
    assert receipts(post) == 0
    assert "program" not in str(post.ask(lambda found: found.game.now.orders))
    assert [path.name for path in (post.path / "in").iterdir()] == []
    reasons = list((post.path / "refused").glob("*.reason.txt"))
    assert len(reasons) == 1
    assert sentence in reasons[0].read_text()


@pytest.mark.parametrize(
    "answers",
    [
        {"program-1": "left"},
        {"program-1": {"a": [1]}},
        {"program-1": ["left"] * 9},
        {"program-1": [["left"]]},
        {"program-1": None},
        {"program-2": ["left"]},
        {"nothing-9": 1},
        {"power-down-5": ["yes"]},
    ],
)
def test_signed_answers_of_any_shape_are_refused_in_a_sentence(begin_game: Begin, answers: dict[str, Any]) -> None:
    post = begin_game()
    assert "refused: " in put(post, orders_of(post, **answers))
    assert post.ask(lambda found: found.game.now.orders) == {}
    assert "Your mail was not taken" in post.answer_to(0)


def test_orders_of_another_turn_are_refused(begin_game: Begin) -> None:
    post = begin_game()
    old = orders_of(post)
    post.ask(lambda found: referee.run(found, post.now, at_once=True))
    assert "his turn has been played; now T2 is asked for" in put(post, old)
    assert "his turn has been played" in post.mail(0, "l", label="T1")
    assert "his turn has not come yet" in post.mail(0, "l", label="T7")


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


def seal_of(post: Post) -> str:
    return public_key(str(post.ask(lambda found: found.game.now.opening.seal)))


def test_sealed_orders_are_read_by_the_referee_alone(begin_game: Begin) -> None:
    post = begin_game()
    one, two = (sealed(orders_of(post, seat), seal_of(post)) for seat in (0, 1))
    assert "program" not in one
    forum = f"Ada wrote: here are mine {one} good luck\nBo: {two}\n"
    text = put(post, forum.encode(), "thread.txt")
    assert text.count("taken for") == 2
    assert "answered before" in put(post, forum.encode(), "thread2.txt")
    assert not list((post.path / "in").iterdir())
    with pytest.raises(PostError, match="another game"):
        opened_orders([one.removeprefix(PREFIX)], new_secret())


def test_sealed_orders_are_found_in_mails_of_any_form(begin_game: Begin) -> None:
    post = begin_game()
    one, two, three = (sealed(orders_of(post, seat), seal_of(post)) for seat in (0, 1, 2))
    html = base64.encodebytes(f"<p>here: {one}</p>".encode()).decode()
    head = "From: zoe@example.org\nMessage-ID: <z@x>\nSubject: [RR-autumn T1] Re: thread\n"
    mail = f"{head}Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n{html}"
    assert "taken for Ada" in put(post, mail.encode(), "base64.eml")
    folded = "\n".join(two[at : at + 76] for at in range(0, len(two), 76))
    assert "taken for Bo" in put(post, f"{head}\n{folded}\nBest-wishes\nZoe\n".encode(), "folded.eml")
    assert "taken for Cleo" in put(post, f"<p>{three[:300]}<br />{three[300:]}</p>".encode(), "page.html")


@pytest.mark.parametrize("mark", ["On Wednesday Ada wrote:\n> ", "________\nFrom: Ada\n"])
def test_sealed_orders_that_are_quoted_hide_no_plain_ones(begin_game: Begin, mark: str) -> None:
    post = begin_game()
    one = sealed(orders_of(post, 0), seal_of(post))
    put(post, one.encode(), "thread.txt")
    assert "taken for Bo: program: r . . . ." in post.mail(1, f"r\n\n{mark}{one}")
    assert "taken for Ada: program: u . . . ." in post.mail(0, f"u\n\n{mark}{one}")


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


def test_sealed_orders_that_were_replaced_do_not_come_back(begin_game: Begin) -> None:
    """Anybody can post a line again that stood in a forum."""
    post = begin_game()
    one = sealed(orders_of(post, 0, 1, **{"program-1": ["left"]}), seal_of(post))
    two = sealed(orders_of(post, 0, 2, **{"program-1": ["right"]}), seal_of(post))
    put(post, one.encode(), "one.txt")
    put(post, two.encode(), "two.txt")
    assert "answered before" in put(post, one.encode(), "three.txt")
    assert post.ask(lambda found: found.game.now.orders[0]).lines[0] == "program: r . . . ."


@pytest.mark.parametrize("change", [lambda text: text[:-5], lambda text: text[:60] + "AAAA" + text[64:]])
def test_sealed_orders_that_were_altered_are_refused(begin_game: Begin, change: Callable[[str], str]) -> None:
    post = begin_game()
    text = change(sealed(orders_of(post), seal_of(post)))
    assert "ut off, altered, or for another game" in put(post, text.encode(), "thread.txt")
    assert len(list((post.path / "refused").glob("*.reason.txt"))) == 1


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


def test_a_file_that_was_copied_does_not_bring_old_orders_back(begin_game: Begin) -> None:
    post = begin_game()
    left, right = (orders_of(post, 0, at, **{"program-1": [card]}) for at, card in ((1, "left"), (2, "right")))
    for content in (left, right):
        assert "taken" in put(post, content)
    assert "you have sent other orders since" in put(post, left).lower()
    assert "answered before" in put(post, left)
    assert "you have sent other orders since" in put(post, left.replace(b" ", b"  "), "spaces.rrorders").lower()
    assert post.ask(lambda found: found.game.now.orders[0]).lines[0] == "program: r . . . ."
    post.mail(0, "u")
    assert "you have sent other orders since" in put(post, right).lower(), "nor after a plain mail"
    assert post.ask(lambda found: found.game.now.orders[0]).lines[0] == "program: u . . . ."
    assert "taken" in put(post, orders_of(post, 0, 3, **{"program-1": ["right"]}))


def test_the_file_that_counts_may_come_in_another_mail(begin_game: Begin) -> None:
    post = begin_game()
    content = orders_of(post)
    put(post, content)
    assert "taken" in put(post, content.replace(b" ", b"  "))
    assert post.ask(lambda found: found.game.now.orders[0]).lines[0] == "program: l . . . ."


def test_orders_are_newer_than_those_that_they_replace_though_the_clock_went_back(
    begin_game: Begin, tmp_path: Path
) -> None:
    post, path = begin_game(), tmp_path / "turn.rrorders"
    assert intake.next_written(path, 500) == 500
    path.write_bytes(orders_of(post, 0, 900))
    assert intake.next_written(path, 500) == 901
    assert intake.next_written(path, 5000) == 5000


# --- the folder -------------------------------------------------------------------------------------------------------


def test_a_journal_that_was_cut_off_goes_on_from_its_last_whole_line(begin_game: Begin) -> None:
    post = begin_game()
    post.mail(0, "l")
    post.mail(1, "r")
    path = post.path / "journal.jsonl"
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    assert list(post.ask(lambda found: found.game.now.orders)) == [0]
    assert "taken" in post.mail(2, "l")
    assert list(post.ask(lambda found: found.game.now.orders)) == [0, 2]
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_damaged_line_is_named(begin_game: Begin) -> None:
    post = begin_game()
    post.mail(0, "l")
    path = post.path / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"{}\n" + lines[1])
    with pytest.raises(PostError, match=r"journal\.jsonl: line 2 is damaged"):
        post.run()


def test_a_folder_that_was_moved_goes_on(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    post.mail(0, "l")
    moved = tmp_path / "elsewhere"
    post.path.rename(moved)
    elsewhere = Post(moved, post.catalogue, post.now)
    assert list(elsewhere.ask(lambda found: found.game.now.orders)) == [0]
    with pytest.raises(PostError, match="there is no game by post"):
        post.run()


def test_a_full_disk_changes_nothing(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    post = begin_game()
    before = (post.path / "journal.jsonl").read_bytes()

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("roborally.features.post.journal.os.fsync", full)
    with pytest.raises(StorageError, match=r"journal\.jsonl"):
        post.mail(0, "l")
    monkeypatch.undo()
    assert (post.path / "journal.jsonl").read_bytes() == before
    assert len(list((post.path / "in").iterdir())) == 1, "it waits for the next time"
    assert "taken" in post.take()


def test_a_clock_that_goes_back_plays_nothing_twice(begin_game: Begin) -> None:
    post = begin_game()
    assert post.run(at_once=True)
    post.pass_time(days=-400)
    assert not post.run()
    assert post.label == "T2"


def test_a_new_game_needs_an_empty_folder(begin_game: Begin) -> None:
    begin_game()
    with pytest.raises(PostError, match="not empty"):
        begin_game()


@pytest.mark.parametrize(
    ("addresses", "sentence"),
    [
        (["a@b.c", "d@e.f", "g@h.i"], "seats for 4 people, but 3 addresses"),
        (["a@b.c", "A@b.c", "g@h.i", "j@k.l"], "given twice"),
        (["a@b.c", "x", "g@h.i", "j@k.l"], "'x' is no mail address"),
        (["a@b.c", "x@y\nBcc: z@z", "g@h.i", "j@k.l"], "is no mail address"),
    ],
)
def test_each_person_needs_an_address(
    tmp_path: Path, catalogue: Catalogue, addresses: list[str], sentence: str
) -> None:
    with pytest.raises(PostError, match=sentence):
        begin(tmp_path / "few", GameFile("few"), match_of("auenland"), addresses, catalogue, BEGUN)
    assert not (tmp_path / "few").exists()


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


def test_pipes_links_and_folders_are_left_alone(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    folder = post.path / "in"
    os.mkfifo(folder / "pipe.eml")
    (folder / "link.eml").symlink_to(tmp_path / "secret")
    (folder / "other").mkdir()
    assert "taken for Bo" in post.mail(1, "l r")
    assert sorted(path.name for path in folder.iterdir()) == ["link.eml", "other", "pipe.eml"]


def test_who_attaches_altered_orders_is_told(begin_game: Begin) -> None:
    post = begin_game()
    altered = json.dumps(json.loads(orders_of(post)) | {"step": 2})
    content = (
        f"From: {address(2)}\nMessage-ID: <a@x>\nSubject: [RR-autumn T1] x\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nhere\n--b\n'
        'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="x.rrorders"\n\n'
        f"{altered}\n--b--\n"
    )
    assert "do not bear the mark" in put(post, content.encode(), "a.eml")
    assert "do not bear the mark" in post.answer_to(2)


def test_a_program_that_answers_every_answer_is_not_answered_for_ever(begin_game: Begin) -> None:
    post = begin_game()
    for _mail in range(20):
        post.mail(0, "I am not here")
    assert receipts(post) == 12
    assert "taken for Ada" in post.mail(0, "l"), "orders count all the same"
    assert receipts(post) == 13


def test_strangers_do_not_fill_the_journal(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MAX_STRANGERS", 3)
    post = begin_game()
    size = []
    for number in range(6):
        assert "nobody with this address plays" in post.mail(f"eve{number}@example.com", "l").lower()
        size.append((post.path / JOURNAL).stat().st_size)
    assert size[0] < size[1] < size[2] == size[5]
    assert receipts(post) == 3
    assert "refused" in post.mail(0, "what?"), "players are answered all the same"
    assert receipts(post) == 4


@pytest.mark.parametrize("value", ["\x1b[2J", "left\nright", "l" * 101])
def test_standing_answers_of_files_are_short_lines(begin_game: Begin, value: str) -> None:
    post = begin_game()
    folder = post.path / "out/turn-01/seat-0"
    key = post.ask(lambda found: found.game.now.players[0].key)
    turn = read_turn_file(folder / "turn.rrturn")
    kind = next(iter(turn_kinds(post)))
    content = orders_file(turn, {"program-1": ["left"]}, {kind: value}, key, 1)
    assert "standing answer is one line of at most 100 letters" in put(post, content)


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


def test_numbers_and_lists_without_end_are_no_answers(begin_game: Begin) -> None:
    post = begin_game()
    huge: dict[str, Any] = {"program-1": [2**70]}
    assert "refused" in put(post, orders_of(post, 0, **huge), "a.rrorders")
    deep: Any = "left"
    for _level in range(60):
        deep = [deep]
    assert "refused" in put(post, orders_of(post, 0, **{"program-1": deep}), "b.rrorders")
    raw = b'{"game":"autumn","answers":' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    assert "refused" in put(post, raw, "c.rrorders")


def test_a_turn_file_with_other_things_in_it_is_refused(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    found = read_turn_file(post.path / "out/turn-01/seat-0/turn.rrturn")
    changes: list[dict[str, Any]] = [
        {"seat": 7},
        {"seat": -1},
        {"observation": {}},
        {"observation": found.observation | {"ext": 3}},
    ]
    for change in changes:
        with pytest.raises(PostError, match="damaged"):
            game_of_turn(msgspec.structs.replace(found, **change), post.catalogue, tmp_path / "turn.rrturn")


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b\x08", b"{}", b"\x1f\x8b" + bytes(100)])
def test_what_is_no_turn_or_key_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "turn.rrturn"
    path.write_bytes(content)
    with pytest.raises(Exception, match=r"turn.rrturn: |is not a RoboRally file|damaged"):
        read_turn_file(path)
    with pytest.raises(PostError, match="is no key of a seat"):
        read_seat_file(path)
