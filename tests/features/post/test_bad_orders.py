"""Files of orders, sealed or not, are taken once, unaltered and in their turn."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roborally.features.post import intake, referee
from roborally.features.post.game_file import PostError
from roborally.features.post.seals import PREFIX, new_secret, opened_orders, sealed
from roborally.features.post.turn_file import orders_file, read_turn_file

from .conftest import Begin, Post, address
from .handed_in import orders_of, put, receipts, seal_of


def turn_kinds(post: Post) -> list[str]:
    return list(post.ask(lambda found: found.game.match.rules.decisions))


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


@pytest.mark.parametrize("value", ["\x1b[2J", "left\nright", "l" * 101])
def test_standing_answers_of_files_are_short_lines(begin_game: Begin, value: str) -> None:
    post = begin_game()
    folder = post.path / "out/turn-01/seat-0"
    key = post.ask(lambda found: found.game.now.players[0].key)
    turn = read_turn_file(folder / "turn.rrturn")
    kind = next(iter(turn_kinds(post)))
    content = orders_file(turn, {"program-1": ["left"]}, {kind: value}, key, 1)
    assert "standing answer is one line of at most 100 letters" in put(post, content)


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
