"""The lobby of a match on a server, as sections 5 and 13 of the client's rules want it; no network."""

from typing import Any

import pytest

from roborally.net.client.membership import MAX_CHAT, ChatHistory
from roborally.net.limits import Limits
from roborally.net.protocol import (
    Answer,
    Begin,
    Chat,
    ChatMessage,
    Choose,
    Configure,
    FromClient,
    Kick,
    Leave,
    LobbyState,
    MatchEnded,
    Rejected,
    Save,
    Start,
    Upload,
    decode_client,
    encode,
)
from roborally.net.rooms.absences import LOBBY_AWAY_SECONDS, PAGE_AWAY_SECONDS
from roborally.net.rooms.broadcast import KEPT_LINES
from roborally.net.rooms.match_start import PAUSE
from roborally.net.rooms.requests import handle
from roborally.net.rooms.roster import NOBODY, DeniedError
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Table, begun, configuration, dice_of, names_in, refusal


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
        assert refusal(guest) == "only the host can do that"
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
    bob.forget()
    bob.send(Choose("tanky", True))
    assert refusal(bob) == "Ann has this robot already; choose another one"
    own = bob.last(LobbyState).members[1]
    assert (own.robot, own.ready) == ("peach", False), "which a page must see, because it has shown more"
    bob.send(Choose("james-bot", True))
    assert bob.member.robot == "james-bot", "a bot's robot is free"


def test_spectators_choose_and_answer_nothing_and_may_be_the_host(table: Table) -> None:
    """A host who watches has no seat and is waited for like a player; whoever watches takes a seat when wanted."""
    ann, bob, watcher = table.enter("Ann"), table.enter("Bob"), table.enter("Wil", watching=True)
    ann.send(Configure(configuration("standard", ["Ann", "Bob"], bots=1)))
    for guest in (bob, watcher):
        guest.send(Choose("tanky", True, True))
        assert refusal(guest) == "spectators cannot choose a robot"
    ann.send(Choose("", False, True))
    bob.send(Choose("", True))
    ann.lose()
    table.wait(LOBBY_AWAY_SECONDS - 1)
    ann.come_back()
    ann.send(Start())
    begin = ann.last(Begin)
    assert [seat["name"] for seat in begin.config["seats"]] == ["Bob", "Bot 1"]
    assert begin.seat == NOBODY
    assert not any(asked["choices"] for asked in begin.observation["decisions"]), "no hand is to be seen"
    assert bob.last(Begin).seat == 0
    for guest in (ann, watcher):
        guest.send(Answer(bob.questions()[0]["id"], "no"))
        assert refusal(guest) == "spectators cannot answer questions"
    for guest in (bob, ann):
        guest.lose()
        table.wait(PAGE_AWAY_SECONDS)
        guest.come_back()
    assert not table.room.closed, "neither has left for good"
    table.play_on([ann, bob], dice_of(1))
    assert ann.last(MatchEnded).reason == "over"
    assert [member.watching for member in ann.last(LobbyState).members] == [True, False, True], "as before"
    config = configuration("standard", ["Bob"], bots=1)
    config["seats"][1]["name"] = "Wil"  # as a spectator is called
    ann.send(Configure(config))
    for guest in (ann, watcher):
        guest.send(Choose())
    assert [seat["name"] for seat in ann.last(LobbyState).config["seats"]] == ["Bob", "Wil", "Ann", "Wil 2"]


def test_a_name_that_is_taken_gets_a_number(table: Table) -> None:
    ann = table.enter("Ann")
    ann.send(Configure(configuration("standard", ["Ann"], bots=1)))
    names = [table.enter(name).member.name for name in ("Ann", "Ann", "Bot 1", " Ann ", "A" * 24, "A" * 24)]
    assert names == ["Ann 2", "Ann 3", "Bot 1 2", "Ann 4", "A" * 24, "A" * 22 + " 2"]


def test_the_match_starts_only_when_all_are_ready(table: Table) -> None:
    """CLI-506, CLI-514: the host need not be ready."""
    ann, bob = table.enter("Ann"), table.enter("Bob")
    table.enter("Wil", watching=True)
    ann.send(Configure(configuration("standard", ["Ann", "Bob"])))
    ann.send(Start())
    assert refusal(ann) == "not ready yet: Bob"
    bob.send(Choose("", True))
    ann.send(Configure(configuration("standard", ["Bob", "Ann"])))
    assert bob.member.ready, "only the seats have changed"
    ann.send(Configure(configuration("standard", ["Ann", "Bob"], timer=30)))
    assert not bob.member.ready, "to another match Bob has not said so"
    ann.send(Configure(configuration("standard", ["Ann", "Bob"])))
    assert bob.member.ready, "the host has taken it back"
    table.now += PAUSE
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
    bob.send(Choose("", True))
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
    assert sentence in refusal(ann)
    assert ann.last(LobbyState) == before


def test_a_match_is_not_begun_twice_a_second(table: Table) -> None:
    ann = table.enter("Ann")
    ann.send(Start())
    ann.send(Start())
    assert refusal(ann) == "one moment, please"


def test_no_more_than_eight_people_and_so_many_spectators(catalogue: Catalogue) -> None:
    table = Table(catalogue, limits=Limits(spectators=2))
    for number in range(8):
        table.enter(f"P{number}")
    watcher = table.enter("W1", watching=True)
    table.enter("W2", watching=True)
    watcher.send(Choose())
    assert refusal(watcher) == "this match is full"
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
        assert refusal(ann) == "there is no such player to remove"


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
    assert refusal(bob) == "wait a moment before you show another course"
    bob.send(Chat("well?"))
    assert ann.last(ChatMessage) == ChatMessage(bob.member.id, "Bob", "well?")
    ann.send(Chat("Mine", "RR1:abd"))
    assert bob.last(ChatMessage).course == "RR1:abd"
    table.now += 2
    bob.send(Chat("Tiny", "RR1:abe"))
    assert ann.last(ChatMessage).course == "RR1:abe"
    assert [said.text for said in table.room.broadcast.said] == ["Tiny", "well?", "Mine", "Tiny"]
    table.now += 2
    bob.send(Chat("Tiny", "RR1:abf"))
    assert [said.text for said in table.room.broadcast.said] == ["well?", "Mine", "Tiny", "Tiny"], "codes are large"


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
    last = ChatMessage(ann.member.id, "Ann", "the last one")
    assert talk.since(received) == [last]
    talk.catch_up(table.room.welcome(ann.member).chat)
    assert talk.since(received) == [last], "what has come does not come again"
    talk.catch_up([last, last])
    assert talk.since(received) == [last, last]
    late = ChatHistory()
    late.catch_up(table.room.welcome(ann.member).chat)
    assert late.since(0) == talk.since(0)[-KEPT_LINES - 1 : -1]
    assert (late.unread, talk.unread > 0) == (0, True), "only what was said before"


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
