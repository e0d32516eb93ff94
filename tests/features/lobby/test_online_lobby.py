"""The lobby of a network match in the window: hosting and joining (CLI-403, CLI-1301 to CLI-1303)."""

from functools import partial
from typing import Any

import arcade
import msgspec
import pytest

from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.online.connection_notices import ConnectionNotice
from roborally.features.lobby.window.online.join_page import JoinPage
from roborally.features.lobby.window.online.room_page import RoomPage
from roborally.features.lobby.window.online.room_setup import BETWEEN
from roborally.features.rulebook.window.rulebook_page import RulebookPage
from roborally.game.match_file import MatchConfig
from roborally.narration.rulebook.editions import differences
from roborally.net.address import Address
from roborally.net.client import reconnect_store
from roborally.net.client.arrival import Arrival
from roborally.net.client.connection import ServerRequest
from roborally.net.discovery import own_addresses
from roborally.net.limits import Limits
from roborally.net.protocol import (
    Choose,
    Configure,
    Kick,
    Leave,
    LobbyState,
)
from roborally.net.server.local_server import LocalServer
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.toolkit.dialogs import Dialog
from tests.features.lobby.network import (
    BOTS,
    Line,
    Net,
    Other,
    Slow,
    config,
    dead_line,
    hosting,
    in_lobby,
    invite,
    mode_of,
)
from tests.sweeps import few_of

pytestmark = pytest.mark.window


def test_a_match_that_was_set_up_is_opened_to_others(net: Net) -> None:
    """CLI-402, CLI-1301, CLI-1303: a new player is seen at once, by all, and takes a bot's place."""
    invite(net)
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


def test_hosting_says_first_what_it_does_and_the_address_can_be_copied(net: Net, monkeypatch: Any) -> None:
    """CLI-1304: nothing is opened by looking, and the timer that it brings is switched off by one click."""
    clipboard: list[str] = []
    monkeypatch.setattr(net.app, "set_clipboard_text", clipboard.append)
    net.press("Custom match")
    page = net.top
    net.press("Invite others")
    assert f"{own_addresses()[0]}, and the code" in net.texts() or not own_addresses()
    assert "may join, until you start" in net.texts()
    net.press("Back")
    assert net.top is page
    assert net.client.remote is None
    assert page.lobby.config().match.timer == 0
    net.press("Invite others")
    clock = net.top.controls.named["timer"]
    assert clock.on
    net.driver.click(clock.rect.centre)
    net.press("Invite others")
    net.until(lambda: net.is_on(RoomPage))
    assert net.top.config.match.timer == 0
    net.press("Invite others")
    for name in ("link", "address"):
        net.driver.click(net.top.controls.named[f"copy {name}"].rect.centre)
        assert net.top.controls.named[f"copy {name}"].text == "Copied"
    link, address = clipboard
    assert Address.read(address) == Address.read(link.removeprefix("http://"))
    assert Address.read(address).code == net.online.membership.code
    assert {link, address} <= {label.text for label in net.top.layer.labels}


def test_the_host_changes_the_match_and_all_see_it_live(net: Net) -> None:
    """CLI-512, CLI-1302, CLI-1303."""
    invite(net)
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: len(net.online.membership.members) == 2)
    net.press("Change match")
    net.until(lambda: net.is_on(LobbyPage))
    setup = net.top
    setup.show("seats")
    assert "add bot" in setup.controls.named
    assert "add player" not in setup.controls.named
    assert not setup.controls.named["robot 3"].enabled, "guests choose their own"
    setup.course.choose_mode("classic")
    net.until(lambda: mode_of(guest) == "classic")
    net.press("Back")
    net.until(lambda: mode_of(guest) == "standard")
    net.press("Change match")
    setup = net.top
    setup.course.choose_mode("classic")
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
    net.until(lambda: net.is_on(LobbyPage))
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
    invite(net)
    guest = net.add("Gustav", net.online.hosted.port)
    net.until(lambda: "Gustav" in net.texts())
    room = net.top
    remove = next(w for w in room.controls.widgets if w.tooltip == "Remove Gustav")
    net.driver.click(remove.rect.centre)
    assert "Remove Gustav?" in net.texts()
    guest.membership.send(Leave())
    net.until(lambda: net.top is room)
    assert "Gustav" not in net.texts()


def test_a_guest_chooses_robot_and_readiness_and_nothing_else(net: Net) -> None:
    """CLI-511, CLI-512, CLI-514, CLI-1302, CLI-2323: the first focus is on what leads on, then on the own robot."""
    host = in_lobby(net, bots=1, wish="watch")
    room = net.top
    assert reconnect_store.seats() == []
    net.press("Take a seat")
    net.until(lambda: "turn ready" in room.named)
    assert [seat.token for seat in reconnect_store.seats()] == [net.online.membership.line.wish.token]
    room.controls.set_focus(None)
    assert room.focus_first()
    assert room.controls.focus is room.named["turn ready"]
    assert "First Steps" in net.texts()
    assert not {"Change match", "Load game", "Start"} & {getattr(w, "text", "") for w in net.top.controls.widgets}
    assert not [w for w in net.top.controls.widgets if w.tooltip.startswith("Remove")]
    robot = net.top.named["robot"]
    before = robot.value
    net.driver.click((robot.rect.right - 12, robot.rect.centre[1]))
    net.until(lambda: robot_of(host, "Ada") not in ("", before))
    net.press("Ready")
    net.until(lambda: next(m for m in host.membership.members if m.name == "Ada").ready)
    net.until(lambda: "Waiting for the host to start." in net.texts())
    room.named["turn ready"].enable(False)
    room.controls.set_focus(None)
    assert room.focus_first()
    assert room.controls.focus is room.named["robot"]
    host.membership.send(Configure(config("Hanna", "Ada", bots=1, timer=90)))
    net.until(lambda: "Changed by the host: Timer: 90\N{NO-BREAK SPACE}s. " in net.texts())
    net.press("Ready")
    net.until(lambda: "Waiting for the host to start." in net.texts())


def robot_of(other: Other, name: str) -> str:
    lobby = other.membership.lobby
    seats = lobby.config["seats"] if lobby is not None else []
    return next((seat.get("robot", "") for seat in seats if seat["name"] == name), "")


@pytest.mark.parametrize(
    ("how", "sentence"), [("leave", "The host, Hanna, has left."), ("stop", "The server has been stopped.")]
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


def test_a_wrong_address_is_reported_and_stays(net: Net) -> None:
    """CLI-403: one that is invalid, and one with an unknown code."""
    net.press("Join game")
    net.driver.click(net.top.address.rect.centre)
    net.driver.send("on_text", "host:99999")
    net.driver.key(arcade.key.ENTER)
    assert net.is_on(Dialog)
    assert "99999 is not a port" in net.texts()
    net.driver.key(arcade.key.ESCAPE)
    address = f"127.0.0.1:{net.serve()}/ABCDE"
    net.top.address.value = ""
    net.driver.send("on_text", address)
    net.driver.key(arcade.key.ENTER)
    net.until(lambda: net.is_on(JoinPage) and "no match" in net.texts())
    assert net.top.address.value == address
    assert net.online.membership is None


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


def test_a_bar_shows_how_much_has_come_of_a_match_that_begins(net: Net, slow: type[Slow]) -> None:
    """What else is long on its way is told in the lobby."""
    in_lobby(net)
    room, usual = net.top, net.texts()
    slow.arrival = Arrival("said", 0.25)
    net.driver.frame()
    assert "On its way from the server: 25 %" in net.texts()
    slow.arrival = None
    net.driver.frame()
    assert net.texts() == usual
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


@pytest.mark.parametrize("kind", few_of(["begin", "said"]))
def test_what_is_complete_between_two_looks_at_it_disturbs_nobody(
    net: Net, slow: type[Slow], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The thread of the line may complete a message at any moment."""
    in_lobby(net)
    left: list[Arrival] = []
    monkeypatch.setattr(slow, "arrival", property(lambda _line: left.pop() if left else None))
    for looks in range(1, 6):
        left[:] = [Arrival(kind, 0.9)] * looks
        net.driver.frame(2)
    net.until(lambda: net.is_on(RoomPage))


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


def test_numbers_that_are_turned_quickly_are_no_flood(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host in the window is disconnected like every client that sends too much, here sooner than elsewhere."""
    monkeypatch.setattr("roborally.net.server.local_server.Limits", partial(Limits, rate=1.5 / BETWEEN, burst=20.0))
    invite(net)
    net.press("Change match")
    net.until(lambda: net.is_on(LobbyPage))
    last = 80
    for seconds in range(last + 1):
        net.top.settings.set_timer(seconds)
        net.driver.send("on_update", 1 / 60)
    net.until(lambda: net.online.membership.lobby.config["match"].get("timer") == last)
    assert net.online.membership.status.state == "online"


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
