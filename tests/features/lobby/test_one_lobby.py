"""A match on one machine and one on the network: the same courses, settings and faults, in the same words."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from roborally.base import paths
from roborally.features.lobby.model import LobbyModel
from roborally.features.lobby.window.lobby_page import LobbyPage
from roborally.features.lobby.window.online.room_page import RoomCallbacks, RoomPage
from roborally.features.lobby.window.online.room_seats import RoomSeats
from roborally.features.lobby.window.online.room_setup import LobbyChanges, RoomSetup
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.net.address import Address
from roborally.net.protocol import Choose, Configure, LobbyState, Rejected, Start
from roborally.net.rooms.match_start import PAUSE
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.nodes import Target
from roborally.ui.toolkit.measure import metrics
from tests.net.table import Guest, Table
from tests.sweeps import few_of
from tests.test_every_mode import MODES

BOTS = ["greedy", "random"]


@dataclass
class Hosted:
    """The lobby of a room, as its host's window sees it."""

    app: Any
    catalogue: Catalogue
    people: list[Guest] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table(self.catalogue)
        self.people.append(self.table.enter("Ann"))
        self.host.membership.id = self.host.member.id
        self.setup = RoomSetup(
            self.app, self.host.membership, lambda: LobbyModel(self.catalogue, BOTS, online=True), lambda **rules: None
        )
        self.look()

    @property
    def host(self) -> Guest:
        return self.people[0]

    def enter(self, name: str) -> None:
        """Let a guest in, who is ready."""
        self.people.append(self.table.enter(name))
        self.people[-1].send(Choose("", True))
        self.look()

    def look(self) -> None:
        """Take in what the server says until it has nothing new."""
        while news := [said for said in self.host.membership.update() if isinstance(said, LobbyState)]:
            for said in news:
                self.setup.take(said)

    def choose(self, config: MatchConfig) -> str:
        """Send a change; return what the server says against it."""
        self.host.forget()
        self.host.send(Configure(config.to_data()))
        self.look()
        return self.refusal()

    def start(self) -> str:
        """Start; return what the server says against it."""
        self.table.now += PAUSE
        self.host.forget()
        self.host.send(Start())
        return self.refusal()

    def refusal(self) -> str:
        return next((said.text.message().as_sentence() for said in self.host.messages(Rejected)), "")


@pytest.fixture
def hosted(app: Any, catalogue: Catalogue) -> Hosted:
    return Hosted(app, catalogue)


@pytest.fixture
def local(catalogue: Catalogue) -> LobbyModel:
    return LobbyModel(catalogue, BOTS, "Ann")


def both(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    """Choose a mode on one machine, and the same match in the room."""
    local.choose_mode(mode)
    assert hosted.choose(local.config()) == ""


@pytest.mark.parametrize("mode", MODES)
def test_the_same_is_offered(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    """CLI-501, CLI-503, CLI-505."""
    both(local, hosted, mode)
    there = hosted.setup.lobby
    assert [course.id for course in there.courses()] == [course.id for course in local.courses()] != []
    assert [(plugin.id, names) for plugin, names in there.settings()] == [
        (plugin.id, names) for plugin, names in local.settings()
    ]
    assert there.defaults() == local.defaults()
    assert (there.seat_settings(), there.players(), [*there.models()]) == (
        local.seat_settings(),
        local.players(),
        [*local.models()],
    )
    assert [variant.plugin.id for variant in there.variants()] == [variant.plugin.id for variant in local.variants()]
    assert there.config().seats == local.config().seats


@pytest.mark.parametrize(
    ("plugins", "chosen", "shown"),
    [([], "volt", "East"), ([], "roboball", "Team 1"), (["classic-robots"], "roboball", "Tanky, Team 1")],
)
def test_team_and_side_of_a_seat_are_seen_in_the_room(
    app: Any, hosted: Hosted, plugins: list[str], chosen: str, shown: str
) -> None:
    seat = SeatConfig("Bot", "random", "tanky" if plugins else "", team=1, side="east" if chosen == "volt" else "")
    config = MatchConfig(MatchSection(chosen, plugins=plugins), seats=[SeatConfig("Ann", team=2), seat])
    layer = Layer(app.pages)
    rows = RoomSeats(hosted.host.membership, *[lambda _: None] * 3)
    rows.tree(config).build(Target(metrics(1.0), layer, WidgetGroup(layer), []), theme.Rect(0, 0, 420, 500))
    assert shown in [label.text for label in layer.labels]
    if chosen == "roboball":
        assert layer.labels[1].tint == theme.seat_colours(1).light, "the colour of team 2"
        assert "Team 2" in [label.text for label in layer.labels], "also beside the choice of a robot"


@pytest.mark.parametrize("mode", few_of(MODES[::-1], 2))
def test_what_can_be_played_here_can_be_played_there(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    both(local, hosted, mode)
    assert local.problem() == hosted.setup.problem() == hosted.start() == ""
    assert hosted.table.room.running_match is not None


@pytest.mark.parametrize("mode", few_of(MODES[::-1], 2))
def test_too_few_players(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    local.choose_mode(mode)
    del local.seats[1:]
    hosted.choose(local.config())
    text = f"At least {local.players()[0]} players are needed."
    assert local.problem() == hosted.setup.problem() == hosted.start() == text


@pytest.mark.parametrize("mode", few_of(sorted({*MODES} - {"roboball"}, reverse=True)))
def test_too_many_players(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    """Bots would make room for people, but people do not; for RoboBall no eight are too many."""
    local.choose_mode(mode)
    least = min(local.courses(), key=lambda course: course.players[1])
    local.course, most = least.id, min(least.players[1], local.players()[1])
    del local.seats[1:]
    for number in range(most):
        local.add_person()
        hosted.enter(local.seats[-1].config.name)
        assert len(local.seats) == number + 2
    for seat in local.seats:
        seat.ready = True
    text = f"At most {local.players()[1]} players can play here."
    hosted.choose(local.config())
    for guest in hosted.people[1:]:
        guest.send(Choose("", True))
    hosted.look()
    assert local.problem() == hosted.setup.problem() == hosted.start() == text


@pytest.mark.parametrize("mode", few_of(MODES[::-1], 2))
def test_somebody_is_not_ready(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    """CLI-506, CLI-514."""
    local.choose_mode(mode)
    while len(local.seats) > 2:
        local.remove(1)
    local.change_seat(1, name="Bob", controller="human")
    while len(local.seats) < max(2, local.players()[0]):
        local.add_bot()
    local.seats[0].ready = True
    hosted.enter("Bob")
    hosted.people[1].send(Choose("", False))
    hosted.choose(local.config())
    assert local.problem() == hosted.setup.problem() == hosted.start() == "Not ready yet: Bob."
    hosted.people[1].send(Choose("", True))
    hosted.look()
    assert hosted.setup.problem() == ""


@pytest.mark.parametrize("mode", few_of(MODES))
def test_a_bot_that_is_not_there(local: LobbyModel, hosted: Hosted, mode: str) -> None:
    local.choose_mode(mode)
    for bot, text in (
        ("hal", "There is no bot “hal” here."),
        ("greedy:5", "Bot 'greedy' takes no time to think; write 'greedy' instead of 'greedy:5'."),
    ):
        local.change_seat(1, controller=bot)
        assert local.seat_problem(1) == local.problem() == local.invitation_problem() == text
        assert hosted.choose(local.config()) == text


def test_a_bot_may_have_a_budget(catalogue: Catalogue) -> None:
    lobby = LobbyModel(catalogue, [*BOTS, "rival"])
    lobby.change_seat(1, controller="rival:200ms")
    assert lobby.problem() == ""


def alone(lobby: LobbyModel) -> None:
    """Put all into one team."""
    for number in range(len(lobby.seats)):
        lobby.change_seat(number, team=1)


def crowded(lobby: LobbyModel) -> None:
    """Put all on one side."""
    for number in range(len(lobby.seats)):
        lobby.change_seat(number, side="north")


@pytest.mark.parametrize(("mode", "change"), [("roboball", alone), ("volt", crowded)])
def test_what_plugins_say_about_seats(
    local: LobbyModel, hosted: Hosted, mode: str, change: Callable[[LobbyModel], None]
) -> None:
    """Before *Start* is pressed."""
    local.choose_mode(mode)
    change(local)
    hosted.choose(local.config())
    assert local.problem() == hosted.setup.problem() == hosted.start() != ""


def test_a_guest_is_told_the_same_reason_as_the_host(app: Any, local: LobbyModel, hosted: Hosted) -> None:
    """Their own seat has made the teams unequal."""
    both(local, hosted, "roboball")
    hosted.people.append(hosted.table.enter("Bob"))
    hosted.look()
    guest = hosted.people[1].membership
    guest.update()
    page = RoomPage(app, guest, Address(""), RoomCallbacks(lambda: None, hosted.setup, lambda: None, lambda: False))
    reason = hosted.setup.problem()
    assert reason.startswith("Course 'Kick-Off' is played by teams with the same number of robots")
    assert reason in [label.text for label in page.layer.labels]


def test_names_are_looked_at_before_anybody_hears_of_them(app: Any, local: LobbyModel, hosted: Hosted) -> None:
    """A server would leave out a seat with the name of another one, or refuse all that was chosen."""
    both(local, hosted, "standard")
    there, sent = hosted.setup.lobby, list[MatchConfig]()
    page = LobbyPage(app, there, on_change=LobbyChanges(there, sent.append).pass_on)
    for name, text in (
        ("Ann", "Two seats have this name, or names that look alike."),
        (" ", "Names have 1 to 24 letters, all of which can be seen."),
    ):
        for lobby in (local, there):
            lobby.change_seat(1, name=name)
            assert lobby.problem() == lobby.invitation_problem() == text
        page.changed(anew=True)
        assert not sent
    there.change_seat(1, name="Zed")
    page.changed(anew=True)
    assert [config.seats[1].name for config in sent] == ["Zed"]


def test_others_cannot_join_on_a_course_of_a_file_elsewhere(local: LobbyModel, hosted: Hosted, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.write_bytes((paths.board_folder() / "first-steps.toml").read_bytes())
    config = MatchConfig(MatchSection(course=str(path)), seats=local.config().seats)
    shorter = MatchConfig(MatchSection(course="elsewhere.toml"))
    text = "Others can join only on a course of the list, and this one is a file somewhere else."
    assert hosted.choose(shorter) == text
    for lobby in (local, hosted.setup.lobby):
        lobby.take(config)
        assert lobby.invitation_problem() == text
    assert (local.problem(), hosted.setup.lobby.problem()) == ("", text)
