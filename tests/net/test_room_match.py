"""A match on a server while it is played: who watches, leaves, comes back and sees the end; no network."""

import base64
from pathlib import Path

import pytest

from roborally.core.events import is_for
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay, load_save
from roborally.net.limits import Limits
from roborally.net.protocol import (
    Answer,
    AnswerHome,
    AskHome,
    Begin,
    Building,
    Choose,
    Configure,
    FromClient,
    HomeRequest,
    Leave,
    LobbyState,
    MatchEnded,
    MemberList,
    PlaybackDone,
    Rejected,
    Start,
    Update,
    Upload,
    decode_server,
)
from roborally.net.rooms.absences import AWAY_SECONDS, BLIND_SECONDS, LOBBY_AWAY_SECONDS
from roborally.net.rooms.endings import KEPT_SECONDS
from roborally.net.rooms.match_start import PAUSE
from roborally.net.rooms.roster import DeniedError
from roborally.plugin_system.loader import Catalogue
from tests.net.table import SECONDS, Guest, NeverThinker, Table, begun, dice_of, names_in, refusal, unsealed


def test_a_running_match_cannot_be_joined_but_watched(table: Table) -> None:
    begun(table, "Ann", "Bob", bots=1)
    with pytest.raises(DeniedError, match="begun already; you can watch it"):
        table.enter("Cid")
    watcher = table.enter("Wil", watching=True)
    assert watcher.last(Begin).seat == -1
    assert watcher.questions() == []
    assert names_in(watcher.last(MemberList)) == ["Ann", "Bob", "Wil"]


def test_many_spectators_who_come_and_go_are_told_once_a_second(table: Table) -> None:
    """Every one of them to every other one at once would be a flood of the server's own making."""
    ann, bob = begun(table, "Ann", "Bob")
    for guest in (ann, bob):
        guest.send(PlaybackDone(1))
    table.wait(PAUSE)
    ann.forget()
    watchers = [table.enter(f"W{number}", watching=True) for number in range(50)]
    watchers[0].lose()
    assert len(ann.messages(MemberList)) <= 1
    assert table.room.is_busy()
    table.wait(PAUSE)
    assert len(names_in(ann.last(MemberList))) == 51
    assert len(ann.messages(MemberList)) <= 2
    assert not table.room.is_busy()


@pytest.mark.parametrize("message", [Start(), Upload("", True)])
def test_a_running_match_is_not_set_up(table: Table, message: FromClient) -> None:
    ann, _bob = begun(table, "Ann", "Bob")
    ann.send(message)
    assert refusal(ann) == "the match has begun already"


@pytest.mark.parametrize("message", [Choose("tanky", False), Building("RR1:abc"), Configure({})])
def test_what_was_on_its_way_when_the_match_began_is_no_fault(table: Table, message: FromClient) -> None:
    """Such as *Ready*, pressed in that moment: no dialog stands in the way of the match."""
    ann, bob = begun(table, "Ann", "Bob")
    sender = bob if isinstance(message, Choose) else ann
    before = table.room.roster.lobby()
    sender.send(message)
    assert not sender.messages(Rejected)
    assert table.room.roster.lobby() == before


def test_an_answer_to_the_host_that_was_on_its_way_when_the_match_ended_is_no_fault(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    ann.send(AskHome())
    request = bob.last(HomeRequest).request
    table.play_on([ann, bob], dice_of(5))
    bob.send(AnswerHome(request, True))
    assert not bob.messages(Rejected)


def test_players_answer_only_for_their_own_seat(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    own, others = ann.questions()[0], bob.questions()[0]
    ann.send(Answer(others["id"], others["default"]))
    assert ann.last(Rejected).id == others["id"]
    assert refusal(ann) == "this is not asked any more"
    ann.send(Answer(own["id"], {"a": [1]}))
    assert ann.last(Rejected).id == own["id"]
    ann.send(Answer(own["id"], own["default"]))
    ann.send(Answer(own["id"], own["default"]))
    assert refusal(ann) == "this is not asked any more"
    ann.send(Answer("program-999", "x"))
    assert refusal(ann) == "this is not asked any more"
    assert [entry[0] for entry in table.journal] == ["begun", "noted"]


def test_a_lost_connection_keeps_the_seat_and_a_bot_plays_until_its_owner_is_back(table: Table) -> None:
    """CLI-R02, and that it is not for good."""
    ann, bob = begun(table, "Ann", "Bob")
    bob.lose()
    assert [member.connected for member in ann.last(MemberList).members] == [True, False]
    table.wait(AWAY_SECONDS - 1)
    assert table.match.state.sealed == {}
    table.wait(2)
    table.wait(SECONDS)
    assert ann.last(MemberList).members[1].player == "greedy"
    bob.come_back()
    assert bob.last(Begin).seat == 1
    assert ann.last(MemberList).members[1] == bob.last(MemberList).members[1]
    assert (ann.last(MemberList).members[1].player, ann.last(MemberList).members[1].connected) == ("", True)
    assert table.match.state.sealed == {}, "the bot has let Ann go first"
    assert bob.questions()
    notices = [update.notices for update in ann.messages(Update) if update.notices]
    assert notices == [[{"type": notice, "piece": bob.member.seat}] for notice in ("away", "returned")]
    bob.lose()
    bob.come_back()
    assert len([update for update in ann.messages(Update) if update.notices]) == 2, "nobody noticed that he was away"


@pytest.mark.parametrize("away", [AWAY_SECONDS - 1, AWAY_SECONDS + 2])
def test_who_comes_back_is_told_if_a_bot_has_answered_which_the_record_knows(table: Table, away: float) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    bob.lose()
    table.wait(away)
    for question in ann.questions():
        ann.answer(question, question["default"])
    table.wait(0)
    bob.come_back()
    text = [{"type": "stood-in"}] if away > AWAY_SECONDS else []
    assert [notice for update in bob.messages(Update) for notice in update.notices] == text
    record = table.running.recorder.record
    assert record.stood_in == [id_ for seat, id_, _answer in record.answers if seat == bob.last(Begin).seat]
    assert bool(record.stood_in) == bool(text)
    bob.lose()
    bob.come_back()
    assert [notice for update in bob.messages(Update) for notice in update.notices] == text, "once"
    seen = [notice["type"] for update in ann.messages(Update) for notice in update.notices]
    assert seen == (["away", "returned"] if away > AWAY_SECONDS else ["returned"])


def test_a_bot_that_takes_over_late_gets_its_time_to_think(catalogue: Catalogue) -> None:
    """STD-505: its seconds count from when it takes over, not from when the question came up."""
    table = Table(catalogue, thinker=NeverThinker())
    ann, bob = begun(table, "Ann", "Bob")
    ann.send(PlaybackDone(ann.last(Begin).beat))
    for question in ann.questions():
        ann.answer(question, question["default"])
    sealed = dict(table.match.state.sealed)
    bob.lose()
    table.wait(AWAY_SECONDS + 1)
    for _second in range(5):
        table.wait(1)
    assert table.match.state.sealed == sealed
    away = [{"type": "away", "piece": bob.member.seat}]
    assert [notice for update in ann.messages(Update) for notice in update.notices] == away
    for _second in range(15):
        table.wait(1)
    text = [notice for update in ann.messages(Update) for notice in update.notices]
    assert text[1] == {"type": "unanswered", "piece": text[1]["piece"], "reason": "late"}, "not what the bot has said"


def test_who_has_no_picture_of_the_match_after_a_minute_is_played_for(table: Table) -> None:
    """CLI-R02: coming back begins no new minute, and the picture gives the seat back."""
    ann, bob = begun(table, "Ann", "Bob")
    ann.send(PlaybackDone(1))
    for _time in range(3):
        table.wait(BLIND_SECONDS / 3)
        bob.lose()
        bob.come_back()
    table.wait(0.1)
    assert [member.player for member in ann.last(MemberList).members] == ["", "greedy"]
    table.play_on([ann], dice_of(3), until=lambda: table.match.state.turn > 1)
    bob.lose()
    bob.come_back()
    assert [member.player for member in ann.last(MemberList).members] == ["", "greedy"], "there is no picture yet"
    bob.forget()
    bob.send(PlaybackDone(2))
    assert [member.player for member in ann.last(MemberList).members] == ["", ""]
    bob.membership.update()
    assert [event["turn"] for event in bob.session.past if event.get("name") == "start"] == [1, 2]
    assert all(is_for(event, bob.member.seat) for event in bob.session.past)
    bob.session.begin.past.clear()
    assert bob.session.past == [{"type": "joined", "turn": 2, "beat": 0}], "the log begins there"
    assert {"type": "stood-in"} in [notice for update in bob.messages(Update) for notice in update.notices]


def test_who_leaves_is_replaced_by_a_bot_at_once(table: Table) -> None:
    """CLI-R02."""
    ann, bob = begun(table, "Ann", "Bob", bots=0)
    bob.send(Leave())
    assert names_in(ann.last(MemberList)) == ["Ann"]
    assert ("changed", None) in table.journal
    for _look in range(4):
        table.wait(SECONDS)
    assert ann.messages(Update)[0].notices == [{"type": "left", "piece": 1}]
    assert {entry["seat"] for entry in table.match.state.decisions if entry["id"] in table.match.state.sealed} == {1}
    table.play_on([ann], dice_of(2))
    assert ann.last(MatchEnded).reason == "over"
    assert names_in(ann.last(LobbyState)) == ["Ann"]


def test_a_match_without_connected_players_waits(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", bots=1, timer=30)
    for guest in (ann, bob):
        guest.lose()
    before = table.match.digest()
    for _minute in range(10):
        table.wait(60)
    assert table.match.digest() == before
    assert not table.room.closed
    ann.come_back()
    assert ann.last(Begin).clock == 30, "the time in which nobody was there does not count"
    assert [entry["seat"] for entry in ann.questions()]


def test_an_abandoned_match_ends_after_a_while(catalogue: Catalogue) -> None:
    table = Table(catalogue, limits=Limits(abandoned=600))
    ann, bob, watcher = begun(table, "Ann", "Bob", spectators=1)
    ann.lose()
    bob.lose()
    table.wait(601)
    assert watcher.last(MatchEnded).reason == "left"
    assert table.room.closed
    assert not table.room.is_busy()


@pytest.mark.parametrize("how", ["leave", "stop"])
def test_without_its_host_a_match_ends_and_all_players_can_save_it(
    table: Table, tmp_path: Path, catalogue: Catalogue, how: str
) -> None:
    """CLI-R02, CLI-R12: no result, but what was played can be loaded again by those who have played."""
    ann, bob, watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    table.play_on([ann, bob], dice_of(3), until=lambda: table.match.state.turn == 3)
    digest = table.match.digest()
    if how == "leave":
        ann.send(Leave())
    else:
        table.room.close()
    ended = [guest.last(MatchEnded) for guest in (ann, bob, watcher)]
    assert {end.reason for end in ended} == {"host" if how == "leave" else "closed"}
    assert ended[0] == ended[1]
    assert ended[2].file == ""
    path = tmp_path / "match.rrsave"
    path.write_bytes(unsealed(ended[1].file))
    _game, match, _recorder = load_save(path, catalogue)
    assert match.digest() == digest
    assert ended[1].digest == "", "it would help to guess what is hidden"
    assert ended[1].counts == []


def test_after_the_end_the_same_people_are_in_the_lobby_again(
    table: Table, tmp_path: Path, catalogue: Catalogue
) -> None:
    ann, bob, watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    table.play_on([ann, bob], dice_of(4))
    ended = watcher.last(MatchEnded)
    assert (ended.reason, len(ended.counts)) == ("over", 3)
    path = tmp_path / "match.rrreplay"
    path.write_bytes(base64.b64decode(ended.file))
    game, record = load_replay(path, catalogue)
    assert verify(record, game) == ""
    assert record.final == ended.digest
    lobby = bob.last(LobbyState)
    assert [(member.name, member.ready) for member in lobby.members] == [
        ("Ann", False),
        ("Bob", False),
        ("Watcher 0", False),
    ]
    assert table.journal[-1] == ("ended", False)
    bob.send(Choose("", True))
    table.now += PAUSE
    ann.send(Start())
    assert len(ann.messages(Begin)) == 2


def missed(table: Table, guests: list[Guest]) -> Guest:
    """Play a match to its end without Bob, whose line is dead for more than a minute before; return him."""
    ann, bob = guests
    bob.lose()
    table.wait(LOBBY_AWAY_SECONDS)
    bob.forget()
    table.play_on([ann], dice_of(4))
    return bob


def test_a_place_is_kept_for_a_minute_after_the_end_of_a_match(table: Table) -> None:
    """CLI-R02: until the end the match has kept it."""
    ann, _bob = guests = begun(table, "Ann", "Bob")
    missed(table, guests)
    table.wait(LOBBY_AWAY_SECONDS - 1)
    assert names_in(ann.last(LobbyState)) == ["Ann", "Bob"]
    table.wait(2)
    assert names_in(ann.last(LobbyState)) == ["Ann"]


def test_who_was_away_at_the_end_of_a_match_is_shown_it_once(table: Table) -> None:
    ann, bob = guests = begun(table, "Ann", "Bob")
    missed(table, guests)
    bob.come_back()
    kinds = [type(decode_server(data)) for data in bob.received]
    assert kinds[:3] == [Begin, MatchEnded, LobbyState]
    assert bob.last(Begin).observation["over"]
    assert bob.last(MatchEnded) == ann.last(MatchEnded)
    bob.membership.update()
    session = bob.session
    assert session.over
    bob.lose()
    bob.forget()
    bob.member.known_end = ann.last(MatchEnded).digest
    bob.come_back()
    assert bob.messages(MatchEnded) == []


def test_a_line_that_is_dead_without_anybody_knowing_it_loses_no_end(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    table.play_on([ann, bob], dice_of(4))
    bob.lose()
    bob.forget()
    bob.come_back()
    assert bob.last(MatchEnded) == ann.last(MatchEnded)


def test_the_ends_of_matches_do_not_fill_the_memory(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    ann.send(Leave())
    endings = table.room.endings
    assert endings.missed(bob.member.token, "", welcome=True)
    assert endings.missed(ann.member.token, "") == (), "who has left knows it"
    table.now += KEPT_SECONDS + 1
    assert endings.missed(bob.member.token, "") == ()
    monkeypatch.setattr("roborally.net.rooms.endings.MAX_KEPT", 10)
    other = Table(table.catalogue)
    cid, dan = begun(other, "Cid", "Dan")
    cid.send(Leave())
    assert other.room.endings.missed(dan.member.token, "") == ()
