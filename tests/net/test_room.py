"""A match on a server from its lobby to its end, as sections 5 and 13 of the client's rules want it; no network."""

import base64
from pathlib import Path
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.game.records import file_format
from roborally.game.records.file_format import SAVE, SaveBody
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay, load_save
from roborally.net.client.membership import MAX_CHAT
from roborally.net.client.remote_session import HASTE
from roborally.net.limits import Limits
from roborally.net.protocol import (
    Answer,
    AnswerHome,
    AskHome,
    Begin,
    Building,
    Chat,
    ChatMessage,
    Choose,
    ClockState,
    Configure,
    FromClient,
    HomeRequest,
    Kick,
    Leave,
    LobbyState,
    MatchEnded,
    MemberList,
    PlaybackDone,
    Rejected,
    Save,
    SavedGame,
    Start,
    Update,
    Upload,
    decode_client,
    decode_server,
    encode,
)
from roborally.net.rooms.absences import AWAY_SECONDS, BLIND_SECONDS, LOBBY_AWAY_SECONDS
from roborally.net.rooms.endings import KEPT_SECONDS
from roborally.net.rooms.match_start import PAUSE
from roborally.net.rooms.requests import handle
from roborally.net.rooms.roster import DeniedError
from roborally.net.rooms.running_match import MAX_GRACE
from roborally.net.rooms.show_wait import SHOWING
from roborally.plugin_system.loader import Catalogue
from tests.net.table import (
    SECONDS,
    Guest,
    NeverThinker,
    Table,
    answer_one,
    configuration,
    dice_of,
    random_answer,
    unsealed,
)


def parts_of(file: str) -> list[Upload]:
    """Return a saved game as a client sends it."""
    size = 40_000
    pieces = [file[at : at + size] for at in range(0, len(file), size)]
    return [Upload(piece, number == len(pieces)) for number, piece in enumerate(pieces, 1)]


def text(guest: Guest) -> str:
    """Return why a player's last request was refused."""
    return str(guest.last(Rejected).text)


def names_in(message: LobbyState | MemberList) -> list[str]:
    return [member.name for member in message.members]


def begun(table: Table, *names: str, bots: int = 0, spectators: int = 0, **match: Any) -> list[Guest]:
    return table.begin(configuration("standard", names, bots, **match), *names, spectators=spectators)


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_all_members_see_the_lobby_live(table: Table) -> None:
    """CLI-512, CLI-513, CLI-514, CLI-1303."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    watcher = table.enter("Wil", watching=True)
    ann.send(Configure(configuration("classic", ["Ann"], bots=2, timer=90)))
    bob.send(Choose("", True))
    for guest in (ann, bob, watcher):
        lobby = guest.last(LobbyState)
        assert lobby.config["match"] == {"mode": "classic", "course": "laser-alley", "timer": 90}
        assert [seat["name"] for seat in lobby.config["seats"]] == ["Ann", "Bot 1", "Bot 2", "Bob"]
        assert [(member.name, member.ready, member.host, member.watching, member.seat) for member in lobby.members] == [
            ("Ann", False, True, False, 0),
            ("Bob", True, False, False, 3),
            ("Wil", False, False, True, -1),
        ]


def test_nothing_is_told_twice(table: Table) -> None:
    ann = table.enter("Ann")
    bob = table.enter("Bob")
    bob.send(Choose("tanky", True))
    count = len(ann.received)
    bob.send(Choose("tanky", True))
    assert len(ann.received) == count


@pytest.mark.parametrize(
    "message", [Configure({}), Start(), Upload("", True), Kick(1), Save()], ids=lambda message: type(message).__name__
)
def test_what_only_the_host_may_do(table: Table, message: FromClient) -> None:
    """CLI-1302."""
    ann, bob, watcher = table.enter("Ann"), table.enter("Bob"), table.enter("Wil", watching=True)
    before = ann.last(LobbyState)
    for guest in (bob, watcher):
        guest.send(message)
        assert text(guest) == "only the host can do that"
    assert ann.last(LobbyState).config == before.config
    assert not ann.parted
    assert table.room.running_match is None


def test_players_choose_and_keep_their_robots(table: Table) -> None:
    """CLI-511: what the host wishes does not count for people who are there."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    bob.send(Choose("peach"))
    config = configuration("standard", ["Ann", "Bob", "Nobody"], bots=1)
    ann.send(Configure(config))
    seats = {seat["name"]: seat.get("robot") for seat in ann.last(LobbyState).config["seats"]}
    assert seats == {"Ann": "tanky", "Bob": "peach", "Bot 1": "james-bot"}


def test_spectators_choose_and_answer_nothing(table: Table) -> None:
    ann, _bob, watcher = begun(table, "Ann", "Bob", spectators=1)
    watcher.send(Answer(ann.questions()[0]["id"], "no"))
    assert text(watcher) == "spectators cannot answer questions"
    other = Table(table.catalogue)
    other.enter("Ann")
    watcher = other.enter("Wil", watching=True)
    watcher.send(Choose("tanky", True))
    assert text(watcher) == "spectators cannot choose a robot"


def test_a_name_that_is_taken_gets_a_number(table: Table) -> None:
    ann = table.enter("Ann")
    ann.send(Configure(configuration("standard", ["Ann"], bots=1)))
    names = [table.enter(name).member.name for name in ("Ann", "Ann", "Bot 1", " Ann ", "A" * 24, "A" * 24)]
    assert names == ["Ann 2", "Ann 3", "Bot 1 2", "Ann 4", "A" * 24, "A" * 22 + " 2"]


def test_the_match_starts_only_when_all_are_ready(table: Table) -> None:
    """CLI-506: the host need not be ready."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    table.enter("Wil", watching=True)
    ann.send(Configure(configuration("standard", ["Ann", "Bob"])))
    ann.send(Start())
    assert text(ann) == "not ready yet: Bob"
    bob.send(Choose("", True))
    ann.send(Start())
    assert ann.last(Begin).seat == 0
    assert bob.last(Begin).seat == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"match": {"mode": "chess", "course": "first-steps"}}, "chess"),
        ({"match": {"mode": "docks", "course": "first-steps"}}, "there is no mode 'docks'"),
        ({"match": {"course": "nowhere"}}, "this server has no course 'nowhere'"),
        ({"match": {"course": "first-steps", "plugins": ["../../etc"]}}, "../../etc"),
        ({"rules": {"no_such_rule": 1}}, "no_such_rule"),
        ({"rules": {"dealt_at_start": [[]]}}, "dealt_at_start"),
        ({"plugin": {"race": {"secret_objectives": {"a": 1}}}}, "secret_objectives"),
        ({"seats": [{"name": "Cog", "controller": "hal"}]}, "there is no bot “hal” here"),
        ({"seats": [{"name": "Cog", "controller": "/bin/sh"}]}, "there is no bot “/bin/sh” here"),
        ({"seats": [{"name": "Cog", "controller": "random", "robot": "none"}]}, "there is no robot 'none'"),
        ({"seats": [{"name": f"B{n}", "controller": "random"} for n in range(7)]}, "at most 8 players can play here"),
        ({"seats": [{"name": f"B{n}", "controller": "random"} for n in range(6)]}, "at most 4 players can play here"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(table: Table, change: dict[str, Any], sentence: str) -> None:
    ann, bob = table.enter("Ann"), table.enter("Bob")
    ann.send(Configure({**configuration("standard", ["Ann", "Bob"]), **change}))
    bob.send(Choose("", True))
    ann.send(Start())
    assert any(sentence in str(refused.text) for refused in ann.messages(Rejected))
    assert table.room.running_match is None
    table.now += PAUSE
    ann.send(Configure(configuration("standard", ["Ann", "Bob"])))
    ann.send(Start())
    assert ann.last(Begin).seat == 0


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ({"match": {"course": "/etc/passwd.toml"}}, "a file somewhere else"),
        ({"match": {"course": "boards/ring.toml"}}, "a file somewhere else"),
        ({"match": {"course": "x" * 1_000_000}}, "the settings are too large"),
        ({"rules": {str(number): 1 for number in range(1000)}}, "the settings are too large"),
        ({"plugin": {"race": {str(number): 1 for number in range(1000)}}}, "the settings are too large"),
        ({"seats": [{"name": f"B{n}", "controller": "random"} for n in range(500)]}, "the settings are too large"),
        ({"match": {"timer": 10**15}}, "must be 0 (off) to 3600 seconds"),
        ({"match": {"timer": "soon"}}, "expected a whole number, got a text"),
        ({"match": []}, "expected a table, got a list"),
        ({"surprise": 1}, "unknown key 'surprise'"),
        ({"seats": [{}]}, "missing key 'name'"),
    ],
)
def test_settings_that_no_lobby_sends_change_nothing(table: Table, config: dict[str, Any], sentence: str) -> None:
    ann = table.enter("Ann")
    before = ann.last(LobbyState)
    handle(table.room, ann.member, Configure(config))
    assert sentence in text(ann)
    assert ann.last(LobbyState) == before


def test_a_match_is_not_begun_twice_a_second(table: Table) -> None:
    ann = table.enter("Ann")
    ann.send(Start())
    ann.send(Start())
    assert text(ann) == "one moment, please"


def test_no_more_than_eight_people_and_so_many_spectators(catalogue: Catalogue) -> None:
    table = Table(catalogue, limits=Limits(spectators=2))
    for number in range(8):
        table.enter(f"P{number}")
    table.enter("W1", watching=True)
    table.enter("W2", watching=True)
    with pytest.raises(DeniedError, match="full"):
        table.enter("P9")
    with pytest.raises(DeniedError, match="takes no more spectators"):
        table.enter("W3", watching=True)


def test_the_host_removes_a_player(table: Table) -> None:
    """CLI-504."""
    ann, bob, watcher = table.enter("Ann"), table.enter("Bob"), table.enter("Wil", watching=True)
    ann.send(Kick(bob.member.id))
    ann.send(Kick(watcher.member.id))
    assert (bob.parted, watcher.parted) == ("kicked", "kicked")
    assert names_in(ann.last(LobbyState)) == ["Ann"]
    assert table.room.roster.find(bob.member.token) is None
    for id_ in (bob.member.id, ann.member.id, 99):
        ann.forget()
        ann.send(Kick(id_))
        assert text(ann) == "there is no such player to remove"


def test_who_has_gone_is_not_heard_any_more(table: Table) -> None:
    """Leaving twice ends only the leaver's own membership."""
    ann, bob, watcher = begun(table, "Ann", "Bob", bots=1, spectators=1)
    for guest in (bob, watcher):
        guest.send(Leave())
        ann.forget()
        guest.send(Leave())
        guest.send(Chat("boo"))
        assert ann.received == []
    assert not table.room.closed


def test_titles_of_players_are_known_achievements(table: Table) -> None:
    """CLI-601: what a client sends is a list of names; unknown ones do not count, and spectators show nothing."""
    oil = "robot-statistics/first-oil"
    ann = table.enter("Ann", titles=("robot-statistics/gold", oil, oil))
    table.enter("Wil", watching=True, titles=(oil,))
    assert [member.titles for member in ann.last(LobbyState).members] == [(oil,), ()]


def test_chat_reaches_all_members(table: Table) -> None:
    ann, bob = table.enter("Ann"), table.enter("Bob")
    bob.send(Chat("hello"))
    assert ann.last(ChatMessage) == bob.last(ChatMessage) == ChatMessage(bob.member.id, "Bob", "hello")


def test_a_course_is_shown_to_all_but_not_many_at_once(table: Table) -> None:
    """A code is passed on as it is; the next one has to wait, and other sentences need not."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    bob.send(Chat("Tiny", "RR1:abc"))
    shown = ChatMessage(bob.member.id, "Bob", "Tiny", "RR1:abc")
    assert ann.last(ChatMessage) == bob.last(ChatMessage) == shown
    bob.send(Chat("Tiny", "RR1:abc"))
    assert text(bob) == "wait a moment before you show another course"
    bob.send(Chat("well?"))
    assert ann.last(ChatMessage) == ChatMessage(bob.member.id, "Bob", "well?")
    ann.send(Chat("Mine", "RR1:abd"))
    assert bob.last(ChatMessage).course == "RR1:abd"
    table.now += 2
    bob.send(Chat("Tiny", "RR1:abe"))
    assert ann.last(ChatMessage).course == "RR1:abe"


@pytest.mark.parametrize("course", ["RR2:abc", "abc", "RR1:ab c", "RR1:" + "a" * 20_000])
def test_what_cannot_be_a_code_is_no_message(course: str) -> None:
    with pytest.raises(ValueError, match="course"):
        decode_client(encode(Chat("Tiny", course)))


def test_what_is_said_is_heard_however_long_the_talk_is(table: Table) -> None:
    """The oldest messages are forgotten; a client that has read up to one is sent all after it."""
    ann = table.enter("Ann")
    for number in range(MAX_CHAT + 5):
        ann.send(Chat(f"sentence {number}"))
    ann.membership.update()
    talk = ann.membership.chat
    received = talk.count
    assert len(talk.since(0)) == MAX_CHAT
    assert talk.since(received) == []
    ann.send(Chat("the last one"))
    ann.membership.update()
    assert talk.since(received) == [ChatMessage(ann.member.id, "Ann", "the last one")]


def test_the_own_chat_line_comes_back_also_to_who_reads_too_slowly_for_all_others(table: Table) -> None:
    """It tells that the line has arrived."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    bob.behind = True
    ann.send(Chat("hello"))
    bob.send(Chat("well?"))
    assert [said.text for said in bob.messages(ChatMessage)] == ["well?"]


def test_a_place_in_a_lobby_is_kept_for_a_minute(table: Table) -> None:
    ann, bob = table.enter("Ann"), table.enter("Bob")
    bob.lose()
    assert [member.connected for member in ann.last(LobbyState).members] == [True, False]
    table.wait(LOBBY_AWAY_SECONDS - 1)
    bob.come_back()
    assert [member.connected for member in ann.last(LobbyState).members] == [True, True]
    bob.lose()
    table.wait(LOBBY_AWAY_SECONDS + 1)
    assert names_in(ann.last(LobbyState)) == ["Ann"]


def test_a_lobby_ends_with_its_host(table: Table) -> None:
    ann, bob = table.enter("Ann"), table.enter("Bob")
    ann.send(Leave())
    assert bob.last(MatchEnded) == MatchEnded("host")
    assert table.room.closed
    assert table.journal == [("ended", True)]


# --- while a match is played ------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("message", [Configure({}), Start(), Upload("", True)])
def test_a_running_match_is_not_set_up(table: Table, message: FromClient) -> None:
    ann, _bob = begun(table, "Ann", "Bob")
    ann.send(message)
    assert text(ann) == "the match has begun already"


@pytest.mark.parametrize(
    "message",
    [
        Choose("tanky", False),
        Building("RR1:abc"),
    ],
)
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
    assert text(ann) == "this is not asked any more"
    ann.send(Answer(own["id"], {"a": [1]}))
    assert ann.last(Rejected).id == own["id"]
    ann.send(Answer(own["id"], own["default"]))
    ann.send(Answer(own["id"], own["default"]))
    assert text(ann) == "this is not asked any more"
    ann.send(Answer("program-999", "x"))
    assert text(ann) == "this is not asked any more"
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
    table.wait(SECONDS)
    assert {entry["seat"] for entry in table.match.state.decisions if entry["id"] in table.match.state.sealed} == {1}
    bob.come_back()
    assert bob.last(Begin).seat == 1
    assert ann.last(MemberList).members[1] == bob.last(MemberList).members[1]
    assert (ann.last(MemberList).members[1].player, ann.last(MemberList).members[1].connected) == ("", True)
    turn = table.match.state.turn
    table.play_on([ann], dice_of(1), until=lambda: table.match.state.turn > turn or not ann.questions())
    table.wait(AWAY_SECONDS)
    assert [entry["seat"] for entry in bob.questions()], "Bob is asked again"


@pytest.mark.parametrize("away", [AWAY_SECONDS - 1, AWAY_SECONDS + 2])
def test_who_comes_back_is_told_if_a_bot_has_answered(table: Table, away: float) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    bob.lose()
    table.wait(away)
    table.wait(SECONDS)
    bob.come_back()
    text = [{"type": "stood-in"}] if away > AWAY_SECONDS else []
    assert [notice for update in bob.messages(Update) for notice in update.notices] == text
    bob.lose()
    bob.come_back()
    assert [notice for update in bob.messages(Update) for notice in update.notices] == text, "once"
    assert all(not update.notices for update in ann.messages(Update))


def test_a_bot_that_takes_over_late_gets_its_time_to_think(catalogue: Catalogue) -> None:
    """STD-505: its seconds count from when it takes over, not from when the question came up."""
    table = Table(catalogue, thinker=NeverThinker())
    ann, bob = begun(table, "Ann", "Bob")
    ann.send(PlaybackDone(ann.last(Begin).beat))
    bob.lose()
    table.wait(AWAY_SECONDS + 1)
    for _second in range(5):
        table.wait(1)
    assert table.match.state.sealed == {}
    assert all(not update.notices for update in ann.messages(Update))
    for _second in range(15):
        table.wait(1)
    text = [notice for update in ann.messages(Update) for notice in update.notices]
    assert text[0] == {"type": "unanswered", "piece": text[0]["piece"], "reason": "late"}, "not what the bot has said"


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
    assert {"type": "stood-in"} in [notice for update in bob.messages(Update) for notice in update.notices]


def test_who_leaves_is_replaced_by_a_bot_at_once(table: Table) -> None:
    """CLI-R02."""
    ann, bob = begun(table, "Ann", "Bob", bots=0)
    bob.send(Leave())
    assert names_in(ann.last(MemberList)) == ["Ann"]
    assert ("changed", None) in table.journal
    for _look in range(4):
        table.wait(SECONDS)
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
    session = bob.membership.session
    assert session is not None
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


# --- the clock --------------------------------------------------------------------------------------------------------


def held_clock(guest: Guest) -> tuple[float | None, bool]:
    """Return the clock as a player knows it, and whether it is held."""
    messages = [
        message for message in map(decode_server, guest.received) if isinstance(message, Begin | Update | ClockState)
    ]
    return messages[-1].clock, messages[-1].held


def test_the_clock_runs_when_all_players_have_seen_the_events(table: Table) -> None:
    """CLI-202, CLI-505, CLI-1101."""
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    beat = ann.last(Begin).beat
    assert held_clock(ann) == (30, True)
    table.wait(20)
    ann.send(PlaybackDone(beat))
    table.wait(20)
    assert held_clock(ann) == (30, True)
    bob.send(PlaybackDone(beat))
    assert held_clock(ann)[1] is False
    table.wait(29)
    assert table.match.state.turn == 1
    table.wait(2)
    assert table.match.state.turn == 2, "defaults were taken"
    assert ann.last(Update).held


def test_the_clock_does_not_wait_for_ever_for_slow_clients(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    ann.send(PlaybackDone(ann.last(Begin).beat))
    for _second in range(int(SHOWING)):
        table.wait(1)
    assert held_clock(bob)[1] is False
    assert table.match.state.turn == 1
    for _second in range(31):
        table.wait(1)
    assert table.match.state.turn == 2


def test_the_clock_does_not_wait_for_absent_players(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", timer=10, spectators=1)[:2]
    ann.send(PlaybackDone(ann.last(Begin).beat))
    assert held_clock(ann)[1] is True
    bob.lose()
    table.wait(1)
    assert held_clock(ann)[1] is False


def test_a_returning_player_gains_no_time(table: Table) -> None:
    """They are sent the present state, not the past events, so leaving gains no time."""
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    bob.lose()
    ann.send(PlaybackDone(ann.last(Begin).beat))
    table.wait(20)
    bob.come_back()
    assert bob.last(Begin).clock == pytest.approx(10)
    assert held_clock(bob)[1] is False
    table.wait(11)
    assert table.match.state.turn == 2, "defaults were taken"


def program_of(guest: Guest) -> Decision:
    """Return the question for a guest's program."""
    return next(question for question in guest.questions() if not question["optional"])


def laid(guest: Guest) -> tuple[str, Any]:
    """Return the id of the question for a guest's program, and an answer that is not the default."""
    question = program_of(guest)
    while (answer := random_answer(guest.membership.session.observe(), question, dice_of(7))) == question["default"]:  # type: ignore[union-attr]
        pass
    return question["id"], answer


@pytest.mark.parametrize(("delay", "grace"), [(0.0, 0.0), (1.4, 1.4), (60.0, MAX_GRACE)])
def test_what_is_on_its_way_when_the_time_is_up_counts(table: Table, delay: float, grace: float) -> None:
    """CLI-R14: the slowest line of all who play gives the grace of all, and all are told."""
    table.delays["Bob"] = delay
    ann, bob, _watcher = begun(table, "Ann", "Bob", spectators=1, timer=30)
    for guest in (ann, bob):
        guest.send(PlaybackDone(guest.last(Begin).beat))
    assert [ann.last(Begin).grace, ann.last(ClockState).grace] == [grace, grace]
    table.wait(30 + grace - 0.01)
    assert table.match.state.turn == 1
    id_, answer = laid(bob)
    bob.send(Answer(id_, answer))
    assert table.match.state.sealed[id_] == answer
    table.wait(0.02)
    assert table.match.state.turn == 2, "defaults were taken for Ann"


def test_who_watches_or_is_away_gives_no_grace(table: Table) -> None:
    table.delays |= {"Watcher 0": 2.0, "Bob": 1.0}
    ann, bob, _watcher = begun(table, "Ann", "Bob", spectators=1, timer=30)
    assert ann.last(Begin).grace == 1.0
    bob.lose()
    table.wait(1)
    assert ann.last(ClockState).grace == 0.0


def test_a_client_hands_in_as_early_as_its_line_needs(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob", timer=30)
    bob.membership.update()
    session = bob.membership.session
    assert session is not None
    session.now = lambda: 100.0
    for delay, grace, left in ((0.0, 0.0, 10 - HASTE), (1.4, 1.4, 10 - HASTE), (5.0, 3.0, 8 - HASTE)):
        table.delays["Bob"] = delay
        session.handle(ClockState([0], 10.0, held=False, grace=grace))
        assert session.seconds_left() == pytest.approx(left)


def test_an_answer_that_came_too_late_is_told_without_a_dialog(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob", timer=30)
    for guest in (ann, bob):
        guest.send(PlaybackDone(guest.last(Begin).beat))
    question = program_of(bob)
    session = bob.membership.session
    assert session is not None
    bob.unread, unread = [], bob.unread
    table.wait(31)
    session.answer(1, question["id"], question["default"])
    bob.membership.update()
    assert session.complaints == []
    assert [notice["type"] for notice in session.notices] == ["too-late"]
    assert "program-" not in text(bob)
    assert unread == []


def test_an_answer_that_comes_after_the_match_is_no_fault_of_the_player(table: Table) -> None:
    """CLI-R14: their window shows the end; a refusal without a question would cover it with a dialog."""
    ann, bob = begun(table, "Ann", "Bob")
    table.play_on([ann, bob], dice_of(4))
    bob.send(Answer("program-99", []))
    assert bob.last(Rejected).id == "program-99"


def test_an_answer_on_its_way_is_known_to_be(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob")
    question = program_of(bob)
    session = bob.membership.session
    assert session is not None
    session.now = lambda: table.now
    sent: list[Any] = []
    session.send = sent.append
    assert session.sending == 0.0
    session.answer(1, question["id"], question["default"])
    table.now += 3
    assert session.sending == 3.0
    bob.send(sent.pop())
    table.wait(0)
    bob.membership.update()
    assert session.sending == 0.0


def test_without_a_timer_there_is_no_clock(table: Table) -> None:
    """CLI-1103."""
    ann, _bob = begun(table, "Ann", "Bob", timer=0)
    table.wait(10_000)
    assert held_clock(ann) == (None, False)
    assert table.match.state.turn == 1


def test_all_members_see_whom_the_match_waits_for(table: Table) -> None:
    ann, bob, watcher = begun(table, "Ann", "Bob", spectators=1)
    assert watcher.last(Begin).waiting == [0, 1]
    while ann.questions():
        answer_one(ann, dice_of(5))
        table.wait(SECONDS)
    assert watcher.last(ClockState).waiting == bob.last(ClockState).waiting == [1]


# --- saved games ------------------------------------------------------------------------------------------------------


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


def test_the_host_loads_a_game_of_just_these_people(table: Table, catalogue: Catalogue) -> None:
    """CLI-507, CLI-R04."""
    file, digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue)
    bob, ann = load(other, file, "Bob", "Ann")
    assert other.match.digest() == digest
    assert (ann.last(Begin).seat, bob.last(Begin).seat) == (0, 1)
    other.play_on([ann, bob], dice_of(7))
    assert ann.last(MatchEnded).reason == "over"


def test_a_saved_game_whose_first_half_was_lost_with_the_line_is_sent_again(table: Table, catalogue: Catalogue) -> None:
    file, digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue)
    ann, _bob = (other.enter(name) for name in ("Ann", "Bob"))
    half = len(file) // 2
    ann.send(Upload(file[:half]))
    ann.come_back()  # the server may not have noticed the cut
    for part in parts_of(file):
        ann.send(part)
    assert other.room.running_match is not None, text(ann)
    assert other.match.digest() == digest


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Cid"), ("Ann", "Bob", "Cid")])
def test_a_game_of_others_is_not_loaded(table: Table, catalogue: Catalogue, names: tuple[str, ...]) -> None:
    """CLI-R04."""
    file, _digest = saved_game(table, "Ann", "Bob", bots=1)
    other = Table(catalogue)
    guests = load(other, file, *names)
    assert text(guests[0]) == "this game was played by Ann, Bob; only these players can continue it"
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
    assert text(ann) == "one moment, please"
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
    assert text(cid) == "the match has begun already"
    cid.send(Leave())
    third.do_jobs()
    assert third.room.closed


def test_the_beginning_of_an_earlier_turn_can_be_saved(table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    """CLI-R03: what is still being shown may be over on the server."""
    ann, bob = begun(table, "Ann", "Bob")
    table.play_on([ann, bob], dice_of(8), until=lambda: table.match.state.turn == 3)
    ann.send(Save(2))
    path = tmp_path / "match.rrsave"
    path.write_bytes(unsealed(ann.last(SavedGame).file))
    assert load_save(path, catalogue)[1].state.turn == 2
    ann.send(Save(1))
    assert text(ann) == "one moment, please", "it takes a while"


def test_a_turn_that_has_not_begun_cannot_be_saved(table: Table) -> None:
    ann, _bob = begun(table, "Ann", "Bob")
    ann.send(Save(2))
    assert text(ann) == "turn 2 has not begun yet"
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
    assert text(ann) == "one moment, please", "one is being made"
    table.play_on(guests, dice_of(9), until=lambda: table.match.state.turn == 4)
    (job,) = table.jobs
    job()
    path = tmp_path / "match.rrsave"
    path.write_bytes(unsealed(ann.last(SavedGame).file))
    match = load_save(path, catalogue)[1]
    assert (match.state.turn, match.digest()) == (3, asked_at) if turn < 0 else match.state.turn == 2
    ann.send(Save(turn))
    assert text(ann) == "one moment, please", "a second counts from the end of the work"


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
    assert text(guests[0]) == "the saved game is damaged"
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
