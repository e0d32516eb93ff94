"""Taking a match home: the open saved game of the beginning of the turn, when all players have agreed (CLI-R13)."""

import base64
from itertools import cycle
from pathlib import Path

from roborally.game.records.recorder import load_save
from roborally.net.protocol import AnswerHome, AskHome, Choose, HomeGame, HomeRequest, Leave, Start
from roborally.net.rooms.home_request import PAUSE
from roborally.net.rooms.room_saves import PAUSE as BETWEEN
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, Table, answer_one, begun, dice_of, refusal

NAMES = ("Ann", "Bob", "Cid")


def state(guest: Guest) -> tuple[str, list[str], str]:
    """Return what a guest knows of the request."""
    text = guest.last(HomeRequest)
    return text.state, text.missing, text.refused


def answer(guest: Guest, *, agreed: bool = True) -> None:
    guest.send(AnswerHome(guest.last(HomeRequest).request, agreed))


def test_all_players_are_asked_and_get_it_when_all_have_agreed(
    table: Table, tmp_path: Path, catalogue: Catalogue
) -> None:
    ann, bob, cid, watcher = begun(table, *NAMES, spectators=1)
    dice = dice_of(4)
    for guest in cycle((ann, bob, cid)):
        if table.match.state.turn == 2:
            break
        answer_one(guest, dice)
        table.wait(0.05)
    at_the_beginning = table.match.digest()
    for question in bob.questions()[:1]:  # what is answered in the turn is not in the file
        bob.session.answer(1, question["id"], question["default"])
    ann.send(AskHome())
    assert state(ann) == ("open", ["Bob", "Cid"], "")
    assert (state(bob), state(cid)) == (("open", ["Bob"], ""), ("open", ["Cid"], ""))
    assert bob.last(HomeRequest).host == "Ann"
    answer(bob)
    answer(bob)
    assert state(ann) == ("open", ["Cid"], "")
    assert state(bob) == ("open", [], "")
    assert not ann.messages(HomeGame)
    answer(cid)
    assert [state(guest) for guest in (ann, bob, cid)] == [("agreed", [], "")] * 3
    assert ann.messages(HomeGame) == bob.messages(HomeGame) == cid.messages(HomeGame)
    assert not watcher.messages(HomeRequest)
    assert not watcher.messages(HomeGame)
    path = tmp_path / "home.rrsave"
    path.write_bytes(base64.b64decode(ann.last(HomeGame).file))
    _game, match, recorder = load_save(path, catalogue)
    assert (match.state.turn, match.digest(), match.state.sealed) == (2, at_the_beginning, {})
    assert len(recorder.record.answers) > 0


def test_a_host_alone_asks_nobody(table: Table) -> None:
    (ann, watcher) = begun(table, "Ann", bots=2, spectators=1)
    ann.send(AskHome())
    assert state(ann) == ("agreed", [], "")
    assert len(ann.messages(HomeGame)) == 1
    assert not watcher.messages(HomeGame)
    ann.send(AskHome())
    assert refusal(ann) == "one moment, please"
    table.wait(BETWEEN)
    ann.send(AskHome())
    assert len(ann.messages(HomeGame)) == 2


def test_one_refusal_is_enough_and_holds_for_a_while(table: Table) -> None:
    ann, bob, cid, _watcher = begun(table, *NAMES, bots=1, spectators=1)
    ann.send(AskHome())
    answer(bob)
    answer(cid, agreed=False)
    assert state(ann) == ("refused", [], "Cid")
    assert state(bob) == ("refused", [], ""), "who has refused is the host's business"
    answer(cid)
    assert not ann.messages(HomeGame)
    table.now += PAUSE - 30
    ann.send(AskHome())
    assert refusal(ann) == "somebody has refused; you can ask again in 30 seconds"
    table.now += 30
    ann.send(AskHome())
    assert state(cid) == ("open", ["Cid"], "")


def test_there_is_one_request_at_a_time(table: Table) -> None:
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    ann.send(AskHome())
    ann.send(AskHome())
    assert refusal(ann) == "you have asked already; wait for the answers"
    assert len(bob.messages(HomeRequest)) == 1


def test_a_request_ends_with_its_turn(table: Table) -> None:
    """An answer that comes too late does not agree to another one."""
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    ann.send(AskHome())
    late = bob.last(HomeRequest).request
    table.play_on([ann, bob], dice_of(4), until=lambda: table.match.state.turn == 2)
    assert state(ann)[0] == state(bob)[0] == "over"
    bob.send(AnswerHome(late, True))
    assert not ann.messages(HomeGame)
    ann.send(AskHome())
    bob.send(AnswerHome(late, True))
    assert not ann.messages(HomeGame)
    answer(bob)
    assert bob.messages(HomeGame)


def test_who_is_away_has_not_agreed_and_is_asked_when_they_are_back(table: Table) -> None:
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    bob.lose()
    ann.send(AskHome())
    assert state(ann) == ("open", ["Bob"], "")
    table.wait(60)
    assert not ann.messages(HomeGame), "the bot that plays for Bob agrees to nothing"
    assert not bob.messages(HomeRequest)
    bob.come_back()
    assert state(bob) == ("open", ["Bob"], "")
    answer(bob)
    assert bob.messages(HomeGame)


def test_a_line_that_is_dead_without_anybody_knowing_it_does_not_lose_the_file(table: Table) -> None:
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    ann.send(AskHome())
    answer(bob)
    (file,) = ann.messages(HomeGame)
    for guest in (ann, bob):  # nothing of it has come
        guest.forget()
        guest.come_back()
        assert guest.messages(HomeGame) == [file]
    table.play_on([ann, bob], dice_of(4))
    bob.send(Choose("", True))
    ann.send(Start())
    assert table.room.running_match is not None
    bob.forget()
    bob.come_back()
    assert not bob.messages(HomeGame), "another match is played now"


def test_who_has_left_for_good_is_not_asked(table: Table) -> None:
    ann, bob, cid, _watcher = begun(table, *NAMES, bots=1, spectators=1)
    ann.send(AskHome())
    answer(bob)
    assert not ann.messages(HomeGame)
    cid.send(Leave())
    assert ann.messages(HomeGame)
    assert bob.messages(HomeGame)
    assert not cid.messages(HomeGame)


def test_only_the_host_asks_and_only_players_answer(table: Table) -> None:
    ann, bob, watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    bob.send(AskHome())
    assert refusal(bob) == "only the host can do that"
    ann.send(AskHome())
    watcher.send(AnswerHome(ann.last(HomeRequest).request, True))
    assert refusal(watcher) == "only players are asked"
    assert not ann.messages(HomeGame)


def test_outside_of_a_match_nothing_is_asked(table: Table) -> None:
    ann, bob = table.enter("Ann"), table.enter("Bob")
    for message in (AskHome(), AnswerHome(1, True)):
        ann.send(message)
        assert refusal(ann) == "no match is being played"
    assert not bob.messages(HomeRequest)


def test_a_request_ends_with_its_match(table: Table) -> None:
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    dice = dice_of(6)
    table.play_on([ann, bob], dice, until=lambda: table.match.state.turn == 2)
    while table.room.running_match is not None:
        table.now += BETWEEN
        ann.send(AskHome())
        assert state(ann)[0] == "open"
        turn = table.match.state.turn
        table.play_on([ann, bob], dice, until=lambda turn=turn: table.match.state.turn != turn)  # type: ignore[misc]
    assert state(ann)[0] == state(bob)[0] == "over"
    ann.send(AskHome())
    assert refusal(ann) == "no match is being played"


def test_the_file_is_made_beside_the_match(table: Table) -> None:
    table.works_at_once = False
    ann, bob, _watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    ann.send(AskHome())
    answer(bob)
    assert not ann.messages(HomeGame)
    table.wait(30)
    ann.send(AskHome())
    assert refusal(ann) == "one moment, please"
    (job,) = table.jobs
    job()
    assert ann.messages(HomeGame)
    assert bob.messages(HomeGame)
