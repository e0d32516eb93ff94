"""What a client makes of a server that says what no server of this game says."""

from pathlib import Path

import msgspec
import pytest

from roborally.net.client.connection import News, Status
from roborally.net.client.membership import Membership, Unsent, UnshowableError
from roborally.net.protocol import (
    Begin,
    Chat,
    ChatMessage,
    Choose,
    FromClient,
    LobbyState,
    LocalizedText,
    MemberState,
    PluginBundle,
    Rejected,
    Start,
    Update,
    Welcome,
)
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Table, configuration


class Said:
    """A connection on which a server has said something, without a listener."""

    delay = 0.0
    arrival = None

    def __init__(self, *news: News) -> None:
        self.news = list(news)
        self.sent: list[FromClient] = []

    def poll(self) -> list[News]:
        news, self.news = self.news, []
        return news

    def send(self, message: FromClient) -> None:
        self.sent.append(message)

    def close(self, last: FromClient | None = None) -> None:
        """Do nothing."""


@pytest.fixture
def begin(table: Table) -> Begin:
    """Return how a match begins for a guest."""
    _ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], bots=1), "Ann", "Bob")
    return bob.last(Begin)


def test_what_breaks_the_client_while_it_listens_is_refused_and_the_rest_is_heard(
    begin: Begin, catalogue: Catalogue, tmp_path: Path
) -> None:
    last = Update([], begin.observation, [], None, False, 0.0)
    line = Said(begin, msgspec.structs.replace(begin, observation={"ext": 5}))
    membership = Membership(line, catalogue, tmp_path)
    news = membership.update()
    assert [type(message) for message in news] == [Begin, UnshowableError]
    line.news = [last]
    assert membership.update() == [last]


def test_an_unrequested_plugin_is_not_kept(begin: Begin, catalogue: Catalogue, tmp_path: Path) -> None:
    """Otherwise a server could fill the disk."""
    manifest = "aWQgPSAib2lsIgo="
    membership = Membership(Said(begin, PluginBundle("oil", "0" * 24, {"plugin.toml": manifest})), catalogue, tmp_path)
    membership.update()
    assert list(tmp_path.iterdir()) == []


def in_lobby(catalogue: Catalogue, tmp_path: Path) -> tuple[Said, Membership]:
    """Return Bob in a lobby, and his line."""
    line = Said(Status("online"), Welcome(1, "", 2, "", "ABCDE"), LobbyState({}, [MemberState(2, "Bob")]))
    membership = Membership(line, catalogue, tmp_path)
    membership.update()
    return line, membership


def test_a_chat_line_is_on_its_way_until_the_server_has_passed_it_on(catalogue: Catalogue, tmp_path: Path) -> None:
    line, bob = in_lobby(catalogue, tmp_path)
    bob.say("hello")
    bob.say("anybody?")
    own = [ChatMessage(2, "Bob", text) for text in ("hello", "anybody?")]
    assert (line.sent, bob.chat.sending, bob.chat.count) == ([Chat("hello"), Chat("anybody?")], own, 0)
    line.news = [ChatMessage(3, "Cid", "hello"), own[0]]
    bob.update()
    assert (bob.chat.sending, bob.chat.since(0)) == (own[1:], [ChatMessage(3, "Cid", "hello"), own[0]])


def test_a_chat_line_that_is_lost_with_the_connection_is_told_as_not_sent(catalogue: Catalogue, tmp_path: Path) -> None:
    line, bob = in_lobby(catalogue, tmp_path)
    bob.say("hello")
    line.news = [Status("lost")]
    bob.update()
    bob.say("anybody?")
    assert bob.chat.sending == []
    assert bob.chat.since(0) == [Unsent(ChatMessage(2, "Bob", text)) for text in ("hello", "anybody?")]


def test_a_course_that_the_server_does_not_pass_on_is_not_on_its_way_any_more(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    line, bob = in_lobby(catalogue, tmp_path)
    bob.say("Tiny", "RR1:abc")
    line.news = [Rejected(LocalizedText("wait a moment before you show another course"))]
    bob.update()
    assert (bob.chat.sending, bob.chat.count) == ([], 0)


def test_no_time_runs_out_here_while_the_connection_is_lost(begin: Begin, catalogue: Catalogue, tmp_path: Path) -> None:
    """The host's machine may be asleep; what is handed in now arrives nowhere."""
    line = Said(Status("online"), msgspec.structs.replace(begin, clock=5.0, held=False))
    bob = Membership(line, catalogue, tmp_path, lambda: 100.0)
    bob.update()
    assert bob.session is not None
    assert bob.session.seconds_left() is not None
    line.news = [Status("lost")]
    bob.update()
    assert bob.session.seconds_left() is None


@pytest.mark.parametrize("answer", [Status("lost"), Rejected(LocalizedText("not yet")), LobbyState({}, [])], ids=repr)
def test_a_match_is_started_once_until_the_server_answers(answer: News, catalogue: Catalogue, tmp_path: Path) -> None:
    line, host = in_lobby(catalogue, tmp_path)
    now = [0.0]
    host.now = lambda: now[0]
    host.start()
    now[0] = 2.0
    host.start()
    assert (line.sent, host.starting) == ([Start()], 2.0)
    line.news = [answer]
    host.update()
    assert host.starting == 0.0
    host.start()
    assert line.sent == [Start(), Start()]


class TestOwnChoice:
    """One's robot and readiness in the lobby, on a line on which the server's answer takes long."""

    @staticmethod
    def lobby(robot: str, *, ready: bool) -> LobbyState:
        return LobbyState({}, [MemberState(2, "Bob", robot, ready)])

    def test_a_second_choice_takes_nothing_of_the_first_one_back(self, catalogue: Catalogue, tmp_path: Path) -> None:
        line, bob = in_lobby(catalogue, tmp_path)
        bob.choose(robot="albot")
        bob.choose(ready=True)
        assert line.sent == [Choose("albot", False), Choose("albot", True)]
        line.news = [self.lobby("albot", ready=False)]
        bob.update()
        bob.choose(robot="tanky")
        assert line.sent[-1] == Choose("tanky", True)

    def test_it_is_on_its_way_until_the_server_has_passed_it_on(self, catalogue: Catalogue, tmp_path: Path) -> None:
        line, bob = in_lobby(catalogue, tmp_path)
        now = [0.0]
        bob.now = lambda: now[0]
        bob.choose(robot="albot")
        now[0] = 2.0
        line.news = [self.lobby("", ready=False)]  # somebody else has changed something
        bob.update()
        assert (bob.chosen, bob.choosing) == (Choose("albot", False), 2.0)
        line.news = [self.lobby("albot", ready=False)]
        bob.update()
        assert (bob.chosen, bob.choosing) == (None, 0.0)

    def test_one_that_was_lost_with_the_connection_is_sent_again(self, catalogue: Catalogue, tmp_path: Path) -> None:
        line, bob = in_lobby(catalogue, tmp_path)
        bob.choose(robot="albot", ready=True)
        line.news = [Status("lost"), Status("online"), Welcome(1, "", 2, "", "ABCDE"), self.lobby("", ready=False)]
        bob.update()
        assert line.sent == 2 * [Choose("albot", True)]

    def test_one_that_was_taken_back_meanwhile_is_no_news_of_the_server(
        self, catalogue: Catalogue, tmp_path: Path
    ) -> None:
        line, bob = in_lobby(catalogue, tmp_path)
        bob.choose(ready=True)
        bob.choose(ready=False)
        line.news = [self.lobby("", ready=False)]
        bob.update()
        assert bob.chosen is None
        bob.choose(ready=False)
        assert (bob.chosen, line.sent) == (None, [Choose("", True), Choose("", False)])

    def test_one_that_is_refused_is_none(self, catalogue: Catalogue, tmp_path: Path) -> None:
        line, bob = in_lobby(catalogue, tmp_path)
        bob.choose(ready=True)
        line.news = [Rejected(LocalizedText("this is possible in the lobby only"))]
        bob.update()
        assert bob.chosen is None
