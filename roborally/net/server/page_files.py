"""Serves pages to browsers on the port of the WebSocket: one file of HTML, pictures and texts, and nothing else.

A page loads nothing from anywhere else and runs no other script: its content security policy forbids both.
"""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Collection, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from roborally.base.errors import GameError
from roborally.base.palette import palette
from roborally.base.translation import known_language, languages, plugin_text, speaking
from roborally.base.version import VERSION
from roborally.game.course.courses import course_files, course_folders, load_course
from roborally.game.course.notation import Notations
from roborally.game.match_file import MatchSection
from roborally.narration import page
from roborally.narration.page.collected import Collected
from roborally.narration.page.scripts import digest, joined_script
from roborally.net import pages
from roborally.net.pages.pack import Packs
from roborally.net.pages.words import page_words
from roborally.net.protocol import CODE_LENGTH, CODE_LETTERS, PROTOCOL
from roborally.net.rooms.room import Room
from roborally.net.server.frugal_connection import FrugalConnection
from roborally.plugin_system.errors import PluginError
from roborally.plugin_system.loader import Catalogue, Plugin

FOLDERS = tuple(Path(package.__path__[0]) / "static" for package in (pages, page))
HTML, JSON = "text/html; charset=utf-8", "application/json"
FOR_EVER, AN_HOUR, ASK = "public, max-age=31536000, immutable", "public, max-age=3600", "no-cache"
EFFORT = 9
SMALL_SIDE = 64
"""The side in pixels of the robots' pictures beside names in the lobby."""
USUAL = MatchSection().mode
LOCAL = (".local", ".lan", ".internal", ".home.arpa")
"""The endings of host names that only the local network knows."""
_CODE = re.compile(rf"/([{CODE_LETTERS}{CODE_LETTERS.lower()}]{{{CODE_LENGTH}}})?\Z")
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?\Z", re.IGNORECASE)


class PageFiles:
    """Answers the requests of browsers for the page of matches, and for its pictures and texts.

    Requests are answered only under an address, a local name or one of `names`: the browser would otherwise trust the
    site of a stranger whose name points to this machine.
    """

    def __init__(self, catalogue: Catalogue, rooms: Mapping[str, Room], names: Collection[str] = ()) -> None:
        self._catalogue = catalogue
        self._rooms = rooms
        self._names = frozenset(name.lower() for name in names)
        self._lobbies: dict[str, bytes] = {}

    def answer(self, connection: FrugalConnection, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for a file; return `None` for a WebSocket that may be opened."""
        opens = request.headers.get("Upgrade", "").lower() == "websocket"
        origins = request.headers.get_all("Origin")
        if opens and not origins:
            return None  # no browser
        hosts = request.headers.get_all("Host")
        host = hosts[0].lower() if len(hosts) == 1 else ""
        if not self._is_own(host):
            return plain(HTTPStatus.MISDIRECTED_REQUEST, "this server does not have that name\n")
        if any(origin.lower() not in (f"http://{host}", f"https://{host}") for origin in origins):
            return plain(HTTPStatus.FORBIDDEN, "pages of other sites cannot connect\n")
        if opens:
            return None
        if not connection.begin_answer():
            return plain(HTTPStatus.TOO_MANY_REQUESTS, "too many requests come from your address\n")
        return self._file(request.path.partition("?")[0], host, request.headers.get_all("Accept-Language"))

    def _is_own(self, host: str) -> bool:
        """Return whether a page may be served under a host: an address, a name of the local network or a known one."""
        found = _HOST.match(host)
        if found is None:
            return False
        name = found[1] or found[2]
        if name in self._names or "." not in name.strip(".") or name.endswith(LOCAL):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _file(self, path: str, host: str, wanted: list[str]) -> Response | Awaitable[Response]:
        folder, _slash, name = path[1:].partition("/")
        if found := _CODE.match(path):
            return self._page(host, (found[1] or "").upper(), ",".join(wanted))
        if folder == "lobby" and name in languages():
            return self._lobby(name)
        if folder == "pack":
            return self._pack(name)
        return plain(HTTPStatus.NOT_FOUND, "nothing is here\n")

    def _page(self, host: str, code: str, wanted: str) -> Response:
        content, script, style = _joined()
        response = packed(content, HTML, ASK)
        response.headers["Content-Security-Policy"] = (
            f"default-src 'none'; script-src {script}; style-src {style}; img-src data:; media-src data:; "
            f"connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'; require-trusted-types-for 'script'"
        )
        room = self._rooms.get(code)
        if room is not None and room.feeds is not None:  # it is public, and needed first of all
            first = re.split(r"[-,;\s]", wanted.strip().lower())[0]
            pack = room.feeds.packs.digest(known_language(first))
            response.headers["Link"] = f"</pack/{pack}>; rel=preload; as=fetch; crossorigin=anonymous"
        return response

    async def _pack(self, name: str) -> Response:
        packs = [room.feeds.packs for room in self._rooms.values() if room.feeds is not None]
        content = await asyncio.to_thread(_content_of, packs, name)
        return plain(HTTPStatus.NOT_FOUND, "nothing is here\n") if content is None else packed(content, JSON, FOR_EVER)

    async def _lobby(self, language: str) -> Response:
        if language not in self._lobbies:
            self._lobbies[language] = await asyncio.to_thread(lobby_content, self._catalogue, language)
        return packed(self._lobbies[language], JSON, AN_HOUR)


def _content_of(all_packs: Sequence[Packs], name: str) -> bytes | None:
    """Return the content of the pack with this digest, which may first have to be made; `None` if it is unknown."""
    return next((content for packs in all_packs if (content := packs.content(name)) is not None), None)


def lobby_content(catalogue: Catalogue, language: str) -> bytes:
    """Return the robots, modes, courses, colours and texts for a lobby in a language, as gzipped JSON.

    `colours` are those of the seats' names and of the robots' pictures, `liveries`; in the modes `teams` of the teams.
    The mode with an empty id is that of a match file that names none.
    """
    plugins = list(catalogue.plugins.values())
    collected, colours = Collected(plugins, []), [seat["light"] for seat in palette()["seat"]]
    fitting = {mode.id: _needed_by(mode, catalogue) for mode in catalogue.modes()}
    fitting[""] = fitting.get(USUAL, set())
    with speaking(language):
        content = {
            "robots": [
                {
                    "id": name,
                    "title": plugin_text(plugin.folder, robot.title),
                    "ability": plugin_text(plugin.folder, robot.ability) if robot.ability else "",
                    "picture": collected.robot(name, 0, number),
                    "liveries": [collected.robot(name, 0, livery, SMALL_SIDE) for livery in range(len(colours))],
                    "modes": [mode for mode, needed in fitting.items() if plugin.id in needed],
                }
                for plugin in plugins
                for number, (name, robot) in enumerate(plugin.manifest.robot.items())
            ],
            "modes": {
                mode: plugin_text(plugin.folder, plugin.manifest.title)
                for mode in fitting
                if (plugin := catalogue.plugins.get(mode or USUAL)) is not None
            },
            "teams": [mode.id for mode in catalogue.modes() if "team" in mode.manifest.seat_settings],
            "colours": colours,
            "courses": _course_titles(catalogue),
            "words": page_words(),
        }
    return gzip.compress(msgspec.json.encode(content), EFFORT)


def _needed_by(mode: Plugin, catalogue: Catalogue) -> set[str]:
    """Return the ids of the plugins with which a mode is played; none if it cannot be played."""
    try:
        return {plugin.id for plugin in catalogue.resolve([mode.id])}
    except PluginError:
        return set()


def _course_titles(catalogue: Catalogue) -> dict[str, str]:
    """Return the titles of the courses by their ids, without those that the player has built."""
    notations = Notations.of(catalogue.plugins.values())
    titles = {}
    for name, path in course_files(notations, course_folders(notations)[1:]).items():
        try:
            titles[name] = load_course(path, notations).title
        except GameError:
            titles[name] = name
    return titles


# --- the file of HTML -------------------------------------------------------------------------------------------------


@cache
def _joined() -> tuple[bytes, str, str]:
    """Return the page as one gzipped file, and the digests of its script and its style for its security policy."""
    style = (FOLDERS[0] / "page.css").read_text(encoding="utf-8")
    script = joined_script("main.js", FOLDERS)
    values = {"PROTOCOL": str(PROTOCOL), "VERSION": VERSION, "STYLE": style, "SCRIPT": script}
    parts = (FOLDERS[0] / "index.html").read_text(encoding="utf-8").split("@@")
    html = "".join(values[part] if number % 2 else part for number, part in enumerate(parts))
    return gzip.compress(html.encode(), EFFORT), digest(script), digest(style)


# --- answers ----------------------------------------------------------------------------------------------------------


def packed(content: bytes, kind: str, kept: str) -> Response:
    """Return a response with gzipped content of a media type (`kind`); `kept` is its `Cache-Control` header."""
    response = _response(HTTPStatus.OK, content, kind)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = kept
    return response


def plain(status: HTTPStatus, text: str) -> Response:
    """Return a response with one sentence as plain text."""
    return _response(status, text.encode(), "text/plain; charset=utf-8")


def _response(status: HTTPStatus, content: bytes, kind: str) -> Response:
    headers: dict[str, Any] = {
        "Connection": "close",
        "Content-Length": str(len(content)),
        "Content-Type": kind,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    return Response(status.value, status.phrase, Headers(headers), content)
