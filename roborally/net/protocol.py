"""The network protocol: its messages, one JSON object per text frame of a WebSocket, told apart by `type`.

All incoming messages are checked here and nowhere else: types, lengths, ranges and unknown fields. A text from the
server is a sentence with separate values, so that a client can translate it (`LocalizedText`).
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from roborally.base.bounded import MAX_DEPTH, check_values, items_in
from roborally.base.errors import Message
from roborally.records.course_data import CourseData

PROTOCOL = 3
"""The protocol version; raised whenever older clients and newer servers (or the reverse) become incompatible."""
PORT = 47747
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of join codes, without ones that look alike."""
CODE_LENGTH = 5
MAX_BYTES = 65_536
"""The largest message that a server accepts, in bytes."""
MAX_FROM_SERVER = 16_000_000
"""The largest message that a client accepts, in bytes: the record of a whole match."""
MAX_ITEMS = 1_000_000
"""The most values in a message that a client accepts: the largest course with something on every cell needs a third."""
MAX_PART = 45_000
"""The largest part of a saved game in one message, in base64 characters."""

_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Control characters, and those that are invisible or change the writing direction (Unicode, default ignorable)."""
VISIBLE = rf"^[^{_UNSEEN}]+\Z"
MAX_NAME = 24
NAME = rf"^[^{_UNSEEN}\ufe00-\ufe0f]+\Z"
"""A name shows all that it consists of, so that no two names look the same; chat may choose the look of a symbol."""

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME, pattern=NAME)]
Code = Annotated[str, Meta(max_length=CODE_LENGTH)]
Token = Annotated[str, Meta(max_length=64)]
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=280, pattern=VISIBLE)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
MAX_SHORT = 200
Short = Annotated[str, Meta(max_length=MAX_SHORT)]
"""A text of a server that is shown, or compared."""
Seats = Annotated[list[Annotated[int, Meta(ge=0, lt=100)]], Meta(max_length=100)]
Seat = Annotated[int, Meta(ge=-1, lt=100)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000)] | None


class FromClient(Struct, forbid_unknown_fields=True, frozen=True):
    """A message from a client."""


class FromServer(Struct, frozen=True):
    """A message from a server."""


# --- to the server ----------------------------------------------------------------------------------------------------


class Hello(FromClient, tag="hello", frozen=True):
    """The first message of every connection.

    A `token` returns a player to their seat. Otherwise `wish` is the request: to `join` or `watch` the match with a
    code (without a code, the only match), to `create` one, or to `list` the open ones. `key` is the key that a server
    may require for creating matches.
    """

    protocol: int
    game: Word
    name: Name
    wish: Word = "join"
    code: Code = ""
    token: Token = ""
    key: Token = ""


class Person(FromClient, tag="person", frozen=True):
    """Who the player is, whatever their name: a public key, and the signature of the `challenge` of `Welcome`.

    In hexadecimal digits, of Ed25519; docs/network.md says what is signed.
    """

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    proof: Annotated[str, Meta(pattern="^[0-9a-f]{128}\\Z")]


class Configure(FromClient, tag="configure", frozen=True):
    """The host's choices: a match file as plain data; choices that players make themselves are ignored."""

    config: dict[str, Any]


class Choose(FromClient, tag="choose", frozen=True):
    """A member's own choices in the lobby: their robot, and whether they are ready."""

    robot: Word = ""
    ready: bool = False


class Start(FromClient, tag="start", frozen=True):
    """The host starts the match."""


class Upload(FromClient, tag="upload", frozen=True):
    """A part of a saved game that the host wants to continue, in base64; the match starts after the last part."""

    part: Annotated[str, Meta(max_length=MAX_PART)]
    last: bool = False


class Answer(FromClient, tag="answer", frozen=True):
    """The answer to a question of the sender's seat."""

    id: Word
    answer: Any


class PlaybackDone(FromClient, tag="seen", frozen=True):
    """The client has shown everything up to a beat: its thinking time may start (CLI-202)."""

    beat: Number


class Chat(FromClient, tag="chat", frozen=True):
    """A chat line for everyone."""

    text: Text


class Kick(FromClient, tag="kick", frozen=True):
    """The host removes a member (CLI-504)."""

    member: Number


class Save(FromClient, tag="save", frozen=True):
    """The host requests the saved game, sealed; `turn` as in `Recorder.save`, -1 for the current state."""

    turn: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class AskHome(FromClient, tag="ask-home", frozen=True):
    """The host asks all players whether the match may be taken home: whether all may have it unsealed."""


class AnswerHome(FromClient, tag="answer-home", frozen=True):
    """A player agrees to the `HomeRequest` of this number, or refuses."""

    request: Number
    agreed: bool


class BundleRequest(FromClient, tag="need", frozen=True):
    """A client requests the data of plugins that it lacks: names, texts and pictures."""

    plugins: Annotated[list[Word], Meta(max_length=64)]


class Leave(FromClient, tag="leave", frozen=True):
    """A member leaves for good."""


ClientMessage = (
    Hello
    | Person
    | Configure
    | Choose
    | Start
    | Upload
    | Answer
    | PlaybackDone
    | Chat
    | Kick
    | Save
    | AskHome
    | AnswerHome
    | BundleRequest
    | Leave
)


# --- to the clients ---------------------------------------------------------------------------------------------------


MAX_TOLD = 2_000
"""The longest sentence that is sent or accepted, in characters."""
MAX_VALUE = 500
"""The longest value in a sentence, in characters."""


class LocalizedText(Struct, frozen=True, omit_defaults=True):
    """A `Message` in transit: an English sentence with named values in braces, and its location."""

    sentence: str
    values: "dict[str, str | int | float | bool | LocalizedText | None]" = {}
    where: "str | LocalizedText" = ""

    def __str__(self) -> str:
        """Return it in the player's language."""
        return str(self.message())

    @staticmethod
    def of(message: Message) -> "LocalizedText":
        """Return a message in the form that is sent."""
        where = message.where
        return LocalizedText(
            message.sentence[:MAX_TOLD],
            {name: _sendable(value) for name, value in message.values.items()},
            LocalizedText.of(where) if isinstance(where, Message) else where[:MAX_VALUE],
        )

    def message(self, depth: int = 1) -> Message:
        """Return the received message; overlong parts are cut, because the sender is not trusted."""
        values = {name: _received(value, depth) for name, value in self.values.items()}
        where = _received(self.where, depth)
        return Message("" if where is None else where, self.sentence[:MAX_TOLD], values)


def _sendable(value: Any) -> Any:
    """Return a value of a message as plain data of any accepted type."""
    if isinstance(value, Message):
        return LocalizedText.of(value)
    return value if isinstance(value, bool | int | float) else str(value)[:MAX_VALUE]


def _received(value: Any, depth: int) -> Any:
    if isinstance(value, LocalizedText):
        return value.message(depth + 1) if depth < MAX_DEPTH else None
    return value[:MAX_VALUE] if isinstance(value, str) else value


class Welcome(FromServer, tag="welcome", frozen=True):
    """The client has joined: its member number, a token for coming back, and the match's code.

    `server` is the server's id, and `challenge` the text that proves with it who the player is (`Person`).
    """

    protocol: int
    game: Short
    member: Number
    token: Short
    code: Code
    server: Short = ""
    challenge: Short = ""


class Refused(FromServer, tag="refused", frozen=True):
    """The connection ends, and retrying is pointless; `reason` is that of the close frame (docs/network.md)."""

    reason: Short
    told: LocalizedText


class MatchListing(Struct, frozen=True):
    """A match that can be joined or watched."""

    code: Code
    host: Short
    mode: Short
    course: Short
    members: Annotated[int, Meta(ge=0, le=100_000)]
    playing: bool


class MatchList(FromServer, tag="matches", frozen=True):
    """The open matches; the connection ends."""

    matches: Annotated[list[MatchListing], Meta(max_length=2_000)]


class MemberState(Struct, frozen=True):
    """A member of a match. `seat` is -1 for spectators; `player` is the bot that plays instead, if any."""

    id: Number
    name: Short
    robot: Short = ""
    ready: bool = False
    host: bool = False
    watching: bool = False
    connected: bool = True
    seat: Seat = -1
    player: Short = ""


Members = Annotated[list[MemberState], Meta(max_length=20_000)]


class LobbyState(FromServer, tag="lobby", frozen=True):
    """The lobby's current choices, as a match file without a seed, and its members."""

    config: dict[str, Any]
    members: Members


class MemberList(FromServer, tag="members", frozen=True):
    """The members while a match is played."""

    members: Members


class PluginState(Struct, frozen=True):
    """A plugin of the match."""

    version: Short
    digest: Short


class Begin(FromServer, tag="begin", frozen=True):
    """A match starts, or continues for a member who joins it: the full picture.

    `config` is the match file without seed and without other seats' secrets; `seat` is the receiver's, or -1.
    `observation` is the data of an `Observation`; for clients that lack plugins its `ext` has an entry `FACTS` with
    facts about robots. `toughness` is the damage that destroys a robot.
    """

    config: dict[str, Any]
    course: CourseData
    plugins: Annotated[dict[Short, PluginState], Meta(max_length=200)]
    seat: Seat
    beat: Number
    observation: dict[str, Any]
    waiting: Seats
    clock: Seconds
    held: bool
    toughness: Annotated[int, Meta(ge=0, le=1000)]


class Update(FromServer, tag="update", frozen=True):
    """What has happened, as far as the seat may see it, and the current state of the match.

    `clock` is the time until defaults are used, in seconds; while it is `held` it has not started.
    """

    events: Annotated[list[dict[str, Any]], Meta(max_length=100_000)]
    observation: dict[str, Any]
    waiting: Seats
    clock: Seconds
    held: bool
    notices: Annotated[list[dict[str, Any]], Meta(max_length=1_000)] = []


class ClockState(FromServer, tag="clock", frozen=True):
    """The clock has changed, or the seats that the match waits for."""

    waiting: Seats
    clock: Seconds
    held: bool


class Rejected(FromServer, tag="rejected", frozen=True):
    """An answer or another request is not possible; nothing has changed."""

    told: LocalizedText
    id: Short = ""


class ChatMessage(FromServer, tag="said", frozen=True):
    """A chat line; `member` is -1 for the server itself."""

    member: Annotated[int, Meta(ge=-1, le=2**53 - 1)]
    name: Word
    text: Text


class MatchEnded(FromServer, tag="ended", frozen=True):
    """The match is over, or the lobby is closed.

    `reason` is `over` when the match reached its end: then `file` is its replay. It is `host` when the host has left,
    `left` when all players have left, `failed` after a program error, and `closed` when the server stops: then `file`
    is the saved game, sealed (CLI-R02, CLI-R12). Files are in base64, empty if there is no file. With `over`, `digest`
    is that of the last state, and `counts` are the statistics by robot.
    """

    reason: Short
    file: str = ""
    digest: Short = ""
    counts: Annotated[list[dict[Short, Annotated[int, Meta(ge=-(2**53), le=2**53)]]], Meta(max_length=100)] = []


class SavedGame(FromServer, tag="saved", frozen=True):
    """The saved game that the host requested, sealed, in base64."""

    file: str


class HomeRequest(FromServer, tag="home-request", frozen=True):
    """What has become of the host's request to take the match home; only players are told.

    `state` is `open` or `agreed`, `refused`, or `over` when it has ended with its turn. `missing` are the players whose
    answer is missing: all of them for the host, for others nobody but themselves. `refused` is who has refused, for the
    host only.
    """

    request: Number
    host: Short
    state: Short
    missing: Annotated[list[Short], Meta(max_length=100)] = []
    refused: Short = ""


class HomeGame(FromServer, tag="home-game", frozen=True):
    """The saved game that may be taken home: that of the beginning of a turn, not sealed, in base64."""

    file: str


class PluginBundle(FromServer, tag="bundle", frozen=True):
    """The data of a plugin for clients: files by their paths in its folder, in base64; never code."""

    plugin: Short
    digest: Short
    files: Annotated[dict[Short, str], Meta(max_length=400)]


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
    | HomeRequest
    | HomeGame
    | PluginBundle
)

_encoder = msgspec.json.Encoder()
_from_client = msgspec.json.Decoder(ClientMessage)
_from_server = msgspec.json.Decoder(ServerMessage)


def encode(message: FromClient | FromServer) -> bytes:
    """Return a message in the form that is sent."""
    return _encoder.encode(message)


def decode_client(data: str | bytes) -> ClientMessage:
    """Decode a client's message; raises `ValueError` or `RecursionError` for anything else."""
    message: ClientMessage = _from_client.decode(data)
    if isinstance(message, Answer):
        check_values(message.answer)
    elif isinstance(message, Configure):
        check_values(message.config)
    return message


def decode_server(data: str | bytes) -> ServerMessage:
    """Decode a server's message; raises `ValueError` or `RecursionError` for anything else, or for too much of it."""
    content = data.encode() if isinstance(data, str) else data
    if len(content) > MAX_FROM_SERVER or items_in(content) > MAX_ITEMS:
        raise ValueError("the message is too large")
    message: ServerMessage = _from_server.decode(content)
    match message:
        case LobbyState(config):
            check_values(config)
        case Begin(config, course, observation=observation):
            check_values(config)
            check_values([values for _kind, _cell, values in course.elements])
            check_values(observation)
        case Update(events, observation, notices=notices):
            check_values(events)
            check_values(observation)
            check_values(notices)
    return message
