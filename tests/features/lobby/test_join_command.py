"""`roborally join`: what it prints, what it wants of the window, and what it says where nothing can be joined."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_socket

from roborally.base import paths
from roborally.bots.registry import bot_names
from roborally.cli import main
from roborally.features.lobby.cli_join import _show
from roborally.game.session.bot_pool import BotPool
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.net.protocol import PROTOCOL, Configure, LocalizedText, MatchListing, Refused, encode
from roborally.net.server.local_server import ServerThread
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue
from tests.net.patience import PATIENT
from tests.net.processes import Player


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the player's own settings out of the tests."""
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "settings.toml")
    monkeypatch.delenv("ROBORALLY_SERVER_KEY", raising=False)


Visit = tuple[Address, ServerRequest]


@pytest.fixture
def server(catalogue: Catalogue) -> Iterator[ServerThread]:
    pool = BotPool()
    thread = ServerThread(Server(catalogue, pool, bot_names(catalogue), PATIENT))
    yield thread
    thread.stop()
    pool.close()


@pytest.fixture
def ann(server: ServerThread, catalogue: Catalogue, tmp_path: Path) -> Iterator[Player]:
    """A player who hosts a match."""
    player = Player(server.port, catalogue, tmp_path, ServerRequest("Ann [x]", "create"))
    player.until(lambda: player.membership.lobby is not None)
    yield player
    player.line.close()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Visit]:
    """Return the visits with which the window would have been opened; it is not opened here."""
    visits: list[Visit] = []

    def run_game(_catalogue: Any, _bots: Any, _names: Any, first: Callable[[Any], None], **_more: Any) -> int:
        first(SimpleNamespace(router=SimpleNamespace(open=lambda _page, address, wish: visits.append((address, wish)))))
        return 0

    monkeypatch.setattr("roborally.ui.shell.window.run_game", run_game)
    return visits


def text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one sentence that the command says, and check that it is all."""
    assert main(["join", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_the_list_as_a_table_and_as_data(server: ServerThread, ann: Player, capsys: pytest.CaptureFixture[str]) -> None:
    where = f"127.0.0.1:{server.port}"
    ann.line.send(Configure({"match": {"mode": "standard", "course": "first-steps"}}))
    lobby = ann.membership.lobby
    ann.until(lambda: ann.membership.lobby is not lobby)
    assert main(["join", where, "--list"]) == 0
    table = capsys.readouterr().out
    assert all(
        word in table for word in (ann.membership.code, "Ann [x]", "standard", "first-steps", "waits for players")
    )
    assert main(["join", where, "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "code": ann.membership.code,
            "host": "Ann [x]",
            "mode": "standard",
            "course": "first-steps",
            "members": 1,
            "playing": False,
        }
    ]


def test_an_empty_list(server: ServerThread, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", f"127.0.0.1:{server.port}", "--list"]) == 0
    assert capsys.readouterr().out == "There is no match on this server.\n"


def test_the_window_is_told_where_to_go_and_as_whom(
    server: ServerThread, ann: Player, opened: list[Visit], tmp_path: Path
) -> None:
    code, where = ann.membership.code, f"127.0.0.1:{server.port}"
    key = tmp_path / "key"
    key.write_text("sesame")
    assert main(["join", where, "--name", " Bob "]) == 0
    assert main(["join", f"{where}/{code.lower()}", "--name", "Bob", "--watch"]) == 0
    assert main(["join", where, "--name", "Bob", "--create", "--key-file", str(key)]) == 0
    assert main(["join", where]) == 0
    here = Address("127.0.0.1", server.port, code)
    assert opened == [
        (here, ServerRequest("Bob", "join", code)),
        (here, ServerRequest("Bob", "watch", code)),
        (Address("127.0.0.1", server.port), ServerRequest("Bob", "create", key="sesame")),
        (here, ServerRequest("Player", "join", code)),
    ]


def test_which_match_is_meant_must_be_clear(
    server: ServerThread,
    opened: list[Visit],
    catalogue: Catalogue,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = f"127.0.0.1:{server.port}"
    assert "there is no match on this server; create one with --create" in text(capsys, where)
    hosts = [Player(server.port, catalogue, tmp_path, ServerRequest(name, "create")) for name in ("Ann", "Bob")]
    for host in hosts:
        host.until(lambda host=host: host.membership.lobby is not None)  # type: ignore[misc]
    assert "there are 2 matches on this server; add /CODE" in text(capsys, where)
    assert "there is no match AAAAA on this server" in text(capsys, f"{where}/aaaaa")
    assert opened == []
    for host in hosts:
        host.line.close()


def test_no_server_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:  # bound, but not listening
        taken.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"{where}: no server can be reached there" in text(capsys, where, "--list")
        assert f"{where}: no server can be reached there" in text(capsys, where)


def test_a_server_of_another_version(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(line: ServerConnection) -> None:
        assert json.loads(line.recv())["protocol"] == PROTOCOL
        sentence = "this server speaks version {server} of the protocol, this game {game}"
        line.send(encode(Refused("version", LocalizedText(sentence, {"server": 99, "game": PROTOCOL}))), text=True)

    with serve_socket(refuse, "127.0.0.1", 0) as other:
        port = other.socket.getsockname()[1]

        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        sentence = text(capsys, f"127.0.0.1:{port}", "--list")
        other.shutdown()
        thread.join()
    assert f"this server speaks version 99 of the protocol, this game {PROTOCOL}" in sentence


def test_what_a_server_says_does_not_reach_the_terminal_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:

    _show([MatchListing("ABCDE", "\x1b[2JAnn", "standard", "x", 1, True)], as_json=False)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\ufffd[2JAnn" in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["a b"], "is not an address"),
        (["localhost/ABC"], "is not the code of a match"),
        (["localhost:70000"], "is not a port"),
        (["localhost", "--name", "x" * 25], "names have 1 to 24 letters"),
        (["localhost", "--name", " "], "names have 1 to 24 letters"),
        (["localhost", "--name", "a\u202eb"], "names have 1 to 24 letters"),
        (["localhost", "--json"], "--json needs --list"),
        (["localhost", "--create", "--key-file", "nowhere"], "nowhere: cannot be read"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], words: list[str], expected: str) -> None:
    assert expected in text(capsys, *words)


def test_wishes_that_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["join", "localhost", "--watch", "--create"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err
