"""The network protocol: its messages, one JSON object in a text frame of a WebSocket, told apart by `type`.

Whatever comes in is checked here and nowhere else: types, lengths, ranges and unknown fields. What the server says in
words is a sentence with its values apart, so that a client can tell it in its own language (`LocalizedText`).
"""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from roborally.base.errors import Message
from roborally.records.file_format import CourseData

PROTOCOL = 1
"""Raised whenever an older client could not understand a server any more, or the other way round."""
PORT = 47747
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Those of join codes: none that looks like another."""
CODE_LENGTH = 5
MAX_BYTES = 65_536
"""The largest message that a server takes."""
MAX_FROM_SERVER = 16_000_000
"""The largest message that a client takes: the record of a whole match."""
MAX_DEPTH = 12
"""So many lists or tables may lie in each other."""
MAX_PART = 45_000
"""The largest part of a saved game in one message, in letters of base64."""

VISIBLE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+$"
"""No control characters, and none that cannot be seen or turn the direction of writing."""

Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=VISIBLE)]
Code = Annotated[str, Meta(max_length=CODE_LENGTH)]
Token = Annotated[str, Meta(max_length=64)]
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=280, pattern=VISIBLE)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class FromClient(Struct, forbid_unknown_fields=True, frozen=True):
    """What a client says."""


class FromServer(Struct, frozen=True):
    """What a server says."""


# --- to the server ----------------------------------------------------------------------------------------------------


class Hello(FromClient, tag="hello", frozen=True):
    """The first message of every connection.

    With a `token` somebody comes back to a seat. Otherwise `wish` is what is wanted: to `join` or `watch` the match of
    a code (without a code the only one that there is), to `create` one, or to `list` those that can be joined.
    `key` is what a server may ask of those who create.
    """

    protocol: int
    game: Word
    name: Name
    wish: Word = "join"
    code: Code = ""
    token: Token = ""
    key: Token = ""


class Configure(FromClient, tag="configure", frozen=True):
    """The host's wishes: a match file as plain data; what people choose for themselves does not count."""

    config: dict[str, Any]


class Choose(FromClient, tag="choose", frozen=True):
    """What everybody says of himself in the lobby: the robot, and whether he is ready."""

    robot: Word = ""
    ready: bool = False


class Start(FromClient, tag="start", frozen=True):
    """The host lets the match begin."""


class Upload(FromClient, tag="upload", frozen=True):
    """A part of a saved game that the host wants to go on with, in base64; it begins when the last part has come."""

    part: Annotated[str, Meta(max_length=MAX_PART)]
    last: bool = False


class Answer(FromClient, tag="answer", frozen=True):
    """The answer to a question of the own seat."""

    id: Word
    answer: Any


class PlaybackDone(FromClient, tag="seen", frozen=True):
    """Everything up to a beat has been shown: the own time to think may begin (CLI-202)."""

    beat: Number


class Chat(FromClient, tag="chat", frozen=True):
    """A sentence for all."""

    text: Text


class Kick(FromClient, tag="kick", frozen=True):
    """The host sends somebody away (CLI-504)."""

    member: Number


class Save(FromClient, tag="save", frozen=True):
    """The host wants the saved game; `turn` as in `Recorder.save`, -1 for the match as it stands."""

    turn: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class BundleRequest(FromClient, tag="need", frozen=True):
    """A client asks for what it may know of plugins that it lacks: names, texts and pictures."""

    plugins: Annotated[list[Word], Meta(max_length=64)]


class Leave(FromClient, tag="leave", frozen=True):
    """Somebody goes and will not come back."""


ClientMessage = (
    Hello | Configure | Choose | Start | Upload | Answer | PlaybackDone | Chat | Kick | Save | BundleRequest | Leave
)


# --- to the clients ---------------------------------------------------------------------------------------------------


MAX_TOLD = 2_000
"""The longest sentence that is sent or taken, in letters."""
MAX_VALUE = 500
"""The longest value in a sentence, in letters."""


class LocalizedText(Struct, frozen=True, omit_defaults=True):
    """A `Message` on its way: a sentence in English with its values in braces, and what it begins with."""

    sentence: str
    values: "dict[str, str | int | float | bool | LocalizedText | None]" = {}
    where: "str | LocalizedText" = ""

    def __str__(self) -> str:
        """Return it in the player's language."""
        return str(self.message())

    @staticmethod
    def of(message: Message) -> "LocalizedText":
        """Return a message as it is sent."""
        where = message.where
        return LocalizedText(
            message.sentence[:MAX_TOLD],
            {name: _sendable(value) for name, value in message.values.items()},
            LocalizedText.of(where) if isinstance(where, Message) else where[:MAX_VALUE],
        )

    def message(self, depth: int = 1) -> Message:
        """Return the message that has come; it may come from anywhere, so too much of it is left out."""
        values = {name: _received(value, depth) for name, value in self.values.items()}
        where = _received(self.where, depth)
        return Message("" if where is None else where, self.sentence[:MAX_TOLD], values)


def _sendable(value: Any) -> Any:
    """Return a value of a message so that it can be sent, whatever it is."""
    if isinstance(value, Message):
        return LocalizedText.of(value)
    return value if isinstance(value, bool | int | float) else str(value)[:MAX_VALUE]


def _received(value: Any, depth: int) -> Any:
    if isinstance(value, LocalizedText):
        return value.message(depth + 1) if depth < MAX_DEPTH else None
    return value[:MAX_VALUE] if isinstance(value, str) else value


class Welcome(FromServer, tag="welcome", frozen=True):
    """Somebody is in: under this number, with a token to come back with, in the match of this code."""

    protocol: int
    game: str
    member: int
    token: str
    code: str


class Refused(FromServer, tag="refused", frozen=True):
    """The connection ends, and trying again is of no use; `reason` is that of the close frame (docs/network.md)."""

    reason: str
    told: LocalizedText


class MatchListing(Struct, frozen=True):
    """A match that can be joined or watched."""

    code: str
    host: str
    mode: str
    course: str
    members: int
    playing: bool


class MatchList(FromServer, tag="matches", frozen=True):
    """What can be joined; the connection ends."""

    matches: list[MatchListing]


class MemberState(Struct, frozen=True):
    """Somebody in a match. `seat` is -1 for who only watches; `player` is the bot that plays instead, if any does."""

    id: int
    name: str
    robot: str = ""
    ready: bool = False
    host: bool = False
    watching: bool = False
    connected: bool = True
    seat: int = -1
    player: str = ""


class LobbyState(FromServer, tag="lobby", frozen=True):
    """What has been chosen so far, as a match file says it, without a seed, and who is there."""

    config: dict[str, Any]
    members: list[MemberState]


class MemberList(FromServer, tag="members", frozen=True):
    """Who is there while a match is played."""

    members: list[MemberState]


class PluginState(Struct, frozen=True):
    """A plugin of the match."""

    version: str
    digest: str


class Begin(FromServer, tag="begin", frozen=True):
    """A match begins, or goes on for somebody who comes into it: the full picture.

    `config` is the match file without seed and without what is secret of other seats; `seat` is the own one, or -1.
    `view` is the data of a `View`; for who lacks plugins its `ext` has an entry `FACTS` with what they tell of robots.
    `toughness` is how much damage destroys a robot.
    """

    config: dict[str, Any]
    course: CourseData
    plugins: dict[str, PluginState]
    seat: int
    beat: int
    view: dict[str, Any]
    waiting: list[int]
    clock: float | None
    held: bool
    toughness: int


class Update(FromServer, tag="update", frozen=True):
    """What has happened, as far as the seat may see it, and how the match stands now.

    `clock` is the time until defaults are taken, in seconds; while it is `held` it has not begun to run.
    """

    events: list[dict[str, Any]]
    view: dict[str, Any]
    waiting: list[int]
    clock: float | None
    held: bool
    notices: list[dict[str, Any]] = []


class ClockState(FromServer, tag="clock", frozen=True):
    """The clock has changed, or whom the match waits for."""

    waiting: list[int]
    clock: float | None
    held: bool


class Rejected(FromServer, tag="rejected", frozen=True):
    """An answer, or something else that was asked for, is not possible; nothing has changed."""

    told: LocalizedText
    id: str = ""


class ChatMessage(FromServer, tag="said", frozen=True):
    """A sentence of somebody; `member` is -1 for what the server says itself."""

    member: int
    name: Word
    text: Text


class MatchEnded(FromServer, tag="ended", frozen=True):
    """The match is over, or a lobby is closed.

    `reason` is `over` when the match came to its end: then `file` is its replay. It is `host` when the host has gone,
    `left` when nobody who plays is there any more, `failed` after a fault of the program, and `closed` when the server
    stops: then `file` is the saved game (CLI-R02). Files are in base64, empty for none.
    `digest` is that of the last state, `counts` are the statistics by robot.
    """

    reason: str
    file: str = ""
    digest: str = ""
    counts: list[dict[str, int]] = []


class SavedGame(FromServer, tag="saved", frozen=True):
    """The saved game that the host has asked for, in base64."""

    file: str


class PluginBundle(FromServer, tag="pack", frozen=True):
    """What a client may know of a plugin: files by their paths in its folder, in base64; never code."""

    plugin: str
    digest: str
    files: dict[str, str]


ServerMessage = (
    Welcome
    | Refused
    | MatchList
    | LobbyState
    | MemberList
    | Begin
    | Update
    | ClockState
    | Rejected
    | ChatMessage
    | MatchEnded
    | SavedGame
    | PluginBundle
)

_encoder = msgspec.json.Encoder()
_from_client = msgspec.json.Decoder(ClientMessage)
_from_server = msgspec.json.Decoder(ServerMessage)


def encode(message: FromClient | FromServer) -> bytes:
    """Return a message as it is sent."""
    return _encoder.encode(message)


def decode_client(data: str | bytes) -> ClientMessage:
    """Return what a client has sent; raises `ValueError` or `RecursionError` for anything else."""
    message: ClientMessage = _from_client.decode(data)
    if isinstance(message, Answer):
        _check_depth(message.answer)
    elif isinstance(message, Configure):
        _check_depth(message.config)
    return message


def _check_depth(value: Any) -> None:
    """Raise `ValueError` where lists and tables lie too deep in each other for whoever goes through them."""
    layer = [value]
    for _depth in range(MAX_DEPTH):
        layer = [part for item in layer for part in _parts(item)]
        if not layer:
            return
    raise ValueError("too many lists lie in each other")


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def decode_server(data: str | bytes) -> ServerMessage:
    """Return what a server has sent; raises `ValueError` or `RecursionError` for anything else."""
    message: ServerMessage = _from_server.decode(data)
    return message
