"""A game by post from its first mails to its end: orders, misses, substitutes, the referee (AUE-803 to AUE-808)."""

import hashlib
import json
from pathlib import Path
from shutil import rmtree

import pytest

from roborally.cli import main
from roborally.core.observation import observe
from roborally.features.post import referee
from roborally.features.post.fairness import canonical
from roborally.features.post.folder import GameFolder
from roborally.features.post.game import PostGame
from roborally.features.post.game_file import GameFile, PostError, load_game_file
from roborally.features.post.inbox import write_answers
from roborally.features.post.journal import Sent
from roborally.features.post.mail_text import standing
from roborally.features.post.reports import write_round
from roborally.features.post.schedule import MissingOrders
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay
from roborally.plugin import read_fact
from tests.slots import put_in

from .conftest import Begin, Post, address, match_of
from .mails import attachments, last_round, mail_to, message_to
from .orders import random_orders


def play_round(post: Post, *, without: tuple[int, ...] = ()) -> None:
    """Let all who are asked send orders, and play the turn."""
    game: PostGame = post.ask(lambda found: found.game)
    for seat in set(game.asked()).difference(without):
        orders = random_orders(game, seat, game.now.step)
        assert "taken for" in post.mail(game.now.players[seat].address, *orders, label=game.now.label)
    if without:
        post.pass_time(days=5)
    assert post.run()


@pytest.mark.usefixtures("whole_pages")
def test_mails_and_pages_of_the_first_turns(begin_game: Begin) -> None:
    """AUE-801, AUE-803, AUE-804, AUE-805, AUE-807: hand, list, deadline, commitment; then what was played."""
    post = begin_game()
    text = (post.path / "out/turn-01/seat-0/message.eml").read_text()
    assert f"To: {address(0)}" in text
    assert "[RR-autumn T1]" in text
    assert "Your cards:" in text
    assert "To reach, in this order:" in text
    assert "28 Nov 2026 20:00 (Europe/Berlin)" in text
    assert post.ask(lambda found: found.game.commitment) in text
    assert "autumn-T1.html" in text
    assert b"<html" in (post.path / "out/turn-01/seat-0/report.html").read_bytes()[:200]
    public = (post.path / "out/turn-01/public/message.txt").read_text()
    assert "Your cards" not in public
    assert "To reach" not in public
    assert not post.run(), "all are waited for"
    play_round(post)
    report = (post.path / "out/turn-02/public/message.txt").read_text()
    assert "Register 5" in report
    assert "How it stands:" in report
    page = (post.path / "out/turn-02/seat-1/report.html").read_bytes()
    assert page.startswith(b"<!doctype html>") or b"<html" in page[:200]


def test_marks_are_told_where_they_are_seen_and_numbers_where_there_are_some(begin_game: Begin) -> None:
    ball = begin_game(match_of("roboball", 2), name="ball", people=2)
    ball.run(at_once=True)
    game = ball.ask(lambda found: found.game)
    text = standing(game, 0)
    assert not any("Hitched" in line or "By itself" in line for line in text)
    put_in(game.match.state.ext["roboball"], "hitched", 1, True)
    assert [", Hitched" in line for line in standing(game, 0)] == [False, True, False]
    volt = begin_game(match_of("volt", 2), name="volt", people=2)
    assert all("Victory points 0/3" in line and "Start number" not in line for line in volt.ask(first_lines))


def first_lines(found: GameFolder) -> list[str]:
    return standing(found.game, 0)


def test_the_last_valid_orders_count(begin_game: Begin) -> None:
    post = begin_game()
    assert "power-down: yes" in post.mail(0, "l r", "power-down")
    assert "refused" in post.mail(0, "hello")
    assert "taken" in post.mail(0, "r l")
    orders = post.ask(lambda found: found.game.now.orders[0])
    assert orders.lines[0] == "program: r l . . ."
    assert "power-down-5" not in orders.answers


def test_a_receipt_shows_what_was_understood_and_a_refusal_the_reason(begin_game: Begin) -> None:
    """AUE-806."""
    post = begin_game()
    post.mail(1, "l r")
    assert "program: l r . . .\n  (Chance fills the registers with a dot.)" in post.answer_to(1)
    post.mail(3, hand(post, 3))
    assert "Chance" not in post.answer_to(3)
    post.mail(2, "+2 jump")
    assert "'jump' is no card" in post.answer_to(2)


def hand(post: Post, seat: int) -> str:
    """Return the first cards of a hand as a player writes them."""
    game = post.ask(lambda found: found.game)
    cards = [card.partition("@")[0] for card in own_hand(game, seat)]
    return " ".join(cards[:5])


def own_hand(game: PostGame, seat: int) -> list[str]:
    match = observe(game.match, seat).match()
    return list(read_fact(match, "held_cards", match.state.pieces[seat]))


def test_before_the_deadline_nothing_happens_and_after_the_grace_chance_plays(begin_game: Begin) -> None:
    """AUE-806: what is missing is filled at random from the hand."""
    post = begin_game(missing=MissingOrders(excused=0))
    post.mail(0, "l r")
    post.pass_time(days=3, hours=8)
    assert not post.run(), "the grace is not over"
    post.pass_time(hours=12)
    assert post.run()
    game = post.ask(lambda found: found.game)
    assert game.now.in_a_row == [0, 1, 1, 1]
    assert game.now.label == "T2"


def test_who_misses_again_and_again_is_replaced(begin_game: Begin) -> None:
    post = begin_game(missing=MissingOrders(excused=0, substitute_after=1, bot_after=2))
    play_round(post, without=(3,))
    assert post.ask(referee.wants_substitute) == [3]
    post.ask(lambda found: referee.substitute(found, post.now, 3, "zoe@example.org"))
    assert post.ask(referee.wants_substitute) == []
    assert "refused" in post.mail(3, "l"), "the former player does not play any more"
    assert "taken for Dan" in post.mail("Zoe <zoe@example.org>", "l")
    play_round(post, without=(2,))
    play_round(post, without=(2,))
    assert post.ask(lambda found: found.game.now.players[2].bot) == "greedy"


def test_a_substitute_gets_the_key_of_the_seat_and_the_old_one_is_worth_nothing(begin_game: Begin) -> None:
    post = begin_game()
    before = post.ask(lambda found: found.game.now.players[1].key)
    post.ask(lambda found: referee.substitute(found, post.now, 1, "zoe@example.org"))
    assert post.ask(lambda found: found.game.now.players[1].key) != before


def test_the_referee_moves_the_deadline_and_stops_the_clock(begin_game: Begin) -> None:
    post = begin_game()
    before = post.ask(lambda found: found.game.deadline)
    post.ask(lambda found: referee.extend(found, post.now, 48))
    assert (post.ask(lambda found: found.game.deadline) - before).total_seconds() == 48 * 3600
    post.ask(lambda found: referee.pause(found, post.now))
    post.pass_time(days=90)
    with pytest.raises(PostError, match="paused"):
        post.run()
    assert "taken" in post.mail(0, "l")
    post.ask(lambda found: referee.resume(found, post.now))
    assert not post.run()
    assert post.ask(lambda found: found.game.deadline) > post.now


def test_a_reminder_goes_out_once_a_day_before(begin_game: Begin) -> None:
    post = begin_game()
    post.mail(0, "l")
    assert post.ask(lambda found: referee.remind(found, post.now)) == []
    post.pass_time(days=2, hours=12)
    assert post.ask(lambda found: referee.remind(found, post.now)) == [1, 2, 3]
    assert post.ask(lambda found: referee.remind(found, post.now)) == []
    post.mail(1, "l")
    post.ask(write_round)  # the program may have died before it wrote them
    assert [path.parent.name for path in sorted(post.path.rglob("reminder.eml"))] == ["seat-2", "seat-3"]


def test_the_key_of_a_seat_comes_with_each_mail_until_one_was_sent(begin_game: Begin) -> None:
    post = begin_game()

    def mail_has_key() -> bool:
        number = post.label[1:].zfill(2)
        return b".rrseat" in (post.path / f"out/turn-{number}/seat-1/message.eml").read_bytes()

    assert mail_has_key()
    post.run(at_once=True)
    assert mail_has_key(), "nothing was sent"
    number = post.label[1:].zfill(2)
    sent = (post.path / f"out/turn-{number}/seat-1/message.eml").read_text()
    id_ = next(line.removeprefix("Message-ID: ") for line in sent.splitlines() if line.startswith("Message-ID"))
    post.ask(lambda found: found.add(Sent(at=int(post.now.timestamp()), mail=id_)))
    post.ask(write_round)
    assert mail_has_key(), "it was sent as it is"
    post.run(at_once=True)
    assert not mail_has_key()
    post.substitute(1, "new@example.org")
    post.ask(write_round)
    assert mail_has_key()


def test_answers_are_words_of_the_language_of_the_mails(begin_game: Begin) -> None:
    post = begin_game(match_of("classic"), language="de")
    assert "power-down: Ja" in post.mail(0, ". . . . .", "power-down: Ja")
    assert "later stay-down: Ja" in post.mail(1, ". . . . .", "power-down", "later stay-down: Ja")
    assert "Das wurde verstanden" in post.answer_to(1)


def test_entered_lists_are_a_round_of_their_own(begin_game: Begin) -> None:
    """AUE-R19: lists that players enter; the round after it is of the same turn."""
    post = begin_game(match_of("auenland", auenland={"objectives": "entered"}))
    assert post.label == "T1"
    for seat in range(4):
        assert "taken" in post.mail(seat, "3 1 2")
    assert post.run()
    assert post.label == "T1b"
    assert (post.path / "out/turn-01b/seat-0/message.eml").exists()
    assert "refused" in post.mail(0, "l", label="T1")
    assert "taken" in post.mail(0, "l", label="T1b")


def test_own_lists_that_nobody_entered_are_refused_before_the_game(begin_game: Begin) -> None:
    """AUE-R19."""
    with pytest.raises(Exception, match="has no list of objectives"):
        begin_game(match_of("auenland", auenland={"objectives": "own"}))


@pytest.mark.parametrize("turns", [2, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", ["auenland", "standard", "classic", "crash-and-burn", "roboball", "volt"])
def test_some_turns_of_each_mode_go_by_post_and_replay_alike(begin_game: Begin, mode: str, turns: int) -> None:
    post = begin_game(match_of(mode, 2), people=2)
    for _turn in range(turns):
        if not post.ask(lambda found: found.game.over):
            play_round(post)
    game = post.ask(lambda found: found.game)
    record = game.record
    record.final = game.match.digest()
    assert verify(record, game.game) == ""


@pytest.fixture
def finished(begin_game: Begin) -> Post:
    """A game of four to its end, where all send orders at first, then all but one, then nobody."""
    missing = MissingOrders(order="greedy", excused=0, substitute_after=2, bot_after=0)
    config = match_of("auenland", auenland={"objectives": "dealt"}, race={"checkpoints": 1})
    post = begin_game(config, missing=missing)
    for number in range(20):
        if post.ask(lambda found: found.game.over):
            return post
        play_round(post, without=((), (2,))[number] if number < 2 else (0, 1, 2, 3))
    raise AssertionError("the game does not end")


def test_at_the_end_all_that_was_promised_is_there_and_comes_again_from_the_journal(finished: Post) -> None:
    replay, text = finished.path / "out/autumn.rrreplay", finished.path / "out/disclosure.json"
    game, record = load_replay(replay, finished.catalogue)
    assert verify(record, game) == ""

    found = json.loads(text.read_text())
    assert hashlib.sha256(canonical(found)).hexdigest() == finished.ask(lambda found: found.game.commitment)
    assert "The game is over" in (finished.path / f"out/{last_round(finished)}/seat-0/message.eml").read_text()
    with pytest.raises(PostError, match="over"):
        finished.run()

    attached = attachments(finished, 0)
    assert "roborally replay --verify autumn.rrreplay" in mail_to(finished, 0)
    assert attached["autumn.rrreplay"] == replay.read_bytes()
    assert json.loads(attached["disclosure.json"]) == found

    folder = finished.path / "out" / last_round(finished)
    before = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    receipts = len(list((finished.path / "out/receipts").iterdir()))
    rmtree(finished.path / "out")
    finished.ask(write_round)
    finished.ask(write_answers)
    assert (finished.path / "out/autumn.rrreplay").exists()
    assert {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert len(list((finished.path / "out/receipts").iterdir())) == receipts


def test_mails_that_are_there_are_not_made_again(begin_game: Begin) -> None:
    post = begin_game()
    first, other = (post.path / f"out/turn-01/seat-{seat}/message.eml" for seat in (0, 1))
    before = first.read_bytes()
    first.write_bytes(b"here")
    post.mail(1, "l r")
    post.run()
    assert first.read_bytes() == b"here", "it was not looked at"
    other.unlink()
    post.run()
    assert first.read_bytes() == before, "all are made where one is missing"
    settings = post.path / "game.toml"
    settings.write_text(settings.read_text().replace("referee@localhost", "referee@example.org"))
    post.run()
    assert message_to(post, 0)["From"] == "referee@example.org", "the first mails may be those of a new game"


def test_the_referee_is_asked_once_to_look_for_a_substitute(
    begin_game: Begin, capsys: pytest.CaptureFixture[str]
) -> None:
    post = begin_game(people=2, missing=MissingOrders(substitute_after=1))
    hint = "look for a substitute for seat 1, Bo"
    for arguments, was_shown in ((["run", "--now"], True), (["run"], False), (["status"], True)):
        assert main(["post", arguments[0], str(post.path), *arguments[1:]]) == 0
        assert (hint in capsys.readouterr().out) == was_shown


def test_only_the_owner_may_look_into_the_folder(begin_game: Begin) -> None:
    post = begin_game()
    assert post.path.stat().st_mode & 0o077 == 0
    assert (post.path / "journal.jsonl").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('name = "a"\ndays = 3', "unknown key 'days'"),
        ('name = "Autumn Game"', "name: must consist of"),
        ('name = "a"\n[schedule]\ndays = 0', "schedule.days: must be from 1 to 60"),
        ('name = "a"\n[schedule]\nzone = "Mars"', "schedule.zone: must be a time zone"),
        ('name = "a"\n[schedule]\noff = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]', "schedule.off"),
        ('name = "a"\n[schedule]\nhour = "20:00"', "schedule.hour: must be a time such as 20:00:00"),
        ('name = "a"\n[schedule]\nhour = 20', "schedule.hour: expected a time such as 20:00:00, got a whole number"),
        ('name = "a"\n[schedule]\nhour = "20:00:00+02:00"', "schedule.hour: must be a time without an offset"),
        ('name = "a"\n[schedule]\nholidays = ["Easter"]', r"schedule.holidays\[0\]: must be a date such as 2026-12-24"),
        ('name = "a"\n[mail]\nreferee = "me"', "mail.referee: must be a mail address"),
        ('name = "a"\n[mail]\nsmtp = "mail:smtps"', "mail.smtp: must be a server such as mail.example.org:587, not 'm"),
        ('name = "a"\n[mail]\nimap = "imaps://mail.example.org"', "mail.imap: must be a server such as mail.exampl"),
        ('name = "a"\n[mail]\nsmtp = "mail.example.org:99999"', "mail.smtp: must be a server"),
        ('name = "a"\nlanguage = "tlh"', "language: must be one of"),
    ],
)
def test_a_game_file_with_a_mistake_is_refused_with_its_key(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(text)
    with pytest.raises(PostError, match=sentence) as refused:
        load_game_file(path)
    assert str(path) in str(refused.value)


def test_the_settings_that_are_written_are_read_again(begin_game: Begin) -> None:
    post = begin_game()
    file: GameFile = post.ask(lambda found: found.file)
    assert file.schedule.zone == "Europe/Berlin"
    assert file.to_toml() == (post.path / "game.toml").read_text()


def test_two_programs_do_not_work_in_one_folder(begin_game: Begin) -> None:
    post = begin_game()

    def look(_found: GameFolder) -> None:
        post.run()

    with pytest.raises(PostError, match="another program"):
        post.ask(look)
