"""The network protocol: its messages, one JSON object per text frame of a WebSocket, told apart by `type`.

All incoming messages are checked here and nowhere else: types, lengths, ranges and unknown fields.
"""

import msgspec

from roborally.base.bounded import check_values, items_in
from roborally.net.protocol.sentences import (
    MAX_SENTENCE,
    MAX_VALUE,
    LocalizedText,
)
from roborally.net.protocol.to_clients import (
    FACTS_ENTRY,
    TABLE,
    Begin,
    BundleContents,
    ChatMessage,
    ClockState,
    HomeGame,
    HomeRequest,
    LobbyState,
    MatchEnded,
    MatchList,
    MatchListing,
    MemberList,
    Members,
    MemberState,
    PluginBundle,
    PluginState,
    Refused,
    Rejected,
    SavedGame,
    ServerMessage,
    Update,
    Welcome,
    Who,
)
from roborally.net.protocol.to_server import (
    Answer,
    AnswerHome,
    AskHome,
    Building,
    BundleRequest,
    Chat,
    Choose,
    ClientMessage,
    Configure,
    Hello,
    Kick,
    Leave,
    Person,
    PieceRequest,
    PlaybackDone,
    Save,
    Start,
    Upload,
)
from roborally.net.protocol.values import (
    CODE_LENGTH,
    CODE_LETTERS,
    MAX_BYTES,
    MAX_COURSE_CODE,
    MAX_FROM_SERVER,
    MAX_ITEMS,
    MAX_PART,
    MAX_PIECE,
    MAX_SHORT,
    PORT,
    PROTOCOL,
    Code,
    FromClient,
    FromServer,
    Name,
    Number,
    Seat,
    Seats,
    Seconds,
    Short,
    Text,
    Titles,
    Token,
    Word,
)

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "FACTS_ENTRY",
    "MAX_BYTES",
    "MAX_COURSE_CODE",
    "MAX_FROM_SERVER",
    "MAX_ITEMS",
    "MAX_PART",
    "MAX_PIECE",
    "MAX_SENTENCE",
    "MAX_SHORT",
    "MAX_VALUE",
    "PORT",
    "PROTOCOL",
    "TABLE",
    "Answer",
    "AnswerHome",
    "AskHome",
    "Begin",
    "Building",
    "BundleContents",
    "BundleRequest",
    "Chat",
    "ChatMessage",
    "Choose",
    "ClientMessage",
    "ClockState",
    "Code",
    "Configure",
    "FromClient",
    "FromServer",
    "Hello",
    "HomeGame",
    "HomeRequest",
    "Kick",
    "Leave",
    "LobbyState",
    "LocalizedText",
    "MatchEnded",
    "MatchList",
    "MatchListing",
    "MemberList",
    "MemberState",
    "Members",
    "Name",
    "Number",
    "Person",
    "PieceRequest",
    "PlaybackDone",
    "PluginBundle",
    "PluginState",
    "Refused",
    "Rejected",
    "Save",
    "SavedGame",
    "Seat",
    "Seats",
    "Seconds",
    "ServerMessage",
    "Short",
    "Start",
    "Text",
    "Titles",
    "Token",
    "Update",
    "Upload",
    "Welcome",
    "Who",
    "Word",
    "decode_client",
    "decode_server",
    "encode",
]

_encoder = msgspec.json.Encoder()
_from_client = msgspec.json.Decoder(ClientMessage)
_from_server = msgspec.json.Decoder(ServerMessage)


def encode(message: FromClient | FromServer) -> bytes:
    """Return a message as bytes to send."""
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
    """Decode a server's message; raises `ValueError` or `RecursionError` for anything else, or if it is too large."""
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
