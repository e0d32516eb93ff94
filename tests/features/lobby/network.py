"""A window that plays over the network, with servers and other players beside it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.net.address import Address
from roborally.net.client.arrival import Arrival
from roborally.net.client.connection import Connection, ServerRequest
from roborally.net.client.membership import Membership
from roborally.net.protocol import (
    Choose,
    Configure,
    Start,
)
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests.net.patience import PATIENT
from tests.ui import desks
from tests.ui.conftest import Driver, bots_at_once
from tests.ui.seen import button
from tests.waiting import until

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
        self.answers = True

    def update(self) -> None:
        """Take in what has come, and answer by default if it `answers`."""
        self.on_lobby += self.membership.update()
        session = self.membership.session
        if session is not None:
            session.poll()
            session.shown()
            for question in session.decisions(session.seat) if self.answers else ():
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
        self.driver.click(button(self.app, text).rect.centre)

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


def config(*people: str, bots: int = 0, timer: int = 0) -> dict[str, Any]:
    seats = [SeatConfig(name, "human", "tanky") for name in people]
    seats += [SeatConfig(f"Bot {number}", "greedy", "peach") for number in range(bots)]
    return MatchConfig(MatchSection(course="first-steps", timer=timer), seats=seats).to_data()


def in_lobby(net: Net, bots: int = 0, timer: int = 0, wish: str = "join") -> Other:
    """Let the window be a guest in a lobby whose host sits elsewhere, or only `watch`; return the host."""
    port = net.serve()
    host = net.add("Hanna", port, "create")
    net.until(lambda: host.membership.lobby is not None)
    host.membership.send(Configure(config("Hanna", bots=bots, timer=timer)))
    net.online.join(Address("127.0.0.1", port), ServerRequest("Ada", wish))
    net.until(lambda: net.is_on(RoomPage) and len(host.membership.members) == 2)
    return host


def in_match(net: Net, bots: int = 0, timer: int = 0, *, answers: bool = True) -> Other:
    """Let the window be a guest in a match; return the host, who `answers` or not."""
    host = in_lobby(net, bots, timer)
    host.answers = answers
    net.press("Ready")
    start(net, host)
    net.until(lambda: net.is_on(NetworkMatchScreen))
    return host


def mode_of(other: Other) -> str:
    lobby = other.membership.lobby
    return lobby.config["match"].get("mode", "standard") if lobby is not None else ""


def shown(page: RoomPage) -> list[str]:
    """Return the lines of the chat."""
    return [row.text.strip() for row in reversed(page.chat.log.lines) if row.text.strip()]


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


def dead_line(net: Net, action: Callable[[], None]) -> None:
    """Let the window do something while nothing of it arrives, and break its connection."""
    line = net.online.membership.line
    send, line.send = line.send, lambda message: None
    action()
    line.send = send
    line.lose()


def place_of(net: Net) -> tuple[ServerThread, Any, Any]:
    """Return the server, the room and the member of the window."""
    thread = net.servers[0]
    room = next(iter(thread.server.rooms.values()))
    return thread, room, next(member for member in room.roster.members.values() if member.name == "Ada")


def cut(net: Net) -> None:
    """Break the window's connection at its server."""
    thread, room, member = place_of(net)
    thread.call(lambda: thread.server.channels[room.code, member.id].socket.transport.abort())


def invite(net: Net) -> None:
    """Open a match of the window to others."""
    net.press("Custom match")
    net.press("Invite others")
    net.press("Invite others")  # which is asked first
    net.until(lambda: net.is_on(RoomPage))


def start(net: Net, host: Other) -> None:
    """Let a host elsewhere start the match as soon as all are ready."""
    net.until(lambda: all(member.ready or member.host for member in host.membership.members))
    host.membership.send(Start())


class Slow(Connection):
    """A connection on which something long is on its way."""

    arrival: Arrival | None = None
