"""A sealed game goes on with the people who have played it, not with others who use their names (CLI-R12)."""

import stat
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.game.records.sealed_file import SealKey
from roborally.net.person import PersonalSecret, is_proved
from roborally.net.protocol import (
    AskHome,
    Begin,
    Choose,
    Configure,
    HomeGame,
    HomeRequest,
    Kick,
    Person,
    Rejected,
    Start,
    Welcome,
)
from roborally.net.server.journal import MatchJournals
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, Table, configuration, file_for, parts_of

NAMES = ("Ann", "Bob")
WELCOME = Welcome(3, "", 1, "token", "ABCDE", "server", "challenge")


def saved(table: Table, *names: str) -> bytes:
    """Return the sealed game of people who have just begun."""
    ann, *_others = table.begin(configuration("standard", names, bots=1), *names)
    return file_for(ann)


def go_on(guests: list[Guest], content: bytes) -> str:
    """Upload a sealed game; return what the host is told, or nothing when it goes on."""
    for part in parts_of(content):
        guests[0].send(part)
    if guests[0].table.room.running_match is not None:
        return ""
    return str(guests[0].last(Rejected).text)


@pytest.mark.parametrize("stranger", NAMES)
def test_others_with_the_same_names_cannot_open_it(stranger: str, table: Table, catalogue: Catalogue) -> None:
    content = saved(table, *NAMES)
    other = Table(catalogue)
    guests = [other.enter(name, secret=PersonalSecret() if name == stranger else None) for name in NAMES]
    assert go_on(guests, content) == (
        f"this game belongs to the people who have played it, and not to others with their names: {stranger}"
    )
    assert other.room.running_match is None


def test_the_game_of_one_person_is_theirs_under_any_name(table: Table, catalogue: Catalogue) -> None:
    secret = PersonalSecret()
    ann = table.enter("Ann", secret=secret)
    ann.send(Configure(configuration("standard", ["Ann"], bots=2)))
    ann.send(Start())
    content = file_for(ann)
    assert go_on([Table(catalogue).enter("Anna", secret=secret)], content) == ""
    assert "belongs to the people" in go_on([Table(catalogue).enter("Ann", secret=PersonalSecret())], content)


def test_who_has_not_proved_who_they_are_cannot_go_on(table: Table, catalogue: Catalogue) -> None:
    """Neither those who play then, nor those who go on later: nobody fits a seat of which nothing is known."""
    guests = [table.enter(name) for name in NAMES]
    guests[1].member.person = ""
    guests[0].send(Configure(configuration("standard", NAMES)))
    guests[1].send(Choose("", True))
    guests[0].send(Start())
    content = file_for(guests[0])
    other = Table(catalogue)
    again = [other.enter(name) for name in NAMES]
    again[1].member.person = ""
    assert go_on(again, content).endswith("with their names: Bob")


def test_after_a_restart_people_are_known_still(table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    table.keep(MatchJournals(tmp_path))
    saved(table, *NAMES)
    persons = [guest.member.person for guest in table.guests.values()]
    assert all(persons)
    assert len(set(persons)) == 2
    again = table.restored()
    assert [member.person for member in again.room.roster.players()] == persons


def test_a_game_that_goes_on_is_sealed_for_the_same_people(table: Table, catalogue: Catalogue) -> None:
    other = Table(catalogue)
    guests = [other.enter(name) for name in NAMES]
    assert go_on(guests, saved(table, *NAMES)) == ""
    people = table.seal.opened(file_for(guests[0])).people
    assert people == {guest.member.name: guest.member.person for guest in guests}


def test_removing_somebody_ends_the_request_to_take_the_match_home(table: Table) -> None:
    """CLI-R13: whose answer is missing cannot be removed so that all have agreed."""
    ann, bob = table.begin(configuration("standard", NAMES), *NAMES)
    ann.send(AskHome())
    ann.send(Kick(bob.member.id))
    assert ann.last(HomeRequest).state == "over"
    assert not ann.messages(HomeGame)


def test_nobody_is_removed_before_all_are_asked(table: Table, tmp_path: Path) -> None:
    """CLI-R13: neither now nor after a restart of the server."""
    table.keep(MatchJournals(tmp_path))
    ann, bob, _cid = table.begin(configuration("standard", (*NAMES, "Cid")), *NAMES, "Cid")
    ann.send(Kick(bob.member.id))
    ann.send(AskHome())
    assert "a player has been removed from this match" in str(ann.last(Rejected).text)
    assert [member.kicked for member in table.restored().room.roster.players()] == [False, True, False]


def test_a_refused_game_leaves_everybody_on_their_seats(table: Table, catalogue: Catalogue) -> None:
    """A host may have sealed a game with other people of these names, in any order."""
    stranger = table.enter("Bob", secret=PersonalSecret())
    ann = table.enter("Ann")
    stranger.send(Configure(configuration("standard", ["Bob", "Ann"], bots=2)))
    ann.send(Choose("", True))
    stranger.send(Start())
    content = file_for(stranger)
    other = Table(catalogue)
    guests = [other.enter(name) for name in NAMES]
    guests[0].send(Configure(configuration("standard", NAMES)))
    guests[1].send(Choose("", True))
    assert go_on(guests, content).endswith("Bob")
    assert [guest.member.seat for guest in guests] == [0, 1]
    other.wait(2)
    guests[0].send(Start())
    assert [guest.last(Begin).seat for guest in guests] == [0, 1]


# --- the proof --------------------------------------------------------------------------------------------------------


def proof(secret: PersonalSecret, welcome: Welcome = WELCOME) -> Person:
    found = secret.introduce(welcome)
    assert found is not None
    return found


def test_the_same_secret_is_the_same_person_at_one_server_alone() -> None:
    ann, bob = PersonalSecret(), PersonalSecret()
    elsewhere = Welcome(3, "", 1, "token", "ABCDE", "another server", "challenge")
    again = Welcome(3, "", 9, "token", "VWXYZ", "server", "another challenge")
    assert proof(ann).key == proof(ann, again).key
    assert len({proof(ann).key, proof(bob).key, proof(ann, elsewhere).key}) == 3
    assert proof(ann).proof != proof(ann, again).proof


def test_a_proof_holds_for_its_key_its_server_and_its_challenge() -> None:
    ann = proof(PersonalSecret())
    bob = proof(PersonalSecret())
    assert is_proved(ann, "server", "challenge")
    assert not is_proved(ann, "server", "another challenge")
    assert not is_proved(ann, "another server", "challenge")
    assert not is_proved(Person(ann.key, bob.proof), "server", "challenge")
    assert not is_proved(Person(bob.key, ann.proof), "server", "challenge")
    assert not is_proved(Person("0" * 64, "0" * 128), "server", "challenge")


def test_a_wrong_proof_is_refused_and_the_first_right_one_holds(table: Table) -> None:
    ann = table.enter("Ann", secret=PersonalSecret())
    first = ann.member.person
    bob = table.enter("Bob", secret=PersonalSecret())
    bob.member.person = ""
    ann_s_key = Person(first, proof(PersonalSecret()).proof)
    bob.send(ann_s_key)
    assert str(bob.last(Rejected).text) == "you have not proved who you are"
    assert bob.member.person == ""
    ann.send(proof(PersonalSecret(), table.room.welcome(ann.member)))
    assert ann.member.person == first


def test_a_server_that_asks_nobody_is_told_nothing() -> None:
    assert PersonalSecret().introduce(Welcome(3, "", 1, "token", "ABCDE")) is None


def test_a_server_without_a_key_asks_nobody(tmp_path: Path, catalogue: Catalogue) -> None:
    (tmp_path / "file").write_text("no folder")
    table = Table(catalogue, seal=SealKey(tmp_path / "file" / "key"))
    ann = table.enter("Ann")
    assert table.room.welcome(ann.member).server == ""
    assert ann.member.person == ""


# --- the file ---------------------------------------------------------------------------------------------------------


def test_the_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "player.key"
    before = proof(PersonalSecret(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert proof(PersonalSecret(path)).key == before.key


def test_without_a_disk_one_plays_with_a_secret_that_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    secret = PersonalSecret(tmp_path / "file" / "player.key")
    assert proof(secret).key == proof(secret).key
    assert "sealed games cannot go on after this session" in caplog.text


def test_a_file_that_is_no_secret_is_left_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "player.key"
    path.write_text("my notes")
    assert proof(PersonalSecret(path)).key
    assert path.read_text() == "my notes"
    assert "is not the secret of a player" in caplog.text


def test_tests_use_a_secret_of_their_own() -> None:
    assert "pytest" in str(paths.person_file())
