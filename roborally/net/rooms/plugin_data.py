"""Sends members the data of the plugins of a match that they lack, in pieces that they ask for (docs/network.md)."""

import base64

from roborally.net.plugin_bundles import contents_of, data_of, digest_of
from roborally.net.protocol import PieceRequest, PluginBundle
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member

MAX_ASKED = 100
"""How often a member may ask in one match what plugins consist of, or for the picture after that."""
MAX_SENT = 64_000_000
"""How many bytes of plugins a member may be sent in one match."""


def lend(room: Room, member: Member, wanted: list[str]) -> None:
    """Tell a member what the plugins that they lack consist of; without any, send the match; raise `DeniedError`.

    Until they ask for the match they are not sent what happens: it would stand in the way of the pieces.
    """
    running_match = room.in_match()
    member.asked += 1
    if member.asked > MAX_ASKED:
        raise DeniedError("you have already sent that")
    lent = [plugin for plugin in running_match.game.plugins if plugin.id in wanted]
    member.without_plugins, member.fetching = True, bool(lent)
    for plugin in lent:
        room.broadcast.send(member, contents_of(plugin.id, plugin.folder))
    if not wanted:
        running_match.welcome(member)


def send_piece(room: Room, member: Member, request: PieceRequest) -> None:
    """Send parts of files of a plugin, in the order in which they are asked for, together of one size at most.

    Ignores a request that came after the match; raises `DeniedError` for one that no client makes.
    """
    running_match = room.running_match
    if running_match is None:
        return
    folder = next((plugin.folder for plugin in running_match.game.plugins if plugin.id == request.plugin), None)
    if folder is None:
        raise DeniedError("this match has no such plugin")
    files, left = data_of(folder), request.size
    parts: dict[str, str] = {}
    for path, offset in request.files.items():
        part = files.get(path, b"")[offset : offset + left]
        parts[path] = base64.b64encode(part).decode()
        left -= len(part)
        if left <= 0:
            break
    member.fetched += request.size - left
    if member.fetched > MAX_SENT:
        raise DeniedError("you have already sent that")
    room.broadcast.send(member, PluginBundle(request.plugin, digest_of(folder), parts))
