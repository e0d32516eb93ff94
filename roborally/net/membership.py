"""A client's place in a match on a server: its latest state and what has just happened; no drawing."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from roborally.base.errors import GameError, Message
from roborally.net.connection import News, Status
from roborally.net.missing_plugins import game_of, missing_plugins
from roborally.net.plugin_bundles import unpack
from roborally.net.protocol import (
    Begin,
    BundleRequest,
    ChatMessage,
    ClockState,
    FromClient,
    LobbyState,
    MatchEnded,
    MemberList,
    MemberState,
    PluginBundle,
    Rejected,
    Update,
    Welcome,
)
from roborally.net.remote_session import RemoteSession
from roborally.net.running_match import TOLD_FACTS
from roborally.net.server_log import warn
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import read_manifest

MAX_CHAT = 200
"""So many sentences are kept."""
NONSENSE = Message.of("the server has sent something that this game cannot show")


class UnshowableError(NamedTuple):
    """What has come cannot be shown; who is told so has not lost the seat, for the fault may be on this side."""

    told: Message


class ServerLink(Protocol):
    """What reaches the server; see `roborally.net.connection.Connection`."""

    def poll(self) -> Sequence[News]:
        """Return what has come since the last call."""

    def send(self, message: FromClient) -> None:
        """Send a message."""

    def close(self, last: FromClient | None = None) -> None:
        """Say a last word, if any, and end."""


class ChatHistory:
    """What people have said: the latest sentences; `count` is how many there have been since the beginning."""

    def __init__(self) -> None:
        """Begin in silence."""
        self.count = 0
        self._latest: deque[ChatMessage] = deque(maxlen=MAX_CHAT)

    def add(self, said: ChatMessage) -> None:
        """Take note of a sentence; the oldest one may be forgotten."""
        self._latest.append(said)
        self.count += 1

    def since(self, count: int) -> list[ChatMessage]:
        """Return what has been said after the first `count` sentences, as far as it is still known."""
        new = self.count - count
        return list(self._latest)[-new:] if new > 0 else []


@dataclass
class Membership:
    """What a client knows of the match that it is in; `update` takes in what has come and returns what is new.

    `packs` is the folder for plugins that come from servers. Of what `update` returns `Begin` says that `session` is
    another one: the match has begun, or the picture has been sent anew after the connection was lost.
    """

    line: ServerLink
    catalogue: Catalogue
    packs: Path
    status: Status = field(default_factory=lambda: Status("connecting"))
    id: int = 0
    code: str = ""
    token: str = ""
    lobby: LobbyState | None = None
    members: list[MemberState] = field(default_factory=list)
    chat: ChatHistory = field(default_factory=ChatHistory)
    session: RemoteSession | None = None
    _plugins: dict[tuple[str, str], Plugin] = field(default_factory=dict)
    """Those that have come from the server, by id and the digest that it has told."""
    _wanted: set[tuple[str, str]] = field(default_factory=set)
    _news: list[News | UnshowableError] = field(default_factory=list)

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def own(self) -> MemberState | None:
        """The own entry among the members."""
        return next((member for member in self.members if member.id == self.id), None)

    @property
    def is_host(self) -> bool:
        """Whether one sets up the match."""
        return self.own is not None and self.own.host

    # --- talking --------------------------------------------------------------------------------------------------

    def send(self, message: FromClient) -> None:
        """Say something to the server."""
        self.line.send(message)

    def close(self, last: FromClient | None = None) -> None:
        """Go."""
        self.line.close(last)

    def update(self) -> Sequence[News | UnshowableError]:
        """Take in what has come, and return it."""
        self._take_in()
        news, self._news[:] = list(self._news), []
        return news

    def _take_in(self) -> None:
        """Hear what has come; what makes no sense is told as such, whatever it breaks: it is a stranger's."""
        for message in self.line.poll():
            try:
                self._hear(message)
            except GameError as error:
                self._news.append(UnshowableError(error.message))
            except Exception as error:
                warn("what the server has sent makes no sense", error)
                self._news.append(UnshowableError(NONSENSE))

    def _hear(self, message: News) -> None:
        match message:
            case Status():
                self.status = message
            case Welcome():
                self.id, self.code, self.token = message.member, message.code, message.token
            case LobbyState() if message == self.lobby and self.session is None:
                return
            case LobbyState():
                self.lobby, self.members, self.session = message, message.members, self._finished()
            case MemberList(members):
                self.members = members
            case Begin():
                if not self._begin(message):
                    return
            case PluginBundle():
                self._take_pack(message)
                return
            case Update() | ClockState() | MatchEnded():
                if self.session is not None:
                    self.session.hear(message)
            case ChatMessage():
                self.chat.add(message)
            case Rejected(told, id_) if id_ and self.session is not None:
                self.session.refuse(id_, told.message())
            case _:
                pass
        self._news.append(message)

    def _finished(self) -> RemoteSession | None:
        """Return the session if it has come to its end: it is still being looked at while there is a lobby again."""
        return self.session if self.session is not None and self.session.ended is not None else None

    # --- matches --------------------------------------------------------------------------------------------------

    def _begin(self, message: Begin) -> bool:
        """Take up a match; return whether it can be shown, which may take plugins that are asked for first."""
        missing = missing_plugins(message, self.catalogue)
        lacking = {(id_, digest) for id_, digest in missing.items() if (id_, digest) not in self._plugins}
        if lacking or (missing and TOLD_FACTS not in message.view["ext"]):
            self._wanted |= lacking
            self.send(BundleRequest(sorted(id_ for id_, _digest in lacking)))
            return False
        packs = {id_: self._plugins[id_, digest] for id_, digest in missing.items()}
        game, complete = game_of(message, self.catalogue, packs)
        self.session = RemoteSession(game, message, self.send, complete, self._take_in)
        return True

    def _take_pack(self, pack: PluginBundle) -> None:
        """Keep a plugin that has been asked for; others would only fill the disk."""
        key = pack.plugin, pack.digest
        if key not in self._wanted:
            return
        self._wanted.discard(key)
        folder = unpack(pack, self.packs)
        self._plugins[key] = Plugin(folder, read_manifest(folder))
