"""`kill -9` at any moment: nothing is lost, and nothing is played or answered twice."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import until

from .conftest import Begin, Post, address

PROGRAM = [sys.executable, "-P", "-m", "roborally", "post"]


def test_a_program_that_dies_in_the_middle_leaves_a_game_that_goes_on(begin_game: Begin) -> None:
    """The same game, once played without trouble and once with a program that is killed again and again."""
    smooth, rough = begin_game(name="smooth"), begin_game(name="rough")
    chance, kills = random.Random(5), 0
    for turn in range(1, 4):
        for post in (smooth, rough):
            for seat in range(4):
                name = post.path / "in" / f"{turn}-{seat}.eml"
                label = post.label
                name.write_text(
                    f"From: {address(seat)}\nMessage-ID: <{turn}.{seat}@x>\n"
                    f"Subject: [RR-{post.path.name} {label}] x\n\n"
                    ". . . . .\n"
                )
        finish(smooth)
        for action in ("take", "run"):
            kills += sum(killed_in_work(rough, action, chance.randint(1, 6)) for _kill in range(4))
        finish(rough)
        assert rough.label == smooth.label
    assert kills >= 6, "most programs died after they had begun to write"
    one, other = (post.ask(lambda found: found.game.now) for post in (smooth, rough))
    assert one.answers == other.answers
    assert one.digest == other.digest
    for post in (smooth, rough):
        kinds = [line.__class__.__name__ for line in post.ask(lambda found: found.lines)]
        assert kinds.count("Turn") == 3
        assert kinds.count("Orders") == 12
        assert len(list((post.path / "out/receipts").glob("*.eml"))) == 12
        assert list((post.path / "in").iterdir()) == []


def finish(post: Post) -> None:
    for action in ("take", "run"):
        subprocess.run([*PROGRAM, action, str(post.path)], check=True, capture_output=True, timeout=300)


def written(post: Post) -> int:
    """Return how many lines and files there are: what a program has written so far."""
    lines = (post.path / "journal.jsonl").read_bytes().count(b"\n")
    return lines + sum(len(files) for _folder, _folders, files in os.walk(post.path))


def killed_in_work(post: Post, action: str, writes: int) -> bool:
    """Kill an action as soon as it has written so much; return whether it died of that, and had not ended."""
    before = written(post)
    process = subprocess.Popen([*PROGRAM, action, str(post.path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: process.poll() is not None or written(post) >= before + writes)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


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
