"""`kill -9` at any moment: nothing is lost, and nothing is played or answered twice."""

import random
from pathlib import Path

import pytest

from roborally.cli import main

from .conftest import Begin, address
from .dying import DyingReferee, written


@pytest.mark.parametrize(("turns", "kills"), [(1, 3), pytest.param(3, 4, marks=pytest.mark.long)])
def test_a_program_that_dies_in_the_middle_leaves_a_game_that_goes_on(
    begin_game: Begin, turns: int, kills: int
) -> None:
    """The same game, once played without trouble and once with a program that is killed again and again."""
    smooth, rough = begin_game(name="smooth"), begin_game(name="rough")
    chance = random.Random(5)
    referee = DyingReferee(chance, lambda: written(rough.path))
    for turn in range(1, turns + 1):
        for post in (smooth, rough):
            for seat in range(4):
                name = post.path / "in" / f"{turn}-{seat}.eml"
                label = post.label
                name.write_text(
                    f"From: {address(seat)}\nMessage-ID: <{turn}.{seat}@x>\n"
                    f"Subject: [RR-{post.path.name} {label}] x\n\n"
                    ". . . . .\n"
                )
        for action in ("take", "run"):
            assert main(["post", action, str(smooth.path)]) == 0
        for action in ("take", "run"):
            for _kill in range(kills):
                referee.killed(action, rough.path, chance.randint(1, 6))
        for action in ("take", "run"):
            referee.finish(action, rough.path)
        assert rough.label == smooth.label
    assert referee.kills >= 2 * turns, "most programs died after they had begun to write"
    one, other = (post.ask(lambda found: found.game.now) for post in (smooth, rough))
    assert one.answers == other.answers
    assert one.digest == other.digest
    for post in (smooth, rough):
        kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
        assert kinds.count("Turn") == turns
        assert kinds.count("Orders") == 4 * turns
        assert len(list((post.path / "out/receipts").glob("*.eml"))) == 4 * turns
        assert list((post.path / "in").iterdir()) == []


def test_a_turn_whose_mails_were_not_written_is_not_followed_by_another(begin_game: Begin) -> None:
    """`run --now` plays without waiting: who repeats it after a crash wants the mails, not a second turn."""
    post = begin_game()
    referee = DyingReferee(random.Random(1), lambda: (post.path / "journal.jsonl").read_bytes().count(b"\n"))
    assert referee.killed("run", post.path, 1, "--now"), "it died as soon as the turn stood in the journal"
    assert post.label == "T2"
    text = referee.finish("run", post.path, "--now")
    assert text.startswith("the mails of T2 were missing and are there now; nothing was played")
    assert post.label == "T2"
    assert len(list((post.path / "out/turn-02").glob("seat-*/message.eml"))) == 4
    assert referee.finish("run", post.path, "--now").startswith("played")
    assert post.label == "T3"


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_half_a_line_at_the_end_is_as_if_it_had_never_been(begin_game: Begin, cut: int, tmp_path: Path) -> None:
    post = begin_game()
    for seat in range(4):
        post.mail(seat, "l")
    path = post.path / "journal.jsonl"
    before = path.read_bytes()
    post.run()
    digest = post.ask(lambda found: found.game.now.digest)
    whole = path.read_bytes()
    path.write_bytes(whole[: max(len(before) + 1, len(whole) - cut)])
    assert post.label == "T1"
    assert post.run()
    assert post.ask(lambda found: found.game.now.digest) == digest
