"""Handles the requests of a room's members, and checks that the sender may make them.

Only the host sets up, starts, loads, saves and removes members (CLI-1302); players answer only for their own seat.
"""

from roborally.base.errors import Message
from roborally.core.decisions import AnswerError
from roborally.net.protocol import (
    TABLE,
    Answer,
    AnswerHome,
    AskHome,
    Building,
    BundleRequest,
    Chat,
    Choose,
    ClientMessage,
    Configure,
    Kick,
    Leave,
    Person,
    PieceRequest,
    PlaybackDone,
    Preview,
    Save,
    Start,
    Upload,
)
from roborally.net.rooms.match_start import start, take_part
from roborally.net.rooms.plugin_data import send_contents, send_piece
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member


def handle(room: Room, member: Member, message: ClientMessage) -> None:
    """Carry out a member's request, or send them why it is not possible; ignore members who have left."""
    if member.gone or room.closed or _has_crossed(room, message):
        return
    question = message.id if isinstance(message, Answer) else TABLE if isinstance(message, Building) else ""
    try:
        _obey(room, member, message)
    except DeniedError as denied:
        room.broadcast.reject(member, denied.message, question)
    except AnswerError as error:
        room.broadcast.reject(member, Message("", error.sentence, error.values), question)


def _has_crossed(room: Room, message: ClientMessage) -> bool:
    """Return whether a message was still on its way when the match began or ended, so that it is no mistake."""
    if room.running_match is None:
        return isinstance(message, AnswerHome | Preview)
    return isinstance(message, Choose | Building | Configure)


def _obey(room: Room, member: Member, message: ClientMessage) -> None:
    match message:
        case Answer(id_, answer):
            room.answer(member, id_, answer)
        case Preview(id_, answer, number):
            room.in_match().preview(member, id_, answer, number)
        case PlaybackDone(beat):
            room.shown(member, beat)
        case Chat(said, course):
            room.broadcast.chat(member, said, course)
            if room.running_match is not None:
                room.running_match.note_chat()
        case Choose(robot, ready, watching):
            room.in_lobby().choose(member, robot, ready=ready, watching=watching)
        case AnswerHome(request, agreed):
            room.saves.answer_home(member, room.in_match().recorder, request, agreed=agreed)
        case Person():
            room.note_identity(member, message)
        case BundleRequest(plugins):
            send_contents(room, member, plugins)
        case PieceRequest():
            send_piece(room, member, message)
        case Leave():
            room.remove(member)
        case _:
            if not member.host:
                raise DeniedError("only the host can do that")
            _obey_host(room, member, message)


def _obey_host(room: Room, host: Member, message: ClientMessage) -> None:
    match message:
        case Configure(config):
            room.in_lobby().configure(config)
        case Start():
            start(room)
        case Upload():
            take_part(room, host, message)
        case Building(course):
            room.in_lobby().show_building(course)
        case Kick(id_):
            room.send_away(host, id_)
        case Save(turn):
            room.saves.save(host, room.in_match().recorder, turn)
        case AskHome():
            room.saves.ask_home(host, room.in_match().recorder)
        case _:
            raise DeniedError("you have already sent that")
