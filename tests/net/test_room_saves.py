"""Games that a server saves and loads; no network."""

import base64
from pathlib import Path

import pytest

from roborally.game.records import file_format
from roborally.game.records.file_format import SAVE, SaveBody
from roborally.game.records.recorder import load_save
from roborally.net.protocol import Answer, Begin, Choose, Configure, Leave, Save, SavedGame, Start, Upload
from roborally.net.rooms.match_start import PAUSE
from roborally.plugin_system.loader import Catalogue
from tests.net.table import SECONDS, Guest, Table, begun, configuration, dice_of, parts_of, refusal, unsealed


def saved_game(table: Table, *names: str, bots: int = 0) -> tuple[str, str]:
    """Return the saved game of a match that these people have begun, and its digest."""
    guests = begun(table, *names, bots=bots)
    table.play_on(guests, dice_of(6), until=lambda: table.match.state.turn == 2)
    guests[0].send(Save())
    return guests[0].last(SavedGame).file, table.match.digest()


def load(table: Table, file: str, *names: str) -> list[Guest]:
    guests = [table.enter(name) for name in names]
    for part in parts_of(file):
        guests[0].send(part)
    return guests


def test_a_saved_game_whose_first_half_was_lost_with_the_line_is_sent_again(table: Table, catalogue: Catalogue) -> None:
    file, digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue)
    ann, _bob = (other.enter(name) for name in ("Ann", "Bob"))
    half = len(file) // 2
    ann.send(Upload(file[:half]))
    ann.come_back()  # the server may not have noticed the cut
    for part in parts_of(file):
        ann.send(part)
    assert other.room.running_match is not None, refusal(ann)
    assert other.match.digest() == digest


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Cid"), ("Ann", "Bob", "Cid")])
def test_a_game_of_others_is_not_loaded(table: Table, catalogue: Catalogue, names: tuple[str, ...]) -> None:
    """CLI-R04."""
    file, _digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue)
    guests = load(other, file, *names)
    assert refusal(guests[0]) == "this game was played by Ann, Bob; only these players can continue it"
    assert other.room.running_match is None


def test_a_single_person_loads_any_open_game_of_one(table: Table, catalogue: Catalogue) -> None:
    """CLI-R04: whatever their name."""
    sealed, digest = saved_game(table, "Ann", bots=2)
    file = base64.b64encode(unsealed(sealed)).decode()
    other = Table(catalogue)
    (zoe,) = load(other, file, "Zoe")
    assert other.match.digest() == digest
    assert zoe.last(Begin).seat == 0


def test_what_goes_on_while_a_saved_game_is_opened_counts(table: Table, catalogue: Catalogue) -> None:
    """Opening one takes long: meanwhile people come, and the match is begun otherwise."""
    file, digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue, works_at_once=False)
    ann, bob = load(other, file, "Ann", "Bob")
    assert other.room.running_match is None
    other.now += PAUSE
    for part in parts_of(file):
        ann.send(part)
    assert refusal(ann) == "one moment, please"
    other.jobs.pop()()
    assert other.match.digest() == digest
    assert bob.last(Begin).seat == 1

    third = Table(catalogue, works_at_once=False)
    cid, dora = load(third, file, "Ann", "Bob")
    cid.send(Configure(configuration("standard", ["Ann", "Bob"])))
    dora.send(Choose("", True))
    third.now += PAUSE
    cid.send(Start())
    begun_with = third.match.digest()
    third.jobs.pop()()
    assert third.match.digest() == begun_with
    assert refusal(cid) == "the match has begun already"
    cid.send(Leave())
    third.do_jobs()
    assert third.room.closed


def test_a_turn_that_has_not_begun_cannot_be_saved(table: Table) -> None:
    ann, _bob = begun(table, "Ann", "Bob")
    ann.send(Save(2))
    assert refusal(ann) == "turn 2 has not begun yet"
    assert not ann.messages(SavedGame)


@pytest.mark.parametrize("turn", [-1, 2])
def test_a_game_is_saved_beside_the_match(turn: int, table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    """The room waits for nothing, and the file holds what was asked for, whatever happens meanwhile."""
    table.works_at_once = False
    guests = ann, _bob = begun(table, "Ann", "Bob")
    table.play_on(guests, dice_of(8), until=lambda: table.match.state.turn == 3)
    asked_at = table.match.digest()
    ann.send(Save(turn))
    assert not ann.messages(SavedGame)
    table.wait(60)
    ann.send(Save(turn))
    assert refusal(ann) == "one moment, please", "one is being made"
    table.play_on(guests, dice_of(9), until=lambda: table.match.state.turn == 4)
    (job,) = table.jobs
    job()
    path = tmp_path / "match.rrsave"
    path.write_bytes(unsealed(ann.last(SavedGame).file))
    match = load_save(path, catalogue)[1]
    assert (match.state.turn, match.digest()) == (3, asked_at) if turn < 0 else match.state.turn == 2
    ann.send(Save(turn))
    assert refusal(ann) == "one moment, please", "a second counts from the end of the work"


def test_a_saved_game_that_was_made_up_is_refused(table: Table, catalogue: Catalogue, tmp_path: Path) -> None:
    """The state must follow from the answers: no player can load a made-up position."""
    file, _digest = saved_game(table, "Ann", "Bob")
    path = tmp_path / "forged.rrsave"
    path.write_bytes(unsealed(file))
    body = file_format.read(path, SAVE, SaveBody)
    summary = file_format.read_summary(path, SAVE)
    forged = table.match.clone()
    forged.state.pieces[0].damage += 1
    path.write_bytes(file_format.packed(summary, SaveBody(body.record, forged.to_data(), forged.digest())))
    load_save(path, catalogue)
    other = Table(catalogue)
    guests = load(other, base64.b64encode(path.read_bytes()).decode(), "Ann", "Bob")
    assert refusal(guests[0]) == "the saved game is damaged"
    assert other.room.running_match is None


def test_bots_of_a_server_take_their_time_for_a_start_number(table: Table) -> None:
    """CLI-1503: the server paces its bots, so that a guest can be first, and others who program are not hurried."""
    ann, bob = table.begin(configuration("volt", ("Ann", "Bob"), 2, course="short-circuit"), "Ann", "Bob")

    def numbers() -> list[int]:
        return list(table.match.state.ext["volt"]["numbers"])

    def look() -> None:
        for guest in (ann, bob):
            for question in guest.questions():
                if question["kind"] == "start-cell":
                    guest.send(Answer(question["id"], question["default"]))

    for _ in range(20):
        look()
        table.wait(SECONDS)
    table.wait(10)
    assert numbers() == [0, 0, 0, 0]
    (question,) = ann.questions()
    ann.send(Answer(question["id"], ("", "", "", 3)))
    assert numbers() == [3, 0, 0, 0]
    for _ in range(4):
        look()
        table.wait(10)
    assert [bool(number) for number in numbers()] == [True, False, True, True]
