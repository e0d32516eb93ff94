"""`kill -9` at any moment: nothing is lost, and nothing is played or answered twice."""

import random

import pytest

from roborally.cli import main
from roborally.features.post.game_file import MailTable

from .conftest import Begin, Post, address
from .dying import DyingReferee, written
from .servers import PASSWORD, Office, has_dovecot, office

__all__ = ["office"]
DOTS = ". . . . ."


def write_orders(post: Post, turn: int) -> None:
    """Put a mail of each player into `in/`."""
    for seat in range(4):
        (post.path / "in" / f"{turn}-{seat}.eml").write_text(
            f"From: {address(seat)}\nMessage-ID: <{turn}.{seat}@x>\n"
            f"Subject: [RR-{post.path.name} {post.label}] x\n\n{DOTS}\n"
        )


def answer_mails(office: Office, turn: int) -> None:
    """Let each player answer the newest mail that asks for orders."""
    for seat in range(4):
        asking = [mail for mail in office.office.boxes[address(seat)] if "orders, please" in str(mail["Subject"])]
        office.answer(asking[-1], DOTS, f"{turn}.{seat}")


@pytest.mark.parametrize(
    ("by_mail", "turns", "kills"),
    [
        pytest.param(False, 1, 1, id="files"),
        pytest.param(False, 3, 4, marks=pytest.mark.long, id="files-long"),
        pytest.param(
            True,
            3,
            2,
            marks=[
                pytest.mark.long,
                pytest.mark.skipif(not has_dovecot(), reason="dovecot, an IMAP server, is not installed"),
            ],
            id="mail",
        ),
    ],
)
def test_a_program_that_dies_in_the_middle_leaves_a_game_that_goes_on(
    begin_game: Begin, request: pytest.FixtureRequest, by_mail: bool, turns: int, kills: int
) -> None:
    """The same game, once played without trouble and once with a program that is killed again and again."""
    office: Office | None = request.getfixturevalue("office") if by_mail else None
    smooth, rough = begin_game(name="smooth"), begin_game(name="rough", mail=office.table() if office else MailTable())
    chance = random.Random(5)
    boxes = office.office.boxes if office else {}
    referee = DyingReferee(lambda: written(rough.path) + sum(map(len, boxes.values())), f"{PASSWORD}\n")

    def work(action: str) -> None:
        for _kill in range(kills):
            referee.killed(action, rough.path, chance.randint(1, 6))
        referee.finish(action, rough.path)

    for turn in range(1, turns + 1):
        write_orders(smooth, turn)
        if office:
            work("send")
            answer_mails(office, turn)
        else:
            write_orders(rough, turn)
        for action in ("take", "run"):
            assert main(["post", action, str(smooth.path)]) == 0
        work("fetch" if office else "take")
        work("run")
        assert rough.label == smooth.label
    assert referee.kills >= turns, "most programs died after they had begun to write"
    one, other = (post.ask(lambda found: found.game.now) for post in (smooth, rough))
    assert one.answers == other.answers
    assert one.digest == other.digest
    for post in (smooth, rough):
        kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
        assert kinds.count("Turn") == turns
        assert kinds.count("Orders") == 4 * turns
        assert len(list((post.path / "out/receipts").glob("*.eml"))) == 4 * turns
        assert list((post.path / "in").glob("[!.]*")) == [], "what was cut off while it was written is hidden"
