"""The chat of a network match, and courses that are shown to all."""

import time
from functools import partial
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.online.chat import line_of
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.game.course.code import SharedCourse, code_of, look_at, pack, unpack
from roborally.game.course.courses import Course, course_file
from roborally.game.course.notation import Notations
from roborally.net.client.course_show import CourseShow
from roborally.net.protocol import (
    Chat,
)
from roborally.ui.toolkit.dialogs import Dialog
from tests.features.lobby.network import Line, Net, Other, cut, dead_line, in_lobby, in_match, invite, shown
from tests.ui.conftest import Driver
from tests.ui.seen import difference, labels, picture
from tests.waiting import until

pytestmark = pytest.mark.window


def shown_to(other: Other) -> str:
    """Return the code of the course being built that a member sees."""
    lobby = other.membership.lobby
    return lobby.building if lobby is not None else ""


def test_what_is_said_in_the_lobby_is_read_by_all(net: Net) -> None:
    host = in_lobby(net)
    net.driver.click(net.top.chat.field.rect.centre)
    net.driver.send("on_text", "good luck")
    net.driver.key(arcade.key.ENTER)
    net.until(lambda: "\n".join(map(line_of, host.membership.chat.since(0))) == "Ada: good luck")
    assert net.top.chat.field.value == ""
    net.until(lambda: [line_of(said) for said in net.online.membership.chat.since(0)] == ["Ada: good luck"])


def test_a_chat_line_on_its_way_is_shown_and_told_if_it_is_lost(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    in_lobby(net)
    net.driver.click(net.top.chat.field.rect.centre)
    net.driver.send("on_text", "good luck")

    def send() -> None:
        net.driver.key(arcade.key.ENTER)
        net.driver.frame()
        assert shown(net.top) == ["Ada: good luck (sending …)"]

    dead_line(net, send)
    net.until(lambda: net.is_on(RoomPage) and shown(net.top) == ["Not sent: good luck"])


def test_the_chat_of_a_match_lies_beside_the_panel_and_keeps_what_is_written(app: Any, driver: Driver) -> None:
    """Also where little room is there, and when that changes."""
    from roborally.features.lobby.window.online.chat import ChatScreen
    from roborally.net.client.membership import ChatHistory
    from roborally.ui.toolkit.theme import Rect

    sides = [Rect(0, 0, 960, 720), Rect(0, 500, 800, 690), Rect(0, 0, 340, 360)]
    page = ChatScreen(app, ChatHistory(), print, lambda: sides[0])
    app.push(page)
    page.typed("Hej")
    while sides:
        page.settled()
        driver.frame()
        for place in (page.box.log.rect, *(widget.rect for widget in page.controls.widgets)):
            assert sides[0].x < place.x < place.right < sides[0].right
            assert sides[0].y < place.y < place.top < sides[0].top
        assert page.box.field.value == "Hej"
        del sides[0]


def test_a_course_is_shown_in_the_chat_and_kept_with_a_click(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2372: who has not got it asks for nothing else; strangers may have written it."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "boards")
    host = in_lobby(net)
    page = net.top
    assert not page.named["open course"].enabled
    net.driver.click(page.named["show course"].rect.centre)
    net.until(lambda: host.membership.chat.course is not None)
    notations = Notations.of(net.catalogue.plugins.values())
    shown = host.membership.chat.course
    assert shown is not None
    assert shown.course == pack(course_file(page.config.match.course, notations), notations)
    tiny = SharedCourse("tiny", 'grid = """\n d1^ . c1\n d2^ . .\n"""\nplayers = [2, 2]\nname = "Tiny"\n')
    host.membership.send(Chat("Tiny", code_of(tiny)))
    net.until(lambda: getattr(net.online.membership.chat.course, "text", "") == "Tiny")
    net.driver.frame()
    assert "Hanna shows the course “Tiny”." in "\n".join(labels(net.app))
    net.driver.click(page.named["open course"].rect.centre)
    assert not (net.folder / "boards").exists()
    net.press("Open course")
    assert "“Tiny” is among your boards now." in net.texts()
    assert (net.folder / "boards" / "tiny.toml").read_text() == tiny.text
    net.driver.key(arcade.key.ENTER)
    assert net.top is page


def test_a_course_that_is_built_is_seen_by_all_as_it_grows(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2373: board by board, and finished; a code that makes no sense is not shown."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "boards")
    host = in_lobby(net)
    grid = 'grid = """\n d1^ . c1\n d2^ . .\n"""\nplayers = [2, 2]\nname = "Tiny"\n'
    show = CourseShow(host.membership.send, time.monotonic)

    def is_shown(code: str) -> bool:
        assert host.membership.lobby is not None
        show.on_lobby(host.membership.lobby)
        show.update()
        return bool(net.online.membership.lobby.building == code)

    tiny = code_of(SharedCourse("tiny", grid))
    show.put(lambda: tiny)
    net.until(lambda: is_shown(tiny))
    net.driver.frame(2)
    assert "Being built: Tiny" in net.texts()
    show.put(lambda: "RR1:abc")
    net.until(lambda: is_shown("RR1:abc"))
    net.driver.frame(2)
    assert "Being built" not in net.texts()


@pytest.mark.long
def test_a_host_who_builds_shows_each_step(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2373: what lies on the host's table is what others are sent, a little later."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "boards")
    invite(net)
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: guest.membership.lobby is not None)
    net.press("Change match")
    net.until(lambda: net.is_on(LobbyPage))
    setup = net.top
    notations = Notations.of(net.catalogue.plugins.values())

    def seen() -> Course | None:
        code = shown_to(guest)
        return look_at(unpack(code), notations) if code else None

    def is_as_high_as(height: int) -> bool:
        course = seen()
        return course is not None and course.board.height == height

    net.driver.click(setup.controls.named["build"].rect.centre)
    page = net.top
    for name, height in (("ring", 12), ("dock-bay", 16)):
        net.driver.click(page.shelf.spot_of(name).centre)
        net.until(partial(is_as_high_as, height))
    net.press("Back")
    net.until(lambda: not shown_to(guest))
    net.press("Confirm")
    net.press("Change match")
    net.until(lambda: net.is_on(LobbyPage))
    net.driver.click(net.top.controls.named["build"].rect.centre)
    page = net.top
    assert len(page.bench.layout.boards) == 2, "what was not finished is still there"
    page.use("checkpoints")
    net.driver.click(page.table.place_of_cell((3, 0)).centre)
    net.until(lambda: bool(page.saving.enabled))
    net.press("Use this course")
    net.until(lambda: (lobby := guest.membership.lobby) is not None and lobby.config["match"]["course"] == "my-course")
    net.until(lambda: (course := seen()) is not None and course.id == "my-course" and course.checkpoints == 1)
    setup = net.top
    assert shown_to(guest), "it stays there for those who have not got its file"
    names = [title for title, _line in setup.controls.named["courses"].entries]
    setup.controls.named["courses"].choose(names.index("Laser Alley"))
    net.until(lambda: not shown_to(guest))
    setup.controls.named["courses"].choose(names.index("My course"))  # it was not built now
    net.until(lambda: (course := seen()) is not None and course.id == "my-course")


@pytest.mark.long
def test_a_host_whose_course_is_gone_chooses_another_one(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2411: all hear which one it is."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "own")
    file = net.folder / "own" / "mine.toml"
    file.parent.mkdir()
    file.write_text('name = "Mine"\ngrid = """\n c1 . . .\n d1 d2 d3 d4\n"""\n')
    net.press("Custom match")
    courses = net.top.controls.named["courses"]
    courses.choose([title for title, _line in courses.entries].index("Mine"))
    net.press("Invite others")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: guest.membership.lobby is not None)
    file.unlink()
    net.press("Change match")
    net.until(lambda: net.is_on(Dialog))
    assert "The course “Mine” is no longer there." in " ".join(labels(net.app))
    net.press("OK")
    assert net.is_on(LobbyPage)
    chosen = net.top.lobby.course
    assert chosen != "mine"
    net.until(lambda: (lobby := guest.membership.lobby) is not None and lobby.config["match"]["course"] == chosen)


def test_a_code_in_the_chat_that_cannot_be_used_is_told(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2372: nothing is kept then."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "boards")
    host = in_lobby(net)
    host.membership.send(Chat("Trap", "RR1:abc"))
    net.until(lambda: net.online.membership.chat.course is not None)
    net.driver.frame()
    net.driver.click(net.top.named["open course"].rect.centre)
    net.press("Open course")
    assert "This course code is damaged" in net.texts()
    assert not (net.folder / "boards").exists()


def test_what_is_written_in_the_chat_stays_there_with_the_full_picture(net: Net) -> None:
    in_match(net)
    before = net.top
    net.driver.key(arcade.key.C)
    net.driver.send("on_text", "Wait for m")
    cut(net)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)
    net.driver.key(arcade.key.C)
    assert net.top.box.field.value == "Wait for m"
    net.driver.key(arcade.key.ENTER)
    assert net.top.box.field.value == ""
    net.driver.key(arcade.key.ESCAPE)
    match = net.top
    net.until(lambda: match.panels.open is not None and not match.panels.is_deaf)
    net.driver.key(arcade.key.C)
    assert net.top.box.field.value == ""
    net.driver.click(next(tile for tile in match.panels.open.commands if tile.enabled).rect.centre)
    assert (net.top is match, match.panels.open.unconfirmed) == (True, True), "a click beside the chat is for the match"


def test_unread_lines_are_counted_until_the_chat_is_opened(net: Net) -> None:
    """CLI-2375: in the menu and at its button; own lines are read, wherever one is when they arrive."""
    host = in_match(net)
    match = net.top
    chat = net.online.membership.chat

    def marked() -> bool:
        before = picture(net.driver, spot())
        chat.read, read = chat.count, chat.read
        without = picture(net.driver, spot())
        chat.read = read
        return difference(before, without) > 2

    def spot() -> Any:
        return match.panels.shown.controls.named["menu"].rect

    host.membership.say("Hello?")
    host.membership.say("Anybody?")
    net.until(lambda: chat.unread == 2)
    net.until(lambda: match.playback.dry and not match.notices.announces)
    assert marked()
    net.driver.key(arcade.key.ESCAPE)
    net.press("Chat: 2 new")
    assert "Hanna: Hello?" in net.texts()
    net.driver.key(arcade.key.ESCAPE)
    assert net.top is match
    assert not marked()
    net.online.membership.say("Here")
    net.until(lambda: chat.count == 3)
    net.driver.frame()
    assert chat.unread == 0
    assert "Here" not in match.notices.sentence.text, "one knows what one has said"
    net.driver.key(arcade.key.ESCAPE)
    net.press("Chat")


def test_that_a_chat_line_was_not_sent_is_read_when_the_connection_is_back(
    net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    in_match(net)
    before = net.top
    dead_line(net, lambda: net.online.membership.say("Wait for me"))
    net.driver.frame()
    until(
        lambda: net.is_on(NetworkMatchScreen) and net.top is not before,
        meanwhile=lambda: net.driver.send("on_update", 0.0),  # no sentence ends meanwhile
    )
    assert net.top.notices.announces
    assert net.top.notices.sentence.text == "Not sent: Wait for me"
