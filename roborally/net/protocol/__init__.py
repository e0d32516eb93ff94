"""The network protocol: its messages, one JSON object per text frame of a WebSocket, distinguished by `type`.

All incoming messages are checked here and nowhere else: types, lengths, ranges and unknown fields.
"""

import msgspec

from roborally.base.bounded import check_values, items_in
from roborally.net.protocol.sentences import LocalizedText as LocalizedText
from roborally.net.protocol.to_clients import FACTS_ENTRY as FACTS_ENTRY
from roborally.net.protocol.to_clients import TABLE as TABLE
from roborally.net.protocol.to_clients import Begin as Begin
from roborally.net.protocol.to_clients import BundleContents as BundleContents
from roborally.net.protocol.to_clients import ChatMessage as ChatMessage
from roborally.net.protocol.to_clients import ClockState as ClockState
from roborally.net.protocol.to_clients import HomeGame as HomeGame
from roborally.net.protocol.to_clients import HomeRequest as HomeRequest
from roborally.net.protocol.to_clients import LobbyState as LobbyState
from roborally.net.protocol.to_clients import MatchEnded as MatchEnded
from roborally.net.protocol.to_clients import MatchList as MatchList
from roborally.net.protocol.to_clients import MatchListing as MatchListing
from roborally.net.protocol.to_clients import MemberList as MemberList
from roborally.net.protocol.to_clients import MemberState as MemberState
from roborally.net.protocol.to_clients import PageScene as PageScene
from roborally.net.protocol.to_clients import PluginBundle as PluginBundle
from roborally.net.protocol.to_clients import PluginState as PluginState
from roborally.net.protocol.to_clients import Previewed as Previewed
from roborally.net.protocol.to_clients import Refused as Refused
from roborally.net.protocol.to_clients import Rejected as Rejected
from roborally.net.protocol.to_clients import SavedGame as SavedGame
from roborally.net.protocol.to_clients import ServerMessage as ServerMessage
from roborally.net.protocol.to_clients import Shown as Shown
from roborally.net.protocol.to_clients import Update as Update
from roborally.net.protocol.to_clients import Welcome as Welcome
from roborally.net.protocol.to_clients import Who as Who
from roborally.net.protocol.to_server import Answer as Answer
from roborally.net.protocol.to_server import AnswerHome as AnswerHome
from roborally.net.protocol.to_server import AskHome as AskHome
from roborally.net.protocol.to_server import Building as Building
from roborally.net.protocol.to_server import BundleRequest as BundleRequest
from roborally.net.protocol.to_server import Chat as Chat
from roborally.net.protocol.to_server import Choose as Choose
from roborally.net.protocol.to_server import ClientMessage as ClientMessage
from roborally.net.protocol.to_server import Configure as Configure
from roborally.net.protocol.to_server import Hello as Hello
from roborally.net.protocol.to_server import Kick as Kick
from roborally.net.protocol.to_server import Leave as Leave
from roborally.net.protocol.to_server import Person as Person
from roborally.net.protocol.to_server import PieceRequest as PieceRequest
from roborally.net.protocol.to_server import PlaybackDone as PlaybackDone
from roborally.net.protocol.to_server import Preview as Preview
from roborally.net.protocol.to_server import Save as Save
from roborally.net.protocol.to_server import Start as Start
from roborally.net.protocol.to_server import Upload as Upload
from roborally.net.protocol.values import CODE_LENGTH as CODE_LENGTH
from roborally.net.protocol.values import CODE_LETTERS as CODE_LETTERS
from roborally.net.protocol.values import MAX_BYTES as MAX_BYTES
from roborally.net.protocol.values import MAX_COURSE_CODE as MAX_COURSE_CODE
from roborally.net.protocol.values import MAX_FROM_SERVER as MAX_FROM_SERVER
from roborally.net.protocol.values import MAX_ITEMS as MAX_ITEMS
from roborally.net.protocol.values import MAX_PART as MAX_PART
from roborally.net.protocol.values import MAX_PIECE as MAX_PIECE
from roborally.net.protocol.values import MAX_SHORT as MAX_SHORT
from roborally.net.protocol.values import PORT as PORT
from roborally.net.protocol.values import PROTOCOL as PROTOCOL
from roborally.net.protocol.values import FromClient as FromClient
from roborally.net.protocol.values import FromServer as FromServer
from roborally.net.protocol.values import Name as Name

_encoder = msgspec.json.Encoder()
_from_client = msgspec.json.Decoder(ClientMessage)
_from_server = msgspec.json.Decoder(ServerMessage)


def encode(message: FromClient | FromServer) -> bytes:
    """Return a message as JSON to send."""
    return _encoder.encode(message)


def decode_client(data: str | bytes) -> ClientMessage:
    """Decode a client's message; raise `ValueError` or `RecursionError` for anything else."""
    message: ClientMessage = _from_client.decode(data)
    if isinstance(message, Answer | Preview):
        check_values(message.answer)
    elif isinstance(message, Configure):
        check_values(message.config)
    return message


def decode_server(data: str | bytes) -> ServerMessage:
    """Decode a server's message; raise `ValueError` or `RecursionError` for anything else, or if it is too large."""
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
        case PageScene(now=now, log=log):
            check_values(now)
            check_values(log)
        case Shown(beats=beats, now=now):
            check_values(beats)
            check_values(now)
        case Previewed(ghost=ghost):
            check_values(ghost)
    return message
