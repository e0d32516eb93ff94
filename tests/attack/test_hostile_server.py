"""A client against a server that sends anything: it says so in a sentence, and stays as it is."""

import asyncio
import base64
import threading
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen
from websockets.exceptions import ConnectionClosed

from roborally.net.address import Address
from roborally.net.client.connection import Connection, News, ServerRequest, Status
from roborally.net.client.membership import MAX_BUNDLES, Membership, UnshowableError
from roborally.net.plugin_bundles import MAX_FILES, MAX_LETTERS, MAX_PIXELS, BundleError, hash_of, unpack
from roborally.net.protocol import (
    MAX_FROM_SERVER,
    MAX_ITEMS,
    PROTOCOL,
    Begin,
    BundleContents,
    BundleRequest,
    FromServer,
    PieceRequest,
    PluginBundle,
    PluginState,
    Update,
    Welcome,
    decode_server,
    encode,
)
from roborally.plugin_system.loader import Catalogue
from tests.net.patience import be_patient
from tests.net.table import Table, configuration
from tests.net.test_membership import Said
from tests.net.test_plugin_bundles import MANIFEST
from tests.waiting import PATIENCE, until

CORPUS = Path(__file__).parent / "corpus"
MAX_BYTES = 150_000_000
"""How much memory the client may use for what a server sends."""


class HostileServer:
    """Accepts any client, and sends it messages one after the other; then it waits."""

    def __init__(self, *messages: str | bytes) -> None:
        self.messages = messages
        self.received: list[str | bytes] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _run(self) -> None:
        async with listen(self._talk, "127.0.0.1", 0, compression=None) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            self._ready.set()
            await self._stop.wait()

    async def _talk(self, socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            self.received.append(await socket.recv())
            for message in self.messages:
                await socket.send(message)
            async for data in socket:
                self.received.append(data)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


Meet = Callable[..., Membership]


@pytest.fixture
def meet(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meet]:
    """Return a function that lets a client meet a hostile server."""
    be_patient(monkeypatch.setattr)
    open_ones: list[tuple[Connection, HostileServer]] = []

    def start(*messages: str | bytes, known: Catalogue = catalogue) -> Membership:
        server = HostileServer(*messages)
        line = Connection(Address("127.0.0.1", server.port), ServerRequest("Ann"))
        open_ones.append((line, server))
        return Membership(line, known, tmp_path / "bundles")

    yield start
    for line, server in open_ones:
        line.close()
        server.stop()


@pytest.fixture(scope="module")
def begin(catalogue: Catalogue) -> Begin:
    """Return how a match begins for a guest."""
    table = Table(catalogue)
    _ann, bob = table.begin(configuration("standard", ["Ann", "Bob"], bots=1), "Ann", "Bob")
    return bob.last(Begin)


WELCOME = encode(Welcome(PROTOCOL, "0.1.0", 2, "token", "ABCDE"))


def outcome(membership: Membership) -> Sequence[News | UnshowableError]:
    """Return what the client makes of it, up to the end of the connection or to what cannot be shown."""
    found: list[News | UnshowableError] = []

    def is_over() -> bool:
        found.extend(membership.update())
        return any(_ends(news) for news in found)

    until(is_over)
    return found


def _ends(news: News | UnshowableError) -> bool:
    return isinstance(news, UnshowableError) or (isinstance(news, Status) and news.state == "closed")


def shown_at(news: Sequence[News | UnshowableError]) -> str:
    """Return the sentence at the end."""
    last = next(entry for entry in news if _ends(entry))
    assert isinstance(last, UnshowableError | Status)
    return str(last.text)


# --- messages that no server of this game sends -----------------------------------------------------------------------


MESSAGES = sorted((CORPUS / "messages").glob("*.json"))


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_message_of_the_corpus(path: Path, meet: Meet, begin: Begin) -> None:
    """Whatever it is, and also in the middle of a match: a sentence, or it is passed over."""
    content = path.read_bytes()
    for before in ((), (WELCOME,), (WELCOME, encode(begin))):
        membership = meet(*before, content, b"no message")
        news = outcome(membership)
        assert 0 < len(shown_at(news)) < 500
        assert membership.chat.count <= 1
        for member in membership.members:
            assert len(member.name) <= 200


def test_the_corpus_is_there() -> None:
    assert len(MESSAGES) >= 25
    assert len(list((CORPUS / "bundles").iterdir())) >= 10
    assert len(list((CORPUS / "files").iterdir())) >= 15


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


LARGE: dict[str, Callable[[bytes], bytes]] = {
    "many lists": lambda whole: b'{"type":"update","events":[{"a":[' + b"[]," * 2_000_000 + b"[]]}]}",
    "many tables": lambda whole: b'{"type":"lobby","config":{"a":[' + b"{}," * 2_000_000 + b'{}]},"members":[]}',
    "many members": lambda whole: (
        b'{"type":"members","members":[' + b'{"id":1,"name":""},' * 500_000 + b'{"id":1,"name":""}]}'
    ),
    "an unknown field": lambda whole: whole[:-1] + b',"other":[' + b"[]," * 3_000_000 + b"[]]}",
    "a long text": lambda whole: b'{"type":"said","member":1,"name":"Ann","text":"' + b"x" * 15_000_000 + b'"}',
    "a long sentence": lambda whole: b'{"type":"rejected","told":{"sentence":"' + b"{a}" * 5_000_000 + b'"}}',
    "a deep observation": lambda whole: whole.replace(
        b'"observation":{', b'"observation":{"a":' + nested(900) + b",", 1
    ),
    "a deep config": lambda whole: b'{"type":"lobby","config":{"a":' + nested(100_000) + b'},"members":[]}',
    "a deep sentence": lambda whole: (
        b'{"type":"rejected","told":' + b'{"sentence":"a","values":{"x":' * 50_000 + b"1" + b"}}" * 50_000 + b"}"
    ),
    "too large": lambda whole: b" " * (MAX_FROM_SERVER + 1),
}
"""Messages that are too large to lie in a corpus, made of a sound one."""


@pytest.mark.parametrize("name", LARGE)
def test_a_large_message_uses_little_memory(name: str, meet: Meet, begin: Begin) -> None:
    content = LARGE[name](encode(begin))
    assert content != encode(begin)
    tracemalloc.start()
    try:
        membership = meet(WELCOME, content, b"no message")
        news = outcome(membership)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0 < len(shown_at(news)) < 500
    assert peak - 3 * len(content) < MAX_BYTES
    assert membership.session is None


def test_what_a_busy_window_has_not_read_is_bounded(meet: Meet, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server sends ten megabytes thirty times, and the window is busy: what waits, waits in the network."""
    monkeypatch.setattr("roborally.net.client.connection.MAX_UNREAD_BYTES", 5_000_000)
    waited: list[int] = []
    sleep = asyncio.sleep

    async def wait(seconds: float) -> None:
        if threading.current_thread().name == "roborally-net":
            waited.append(line.unread_bytes)
        await sleep(seconds)

    large = b'{"type":"saved","file":"' + b"A" * 4_000_000 + b'"}'
    membership = meet(WELCOME, *[large] * 30, b"no message")
    assert isinstance(membership.line, Connection)
    line: Connection = membership.line
    monkeypatch.setattr("roborally.net.client.connection.asyncio.sleep", wait)
    until(lambda: len(waited) > 3)
    assert max(waited) < 5_000_000 + 2 * len(large)
    assert shown_at(outcome(membership))
    assert line.unread_bytes == 0


# --- a match ----------------------------------------------------------------------------------------------------------


CHANGES: dict[str, Callable[[Begin], Begin]] = {
    "a wall that is nowhere": lambda begin: _course(begin, walls=[((begin.course.width + 1, 0), 1)]),
    "a wall in no direction": lambda begin: _course(begin, walls=[((0, 0), 4)]),
    "gates that are nowhere": lambda begin: _course(begin, gates=[((-2, 0), 0)]),
    "a huge course": lambda begin: _course(begin, width=10**6, height=10**6),
    "no course": lambda begin: _course(begin, width=0, height=0),
    "an element that is nowhere": lambda begin: _course(begin, elements=[("checkpoint", (99, 99), {"number": 1})]),
    "an element that nobody knows": lambda begin: _course(begin, elements=[("lava", (0, 0), {})]),
    "an element with odd values": lambda begin: _course(begin, elements=[("checkpoint", (0, 0), {"number": [1]})]),
    "a course with a long text": lambda begin: _course(begin, name="x" * 1_000_000),
    "a seat with a long name": lambda begin: _replaced(begin, config={"seats": [{"name": "x" * 5000}] * 3}),
    "no seats": lambda begin: _replaced(begin, config={**begin.config, "seats": []}),
    "seats that are none": lambda begin: _replaced(begin, config={"seats": 5}),
    "very many seats": lambda begin: _replaced(begin, config={"seats": [{"name": str(n)} for n in range(500)]}),
    "a seat too high": lambda begin: _replaced(begin, seat=3),
    "a seat too low": lambda begin: _replaced(begin, seat=-2),
    "no plugins": lambda begin: _replaced(begin, plugins={}),
    "no observation": lambda begin: _replaced(begin, observation={}),
    "a plugin without a name": lambda begin: _replaced(begin, plugins={"": PluginState("", "")}),
    "a plugin with a path": lambda begin: _replaced(begin, plugins={"../../x": PluginState("1", "2")}),
    "an observation of lists": lambda begin: _replaced(begin, observation={key: [] for key in begin.observation}),
    "pieces that are none": lambda begin: _seen(begin, pieces=[[]] * 5),
    "no pieces": lambda begin: _seen(begin, pieces=[]),
    "slots that are none": lambda begin: _seen(begin, ext={key: [] for key in begin.observation["ext"]}),
}
SEEN_LATE = ("no pieces", "slots that are none")
"""The changes that only those notice who look at the match."""


def _replaced(begin: Begin, **change: Any) -> Begin:
    return msgspec.structs.replace(begin, **change)


def _course(begin: Begin, **change: Any) -> Begin:
    return _replaced(begin, course=msgspec.structs.replace(begin.course, **change))


def _seen(begin: Begin, **change: Any) -> Begin:
    return _replaced(begin, observation={**begin.observation, **change})


@pytest.mark.parametrize("name", CHANGES)
def test_a_match_that_cannot_be(name: str, meet: Meet, begin: Begin) -> None:
    membership = meet(WELCOME, encode(CHANGES[name](begin)), b"no message")
    assert 0 < len(shown_at(outcome(membership))) < 500
    assert (membership.session is None) == (name not in SEEN_LATE)


def test_what_an_update_does_to_a_session_is_a_fault_of_the_server(meet: Meet, begin: Begin) -> None:
    """The session takes it; a player who looks at it is told, and the process goes on."""
    update = Update([{"type": "step"}], {"ext": {}}, [], None, held=False, grace=0.0)
    membership = meet(WELCOME, encode(begin), encode(update), b"x")
    news = outcome(membership)
    assert any(isinstance(entry, Begin) for entry in news)
    assert shown_at(news)


# --- plugins ----------------------------------------------------------------------------------------------------------


BUNDLES = sorted((CORPUS / "bundles").glob("*.json"))


@pytest.mark.parametrize("path", BUNDLES, ids=lambda path: path.stem)
def test_a_bundle_of_the_corpus(path: Path, tmp_path: Path) -> None:
    """It is refused in a sentence, and nothing is written."""
    bundle = decode_server(path.read_bytes())
    assert isinstance(bundle, PluginBundle)
    with pytest.raises(BundleError) as refused:
        unpack(bundle, tmp_path / "bundles")
    assert len(str(refused.value)) < 500
    assert list(tmp_path.rglob("*.py")) == []
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def filler(letters: int) -> str:
    return "A" * letters


LARGE_BUNDLES = {
    "many files": {f"art/{number}.toml": "" for number in range(MAX_FILES)},
    "large files": {f"art/{number}.ogg": filler(1_000_000) for number in range(MAX_LETTERS // 1_000_000 + 1)},
}


@pytest.mark.parametrize("name", LARGE_BUNDLES)
def test_a_large_bundle_is_not_unpacked(name: str, tmp_path: Path) -> None:
    bundle = PluginBundle("springs", "0" * 24, {"plugin.toml": "", **LARGE_BUNDLES[name]})
    with pytest.raises(BundleError, match="too large"):
        unpack(bundle, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_all_pictures_together_are_bounded(tmp_path: Path) -> None:
    picture = (CORPUS.parent / "corpus" / "picture.png").read_bytes()  # a quarter of the pixels, in few bytes
    files = {f"art/{number}.png": base64.b64encode(picture).decode() for number in range(5)}
    with pytest.raises(BundleError, match="too large"):
        unpack(PluginBundle("springs", "0" * 24, {"plugin.toml": "", **files}), tmp_path)
    assert MAX_PIXELS < 5 * 1024 * 1024


class ManyPlugins(Said):
    """A server that announces other plugins each time, and sends what is asked for."""

    def __init__(self, begin: Begin, size: int) -> None:
        super().__init__(begin)
        self._begin, self._size, self.count = begin, size, 0
        self._announce()

    def _announce(self) -> None:
        states = {f"p{self.count}": PluginState("1.0.0", str(self.count))}
        self.news += [msgspec.structs.replace(self._begin, plugins=states)]
        self.count += 1

    def send(self, message: Any) -> None:
        manifest = f"{MANIFEST}\n# {self.count}".encode()
        if isinstance(message, PieceRequest):
            content = {"plugin.toml": manifest, "locale/x.po": bytes([self.count % 256]) * self._size}
            parts = {path: content[path][at : at + message.size] for path, at in message.files.items()}
            files = {path: base64.b64encode(part).decode() for path, part in parts.items()}
            self.news.append(PluginBundle(message.plugin, str(self.count - 1), files))
            if message.files.get("locale/x.po", 0) + message.size >= self._size:
                self._announce()
            return
        assert isinstance(message, BundleRequest)
        contents = {"plugin.toml": manifest, "locale/x.po": bytes([self.count % 256]) * self._size}
        text = {path: (hash_of(content), len(content)) for path, content in contents.items()}
        self.news += [BundleContents(plugin, str(self.count - 1), text) for plugin in message.plugins]


@pytest.mark.parametrize("size", [4, 4_000_000])
def test_a_server_cannot_send_plugins_for_ever(size: int, begin: Begin, catalogue: Catalogue, tmp_path: Path) -> None:
    line = ManyPlugins(begin, size)
    membership = Membership(line, catalogue, tmp_path)
    text: list[str] = []
    for _round in range(3 * MAX_BUNDLES):
        text += [str(news.text) for news in membership.update() if isinstance(news, UnshowableError)]
        if any("too many plugins" in sentence or "too large" in sentence for sentence in text):
            break
    else:
        raise AssertionError(f"{line.count} plugins were taken")
    written = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert written < 60_000_000


def test_messages_of_the_game_itself_are_far_from_the_bounds(begin: Begin) -> None:
    """A course with something on every cell, on the largest board."""
    cells = [(x, y) for y in range(100) for x in range(100)]
    full = _course(
        begin,
        width=100,
        height=100,
        walls=[(cell, side) for cell in cells for side in (1, 2)],
        elements=[("conveyor", cell, {"direction": 1, "turns": "rl", "speed": 2}) for cell in cells],
    )
    data = encode(full)
    assert len(data) < MAX_FROM_SERVER / 4
    assert data.count(b",") < MAX_ITEMS / 2
    found = decode_server(data)
    assert isinstance(found, FromServer)
    assert found == full


def test_a_flood_of_valid_events_ends_the_match_here(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is busy shows nothing meanwhile; what waits to be shown is bounded."""
    monkeypatch.setattr("roborally.net.client.remote_session.MAX_UNSHOWN", 1000)
    (ann,) = table.begin(configuration("standard", ["Ann"], 1), "Ann")
    ann.questions()
    session = ann.session
    flood = Update([{"type": "step", "beat": 9}] * 400, ann.last(Begin).observation, [], None, False, 0.0)
    ann.unread += [encode(flood)] * 3
    (news,) = [news for news in ann.membership.update() if isinstance(news, UnshowableError)]
    assert str(news.text) == "the server has sent more than this game can show"
    assert len(session.poll()) < 1300
