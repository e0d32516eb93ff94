"""Players are told by mail what was done for them: misses, standing answers, and who plays on (AUE-806)."""

import pytest

from roborally.features.post.journal import Sent
from roborally.features.post.outbox import unsent
from roborally.features.post.reports import write_round
from roborally.features.post.schedule import MissingOrders

from .conftest import Begin, Post, address, match_of
from .mails import attachments, last_round, mail_to, message_to


def play_without_bo(post: Post) -> None:
    post.mail(0, ". . . . .")
    post.pass_time(days=5)
    assert post.run()


@pytest.mark.parametrize(
    ("order", "sentence"), [("default", "; what the rules do"), ("greedy", "; the bot greedy played")]
)
def test_who_missed_a_turn_is_told_what_stood_in(begin_game: Begin, order: str, sentence: str) -> None:
    post = begin_game(people=2, missing=MissingOrders(order=order, excused=0, bot_after=3))
    play_without_bo(post)
    text = mail_to(post, 1)
    assert f"Your orders did not come{sentence}" in text
    assert "in a row: 1. After 3 a bot plays on for you." in text
    public = (post.path / "out" / last_round(post) / "public/message.txt").read_text()
    assert not any("did not come" in other for other in (mail_to(post, 0), public))


def test_who_missed_too_often_is_told_that_a_bot_plays(begin_game: Begin) -> None:
    post = begin_game(people=2, missing=MissingOrders(excused=0, bot_after=1))
    play_without_bo(post)
    (name,) = (path.name for path in (post.path / "out" / last_round(post) / "seat-1").iterdir())
    message = message_to(post, 1, name)
    assert (message["To"], message["Auto-Submitted"]) == (address(1), "auto-generated")
    assert "Bo, from now on the bot greedy plays for you." in mail_to(post, 1, name)
    assert message["Message-ID"] in post.ask(lambda found: [each.id for each in unsent(found.path, found.lines)])
    post.run(at_once=True)
    assert not (post.path / "out" / last_round(post) / "seat-1").exists(), "that is told once"


def test_who_is_substituted_is_told_and_the_substitute_has_missed_nothing(begin_game: Begin) -> None:
    post = begin_game(people=2, missing=MissingOrders(excused=0))
    play_without_bo(post)
    post.substitute(1, "zoe@example.org")
    post.ask(write_round)
    (path,) = (post.path / "out" / last_round(post) / "seat-1").glob("farewell-*.eml")
    assert message_to(post, 1, path.name)["To"] == address(1)
    assert "somebody else plays for you" in mail_to(post, 1, path.name)
    assert message_to(post, 1)["To"] == "zoe@example.org"
    assert "did not come" not in mail_to(post, 1)
    id_ = str(message_to(post, 1, path.name)["Message-ID"])
    post.ask(lambda found: found.add(Sent(at=int(post.now.timestamp()), mail=id_)))
    post.run(at_once=True)
    assert "autumn-1.rrseat" in attachments(post, 1), "the substitute has not been sent the key"


def test_an_excused_miss_gives_more_time_once_and_all_are_told_why(begin_game: Begin) -> None:
    post = begin_game(people=2)
    post.mail(0, ". . . . .")
    post.pass_time(days=5)
    assert not post.run()
    assert post.ask(lambda found: (found.game.now.excuses, found.game.now.label)) == ([0, 1], "T1")
    for seat in (0, 1):
        assert "The orders of Bo did not come in time; everybody has more time" in mail_to(post, seat)
    post.pass_time(days=5)
    assert post.run()
    assert "more time" not in mail_to(post, 1)


def test_a_standing_answer_counts_when_it_is_asked_and_is_told_to_its_player(begin_game: Begin) -> None:
    """CNB-1305: at the end of a turn all are asked whether they power down."""
    post = begin_game(match_of("crash-and-burn", 2), people=2)
    post.mail(0, ". . . . .", "later power-down: yes")
    post.mail(1, ". . . . .")
    assert post.run()
    answers = post.ask(lambda found: found.game.now.answers)
    assert [(seat, answer) for seat, id_, answer in answers if id_.startswith("power-down") and answer == "yes"] == [
        (0, "yes")
    ]
    assert "it was asked in the turn: power-down: yes" in mail_to(post, 0)
    assert "standing answer" not in mail_to(post, 1)
