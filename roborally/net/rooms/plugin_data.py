"""Sends members the data of a match's plugins that they lack, in pieces on request (docs/network.md)."""

import base64

from roborally.net.plugin_bundles import contents_of, data_of, digest_of
from roborally.net.protocol import PieceRequest, PluginBundle
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member

MAX_ASKED = 100
"""The maximum number of a member's requests for lists of files, or for the match itself, in one match."""
MAX_SENT = 64_000_000
"""The maximum number of bytes of plugins sent to a member in one match."""


def send_contents(room: Room, member: Member, wanted: list[str]) -> None:
    """Send a member the file lists of the plugins `wanted` (ids), or the match if `wanted` is empty.

    Until members ask for the match they receive no events, which would delay the pieces. Raise `DeniedError` for
    more than `MAX_ASKED` requests.
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
    """Send parts of a plugin's files in the requested order, together at most `request.size` bytes.

    A request that arrives after the match is ignored. Raise `DeniedError` for an unknown plugin or too much data.
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
