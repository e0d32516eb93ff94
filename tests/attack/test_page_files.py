"""What browsers are served, and what is refused: other sites, other names, other paths, and too much."""

import base64
import gzip
import hashlib
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from roborally.game.session.instant_thinker import InstantThinker
from roborally.net.limits import Limits
from roborally.net.server.door import Door, Visit
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.pages.page import Page, fetch
from tests.net.patience import PATIENT
from tests.waiting import PATIENCE, Clock, until

ADDRESS = "127.0.0.1"


@pytest.fixture(scope="module")
def server(catalogue: Catalogue) -> Iterator[ServerThread]:
    """Return a server that may be asked for by one name."""
    bots = ["random"]
    thread = ServerThread(
        Server(catalogue, InstantThinker(catalogue), bots, limits=PATIENT, names=["play.example.org"])
    )
    yield thread
    thread.stop()


def asked(port: int, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    """Return the answer to a request, and its content."""
    connection = HTTPConnection(ADDRESS, port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("[::1]:{port}", 200),
        ("LOCALHOST:{port}", 200),
        ("annas-pc:{port}", 200),
        ("annas-pc.local", 200),
        ("play.example.org", 200),
        ("Play.Example.Org:443", 200),
        ("evil.example.org", 421),
        ("play.example.org.evil.example", 421),
        ("evil.example/127.0.0.1", 421),
        ("127.0.0.1@evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
        ("[::1", 421),
        ("127.0.0.1; script-src *", 421),
    ],
)
def test_only_own_names_are_answered(server: ServerThread, host: str, status: int) -> None:
    """A site of a stranger may let its own name point to this machine."""
    answer, _content = asked(server.port, "/lobby/en", Host=host.format(port=server.port))
    assert answer.status == status


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:{port}", True),
        ("https://127.0.0.1:{port}", True),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:{port}.evil.example", False),
        ("http://evil.example", False),
        ("null", False),
    ],
)
def test_pages_of_other_sites_cannot_connect(server: ServerThread, origin: str, welcome: bool) -> None:
    own: Any = origin.format(port=server.port)
    if welcome:
        with connect(f"ws://{ADDRESS}:{server.port}/", origin=own, proxy=None):
            pass
    else:
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{ADDRESS}:{server.port}/", origin=own, proxy=None):
            pass
        assert refused.value.response.status_code == 403
    assert asked(server.port, "/", Origin=own)[0].status == (200 if welcome else 403)


def test_a_page_runs_its_own_script_and_nothing_else(server: ServerThread) -> None:
    answer, packed = asked(server.port, "/ABCDE")
    html = gzip.decompress(packed).decode()
    policy = dict(part.strip().split(" ", 1) for part in answer.getheader("Content-Security-Policy", "").split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (inside,) = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert policy[name] == f"'sha256-{digest}'"
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", html), "nothing is loaded from elsewhere"
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Referrer-Policy") == "no-referrer"
    assert answer.getheader("Connection") == "close"


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/page.css",
        "/static/main.js",
        "/..%2f..%2fetc/passwd",
        "//evil.example/",
        "/ABCD",
        "/ABCDEF",
        "/ABC1E",
        "/pack/",
        "/pack/..",
        "/pack/0123456789abcdef01234567",
        "/lobby/",
        "/lobby/xx",
        "/lobby/../de",
        "/lobby/de/",
        "/%00",
    ],
)
def test_there_are_no_other_paths(server: ServerThread, path: str) -> None:
    assert asked(server.port, path)[0].status == 404


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 10_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\nOrigin: http://127.0.0.1\r\n\r\n",
        b"GET\r\n\r\n",
    ],
)
def test_malformed_requests_are_refused(server: ServerThread, request_: bytes) -> None:
    with socket.create_connection((ADDRESS, server.port), PATIENCE) as line:
        answer = b""
        try:
            line.sendall(request_)
            while part := line.recv(65_536):
                answer += part
        except ConnectionError:
            pass  # it has been hung up
    assert not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 101", b"HTTP/1.1 500"))
    assert asked(server.port, "/")[0].status == 200


def test_nothing_is_served_where_pages_are_switched_off(serve: Serve) -> None:
    port = serve(pages=False).port
    assert asked(port, "/")[0].status == 426
    own: Any = f"http://{ADDRESS}:{port}"
    with pytest.raises(InvalidStatus), connect(f"ws://{ADDRESS}:{port}/", origin=own, proxy=None):
        pass


def test_eight_phones_behind_one_address_get_in(serve: Serve) -> None:
    """Each asks for the page, what there is to choose, and two packs; the limits are the usual ones."""
    port = serve(limits=replace(Limits(), first_message=PATIENCE)).port
    host = Page(port).enter("Ann", "create")
    pages = [Page(port).enter(f"Phone {number}", code=host.welcome.code) for number in range(1, 8)]
    assert all(asked(port, f"/{host.welcome.code}")[0].status == 200 for _page in range(8))
    assert len({page.welcome.member for page in pages}) == 7
    assert all(fetch(port, "/lobby/de")["robots"] for _page in range(8))


def test_files_take_no_place_of_players() -> None:
    limits = replace(Limits(), files_each=2, silent_each=1, arrival_burst=1, arrival_rate=0.001)
    door = Door(limits, Clock(0.0), 100)

    def knock() -> Visit:
        visit = door.knock("192.0.2.1", lambda: None)
        assert visit is not None, "arrivals count no files"
        return visit

    files = []
    for fits in (True, True, False):
        files.append(knock())
        assert door.note_file(files[-1]) == fits
    door.leave(files.pop())
    assert (door.spoken, len(door)) == (0, 2)
    assert not door.note_hello(knock(), returning=False)
    for visit in files:
        door.leave(visit)
    assert (door.spoken, len(door)) == (1, 1)


def test_a_browser_that_reads_nothing_keeps_no_place(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.net.server.frugal_connection.ANSWER_SECONDS", 0.2)
    thread = serve()
    with socket.create_connection((ADDRESS, thread.port), PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: len(thread.server.door) == 0)
        until(lambda: line.recv(65_536) == b"")


@pytest.mark.parametrize("secure", [False, True])
def test_large_files_come_whole(
    secure: bool, catalogue: Catalogue, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server closes the connection, also by TLS, but only when all of the file has left."""
    content = bytes(5_000_000)
    monkeypatch.setattr("roborally.net.server.page_files.lobby_content", lambda *_given: content)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*certificate)
    server = Server(catalogue, InstantThinker(catalogue), ["random"], limits=PATIENT)
    thread = ServerThread(server, tls=tls if secure else None)
    trusted = ssl.create_default_context(cafile=certificate[0])
    connection = (
        HTTPSConnection(ADDRESS, thread.port, timeout=PATIENCE, context=trusted)
        if secure
        else HTTPConnection(ADDRESS, thread.port, timeout=PATIENCE)
    )
    connection.request("GET", "/lobby/en")
    assert connection.getresponse().read() == content
    thread.stop()
