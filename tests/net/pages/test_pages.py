"""Whole matches on pages, which know no rule: they answer what they are shown."""

import re
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from roborally.base.version import VERSION
from roborally.core.dice import Dice
from roborally.net.person import PersonalSecret
from roborally.net.protocol import (
    PROTOCOL,
    Answer,
    Begin,
    Chat,
    Choose,
    Configure,
    FromServer,
    Hello,
    Leave,
    LobbyState,
    MatchEnded,
    PageScene,
    PlaybackDone,
    Preview,
    Previewed,
    Refused,
    Rejected,
    Shown,
    Start,
    Update,
    decode_server,
)
from roborally.net.rooms.absences import AWAY_SECONDS, PAGE_AWAY_SECONDS, PAGE_LOBBY_AWAY_SECONDS
from roborally.net.rooms.running_match import PREVIEW_BURST
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.pages.page import Page, answer_to, fetch
from tests.net.table import Guest, Table, configuration, dice_of, file_for, parts_of
from tests.waiting import until


def first_question(page: Page, kind: str) -> dict[str, Any]:
    """Return the first question of a kind that a page is asked."""
    while kind not in page.questions:
        page.next()
    return page.questions[kind]


@pytest.mark.parametrize("mode", ["standard", "volt"])
def test_a_page_plays_a_whole_match(mode: str, serve: Serve) -> None:
    thread = serve()
    port = thread.port
    page = Page(port).enter("Ann", "create", language="de")
    watcher = Page(port).enter("Wil", "watch", page.welcome.code, language="sv")
    page.begin(mode, "Ann").wait_for(PageScene)
    running = thread.server.rooms[page.welcome.code].running_match
    assert running is not None
    ended = page.play_on(Dice(7))
    assert (ended.reason, ended.file) == ("over", "")
    assert ended.digest
    kinds = {type(decode_server(data)) for data in page.bytes}
    assert {PageScene, Shown} <= kinds
    assert not kinds & {Begin, Update, Rejected}
    beats = [beat for message in map(decode_server, page.bytes) if isinstance(message, Shown) for beat in message.beats]
    damage = [(beat, *change) for beat, _acts, _lines, changes in beats for change in changes]
    signs, events = {"hurt": 1, "heal": -1}, running.recorder.record.events
    known = [event for event in events if event["type"] in signs]
    assert damage == [(event["beat"], event["piece"], event["points"] * signs[event["type"]]) for event in known]
    assert damage
    views = {question["kind"]: question["view"] for question in page.questions.values()}
    assert views["program"] == "tiles"
    assert watcher.wait_for(MatchEnded).file == ""
    assert not watcher.questions
    for one in (page, watcher):
        assert one.now["over"]
        assert len(one.now["result"]["places"]) == 2
        assert one.now["result"]["text"]
    assert page.now["result"]["own"] in ("Du hast gewonnen!", "Du bist auf Platz 2", "Du wurdest zerstört")
    assert watcher.now["result"]["own"] == ""


def test_a_reload_leads_back_to_the_seat_and_its_question(serve: Serve) -> None:
    port = serve().port
    page = Page(port).enter("Ann", "create").begin("standard", "Ann")
    asked = first_question(page, "program")
    page.close()
    again = Page(port).enter("Ann", code=page.welcome.code, token=page.welcome.token, language="de")
    assert again.welcome.member == page.welcome.member
    scene = again.wait_for(PageScene)
    assert scene.seat == 0
    (question,) = (question for question in scene.now["questions"] if question["id"] == asked["id"])
    assert [tile["value"] for tile in question["tiles"]] == [tile["value"] for tile in asked["tiles"]]
    assert {tile["text"] for tile in question["tiles"]} != {tile["text"] for tile in asked["tiles"]}, "in German"
    assert fetch(port, f"/pack/{scene.pack}")["pieces"][0]["name"] == "Ann"
    assert again.play_on(Dice(1), Shown).beats


def test_the_way_of_a_program_is_shown_before_it_is_confirmed(serve: Serve) -> None:
    page = Page(serve().port).enter("Ann", "create").begin("standard", "Ann")
    question = first_question(page, "program")
    answer = answer_to(question, Dice(3))
    shown = page.preview(question, answer)
    assert shown.ghost is not None
    assert (shown.problem, sorted(shown.ghost)) == (
        "",
        ["cell", "facing", "legs", "lost", "shots", "stops", "warning"],
    )
    assert page.preview(question, [*answer, answer[0]]).problem
    ghosts = (page.preview(question, answer_to(question, Dice(number))).ghost or {} for number in range(9))
    assert re.match("Register [1-5]: Ann .+", next(lost for ghost in ghosts if (lost := ghost["lost"])))
    answers: tuple[Any, ...] = (None, "x", 7, [[]], {"a": 1}, [None] * 5)
    for nonsense in answers:
        refused = page.preview(question, nonsense)
        assert refused.problem
        assert refused.ghost is None
    assert page.preview({"id": "program-999"}, answer) == Previewed(7)
    assert page.is_open()


def begun(table: Table, *names: str, page: str = "de") -> list[Guest]:
    """Begin a match of a window, which is the host, and pages."""
    guests = [table.enter(name, page=page if number else "") for number, name in enumerate(names)]
    guests[0].send(Configure(configuration("standard", names, 1)))
    for guest in guests[1:]:
        guest.send(Choose("", True))
    guests[0].send(Start())
    return guests


def test_too_many_previews_are_dropped_in_silence(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob")
    question = bob.last(PageScene).now["questions"][0]
    for number in range(50):
        bob.send(Preview(question["id"], [], number))
    assert [reply.number for reply in bob.messages(Previewed)] == list(range(int(PREVIEW_BURST)))
    assert not bob.messages(Rejected)
    table.now += 1
    bob.send(Preview(question["id"], [], 99))
    assert bob.last(Previewed).number == 99


def test_a_phone_that_is_locked_keeps_its_seat_for_longer(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    bob.send(PlaybackDone(bob.last(PageScene).beat))
    ann.send(Chat("hello"))
    bob.lose()
    table.wait(AWAY_SECONDS + 1)
    table.wait(PAGE_AWAY_SECONDS - AWAY_SECONDS - 2)
    assert not table.running.is_stood_in(bob.member)
    table.wait(2)
    assert table.running.is_stood_in(bob.member)
    table.play_on([ann], dice_of(1), until=lambda: table.match.state.turn > 1)
    ann.send(Chat("and where is Bob?"))
    bob.come_back()
    (notice,) = bob.last(Shown).notices
    assert notice.startswith("Während du weg warst, hat ein Bot für dich gespielt.")
    late = table.enter("Wim", watching=True, page="en").last(PageScene)
    turns = [(text, beat) for _number, text, _kind, beat in late.log if text.startswith("Turn")]
    assert [text for text, _beat in turns] == ["Turn 1", "Turn 2"]
    assert turns[0][1] <= late.chat_beats[0] < turns[1][1] <= late.chat_beats[1], "where it was said"


def test_a_page_keeps_its_place_in_the_lobby(table: Table) -> None:
    table.enter("Ann")
    bob = table.enter("Bob", page="en")
    bob.lose()
    table.wait(PAGE_LOBBY_AWAY_SECONDS - 1)
    assert bob.member in table.room.roster.players()
    table.wait(2)
    assert bob.member not in table.room.roster.players()


def test_who_comes_back_is_shown_the_result_without_a_file(table: Table) -> None:
    ann, bob = begun(table, "Ann", "Bob")
    bob.lose()
    table.play_on([ann], dice_of(4))
    assert ann.last(MatchEnded).file
    bob.forget()
    bob.come_back()
    assert [type(message) for message in bob.messages(FromServer)] == [PageScene, MatchEnded, LobbyState]
    assert bob.last(PageScene).now["result"]["places"]
    assert (bob.last(MatchEnded).file, bob.last(MatchEnded).digest) == ("", ann.last(MatchEnded).digest)
    bob.member.page = ""
    bob.forget()
    bob.come_back()
    assert [type(message) for message in bob.messages(FromServer)] == [MatchEnded, LobbyState], "a window now"


def test_what_is_refused_is_said_in_the_language_of_the_page(table: Table) -> None:
    _ann, bob = begun(table, "Ann", "Bob")
    bob.send(Start())
    bob.send(Answer(bob.last(PageScene).now["questions"][0]["id"], ["u-turn@60"] * 5))
    first, second = (message.text for message in bob.messages(Rejected))
    assert first.sentence == "Das kann nur der Gastgeber."
    assert "Karte" in second.sentence, "a text of a plugin"
    assert first.values == second.values == {}


def test_a_sealed_game_goes_on_with_a_page(table: Table, catalogue: Catalogue) -> None:
    """A page cannot sign; it is known by a secret that it keeps."""
    ann, bob = begun(table, "Ann", "Bob")
    assert bob.member.person not in ("", ann.member.person)
    content = file_for(ann, -1)
    for secret, goes_on in ((PersonalSecret(), False), (None, True)):
        again = Table(catalogue)
        host, page = again.enter("Ann"), again.enter("Bob", page="en", secret=secret)
        for part in parts_of(content):
            host.send(part)
        assert bool(page.messages(PageScene)) == goes_on


def test_a_page_of_another_version_is_sent_away(serve: Serve) -> None:
    page = Page(serve().port)
    page.send(Hello(PROTOCOL + 1, VERSION, "Ann", "create", page="de"))
    refused = page.wait_for(Refused)
    assert refused.reason == "version"
    with pytest.raises(ConnectionClosed):
        page.next()


def test_packs_are_forgotten_with_their_room(serve: Serve) -> None:
    thread = serve()
    page = Page(thread.port).enter("Ann", "create").begin("standard", "Ann")
    pack = page.wait_for(PageScene).pack
    assert fetch(thread.port, fetch(thread.port, f"/pack/{pack}")["large"])["board"].startswith("data:image/webp")
    page.send(Leave())
    until(lambda: not thread.server.rooms)
    with pytest.raises(OSError, match="404"):
        fetch(thread.port, f"/pack/{pack}")
