"""A client's place in a match on a server: its latest state and recent messages; no drawing."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from roborally.base.errors import GameError, Message, any_fault
from roborally.net.client.arrival import Arrival
from roborally.net.client.connection import News, Status
from roborally.net.client.missing_plugins import game_of, missing_plugins
from roborally.net.client.plugin_fetch import Fetching
from roborally.net.client.remote_session import RemoteSession
from roborally.net.protocol import (
    FACTS_ENTRY,
    TABLE,
    Begin,
    BundleContents,
    BundleRequest,
    Chat,
    ChatMessage,
    Choose,
    ClockState,
    FromClient,
    LobbyState,
    MatchEnded,
    MemberList,
    MemberState,
    PluginBundle,
    Rejected,
    Start,
    Update,
    Welcome,
)
from roborally.net.server_log import warn
from roborally.plugin_system.loader import Catalogue

MAX_BUNDLES = 200
"""The maximum number of plugins that a server may send during a membership."""
MAX_CHAT = 200
"""The maximum number of chat lines kept."""
NONSENSE = Message.of("the server has sent something that this game cannot show")


class UnshowableError(NamedTuple):
    """The reason why a message cannot be shown; the seat is kept, because the fault may be on this side."""

    text: Message


class ServerLink(Protocol):
    """The part of a connection to a server that a membership uses; `net.client.connection.Connection` has it."""

    def poll(self) -> Sequence[News]:
        """Return the messages and changes of state since the last call, without waiting."""

    def send(self, message: FromClient) -> None:
        """Send a message to the server."""

    @property
    def delay(self) -> float:
        """The last measured round trip in seconds; 0 before the first measurement."""

    @property
    def arrival(self) -> Arrival | None:
        """The long message that is being received from the server, `None` if there is none."""

    def close(self, last: FromClient | None = None) -> None:
        """Send a last message, if any, and close."""


class Unsent(NamedTuple):
    """A chat line of this client that was lost with the connection."""

    said: ChatMessage


class ChatHistory:
    """The latest chat lines; `count` is the number of lines since the beginning."""

    def __init__(self) -> None:
        self.count = 0
        self.read = 0
        """The number of lines that are the player's own or were shown to them."""
        self.course: ChatMessage | None = None
        """The latest line that shows a course, `None` if there is none."""
        self.sending: list[ChatMessage] = []
        """The player's lines that the server has not passed on yet."""
        self.draft = ""
        """The text that the player has written but not sent."""
        self._latest: deque[ChatMessage | Unsent] = deque(maxlen=MAX_CHAT)

    def add(self, said: ChatMessage) -> None:
        """Add a line that the server has sent; beyond `MAX_CHAT` the oldest line is dropped."""
        if said in self.sending:
            self.sending.remove(said)
            self.read += 1
        self._add(said)
        if said.course:
            self.course = said

    def catch_up(self, latest: Sequence[ChatMessage]) -> None:
        """Add the lines that this client has not received; `latest` are the latest lines of the room.

        What was said before a client came counts as read: most who come again have read it.
        """
        is_new = not self.count
        own = [line for line in self._latest if isinstance(line, ChatMessage)]
        known = next(count for count in range(len(latest), -1, -1) if own[len(own) - count :] == latest[:count])
        for said in latest[known:]:
            self.add(said)
        if is_new:
            self.read = self.count

    def lose(self) -> None:
        """Mark the lines that the server has not passed on as lost with the connection."""
        while self.sending:
            self._add(Unsent(self.sending.pop(0)))

    def _add(self, line: ChatMessage | Unsent) -> None:
        self._latest.append(line)
        self.count += 1

    @property
    def unread(self) -> int:
        """The number of lines that the player has not seen yet."""
        return self.count - self.read

    def since(self, count: int) -> list[ChatMessage | Unsent]:
        """Return the lines after the first `count` ones, as far as they are still kept."""
        new = self.count - count
        return list(self._latest)[-new:] if new > 0 else []


@dataclass
class Membership:
    """A client's place in a match: the state that the server has sent, and requests to the server.

    `bundles` is the folder for plugins sent by servers. If `update` returns a `Begin`, `session` is a new object: the
    match has begun, or its complete state was sent again after a reconnection.
    """

    line: ServerLink
    catalogue: Catalogue
    bundles: Path
    now: Callable[[], float] = time.monotonic
    """Returns the time in seconds."""
    status: Status = field(default_factory=lambda: Status("connecting"))
    id: int = 0
    code: str = ""
    welcome: Welcome | None = None
    """The server's last message that this client has been let in."""
    has_pages: bool = False
    """Whether others can join in a browser."""
    lobby: LobbyState | None = None
    members: list[MemberState] = field(default_factory=list)
    chat: ChatHistory = field(default_factory=ChatHistory)
    session: RemoteSession | None = None
    fetching: Fetching = field(init=False)
    """The plugins that the server sends because they are missing here."""
    waits_for_plugins: bool = False
    """Whether a match has begun that cannot be shown before more plugins arrive."""
    chosen: Choose | None = None
    """The player's choices that the server has not passed on yet, `None` if there is none."""
    _chosen_at: float = 0.0
    _started_at: float | None = None
    _asked: set[tuple[str, str]] = field(default_factory=set)
    _news: list[News | UnshowableError] = field(default_factory=list)
    _is_back: bool = False
    """Whether the first state after a reconnection is awaited; it counts as news even if nothing has changed."""

    def __post_init__(self) -> None:
        self.fetching = Fetching(self.catalogue, self.bundles, self.send)

    # --- reading --------------------------------------------------------------------------------------------------

    @property
    def own(self) -> MemberState | None:
        """This client's entry among the members, `None` if there is none."""
        return next((member for member in self.members if member.id == self.id), None)

    @property
    def is_host(self) -> bool:
        """Whether this client is the host, who sets up the match."""
        return self.own is not None and self.own.host

    @property
    def has_company(self) -> bool:
        """Whether other members are connected, who would notice that this client is gone."""
        others = (member for member in self.members if member.id != self.id and member.connected)
        return self.status.state == "online" and any(others)

    @property
    def begins(self) -> bool:
        """Whether a match has begun that cannot be shown yet, because the match or its plugins are still arriving."""
        arrival, session = self.line.arrival, self.session
        coming = arrival is not None and arrival.type == "begin" and (session is None or session.ended is not None)
        return self.waits_for_plugins or coming

    @property
    def choosing(self) -> float:
        """The seconds since a choice of robot or readiness was sent that is still pending; 0 if there is none."""
        return self.now() - self._chosen_at if self.chosen is not None else 0.0

    @property
    def starting(self) -> float:
        """The seconds since this client asked for the match to start; 0 if it has not."""
        return 0.0 if self._started_at is None else self.now() - self._started_at

    # --- sending --------------------------------------------------------------------------------------------------

    def send(self, message: FromClient) -> None:
        """Send a message to the server."""
        self.line.send(message)

    def say(self, words: str, course: str = "") -> None:
        """Send all a chat line, or with a `course` code a course; it is pending until the server passes it on."""
        if self.own is not None:
            self.chat.sending.append(ChatMessage(self.id, self.own.name, words, course))
            self.send(Chat(words, course))
        if self.status.state != "online":
            self.chat.lose()

    def choose(self, **changes: Any) -> None:
        """Send the player's choices in the lobby (fields of `Choose`); fields that are left out stay as they are."""
        last = self.chosen or self.own
        if last is None:
            return
        before = Choose(last.robot, last.ready, last.watching)
        choice = msgspec.structs.replace(before, **changes)
        if self.chosen is not None or choice != before:
            self.chosen, self._chosen_at = choice, self.now()
            self.send(choice)

    def start(self) -> None:
        """Ask the server once to start the match; for the host only."""
        if self._started_at is None:
            self._started_at = self.now()
            self.send(Start())

    def close(self, last: FromClient | None = None) -> None:
        """Send a last message, if any, and close the connection."""
        self.line.close(last)

    def update(self) -> Sequence[News | UnshowableError]:
        """Process the messages since the last call, and return them with the errors of those that cannot be shown."""
        self._take_in()
        news, self._news[:] = list(self._news), []
        return news

    def _take_in(self) -> None:
        """Process the received messages; for each that raises an error, note that a faulty message cannot be shown."""
        for message in self.line.poll():
            try:
                self._handle(message)
            except GameError as error:
                self._news.append(UnshowableError(error.message))
            except any_fault() as error:
                warn("what the server has sent makes no sense", error)
                self._news.append(UnshowableError(NONSENSE))

    def _handle(self, message: News) -> None:
        match message:
            case Status():
                self.status = message
                if message.state != "online":
                    self.chat.lose()
                    self._started_at = None
                    if self.session is not None:
                        self.session.lose_clock()
            case Welcome():
                self.id, self.code, self.welcome = message.member, message.code, message
                self.has_pages = message.pages
                self.chat.catch_up(message.chat)
                self.fetching.begin_again()
                self._is_back = True
            case LobbyState() if message == self.lobby and self.session is None and not self._is_back:
                self._look_at_choice()
                return
            case LobbyState():
                self.lobby, self.members, self.session = message, message.members, self._finished()
                self._look_at_choice()
                self._is_back, self._started_at = False, None
                self.fetching.begin_again()  # pieces come during matches only
                self.waits_for_plugins = False
            case MemberList(members):
                self.members = members
            case Begin():
                self.chosen = self._started_at = None
                self.waits_for_plugins = not self._begin(message)
                if self.waits_for_plugins:
                    return
            case BundleContents():
                self._fetch_on(is_news=self.fetching.take_contents(message))
                return
            case PluginBundle():
                self._fetch_on(is_news=self.fetching.take(message))
                return
            case Update() | ClockState() | MatchEnded():
                if self.session is not None:
                    self.session.handle(message)
            case ChatMessage():
                self.chat.add(message)
            case Rejected(_text, ""):  # perhaps a course that was sent too soon after another
                self.chosen = self._started_at = None
                self.chat.sending = [said for said in self.chat.sending if not said.course]
            case Rejected(text, id_) if id_ != TABLE and self.session is not None:
                self.session.refuse(id_, text.message())
            case _:
                pass
        self._news.append(message)

    def _look_at_choice(self) -> None:
        """Forget the player's choice if the server has passed it on; send it again after a reconnection."""
        own = self.own
        if own is None or self.chosen == Choose(own.robot, own.ready, own.watching):
            self.chosen = None
        elif self.chosen is not None and self._is_back:
            self.send(self.chosen)

    def _finished(self) -> RemoteSession | None:
        """Return the session if its match has ended, so that it stays visible in the lobby, else `None`."""
        return self.session if self.session is not None and self.session.ended is not None else None

    # --- matches --------------------------------------------------------------------------------------------------

    def _begin(self, message: Begin) -> bool:
        """Start a match; return whether it can be shown now, or must wait for plugins requested from the server."""
        missing = missing_plugins(message, self.catalogue)
        lacking = {key for key in missing.items() if key not in self.fetching.ready}
        self._asked |= lacking
        if len(self._asked) > MAX_BUNDLES:
            raise GameError("the server has too many plugins that are not installed here")
        if lacking or (missing and FACTS_ENTRY not in message.observation["ext"]):
            self.fetching.want(lacking)
            self.send(BundleRequest(sorted(id_ for id_, _digest in lacking)))
            return False
        bundles = {id_: self.fetching.ready[id_, digest] for id_, digest in missing.items()}
        game, complete = game_of(message, self.catalogue, bundles)
        self.session = RemoteSession(
            game, message, self.send, complete, self._take_in, lambda: self.line.delay, self.now
        )
        self.fetching.go_on()
        return True

    def _fetch_on(self, *, is_news: bool) -> None:
        """Request the match if new data (`is_news`) lets it be shown better, otherwise fetch the next piece."""
        if is_news and not self.fetching.waits and (self.session is None or self.fetching.share is None):
            self.send(BundleRequest([]))
        else:
            self.fetching.go_on()
