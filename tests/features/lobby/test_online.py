"""Network play in the window: hosting, joining, the lobby for all, lost connections (CLI-403, CLI-1301 to CLI-1303)."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.base import paths
from roborally.base.errors import Message
from roborally.features.lobby.window.online.chat import line_of
from roborally.features.lobby.window.online.connection_notices import ConnectionNotice
from roborally.features.lobby.window.online.join_page import JoinPage
from roborally.features.lobby.window.online.nearby import Nearby
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.features.lobby.window.online.room_setup import BETWEEN, RoomSetupPage
from roborally.features.lobby.window.online.taking_home import HomeQuestion
from roborally.features.rulebook.window.rulebook_page import RulebookPage
from roborally.game.course.code import SharedCourse, code_of, look_at, pack, unpack
from roborally.game.course.courses import Course, course_file
from roborally.game.course.notation import Notations
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.file_format import SAVE, ReplayError, SealedSummary, read_summary
from roborally.game.records.recorder import load_replay, load_save
from roborally.narration.rulebook.editions import differences
from roborally.net.address import Address
from roborally.net.announcement import FoundMatch
from roborally.net.client import reconnect_store
from roborally.net.client.arrival import Arrival
from roborally.net.client.connection import Connection, ServerRequest, Status
from roborally.net.client.course_show import CourseShow
from roborally.net.client.membership import Membership
from roborally.net.client.plugin_fetch import Fetching
from roborally.net.discovery import Announcer, Discovery
from roborally.net.limits import Limits
from roborally.net.protocol import (
    PROTOCOL,
    AnswerHome,
    AskHome,
    Begin,
    Chat,
    Choose,
    Configure,
    HomeRequest,
    Kick,
    Leave,
    LobbyState,
    MatchEnded,
    Start,
    Update,
    Welcome,
)
from roborally.net.server.local_server import LocalServer, ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from roborally.profile.hosting_mark import HostingMark
from roborally.profile.recent import RecentReplays, recent_replays
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.match.windows.result_screen import ResultScreen
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.saves import LoadPage, SavePage
from roborally.ui.toolkit.dialogs import Dialog
from tests.net.patience import PATIENT, be_patient
from tests.ui import desks
from tests.ui.conftest import Driver, answer_default, bots_at_once
from tests.ui.desks import recent
from tests.ui.seen import labels
from tests.waiting import until

pytestmark = pytest.mark.window

BOTS = ["greedy", "random"]
DRAWN = 5
"""Of so many frames in which something is waited for, one is drawn."""


class Line(Connection):
    """A connection that may be lost."""

    def lose(self) -> None:
        """Break off without a goodbye; it goes on trying to come back."""
        if self._socket is not None:
            self._loop.call_soon_threadsafe(self._socket.transport.abort)


class Other:
    """A player at another machine, without a window."""

    def __init__(self, catalogue: Catalogue, port: int, packs: Path, wish: ServerRequest) -> None:
        self.line = Line(Address("127.0.0.1", port), wish)
        self.membership = Membership(self.line, catalogue, packs)
        self.on_lobby: list[Any] = []

    def update(self) -> None:
        """Take in what has come, and answer by default."""
        self.on_lobby += self.membership.update()
        session = self.membership.session
        if session is not None:
            session.poll()
            session.shown()
            for question in session.decisions(session.seat):
                session.answer(session.seat, question["id"], question["default"])

    def close(self) -> None:
        self.membership.close()


class Net:
    """A window that plays over the network, with others beside it."""

    def __init__(self, app: Any, driver: Driver, catalogue: Catalogue, folder: Path) -> None:
        from roborally.ui.shell.window import open_services

        self.app = app
        self.driver = driver
        self.catalogue = catalogue
        self.folder = folder
        self.others: list[Other] = []
        self.servers: list[ServerThread] = []
        self._looks = 0
        self.client = open_services(app, catalogue, bots_at_once(catalogue), BOTS, speed="skip", check=True)
        self.client.router.home()
        driver.frame()

    @property
    def online(self) -> Any:
        return desks.online(self.client)

    @property
    def top(self) -> Any:
        return self.app.screen_on_top

    def until(self, condition: Callable[[], bool]) -> None:
        """Let all clients go on until a condition holds."""
        until(condition, meanwhile=self.go_on)

    def go_on(self) -> None:
        """Let all clients read their messages; draw a frame of several."""
        for other in self.others:
            other.update()
        self._looks += 1
        if self._looks % DRAWN == 0:
            self.driver.frame(seconds=1 / 20)
        else:
            self.driver.send("on_update", 1 / 20)

    def serve(self) -> int:
        """Keep a server elsewhere, and return its port."""
        server = Server(self.catalogue, bots_at_once(self.catalogue), BOTS, PATIENT)
        self.servers.append(ServerThread(server))
        return self.servers[-1].port

    def add(self, name: str, port: int, wish: str = "join", **options: Any) -> Other:
        other = Other(self.catalogue, port, self.folder / "others", ServerRequest(name, wish, **options))
        self.others.append(other)
        return other

    def press(self, text: str) -> None:
        """Click on the button with a text."""
        button = next(w for w in self.top.controls.widgets if getattr(w, "text", None) == text)
        self.driver.click(button.rect.centre)

    def texts(self) -> str:
        """Return all that is written on the screen on top."""
        return "\n".join(label.text for label in self.top.layer.labels)

    def is_on(self, kind: type) -> bool:
        return type(self.top) is kind

    def close(self) -> None:
        self.online.close()
        for other in self.others:
            other.close()
        for server in self.servers:
            server.stop()
        self.app.services.clear()


@pytest.fixture
def net(app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path, monkeypatch: Any) -> Iterator[Net]:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path / "data" / "saves")
    monkeypatch.setattr(paths, "bundle_folder", lambda: tmp_path / "data" / "packs")
    monkeypatch.setattr(paths, "seal_key_file", lambda: tmp_path / "data" / "sealed-games.key")
    monkeypatch.setattr(paths, "hosting_file", lambda: tmp_path / "data" / "hosting.lock")
    monkeypatch.setattr(paths, "seat_file", lambda: tmp_path / "data" / "seat.json")
    here = ["127.0.0.1"]  # the network of the test is this machine alone
    monkeypatch.setattr("roborally.net.server.local_server.Announcer", partial(Announcer, interfaces=here))
    monkeypatch.setattr("roborally.features.lobby.window.online.nearby.Discovery", partial(Discovery, interfaces=here))
    # what other tests announce at the same time is not found
    monkeypatch.setattr("roborally.net.discovery.SERVICE", f"_rr{os.getpid()}._tcp.local.")
    be_patient(monkeypatch.setattr)
    found = Net(app, driver, catalogue, tmp_path)
    yield found
    found.close()


def config(*people: str, bots: int = 0, timer: int = 0) -> dict[str, Any]:
    seats = [SeatConfig(name, "human", "tanky") for name in people]
    seats += [SeatConfig(f"Bot {number}", "greedy", "peach") for number in range(bots)]
    return MatchConfig(MatchSection(course="first-steps", timer=timer), seats=seats).to_data()


def in_lobby(net: Net, bots: int = 0, timer: int = 0) -> Other:
    """Let the window be a guest in a lobby whose host sits elsewhere; return the host."""
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=bots, timer=timer)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada"))
    net.until(lambda: net.is_on(RoomPage) and len(host.membership.members) == 2)
    return host


def in_match(net: Net, bots: int = 0, timer: int = 0) -> Other:
    """Let the window be a guest in a match; return the host."""
    host = in_lobby(net, bots, timer)
    net.press("Ready")
    net.until(lambda: all(member.ready or member.host for member in host.membership.members))
    host.membership.send(Start())
    net.until(lambda: net.is_on(NetworkMatchScreen))
    return host


def test_a_match_that_was_set_up_is_opened_to_others(net: Net) -> None:
    """CLI-402, CLI-1301, CLI-1303: a new player is seen at once, by all, and takes a bot's place."""
    net.press("Custom match")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    names = [seat.name for seat in net.top.config.seats]
    assert len(names) == 4
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: "Gustav" in net.texts())
    net.until(lambda: len(net.top.config.seats) == 4)
    assert [seat.name for seat in net.top.config.seats] == [*names[:3], "Gustav"]
    assert "Not ready yet: Gustav" in net.texts()
    assert [w.tooltip for w in net.top.controls.widgets if w.tooltip.startswith("Remove")] == ["Remove Gustav"]
    assert not net.top.named["start"].enabled
    guest.membership.send(Choose("albot", True))
    net.until(lambda: net.top.named["start"].enabled)
    assert "Albot" in net.texts()
    assert guest.membership.lobby is not None
    assert guest.membership.lobby.config["match"]["course"] == "first-steps"


def test_the_first_focus_of_a_lobby_is_on_what_leads_on(net: Net) -> None:
    """CLI-2323: for a guest who is ready on the own robot, whatever stands first on the page."""
    host = in_lobby(net)
    room = net.top
    assert room.focus_first()
    assert room.controls.focus is room.named["turn ready"]
    net.press("Ready")
    net.until(lambda: all(member.ready or member.host for member in host.membership.members))
    room.named["turn ready"].enable(False)
    room.controls.set_focus(None)
    assert room.focus_first()
    assert room.controls.focus is room.named["robot"]


def test_the_host_changes_the_match_and_all_see_it_live(net: Net) -> None:
    """CLI-512, CLI-1302, CLI-1303."""
    net.press("Custom match")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: len(net.online.membership.members) == 2)
    net.press("Change match")
    net.until(lambda: net.is_on(RoomSetupPage))
    setup = net.top
    assert "add player" not in setup.seats.controls
    setup.course.choose_mode("classic")
    net.until(lambda: _mode_of(guest) == "classic")
    other = net.add("Greta", net.online.hosted.port)  # while the host looks at the settings
    net.until(lambda: "Greta" in [seat.config.name for seat in setup.lobby.seats])
    net.press("Confirm")
    assert net.is_on(RoomPage)
    net.until(lambda: "Rules: Classic" in net.texts())
    net.until(lambda: "Greta" in net.texts() and other.membership.code != "")  # the guest may hear later than the host
    net.online.membership.send(Kick(other.membership.id))  # CLI-504
    net.until(lambda: "Greta" not in net.texts())
    net.until(lambda: other.membership.status.state == "closed")


def test_what_the_host_changes_while_the_line_is_dead_is_not_lost(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    (gustav,) = hosting(net, "Gustav")
    net.press("Change match")
    net.until(lambda: net.is_on(RoomSetupPage))
    setup = net.top

    def change() -> None:
        setup.settings.set_timer(77)
        net.driver.frame()

    dead_line(net, change)
    net.until(lambda: (lobby := gustav.membership.lobby) is not None and lobby.config["match"].get("timer") == 77)


def test_the_rulebook_of_a_lobby_opens_at_the_edition_of_the_host(net: Net) -> None:
    """CLI-1501."""
    host = in_lobby(net)
    volt = config("Hanna", "Ada")
    volt["match"] |= {"mode": "volt", "course": ""}
    host.membership.send(Configure(volt))
    net.until(lambda: "Rules: VOLT" in net.texts())
    room = net.top
    text = differences(host.membership.catalogue.get("volt"))
    assert len(text) == 3
    assert all(line in net.texts() for line in text), "what is different is told"
    net.driver.click(room.named["rules"].rect.centre)
    net.driver.frame(2)
    assert isinstance(net.top, RulebookPage)
    assert net.top.title.text == "VOLT"
    net.app.pop()
    assert net.top is room


def test_the_question_whether_to_remove_a_guest_goes_with_the_guest(net: Net) -> None:
    net.press("Custom match")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: "Gustav" in net.texts())
    room = net.top
    remove = next(w for w in room.controls.widgets if w.tooltip == "Remove Gustav")
    net.driver.click(remove.rect.centre)
    assert "Remove Gustav?" in net.texts()
    guest.membership.send(Leave())
    net.until(lambda: net.top is room)
    assert "Gustav" not in net.texts()


def shown_to(other: Other) -> str:
    """Return the code of the course being built that a member sees."""
    lobby = other.membership.lobby
    return lobby.building if lobby is not None else ""


def _mode_of(other: Other) -> str:
    lobby = other.membership.lobby
    return lobby.config["match"].get("mode", "standard") if lobby is not None else ""


def test_a_guest_chooses_robot_and_readiness_and_nothing_else(net: Net) -> None:
    """CLI-511, CLI-512, CLI-514, CLI-1302."""
    host = in_lobby(net, bots=1)
    assert "First Steps" in net.texts()
    assert not {"Change match", "Load game", "Start"} & {getattr(w, "text", "") for w in net.top.controls.widgets}
    assert not [w for w in net.top.controls.widgets if w.tooltip.startswith("Remove")]
    robot = net.top.named["robot"]
    before = robot.value
    net.driver.click((robot.rect.right - 12, robot.rect.centre[1]))
    net.until(lambda: _robot_of(host, "Ada") not in ("", before))
    net.press("Ready")
    net.until(lambda: next(m for m in host.membership.members if m.name == "Ada").ready)
    net.until(lambda: "Waiting for the host to start." in net.texts())


def _robot_of(other: Other, name: str) -> str:
    lobby = other.membership.lobby
    seats = lobby.config["seats"] if lobby is not None else []
    return next((seat.get("robot", "") for seat in seats if seat["name"] == name), "")


def test_a_click_on_a_fellow_player_tells_the_achievements_on_show(net: Net) -> None:
    """CLI-601, CLI-204: those that a player shows, by their names here; what a client makes up is not read."""
    port = net.serve()
    oil = "robot-statistics/first-oil"
    host = net.add("Hanna", port, "create", titles=(oil, "robot-statistics/empress"))
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna")))
    net.add("Gustav", port, code=host.membership.code)
    net.app.apply(msgspec.structs.replace(net.app.settings, titles=("robot-statistics/rampage",)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada"))
    net.until(lambda: net.is_on(RoomPage) and len(host.membership.members) == 3)
    assert next(m for m in host.membership.members if m.name == "Ada").titles == ("robot-statistics/rampage",)
    for player in net.others:
        player.membership.send(Choose("peach", True))
    net.press("Ready")
    net.until(lambda: all(member.ready or member.host for member in host.membership.members))
    host.membership.send(Start())
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    net.driver.frame(12, 1 / 20)
    screen = net.top
    for name, text in (("Hanna", "First Oil (Destroy a robot.)"), ("Gustav", "none on show")):
        fellow = next(f for f in screen.panels.shown.fellows if screen.context.name(f.index) == name)
        net.driver.click(fellow.rect.centre)
        assert text in net.texts()
        assert "empress" not in net.texts().lower()
        net.driver.key(arcade.key.ESCAPE)
    screen.inform(screen.context.own_piece)
    assert "none yet" in net.texts()


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


def shown(page: RoomPage) -> list[str]:
    """Return the lines of the chat."""
    return [row.text.strip() for row in reversed(page.chat.log.lines) if row.text.strip()]


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


def test_a_host_who_builds_shows_each_step(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2373: what lies on the host's table is what others are sent, a little later."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "boards")
    net.press("Custom match")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: guest.membership.lobby is not None)
    net.press("Change match")
    net.until(lambda: net.is_on(RoomSetupPage))
    setup = net.top
    notations = Notations.of(net.catalogue.plugins.values())

    def seen() -> Course | None:
        code = shown_to(guest)
        return look_at(unpack(code), notations) if code else None

    def is_as_high_as(height: int) -> bool:
        course = seen()
        return course is not None and course.board.height == height

    net.driver.click(setup.course.controls["build"].rect.centre)
    page = net.top
    for name, height in (("ring", 12), ("dock-bay", 16)):
        net.driver.click(page.shelf.spot_of(name).centre)
        net.until(partial(is_as_high_as, height))
    net.press("Back")
    net.until(lambda: not shown_to(guest))
    net.press("Confirm")
    net.press("Change match")
    net.until(lambda: net.is_on(RoomSetupPage))
    net.driver.click(net.top.course.controls["build"].rect.centre)
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
    names = [title for title, _line in setup.course.controls["courses"].entries]
    setup.course.controls["courses"].choose(names.index("Laser Alley"))
    net.until(lambda: not shown_to(guest))
    setup.course.controls["courses"].choose(names.index("My course"))  # it was not built now
    net.until(lambda: (course := seen()) is not None and course.id == "my-course")


def test_a_host_whose_course_is_gone_chooses_another_one(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2411: all hear which one it is."""
    monkeypatch.setattr(paths, "user_board_folder", lambda: net.folder / "own")
    file = net.folder / "own" / "mine.toml"
    file.parent.mkdir()
    file.write_text('name = "Mine"\ngrid = """\n c1 . . .\n d1 d2 d3 d4\n"""\n')
    net.press("Custom match")
    courses = net.top.course.controls["courses"]
    courses.choose([title for title, _line in courses.entries].index("Mine"))
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: guest.membership.lobby is not None)
    file.unlink()
    net.press("Change match")
    net.until(lambda: net.is_on(Dialog))
    assert "The course “Mine” is no longer there." in " ".join(labels(net.app))
    net.press("OK")
    assert net.is_on(RoomSetupPage)
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


def test_a_match_over_the_network_is_played_to_its_end_and_leads_back_to_the_lobby(net: Net) -> None:
    """CLI-106, CLI-1301; the match is kept as a replay (CLI-2042)."""
    kept = recent(net.client).replays = RecentReplays(net.folder / "recent")
    in_match(net, bots=2)

    def play() -> bool:
        screen = next((s for s in net.app.screens if type(s) is NetworkMatchScreen), None)
        if screen is not None and net.top in (screen, getattr(screen.question_controller, "dialog", None)):
            answer_default(net.app, net.driver, screen)
        return net.is_on(ResultScreen)

    net.until(play)
    kept.settle()
    ((path, _summary),) = recent_replays(kept.folder)
    assert load_replay(path, net.catalogue)[1].events[-1]["type"] == "over"
    net.press("Back to the lobby")
    net.until(lambda: net.is_on(RoomPage))
    assert "Not ready yet: Ada" in net.texts()


def test_a_match_is_watched_without_a_seat(net: Net) -> None:
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=1)))
    net.until(lambda: _mode_of(host) == "standard" and len(host.membership.lobby.config["seats"]) == 2)  # type: ignore[union-attr]
    host.membership.send(Start())
    net.until(lambda: host.membership.session is not None)
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada", "watch"))
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert reconnect_store.seats() == [], "there is no seat to come back to"
    turn = net.top.context.display.turn
    net.until(lambda: net.is_on(ResultScreen) or net.top.context.display.turn > turn)
    if net.is_on(NetworkMatchScreen):
        assert net.top.question_controller.asked is None
        net.driver.key(arcade.key.ESCAPE)
        net.press("Main menu")
        assert "The others stay." in net.texts()


class Liar(Connection):
    """A connection to a server that is made to say, from some moment on, what no server says."""

    lie: Callable[[Any], Any] = staticmethod(lambda news: news)

    def poll(self) -> list[Any]:
        return [type(self).lie(news) for news in super().poll()]


def with_view(**change: Any) -> Callable[[Any], Any]:
    """Return what changes the observations of a server."""

    def lie(news: Any) -> Any:
        if isinstance(news, Begin | Update):
            return msgspec.structs.replace(news, observation={**news.observation, **change})
        return news

    return lie


def with_(kind: type[Any], **change: Any) -> Callable[[Any], Any]:
    """Return what changes the messages of a kind."""
    return lambda news: msgspec.structs.replace(news, **change) if isinstance(news, kind) else news


LIES = {
    "begin without anything": with_(Begin, observation={}),
    "too many seats": with_(Begin, config={"seats": [{"name": str(number)} for number in range(500)]}),
    "no pieces": with_view(pieces=[]),
    "no decision": with_view(decisions=[7]),
    "nothing sealed": with_view(sealed=None),
    "no beat": with_(Update, events=[{"type": ["step"], "beat": "soon"}]),
    "no such piece": with_(Update, events=[{"type": "step", "beat": 5, "piece": 77, "from": 1, "to": [1]}]),
    "no notice": with_(Update, notices=[{"type": "unanswered"}]),
}
MORE_LIES = {
    "no such seat": with_(Begin, seat=7),
    "no state of plugins to begin with": with_(Begin, observation={"ext": []}),
    "a word for pieces": with_view(pieces="none"),
    "no state of plugins": with_view(ext={}),
    "no event": with_(Update, events=[{}]),
}
"""Those that end like others."""


@pytest.mark.parametrize(
    "lie",
    [
        *[pytest.param(lie, id=name) for name, lie in LIES.items()],
        *[pytest.param(lie, id=name, marks=pytest.mark.long) for name, lie in MORE_LIES.items()],
    ],
)
def test_what_a_server_says_that_makes_no_sense_ends_in_a_sentence(
    net: Net, lie: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may send anything: the window stays open, and says why it has left."""
    monkeypatch.setattr(Liar, "lie", staticmethod(lie))
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Liar)
    net.client.check = False
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=1)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada"))
    net.until(lambda: len(host.membership.members) == 2)
    if net.online.membership is not None:
        net.online.membership.send(Choose("", True))
        net.until(lambda: all(member.ready or member.host for member in host.membership.members))
        host.membership.send(Start())

    def is_out() -> bool:
        if net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None:
            answer_default(net.app, net.driver, net.top)
        return net.online.membership is None

    net.until(is_out)
    assert type(net.app.screens[0]) is MainMenu
    assert net.is_on(Dialog)
    assert net.top.heading.text == "You are no longer in the game"
    assert reconnect_store.seats(), "the fault may be here: the seat is kept"


def test_only_the_host_may_save(net: Net) -> None:
    """CLI-702, CLI-1302."""
    in_match(net)
    net.driver.key(arcade.key.ESCAPE)
    assert net.is_on(GameMenu)
    assert "Save game" not in [getattr(w, "text", "") for w in net.top.controls.widgets]


def hosting(net: Net, *guests: str) -> list[Other]:
    """Let the window host a match that has begun; return the guests."""
    net.client.router.home()
    net.press("Custom match")
    wanted = MatchConfig(MatchSection(course="first-steps", timer=0), seats=[SeatConfig("Ada")])
    desks.setup(net.client).chosen().take(wanted)
    desks.online(net.client).host(desks.setup(net.client).chosen().config())
    net.until(lambda: net.is_on(RoomPage))
    others = []
    for name in guests:  # one after the other, so that their order is known
        others.append(net.add(name, net.online.hosted.port))
        net.until(lambda: len(net.online.membership.members) == len(others) + 1)
    for guest in others:
        guest.membership.send(Choose("", True))
    net.until(lambda: net.top.named["start"].enabled)
    return others


def in_hosted_match(net: Net, *guests: str) -> list[Other]:
    others = hosting(net, *guests)
    net.press("Start")
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    return others


def test_the_host_saves_and_the_game_goes_on_from_there(net: Net) -> None:
    """CLI-702, CLI-911, CLI-R04, CLI-R12: the file is sealed; who hosts it again goes on, and nobody else."""
    in_hosted_match(net, "Gustav")
    net.driver.key(arcade.key.ESCAPE)
    net.press("Save game")
    net.until(lambda: net.is_on(SavePage))
    assert "The file is sealed" in net.texts()
    net.press("Save")
    saved = paths.save_folder() / "First Steps.rrsave"
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game is saved")
    assert saved.name in net.texts().replace("\N{ZERO WIDTH SPACE}", "")
    net.press("OK")
    assert paths.seal_key_file().is_file()
    with pytest.raises(ReplayError, match="is sealed"):
        load_save(saved, net.catalogue)
    net.online.close()
    net.others.pop().close()
    net.client.router.home()
    net.client.router.open("load-game")
    assert "Sealed: " in net.texts()
    net.press("Load")
    assert "can go on only in a network game" in net.texts()
    hosting(net, "Gustav")
    net.press("Load game")
    net.until(lambda: net.is_on(LoadPage))
    net.press("Load")
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)
    assert [seat.name for seat in net.top.session.game.seats] == ["Ada", "Gustav"]


def dead_line(net: Net, action: Callable[[], None]) -> None:
    """Let the window do something while nothing of it arrives, and break its connection."""
    line = net.online.membership.line
    send, line.send = line.send, lambda message: None
    action()
    line.send = send
    line.lose()


def test_a_saved_game_that_was_lost_with_the_connection_comes_nevertheless(
    net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is saved, and the saved game sent to go on with it, as soon as the connection is back."""
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    in_hosted_match(net, "Gustav")
    net.driver.key(arcade.key.ESCAPE)
    net.press("Save game")
    net.until(lambda: net.is_on(SavePage))
    dead_line(net, lambda: net.press("Save"))
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game is saved")
    net.online.close()
    net.others.pop().close()
    hosting(net, "Gustav")
    net.press("Load game")
    net.until(lambda: net.is_on(LoadPage))

    def load() -> None:
        net.press("Load")
        net.driver.frame()
        assert "The saved game is being loaded …" in net.texts()

    dead_line(net, load)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.question_controller.asked is not None)


def test_a_match_that_is_taken_home_survives_a_cut(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-R13: neither the request nor the file is lost; who has the file is not offered it again."""
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Line)
    (gustav,) = in_hosted_match(net, "Gustav")
    net.others.clear()
    dead_line(net, lambda: ask_home(net))
    agree(net, gustav, agreed=True)
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The match may be taken home")
    dead_line(net, lambda: None)
    before = net.app.screens[0]
    net.until(lambda: net.app.screens[0] is not before and net.is_on(Dialog))
    assert net.top.heading.text == "The match may be taken home"
    net.press("Back to the game")
    dead_line(net, lambda: None)
    before = net.app.screens[0]
    net.until(lambda: net.app.screens[0] is not before and net.top.question_controller.asked is not None)
    assert net.is_on(NetworkMatchScreen)
    gustav.close()


def test_taking_a_match_home_needs_everybody(net: Net) -> None:
    """CLI-R13: the host asks, sees who is still to answer, and everybody who has agreed gets an open file."""
    gustav, hilda = in_hosted_match(net, "Gustav", "Hilda")
    net.others.clear()  # they read their messages when the test says so, and answer no question of the match
    ask_home(net)
    net.until(lambda: "Still to answer: Gustav, Hilda" in net.texts())
    agree(net, gustav, agreed=True)
    net.until(lambda: "Still to answer: Hilda" in net.texts())
    agree(net, hilda, agreed=True)
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The match may be taken home")
    net.press("Save game")
    net.until(lambda: net.is_on(SavePage))
    assert "The file is sealed" not in net.texts()
    net.press("Save")
    (saved,) = paths.save_folder().glob("*.rrsave")
    game, match, _recorder = load_save(saved, net.catalogue)
    assert [seat.name for seat in game.seats] == ["Ada", "Gustav", "Hilda"]
    assert match.state.turn == 1
    gustav.close()
    hilda.close()


def ask_home(net: Net) -> None:
    net.driver.key(arcade.key.ESCAPE)
    net.press("Take the match home")
    assert "read everybody's cards" in net.texts()
    net.press("Ask")


def agree(net: Net, other: Other, *, agreed: bool) -> None:
    """Let somebody answer the host's request."""
    asked: list[HomeRequest] = []

    def is_asked() -> bool:
        asked.extend(news for news in other.membership.update() if isinstance(news, HomeRequest))
        return bool(asked)

    net.until(is_asked)
    other.membership.send(AnswerHome(asked[-1].request, agreed))


def test_the_host_is_told_who_refuses(net: Net) -> None:
    """CLI-R13."""
    (gustav,) = in_hosted_match(net, "Gustav")
    net.others.clear()
    ask_home(net)
    agree(net, gustav, agreed=False)
    net.until(lambda: "Gustav does not agree" in net.texts())
    assert "ask again in 120 seconds" in net.texts()
    net.press("OK")
    ask_again = net.top
    assert type(ask_again) is GameMenu
    net.press("Take the match home")
    net.press("Ask")
    net.until(lambda: "you can ask again in" in net.texts())
    gustav.close()


def test_a_guest_is_asked_and_may_answer_later(net: Net) -> None:
    """CLI-R13: Enter, with which a program is confirmed, agrees to nothing."""
    host = in_match(net)
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    assert "Hanna asks to take this match home" in net.texts()
    net.driver.key(arcade.key.ENTER)
    assert net.is_on(HomeQuestion)
    net.driver.key(arcade.key.ESCAPE)
    assert net.is_on(NetworkMatchScreen)
    net.driver.key(arcade.key.ESCAPE)
    net.press("Answer Hanna")
    assert net.is_on(HomeQuestion)
    net.press("Agree")
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The match may be taken home")
    net.press("Back to the game")
    assert net.is_on(GameMenu)
    assert net.online.membership is not None


def test_a_guest_refuses(net: Net) -> None:
    """CLI-R13."""
    host = in_match(net)
    net.others.clear()
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    net.press("Refuse")
    received: list[HomeRequest] = []

    def is_refused() -> bool:
        received.extend(news for news in host.membership.update() if isinstance(news, HomeRequest))
        return bool(received) and received[-1].state == "refused"

    net.until(is_refused)
    assert received[-1].refused == "Ada"
    assert net.is_on(NetworkMatchScreen)
    host.close()


def test_the_question_comes_again_with_the_connection(net: Net) -> None:
    host = in_match(net)
    net.others.clear()
    host.membership.send(AskHome())
    net.until(lambda: net.is_on(HomeQuestion))
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    thread.call(lambda: _cut(thread.server, room, member))
    before = net.app.screens[0]
    net.until(lambda: net.is_on(HomeQuestion) and net.app.screens[0] is not before)
    host.close()


def test_a_lost_connection_is_told_and_taken_up_again(net: Net) -> None:
    """CLI-R02: the seat is kept, and the full picture comes back."""
    in_match(net)
    before = net.top
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    thread.call(lambda: _cut(thread.server, room, member))
    net.until(lambda: net.is_on(ConnectionNotice) and "No connection" in net.top.heading.text)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)  # the old one shows until the news come
    assert net.top.session.seat == member.seat
    net.until(lambda: net.top.question_controller.asked is not None)


def test_what_is_written_in_the_chat_stays_there_with_the_full_picture(net: Net) -> None:
    in_match(net)
    before = net.top
    net.driver.key(arcade.key.C)
    net.driver.send("on_text", "Wait for m")
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    thread.call(lambda: _cut(thread.server, room, member))
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)
    net.driver.key(arcade.key.C)
    assert net.top.box.field.value == "Wait for m"
    net.driver.key(arcade.key.ENTER)
    assert net.top.box.field.value == ""
    net.driver.key(arcade.key.ESCAPE)
    net.driver.key(arcade.key.C)
    assert net.top.box.field.value == ""


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


@pytest.mark.parametrize("how", ["the connection is back", "the line was too slow for every change"])
def test_what_was_laid_lies_there_again_with_the_full_picture(net: Net, how: str) -> None:
    in_match(net)
    net.until(lambda: net.top.question_controller.asked is not None)
    before = net.top
    panel = before.panels.open
    command = next(tile for tile in panel.commands if tile.enabled)
    net.until(lambda: not before.panels.is_deaf)
    net.driver.click(command.rect.centre)
    laid = panel.draft()
    assert any(laid)
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    if how == "the connection is back":
        thread.call(lambda: _cut(thread.server, room, member))
    else:
        thread.call(lambda: room.catch_up(member))
    net.until(
        lambda: (
            net.is_on(NetworkMatchScreen) and net.top is not before and net.top.question_controller.asked is not None
        )
    )
    assert net.top.panels.open.draft() == laid


def _cut(server: Server, room: Any, member: Any) -> None:
    server.channels[room.code, member.id].socket.transport.abort()


def test_a_player_returns_to_their_seat_after_a_crash(net: Net, app: Any, driver: Driver, tmp_path: Path) -> None:
    host = in_match(net)
    seat = net.top.session.seat
    net.online.close()  # the window is gone without leaving the match
    net.until(lambda: any(not member.connected for member in host.membership.members))
    assert reconnect_store.seats()
    net.client.router.home()
    driver.frame()
    net.press("Join game")
    button = next(w for w in net.top.controls.widgets if "Back to the game" in getattr(w, "text", ""))
    driver.click(button.rect.centre)
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert net.top.session.seat == seat


def crashed(net: Net) -> tuple[Address, str]:
    """End the window in a match without leaving it; return the match's server and code."""
    host = in_match(net)
    found = replace(host.line.address, code=host.membership.code), host.membership.code
    net.online.close()
    net.until(lambda: any(not member.connected for member in host.membership.members))
    net.client.router.home()
    net.driver.frame()
    return found


def test_joining_again_after_a_crash_takes_the_seat_back(net: Net) -> None:
    address, code = crashed(net)
    net.online.join(address, ServerRequest("Ada", "join", code))
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert net.top.session.humans() == [1]


@pytest.mark.parametrize("how", ["another server", "another match", "watching and leaving", "a game of one's own"])
def test_what_happens_elsewhere_does_not_touch_the_seat(net: Net, how: str) -> None:
    """A wrong port, the code of a match that has begun, or a game played in between."""
    address, code = crashed(net)
    elsewhere = Address("127.0.0.1", net.serve(), code)
    seat = reconnect_store.seats()[0]
    if how == "another server":
        net.online.come_back(replace_seat(seat, port=elsewhere.port))
        net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    elif how == "another match":
        net.online.join(replace(address, code="ZZZZZ"), ServerRequest("Ada", "join", "ZZZZZ"))
        net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    elif how == "watching and leaving":
        net.online.join(address, ServerRequest("Ada", "watch", code))
        net.until(lambda: net.is_on(NetworkMatchScreen))
        give_up(net)
    else:
        net.online.host(msgspec.convert(config("Ada"), MatchConfig))
        net.until(lambda: net.is_on(RoomPage))
        assert len(reconnect_store.seats()) == 2
        give_up(net)
    assert reconnect_store.seats() == [seat]


def give_up(net: Net) -> None:
    """Leave for good."""
    net.online.leave()
    net.driver.frame()
    net.press("Leave")
    net.until(lambda: net.is_on(MainMenu))


def replace_seat(seat: reconnect_store.KeptSeat, **changes: Any) -> reconnect_store.KeptSeat:
    return msgspec.structs.replace(seat, **changes)


def test_a_seat_that_is_gone_is_not_offered_any_more(net: Net) -> None:
    """CLI-504: its own server says so."""
    crashed(net)
    seat = reconnect_store.seats()[0]
    net.online.come_back(replace_seat(seat, code="ZZZZZ"))
    net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    assert reconnect_store.seats() == []


def test_a_game_nearby_in_which_one_has_a_seat_can_be_joined(net: Net) -> None:
    address, code = crashed(net)
    found = FoundMatch("1", (address,), PROTOCOL, "Hanna", "standard", "first-steps", 2, playing=True)
    other = replace(found, id="2", addresses=(replace(address, code="ZZZZZ"),))
    offers = [Nearby(net.catalogue).offer(match) for match in (found, other)]
    assert [offer.begun for offer in offers] == [False, True]
    assert "your seat is kept" in offers[0].line
    page = JoinPage(net.app, lambda: offers, net.online.join)
    net.app.push(page)
    net.driver.frame(2)
    net.press("Join")
    net.until(lambda: net.is_on(NetworkMatchScreen))
    assert code == net.online.membership.code


@pytest.mark.parametrize("then", ["back to the lobby", "the lobby is gone"])
def test_who_was_away_at_the_end_is_shown_the_result(net: Net, then: str) -> None:
    """CLI-R02: with its replay, also if the others have gone meanwhile."""
    host = in_match(net)
    line = net.online.membership.line
    port, line.address = line.address.port, Address("127.0.0.1", 1)  # nobody listens where it tries again
    room = next(iter(net.servers[0].server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    net.servers[0].call(lambda: _cut(net.servers[0].server, room, member))
    running_match = room.running_match
    assert running_match is not None
    net.servers[0].call(lambda: running_match.stand_in_for(member))
    net.until(lambda: any(isinstance(news, MatchEnded) for news in host.on_lobby))
    if then == "the lobby is gone":
        net.others.remove(host)
        host.membership.close(Leave())
        net.until(lambda: not net.servers[0].server.rooms)
    line.address = Address("127.0.0.1", port)
    net.until(lambda: net.is_on(ResultScreen))
    assert "Save replay" in [getattr(widget, "text", "") for widget in net.top.controls.widgets]
    if then == "the lobby is gone":
        net.until(lambda: net.online.membership.status.state == "closed")
    net.press("Back to the lobby")
    net.until(lambda: net.is_on(RoomPage if then == "back to the lobby" else Dialog))
    if then == "the lobby is gone":
        assert "the match has ended" in net.texts().lower()


def test_all_players_see_who_is_away_and_that_a_bot_plays(net: Net) -> None:
    """CLI-R02: the others are told who is away, and the match goes on."""
    net.press("Custom match")
    desks.setup(net.client).chosen().take(
        MatchConfig(MatchSection(course="first-steps", timer=0), seats=[SeatConfig("Ada")])
    )
    net.online.host(desks.setup(net.client).chosen().config())
    net.until(lambda: net.is_on(RoomPage))
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: len(net.online.membership.members) == 2)
    guest.membership.send(Choose("", True))
    net.until(lambda: net.top.named["start"].enabled)
    net.press("Start")
    net.until(lambda: net.is_on(NetworkMatchScreen) and guest.membership.session is not None)
    net.others.remove(guest)
    guest.line.lose()
    net.until(lambda: "Connection lost: Gustav" in net.top.waiting_text())
    guest.close()


def test_when_the_host_leaves_the_game_ends_and_can_be_saved(net: Net) -> None:
    """CLI-R02, CLI-R12."""
    in_match(net)
    net.others[0].membership.close(Leave())
    net.others.clear()
    net.until(lambda: net.is_on(Dialog) and net.top.heading.text == "The game has ended")
    net.press("Save game")
    net.until(lambda: net.is_on(SavePage))
    net.press("Save")
    files = list(paths.save_folder().glob("*.rrsave"))
    assert len(files) == 1
    summary = read_summary(files[0], SAVE)
    assert isinstance(summary, SealedSummary)
    assert summary.turn == 1


@pytest.mark.parametrize(
    ("how", "sentence"), [("leave", "The host has left."), ("stop", "The server has been stopped.")]
)
def test_who_waits_in_a_lobby_that_is_closed_is_told_why(net: Net, how: str, sentence: str) -> None:
    host = in_lobby(net)
    if how == "leave":
        host.membership.send(Leave())
    else:
        net.servers.pop().stop()
    net.until(lambda: net.is_on(Dialog))
    assert net.top.heading.text == "The lobby has been closed"
    assert sentence in net.texts()
    assert type(net.app.screens[0]) is MainMenu


def test_an_invalid_address_is_reported(net: Net) -> None:
    """CLI-403."""
    net.press("Join game")
    net.driver.click(net.top.address.rect.centre)
    net.driver.send("on_text", "host:99999")
    net.driver.key(arcade.key.ENTER)
    assert net.is_on(Dialog)
    assert "99999 is not a port" in net.texts()


def test_an_unknown_code_leads_back_to_the_menu(net: Net) -> None:
    port = net.serve()
    net.online.join(Address("127.0.0.1", port, "ABCDE"), ServerRequest("Ada", "join", "ABCDE"))
    net.until(lambda: net.is_on(Dialog) and "no match" in net.texts())
    assert net.top.heading.text == "That is not possible", "nobody has been in a game"
    assert net.online.membership is None
    assert type(net.app.screens[0]) is MainMenu


def test_a_game_nearby_is_found_by_itself(net: Net) -> None:
    """CLI-403, CLI-1301."""
    hosted = LocalServer(net.catalogue, BOTS, "")
    try:
        host = net.add("Hanna", hosted.port, "create")
        net.until(lambda: host.membership.lobby is not None)
        host.membership.send(Configure(config("Hanna", bots=1)))
        net.press("Join game")
        net.until(lambda: "Standard, First Steps" in net.texts())
        assert "Hanna's game" in net.texts()
        net.press("Join")
        net.until(lambda: net.is_on(RoomPage))
        assert {member.name for member in host.membership.members} >= {"Hanna"}
    finally:
        hosted.stop()


def test_who_lacks_a_plugin_is_shown_its_names_and_pictures_and_plays_on(net: Net) -> None:
    """The rules run on the server; of the plugin nothing but its manifest, texts and pictures come from there."""
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "gears"}
    net.online.catalogue = Catalogue(plugins)
    in_match(net, bots=1)
    session = net.top.session
    assert not session.complete
    gears = next(plugin for plugin in session.game.plugins if plugin.id == "gears")
    assert net.folder in gears.folder.parents
    assert not list(gears.folder.rglob("*.py"))
    assert not net.top.board_pane.ghost.switched_on
    net.until(lambda: net.top.question_controller.asked is not None)
    turn = net.top.context.display.turn
    answer_default(net.app, net.driver, net.top)
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top.context.display.turn > turn)


def test_a_bar_shows_how_much_has_come_of_a_plugin(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match begins with names and texts, and is drawn once more when the pictures are there."""
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "conveyors"}
    net.online.catalogue = Catalogue(plugins)
    host = in_lobby(net)
    go_on = Fetching.go_on
    monkeypatch.setattr(Fetching, "go_on", lambda _self: None)
    net.press("Ready")
    net.until(lambda: all(member.ready or member.host for member in host.membership.members))
    host.membership.send(Start())
    net.until(lambda: net.is_on(ConnectionNotice))
    assert net.top.heading.text == "The match begins"
    net.driver.frame(2)
    fetching = net.online.membership.fetching

    def fetch() -> bool:
        go_on(fetching)
        return net.is_on(NetworkMatchScreen)

    net.until(fetch)
    early = net.top
    net.until(lambda: "Pictures are on their way" in early.waiting_text() or early.question_controller.waits)
    net.driver.frame(2)
    assert fetching.share is not None
    monkeypatch.setattr(Fetching, "go_on", go_on)
    fetching.go_on()
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not early)
    assert fetching.share is None


class Slow(Connection):
    """A connection on which something long is on its way."""

    arrival: Arrival | None = None


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    monkeypatch.setattr("roborally.features.lobby.window.online.desk.Connection", Slow)
    monkeypatch.setattr(Slow, "arrival", None)
    return Slow


def test_a_bar_shows_how_much_has_come_of_a_match_that_begins(net: Net, slow: type[Slow]) -> None:
    in_lobby(net)
    room = net.top
    for share in (0.3, 0.8):
        slow.arrival = Arrival("begin", share)
        net.driver.frame()
        assert net.is_on(ConnectionNotice)
        assert "The match begins" in net.texts()
    net.driver.key(arcade.key.ESCAPE)
    assert net.top.heading.text == "Leave the game?"
    assert "A bot will play for you from now on." in net.texts()
    slow.arrival = None
    net.driver.frame()
    assert net.top is room


def test_what_else_is_long_on_its_way_is_told_in_the_lobby(net: Net, slow: type[Slow]) -> None:
    in_lobby(net)
    usual = net.texts()
    slow.arrival = Arrival("said", 0.25)
    net.driver.frame()
    assert "On its way from the server: 25 %" in net.texts()
    slow.arrival = None
    net.driver.frame()
    assert net.texts() == usual


@pytest.mark.parametrize("kind", ["begin", "ended"])
def test_what_is_long_on_its_way_in_a_match_stands_in_nobodys_way(net: Net, slow: type[Slow], kind: str) -> None:
    in_match(net)
    screen = net.top
    slow.arrival = Arrival(kind, 0.25)
    net.driver.frame()
    assert net.top is screen
    assert screen.waiting_text() == "On its way from the server: 25 %"


def test_until_the_lobby_has_come_the_menu_is_covered(net: Net) -> None:
    host = net.add("Hanna", net.serve(), "create")
    net.until(lambda: host.membership.lobby is not None)
    net.online.join(host.line.address, ServerRequest("Ada"))
    held: list[LobbyState] = []
    line = net.online.membership.line
    poll = line.poll

    def hold() -> list[Any]:
        found = poll()
        held.extend(news for news in found if isinstance(news, LobbyState))
        return [news for news in found if not isinstance(news, LobbyState)]

    line.poll = hold
    net.until(lambda: bool(held))
    assert net.online.membership.status.state == "online"
    assert net.is_on(ConnectionNotice)
    net.press("Leave")
    assert net.top.heading.text == "Leave the game?", "the seat may be one of a match that has begun"
    net.driver.key(arcade.key.ESCAPE)
    line.poll = lambda: [held[0], *poll()]
    net.until(lambda: net.is_on(RoomPage))


def test_what_one_chooses_in_the_lobby_is_seen_at_once(net: Net) -> None:
    """CLI-511, CLI-514: and told if the server takes long to pass it on."""
    in_lobby(net)
    net.online.membership.send = lambda message: None  # nothing arrives
    net.press("Ready")
    net.driver.frame()
    assert net.top.named["turn ready"].text == "Not ready"
    assert net.top.named["ready"].on
    robot = net.top.named["robot"]
    net.driver.click((robot.rect.right - 12, robot.rect.centre[1]))
    net.driver.frame()
    assert net.top.named["robot"].value == net.online.membership.chosen.robot != ""
    assert "Sending your choice" not in net.texts()
    now = net.online.membership.now()
    net.online.membership.now = lambda: now + 1
    net.driver.frame()
    assert "Sending your choice …" in net.texts()


def test_a_host_whose_start_takes_long_sees_that_it_is_on_its_way(net: Net) -> None:
    hosting(net, "Gustav")
    membership = net.online.membership
    membership.send = lambda message: None  # nothing arrives
    net.press("Start")
    now = membership.now()
    membership.now = lambda: now + 1
    net.driver.frame()
    assert "The match is being started …" in net.texts()


def test_what_the_code_of_a_missing_plugin_would_show_is_seen_at_rest(net: Net) -> None:
    plugins = {id_: plugin for id_, plugin in net.catalogue.plugins.items() if id_ != "archive"}
    net.online.catalogue = Catalogue(plugins)
    in_match(net, bots=1)
    net.until(lambda: net.top.question_controller.asked is not None)
    shown, session = net.top.context.display, net.top.session
    assert all(robot.marker for robot in shown.robots)
    net.top.check = False
    shown.robots[0].marker = None
    turn = shown.turn
    answer_default(net.app, net.driver, net.top)
    net.until(
        lambda: net.is_on(NetworkMatchScreen) and shown.turn > turn and net.top.question_controller.asked is not None
    )
    assert shown.robots[0].marker
    shown.assert_equals(session.observe(net.top.context.own))


def test_another_language_leaves_the_menu_as_it_is(net: Net, speak: Callable[[str], None]) -> None:
    """CLI-702: a guest is not offered to save, whatever language is spoken."""
    in_match(net)
    net.driver.key(arcade.key.ESCAPE)
    net.press("Settings")
    net.client.settings.change(msgspec.structs.replace(net.app.settings, language="de"))
    net.driver.key(arcade.key.ESCAPE)
    assert net.is_on(GameMenu)
    captions = [getattr(widget, "text", "") for widget in net.top.controls.widgets]
    assert "Zurück zum Spiel" in captions
    assert "Spiel speichern" not in captions
    net.press("Hauptmenü")
    assert "Ab jetzt spielt ein Bot für dich." in net.texts()
    net.press("Hauptmenü")
    assert net.online.membership is None
    speak("en")
    net.client.settings.change(msgspec.structs.replace(net.app.settings, language="system"))


def test_numbers_that_are_turned_quickly_are_no_flood(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host in the window is disconnected like every client that sends too much, here sooner than elsewhere."""
    monkeypatch.setattr("roborally.net.server.local_server.Limits", partial(Limits, rate=1.5 / BETWEEN, burst=20.0))
    net.press("Custom match")
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    net.press("Change match")
    net.until(lambda: net.is_on(RoomSetupPage))
    last = 80
    for seconds in range(last + 1):
        net.top.settings.set_timer(seconds)
        net.driver.send("on_update", 1 / 60)
    net.until(lambda: net.online.membership.lobby.config["match"].get("timer") == last)
    assert net.online.membership.status.state == "online"


def test_escape_gives_up_looking_for_a_server(net: Net) -> None:
    """A seat that was left behind is still there: the server may be back later."""
    reconnect_store.remember(Address("127.0.0.1", 1), Welcome(PROTOCOL, "", 1, "token", "ABCDE"), "Ada")
    net.online.join(Address("127.0.0.1", 1), ServerRequest("Ada"))
    net.until(lambda: net.is_on(ConnectionNotice) and "No connection" in net.top.heading.text)
    assert "127.0.0.1:1" in net.texts(), "the address may be wrong"
    net.driver.key(arcade.key.ESCAPE)
    assert net.online.membership is None
    assert net.is_on(MainMenu)
    assert reconnect_store.seats()


def test_escape_asks_before_a_seat_is_given_up(net: Net) -> None:
    in_match(net)
    net.online.connection_changed(Status("lost"))
    net.driver.key(arcade.key.ESCAPE)
    assert "Leave the game?" in net.top.heading.text
    assert net.online.membership is not None


@pytest.mark.parametrize("where", ["lobby", "match"])
def test_however_often_the_client_tries_again_there_is_one_notice(net: Net, where: str) -> None:
    """*Leave*, *Leave*, out; the seat is kept, because nobody has heard of the leaving."""
    other = (in_lobby if where == "lobby" else in_match)(net)
    other.close()
    net.others.clear()
    losing(net, other)
    net.driver.frame()
    attempts = counted(net)
    net.until(lambda: net.is_on(ConnectionNotice) and "cannot be reached" in net.texts())
    net.press("Leave")
    question = net.top
    assert question.heading.text == "Leave the game?"
    assert "The server cannot be reached. If it comes back, " in net.texts()
    assert ("your seat is still yours" in net.texts()) == (where == "match")
    tried = len(attempts)
    net.until(lambda: len(attempts) >= tried + 3)
    assert net.top is question
    assert len([screen for screen in net.app.screens if isinstance(screen, ConnectionNotice)]) == 1
    net.press("Leave")
    assert net.is_on(MainMenu)
    assert len(net.app.screens) == 1
    assert reconnect_store.seats()


def losing(net: Net, other: Other) -> None:
    """Let the server of a lobby or match be gone without a goodbye."""
    thread = net.servers.pop()
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    net.online.membership.line.address = Address("127.0.0.1", 1)  # nobody listens there when it tries again
    thread.call(lambda: _cut(thread.server, room, member))
    net.until(lambda: net.online.membership.status.state != "online")
    thread.stop()


def counted(net: Net) -> list[Status]:
    """Return a list that grows with each attempt to come back."""
    seen: list[Status] = []
    changed = net.online.connection_changed

    def change(status: Status) -> None:
        seen.append(status)
        changed(status)

    net.online.connection_changed = change
    return seen


def test_a_question_about_a_lost_connection_goes_with_it(net: Net) -> None:
    in_lobby(net)
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    thread.call(lambda: _cut(thread.server, room, member))
    net.until(lambda: net.is_on(ConnectionNotice))
    net.press("Leave")
    net.until(lambda: net.online.membership.status.state == "online")
    assert [type(screen) for screen in net.app.screens] == [RoomPage]


def test_a_new_match_begins_with_a_course(net: Net) -> None:
    """As `roborally join --create` opens one; the plugins that are on in all new matches are on in this one."""
    net.app.apply(msgspec.structs.replace(net.app.settings, usual_plugins=("option-cards",)))
    net.online.join(Address("127.0.0.1", net.serve()), ServerRequest("Ada", "create"))
    net.until(lambda: net.is_on(RoomPage) and "At least 2 players are needed." in net.texts())
    match = net.online.membership.lobby.config["match"]
    assert (match["course"], match["plugins"]) == ("first-steps", ["option-cards"])
    net.top.membership.lobby = msgspec.structs.replace(net.top.membership.lobby, config=MatchConfig().to_data())
    net.driver.frame()
    assert not net.top.named["start"].enabled
    assert "Choose a course" in net.texts()


def test_who_comes_back_is_told_that_a_bot_has_played(net: Net) -> None:
    """CLI-R02: a bot takes over the seat of who is away, and gives it back."""
    host = in_match(net)
    net.others.clear()  # the host answers nothing, so the match stays where it is
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    member = next(member for member in room.roster.members.values() if member.name == "Ada")
    net.until(lambda: net.top.question_controller.asked is not None)
    running_match = room.running_match
    assert running_match is not None
    thread.call(lambda: running_match.stand_in_for(member))
    net.until(lambda: any(seat == member.seat for seat, _id, _answer in running_match.recorder.record.answers))
    before = net.top
    thread.call(lambda: _cut(thread.server, room, member))
    net.until(lambda: net.is_on(NetworkMatchScreen) and net.top is not before)
    net.until(lambda: "A bot has played for you" in net.top.notices.sentence.text)
    assert net.top.notices.announces
    assert "You play again from the next question." in net.top.context.log[-1]
    host.close()


def test_an_answer_that_came_too_late_is_told_in_passing(net: Net) -> None:
    """CLI-R14: no dialog stands before the next question."""
    in_match(net)
    screen = net.top
    screen.session.refuse("program-0", Message.of("this is not asked any more"))
    net.until(lambda: "came too late" in screen.notices.sentence.text)
    assert screen.notices.announces
    assert net.top is screen


def test_an_answer_on_its_way_is_told_after_a_moment(net: Net) -> None:
    in_match(net)
    net.until(lambda: net.top.question_controller.asked is not None)
    screen, session = net.top, net.top.session
    session.send = lambda _message: None  # nothing arrives
    now = session.now()
    session.now = lambda: now
    screen.question_controller.answer_by_default()
    net.driver.frame(2)
    text = []
    for seconds in (0.1, 1.0, 6.0):
        session.now = lambda seconds=seconds: now + seconds
        net.driver.frame()
        text.append(screen.waiting_text())
    assert "Sending" not in text[0]
    assert text[1].startswith("Sending your answer …")
    assert text[2].startswith("The connection is slow: your answer is still on its way.")


def test_a_host_whose_window_was_killed_is_told_once(net: Net) -> None:
    paths.hosting_file().parent.mkdir()
    paths.hosting_file().touch()  # the operating system has released the lock with the process
    net.online.report_hosted()
    assert net.top.heading.text == "The game that you hosted has ended"
    net.press("OK")
    net.online.report_hosted()
    assert net.is_on(MainMenu)


def test_a_match_that_another_window_hosts_has_not_ended(net: Net) -> None:
    in_hosted_match(net, "Gustav")
    assert paths.hosting_file().is_file()
    assert not HostingMark().was_left()
    assert paths.hosting_file().is_file()


def test_a_host_who_leaves_is_not_told_of_it(net: Net) -> None:
    in_hosted_match(net, "Gustav")
    net.driver.key(arcade.key.ESCAPE)
    net.press("Main menu")
    net.press("Main menu")
    assert net.is_on(MainMenu)
    assert not paths.hosting_file().exists()
