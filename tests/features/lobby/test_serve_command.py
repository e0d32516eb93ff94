"""`roborally serve` as a real process, with real connections over loopback."""

import base64
import json
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from roborally.cli import main
from roborally.game.records.file_format import sealed_summary
from roborally.game.records.sealed_file import KEY_NAME
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.net.protocol import (
    MAX_PART,
    Begin,
    Choose,
    Configure,
    Rejected,
    Save,
    SavedGame,
    Start,
    Upload,
    Welcome,
)
from roborally.net.server.journal_lock import only_server
from roborally.plugin_system.loader import Catalogue
from tests.net.processes import Player, play_together, seated, served
from tests.sweeps import few_of
from tests.waiting import PATIENCE


def leave(*players: Player) -> None:
    for player in players:
        player.line.close()


def health(port: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"] == "application/json"
        return dict(json.load(answer))


def token_of(player: Player) -> str:
    assert player.membership.welcome is not None
    return player.membership.welcome.token


def test_two_people_and_a_bot_play_to_the_end(tmp_path: Path, catalogue: Catalogue) -> None:
    with served(tmp_path, "--port", "0") as server:
        assert health(server.port)["matches"] == 0
        ann, bob = seated(server.port, catalogue, tmp_path)
        server.wait_for("begun")
        text = health(server.port)
        assert (text["status"], text["matches"], text["playing"], text["connections"]) == ("ok", 1, 1, 2)
        play_together([ann, bob], lambda player: player.ended is not None)
        assert ann.ended is not None
        assert ann.ended.reason == "over"
        assert ann.ended == bob.ended
        leave(ann, bob)
        tokens = {token_of(ann), token_of(bob)}
        assert server.stop() == 0
        server.wait_for("stopped")
        assert [line["event"] for line in server.lines].count("joined") == 2
        for line in server.lines:
            assert {"time", "level", "event"} <= set(line)
            assert "seed" not in line
            assert not any(token in json.dumps(line) for token in tokens)


@pytest.mark.parametrize("number", few_of([signal.SIGTERM, signal.SIGINT]))
def test_a_signal_ends_it_and_all_clients_are_told(tmp_path: Path, catalogue: Catalogue, number: int) -> None:
    with served(tmp_path, "--port", "0", "--no-journal") as server:
        ann, bob = seated(server.port, catalogue, tmp_path)
        play_together([ann, bob], lambda player: player.turn >= 2)
        assert server.stop(number) == 0
        for player in (ann, bob):
            player.until(lambda player=player: player.membership.status.state == "closed")  # type: ignore[misc]
            assert player.ended is not None
            assert player.ended.reason == "closed"
            assert player.ended.file, "the saved game"
    assert list(tmp_path.rglob("*.match")) == [], "without a journal nothing is written"


def test_a_match_goes_on_after_the_server_was_killed(tmp_path: Path, catalogue: Catalogue) -> None:
    """Its journal lies where nobody has said it should, among the player's files."""
    with served(tmp_path, "--port", "0") as server:
        ann, bob = seated(server.port, catalogue, tmp_path)
        play_together([ann, bob], lambda player: player.turn >= 3)
        code, token = ann.membership.code, token_of(ann)
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with served(tmp_path, "--port", str(server.port)) as again:
        assert [line["match"] for line in again.lines if line["event"] == "restored"] == [code]
        for player in (ann, bob):
            assert player.until_heard(Begin).observation["turn"] >= 3
        play_together([ann, bob], lambda player: player.ended is not None)
        assert ann.ended is not None
        assert (ann.ended.reason, ann.ended) == ("over", bob.ended)
        assert (ann.membership.code, token_of(ann)) == (code, token)
        leave(ann, bob)
        assert again.stop() == 0
    assert list(tmp_path.rglob("*.match")) == []


@pytest.mark.long
def test_a_sealed_game_goes_on_where_it_was_made(tmp_path: Path, catalogue: Catalogue) -> None:
    """CLI-R12: the key lies beside the journal, for the owner alone, and another server has another one."""
    here, elsewhere = ["--journal", str(tmp_path / "here")], ["--journal", str(tmp_path / "elsewhere")]
    with served(tmp_path, "--port", "0", *here) as server:
        ann, bob = seated(server.port, catalogue, tmp_path)
        play_together([ann, bob], lambda player: player.turn >= 2)
        ann.line.send(Save())
        file = ann.until_heard(SavedGame).file
        turn = sealed_summary(base64.b64decode(file)).turn
        leave(ann, bob)
        assert server.stop() == 0
    key = tmp_path / "here" / KEY_NAME
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    for words in (elsewhere, here):
        with served(tmp_path, "--port", "0", *words) as server:
            ann = Player(server.port, catalogue, tmp_path, ServerRequest("Ann", "create"))
            ann.until(lambda ann=ann: ann.membership.lobby is not None)  # type: ignore[misc]
            bob = Player(server.port, catalogue, tmp_path, ServerRequest("Bob", code=ann.membership.code))
            ann.until(lambda ann=ann: len(ann.membership.members) == 2)  # type: ignore[misc]
            for at in range(0, len(file), MAX_PART):
                ann.line.send(Upload(file[at : at + MAX_PART], at + MAX_PART >= len(file)))
            if words == here:
                assert bob.until_heard(Begin).observation["turn"] == turn
            else:
                assert "only there" in str(ann.until_heard(Rejected).text)
            leave(ann, bob)
            assert server.stop() == 0


@pytest.mark.parametrize("how", few_of(["--key-file", "ROBORALLY_SERVER_KEY"]))
def test_creating_a_match_needs_the_key(tmp_path: Path, catalogue: Catalogue, how: str) -> None:
    key = tmp_path / "key"
    key.write_text("sesame\nmore\n")
    words, environment = ([how, str(key)], {}) if how.startswith("--") else ([], {how: "sesame"})
    with served(tmp_path, "--port", "0", *words, **environment) as server:
        stranger = Player(server.port, catalogue, tmp_path, ServerRequest("Eve", "create", key="guess"))
        stranger.until(lambda: stranger.membership.status.state == "closed")
        assert "you need the key of this server" in str(stranger.membership.status.text)
        friend = Player(server.port, catalogue, tmp_path, ServerRequest("Ann", "create", key="sesame"))
        assert friend.until_heard(Welcome).code
        leave(friend, stranger)


def test_there_are_limits(tmp_path: Path, catalogue: Catalogue) -> None:
    with served(tmp_path, "--port", "0", "--matches", "1", "--spectators", "0", "--seats", "2") as server:
        ann, bob = seated(server.port, catalogue, tmp_path)
        assert str(ann.until_heard(Rejected).text) == "at most 2 players can play here", "two people and a bot"
        code = ann.membership.code
        for wish, text in (
            (ServerRequest("Eve", "create"), "this server takes no more matches"),
            (ServerRequest("Eve", "watch", code), "this match takes no more spectators"),
            (ServerRequest("Eve", code=code), "this match is full"),
        ):
            eve = Player(server.port, catalogue, tmp_path, wish)
            eve.until(lambda eve=eve: eve.membership.status.state == "closed")  # type: ignore[misc]
            assert str(eve.membership.status.text) == text
            leave(eve)
        ann.line.send(Configure({"match": {"mode": "standard", "course": "first-steps"}}))
        ann.until(lambda: not any(member.ready for member in ann.membership.members))
        bob.line.send(Choose("peach", ready=True))
        ann.until(lambda: any(member.ready for member in ann.membership.members))
        ann.line.send(Start())
        assert len(bob.until_heard(Begin).config["seats"]) == 2
        leave(ann, bob)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("the program openssl is missing, which makes the certificate")
    folder = tmp_path_factory.mktemp("tls")
    made = [
        openssl,
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]
    files = folder / "cert.pem", folder / "key.pem"
    where = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*made, *where, "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


def test_tls(tmp_path: Path, catalogue: Catalogue, certificate: tuple[Path, Path]) -> None:
    words = ["--tls-cert", str(certificate[0]), "--tls-key", str(certificate[1])]
    trusting = ssl.create_default_context(cafile=certificate[0])
    with served(tmp_path, "--port", "0", *words) as server:
        secure = Address("127.0.0.1", server.port, secure=True)
        ann, bob = seated(server.port, catalogue, tmp_path, address=secure, tls=trusting)
        play_together([ann, bob], lambda player: player.turn >= 2)
        careful = Player(server.port, catalogue, tmp_path, ServerRequest("Eve", "watch"), address=secure)
        careful.until(lambda: careful.membership.status.state == "closed")
        assert str(careful.membership.status.text) == "the server's certificate is not trusted"
        plain = Player(server.port, catalogue, tmp_path, ServerRequest("Pat", "watch"))
        plain.until(lambda: plain.membership.status.state == "closed")
        assert str(plain.membership.status.text) == "the server uses TLS; write wss:// in front of its address"
        leave(ann, bob, careful, plain)
        assert server.stop() == 0


def text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one sentence with which the command refuses to begin."""
    assert main(["serve", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"port {port} is in use already" in text(capsys, "--no-journal", "--port", port)


def test_a_folder_that_another_server_uses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with only_server(tmp_path):
        sentence = text(capsys, "--port", "0", "--journal", str(tmp_path))
    assert "another server keeps its matches there" in sentence
    with only_server(tmp_path):
        pass


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--host", "203.0.113.7"], "'203.0.113.7' is not an address of this machine"),
        (["--port", "70000"], "--port must be a whole number from 0 to 65535"),
        (["--matches", "0"], "--matches must be a whole number from 1 to"),
        (["--seats", "9"], "--seats must be a whole number from 1 to 8"),
        (["--spectators", "-1"], "--spectators must be a whole number from 0 to"),
        (["--bot-processes", "0"], "--bot-processes must be a whole number from 1 to"),
        (["--tls-cert", "FILE"], "TLS needs both"),
        (["--tls-cert", "FILE", "--tls-key", "nowhere"], "nowhere: cannot be read"),
        (["--tls-cert", "FILE", "--tls-key", "FILE"], "must be a certificate and its key"),
        (["--key-file", "nowhere"], "nowhere: cannot be read"),
        (["--key-file", "EMPTY"], "has no key in its first line"),
        (["--key-file", "LONG"], "a key can have 64 letters at most"),
        (["--announce"], "--announce needs a --host that others can reach, such as all"),
        (["--announce", "--host", "::1"], "not ::1"),
        (["--announce", "--host", "localhost"], "not localhost"),
        (["--name", "x" * 25], "names have 1 to 24 letters"),
        (["--journal", "elsewhere"], "--journal and --no-journal cannot be combined"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], expected: str) -> None:
    for name, content in (("FILE", "no certificate"), ("EMPTY", "\n"), ("LONG", "x" * 65)):
        (tmp_path / name).write_text(content)
    known = {name: str(tmp_path / name) for name in ("FILE", "EMPTY", "LONG")}
    assert expected in text(capsys, "--no-journal", *(known.get(word, word) for word in words))


def test_a_folder_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "journal"):
        assert "matches cannot be kept there" in text(capsys, "--port", "0", "--journal", str(folder))
