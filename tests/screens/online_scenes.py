"""The screens of network play: joining, the network lobby, a match with an absent player, lost connections."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import arcade

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.lobby.window.online.host_page import HostPage
from roborally.features.lobby.window.online.invite_page import InvitePage
from roborally.features.lobby.window.online.join_page import JoinableMatch, JoinPage
from roborally.features.lobby.window.online.network_match import NetworkMatchScreen
from roborally.features.workshop.building.course_table import Laid, Layout
from roborally.features.workshop.building.workbench import Workbench
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.course_data import CourseData
from roborally.net.address import Address
from roborally.net.client.connection import News, Status
from roborally.net.client.membership import Membership
from roborally.net.protocol import (
    Begin,
    BundleContents,
    ChatMessage,
    FromClient,
    LobbyState,
    MatchEnded,
    MemberList,
    MemberState,
    PluginBundle,
    Welcome,
)
from roborally.net.rooms.running_match import public_config, states_of
from tests.ui import desks

from .moments import COURSES, Library
from .studio import STANDARD_ROBOTS, STEP, Studio

Show = Callable[[Studio, Library], None]
HERE = Address("192.0.2.17", code="KX4PQ")
_LAYOUT = Layout((Laid("canyon", (0, 0)), Laid("dock-bay", (0, 12)), Laid("ring", (12, 0), 1)), ((3, 1), (15, 0)))
TALK = (
    ("Ada", "Hello everybody!"),
    ("Ulrike", "Hej! One moment, I am still looking for a robot."),
    ("Per", "First one into a pit makes the coffee."),
)


def scenes() -> dict[str, Show]:
    """Return the scenes by name."""
    return {
        "join-nothing": partial(join, ()),
        "join-found": join_found,
        "join-back": join_back,
        "online-connecting": connecting,
        "online-lost": lost,
        "online-lobby-host": partial(lobby, host=True),
        "online-lobby-guest": partial(lobby, host=False),
        "online-lobby-eight": partial(lobby, host=True, people=8),
        "online-lobby-settings": settings,
        "online-lobby-unknown": unknown,
        "online-hosting": hosting,
        "online-invite": invite,
        "online-setup": setup,
        "online-building": building,
        "online-kick": kick,
        "online-match": match,
        "online-chat": chat,
        "online-menu": partial(menu, host=False),
        "online-menu-host": partial(menu, host=True),
        "online-host-left": host_left,
        "online-refused": refused,
        "online-fetching": fetching,
        "online-pictures": pictures,
    }


class Script:
    """A connection that returns prepared messages of a server."""

    delay = 0.0
    arrival = None

    def __init__(self, *news: News) -> None:
        """Store the messages."""
        self._news = deque(news)

    def poll(self) -> Sequence[News]:
        """Return the messages."""
        news, self._news = list(self._news), deque()
        return news

    def send(self, message: FromClient) -> None:
        """Do nothing, because there is no server."""

    def close(self, last: FromClient | None = None) -> None:
        """Do nothing."""


def _members(people: int, host: bool) -> list[MemberState]:
    """Return members: the first is the host, the third has lost the connection, and one is a spectator."""
    names = ("Ada", "Ulrike", "Per", "Maximiliane-Charlotte", "Bo", "Åsa", "Jörg", "Nils")[:people]
    players = [
        MemberState(
            seat + 1,
            name,
            STANDARD_ROBOTS[seat % 5],
            ready=seat % 2 == 1 and not host,
            host=seat == 0,
            connected=seat != 2,
            seat=seat,
        )
        for seat, name in enumerate(names)
    ]
    return [*players, MemberState(20, "Linus", watching=True)]


def _config(people: int, *, mode: str = "standard", bots: int = 1, **plugin: Any) -> MatchConfig:
    names = [member.name for member in _members(people, host=True) if not member.watching]
    seats = [SeatConfig(name, "human", STANDARD_ROBOTS[number % 5]) for number, name in enumerate(names)]
    seats += [SeatConfig(f"Bolt {number}", "planner", "albot") for number in range(min(bots, 8 - people))]
    course = "rush-hour" if people > 3 else COURSES[mode]
    return MatchConfig(MatchSection(mode=mode, course=course), plugin=plugin, seats=seats)


def _enter(studio: Studio, *news: News, own: int = 1) -> None:
    """Put the window into a match with prepared messages of a server."""
    online = desks.online(studio.client)
    line = Script(Welcome(1, "1.0", own, "token", HERE.code), Status("online"), *news)
    online.take_up(Membership(line, studio.catalogue, Path("packs")))
    online.address = HERE
    studio.client.router.home()
    online.update()
    studio.go_on(1.0)


def join(offers: Sequence[JoinableMatch], studio: Studio, _library: Library) -> None:
    """Show the page for joining, with a list of games."""
    studio.client.router.home()
    studio.app.push(JoinPage(studio.app, lambda: offers, lambda address, wish: None))
    studio.go_on(STEP)


def _offers() -> list[JoinableMatch]:
    line = _("{mode}, {course}, players: {count}")
    return [
        JoinableMatch(
            _("{name}'s game").format(name="Ulrike"), line.format(mode="Standard", course=_("Rush Hour"), count=2), HERE
        ),
        JoinableMatch(
            _("{name}'s game").format(name="Per"),
            _("{line} – in progress").format(line=line.format(mode="VOLT", course=_("Short Circuit"), count=4)),
            HERE,
            begun=True,
        ),
        JoinableMatch(_("A game"), _("Different version: you cannot join."), HERE, closed=True),
    ]


def join_found(studio: Studio, library: Library) -> None:
    """Show the page for joining with some games found."""
    join(_offers(), studio, library)


def join_back(studio: Studio, _library: Library) -> None:
    """Show the page for joining with a seat to return to."""
    studio.client.router.home()
    text = _("Back to the game {code} as {name}").format(code=HERE.code, name="Ada")
    back = text, lambda: None
    line = _("{line} – your seat is kept").format(line=_offers()[0].line)
    kept = _offers()[0]._replace(line=line, kept=True)
    offers = [kept, *_offers()[1:]]
    studio.app.push(JoinPage(studio.app, lambda: offers, lambda address, wish: None, back=lambda: back))
    studio.go_on(STEP)


def connecting(studio: Studio, _library: Library) -> None:
    """Show the notice while connecting to a server."""
    studio.client.router.home()
    desks.online(studio.client).notices.show(_("Connecting"), _("Looking for {address} …").format(address=HERE))
    studio.go_on(STEP)


def lobby(studio: Studio, _library: Library, *, host: bool, people: int = 3) -> None:
    """Show a lobby."""
    said = [ChatMessage(number, name, words) for number, (name, words) in enumerate(TALK, 1)]
    _enter(studio, LobbyState(_config(people).to_data(), _members(people, host)), *said, own=1 if host else 2)


def settings(studio: Studio, _library: Library) -> None:
    """Show settings changed by the host."""
    config = _config(2, race={"checkpoints": 2}, archive={"lives": 5})
    _enter(studio, LobbyState(config.to_data(), _members(2, host=False)), own=2)


def unknown(studio: Studio, _library: Library) -> None:
    """Show the lobby of a match whose rules are not installed."""
    data = _config(2).to_data()
    data["match"] = {**data["match"], "mode": "moon-rally", "course": "crater"}
    _enter(studio, LobbyState(data, _members(2, host=False)), own=2)


def hosting(studio: Studio, library: Library) -> None:
    """Ask whether to let others join."""
    studio.client.router.open("lobby")
    config = desks.setup(studio.client).chosen().invitation()
    studio.app.push(HostPage(studio.app, config, HERE.host, lambda config: None))
    studio.go_on(STEP)


def invite(studio: Studio, library: Library) -> None:
    """Show the link and the address to a hosted match."""
    studio.app.push(InvitePage(studio.app, HERE, pages=True))
    studio.go_on(STEP)


def setup(studio: Studio, library: Library) -> None:
    """Show the page that changes the match."""
    lobby(studio, library, host=True)
    desks.online(studio.client).setup.open()
    studio.go_on(1.0)
    studio.draw()
    studio.go_on(1.0)


def building(studio: Studio, _library: Library) -> None:
    """Show a guest's lobby whose host builds a course."""
    bench = Workbench(studio.catalogue, "standard")
    bench.put(_LAYOUT)
    bench.title = "Ada’s great tour"
    _enter(studio, LobbyState(_config(3).to_data(), _members(3, host=False), bench.code()), own=2)
    while not _is_read(studio):
        studio.go_on(STEP)
    studio.go_on(1.0)


def _is_read(studio: Studio) -> bool:
    """Return whether the course that the host builds is shown."""
    return any(label.text.endswith("tour") for label in studio.top.layer.labels)


def kick(studio: Studio, library: Library) -> None:
    """Show the question before a player is removed."""
    lobby(studio, library, host=True)
    studio.top.ask_to_kick(desks.online(studio.client).membership.members[1])
    studio.go_on(STEP)


def _begin(studio: Studio, library: Library, own: int, *more: News) -> None:
    """Show a match with an absent player."""
    moment = library.program(library.game("standard", people=3), 3)
    game = moment.game
    session = moment.session(studio.thinker)
    begin = Begin(
        public_config(game, 0),
        CourseData.of(game.course),
        states_of(game),
        0,
        session.beat,
        session.observe(0).data,
        [0, 1],
        40.0,
        False,
        0.0,
        game.rules.toughness,
    )
    names = [seat.name for seat in game.seats]
    members = [
        MemberState(1, names[0], host=own == 1, seat=0),
        MemberState(2, names[1], host=own != 1, seat=1, connected=False),
        MemberState(3, names[2], seat=2, connected=False, player="greedy"),
    ]
    _enter(studio, begin, MemberList(members), *more, own=1)
    studio.go_on(1.0)


def match(studio: Studio, library: Library) -> None:
    """Show a match with two absent members, for one of whom a bot now plays, and unread lines of the chat."""
    _begin(studio, library, 1, *(ChatMessage(2, name, words) for name, words in TALK))
    top = studio.app.screen_on_top
    assert isinstance(top, NetworkMatchScreen)
    top.session.notices.append({"type": "away", "piece": 2})
    studio.go_on(STEP)


def fetching(studio: Studio, _library: Library) -> None:
    """Show the notice while plugins of a running match are fetched."""
    lobby(studio, _library, host=False)
    membership = desks.online(studio.client).membership
    assert membership is not None
    membership.waits_for_plugins = True
    _lack(membership)
    studio.go_on(STEP)


def pictures(studio: Studio, library: Library) -> None:
    """Show a match while its pictures are being sent."""
    _begin(studio, library, 1)
    membership = desks.online(studio.client).membership
    assert membership is not None
    _lack(membership)
    studio.go_on(STEP)


def _lack(membership: Membership) -> None:
    """Mark a plugin as missing, with a part of it received."""
    fetching = membership.fetching
    fetching.want({("swamp", "0")})
    fetching.take_contents(BundleContents("swamp", "0", {"plugin.toml": ("0", 900), "art/swamp.png": ("0", 1100)}))
    fetching.take(PluginBundle("swamp", "0", {"art/swamp.png": "AAAA" * 300}))


def chat(studio: Studio, library: Library) -> None:
    """Show the chat over a match: one line was lost with the connection, another one is being sent."""
    _begin(studio, library, 1, *(ChatMessage(number, name, words) for number, (name, words) in enumerate(TALK, 1)))
    studio.top.key(arcade.key.C, 0)
    membership = desks.online(studio.client).membership
    assert membership is not None
    membership.say(TALK[0][1])
    membership.chat.lose()
    membership.say(TALK[1][1])
    studio.go_on(STEP)


def menu(studio: Studio, library: Library, *, host: bool) -> None:
    """Show the menu; the host has not read the chat."""
    talk = TALK if host else ()
    _begin(studio, library, 1 if host else 2, *(ChatMessage(2, name, words) for name, words in talk))
    studio.top.key(arcade.key.ESCAPE, 0)
    studio.go_on(STEP)


def lost(studio: Studio, library: Library) -> None:
    """Show the notice about a lost connection."""
    _begin(studio, library, 1, Status("lost", Message.of("the server cannot be reached")))


def host_left(studio: Studio, library: Library) -> None:
    """Show the message when the host has left."""
    _begin(studio, library, 2, MatchEnded("host", "AAAA"))


def refused(studio: Studio, library: Library) -> None:
    """Show the message when a server refuses the client."""
    lobby(studio, library, host=False)
    desks.online(studio.client).part_for_now(Message.of("the host has removed you"))
    studio.go_on(STEP)
