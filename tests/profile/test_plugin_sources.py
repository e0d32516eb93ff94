"""Plugins from the web; its servers are those of this machine."""

import shutil
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.features.authoring.scaffold import create
from roborally.profile.plugin_download import download
from roborally.profile.plugin_files import digest_of
from roborally.profile.plugin_store import InstallError, installed, offer, pack

Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server of this machine; `answers` are by path."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answers.get(self.path, missing)(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.http.server_port}{path}"

    def close(self) -> None:
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()


def missing(handler: BaseHTTPRequestHandler) -> None:
    handler.send_error(404)


def gives(content: bytes, length: int | None = None) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content) if length is None else length))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def leads_to(address: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", address)
        handler.end_headers()

    return answer


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.close()


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    return create("Trial", "robot", tmp_path / "work")


@pytest.fixture
def packed(trial: Path, tmp_path: Path) -> bytes:
    return pack(trial, tmp_path).read_bytes()


def refused(source: str, says: str, digest: str = "") -> None:
    with pytest.raises(GameError, match=says) as caught:
        offer(source, digest)
    assert str(caught.value).startswith(source)
    assert "\n" not in str(caught.value)
    assert list(paths.user_plugin_folder().iterdir()) == []


# --- the web --------------------------------------------------------------------------------------------------------


def test_plugin_from_the_web(server: Server, packed: bytes, trial: Path, tmp_path: Path) -> None:
    server.answers["/trial.zip"] = gives(packed)
    server.answers["/latest"] = leads_to("/trial.zip")
    url = server.url("/latest")
    offered = offer(url, digest_of(trial))
    assert (offered.id, offered.source) == ("trial", url)
    offered.install()
    assert offer(url).is_same
    (trial / "more.txt").write_text("x")
    server.answers["/trial.zip"] = gives(pack(trial, tmp_path).read_bytes())
    newer = offer(url)
    assert not newer.is_same
    newer.install()
    assert not installed()[0].is_changed
    refused_digest = "sha256:" + "0" * 64
    with pytest.raises(InstallError, match="its digest is sha256:"):
        offer(url, refused_digest)


def test_several_plugins_in_one_archive(server: Server, trial: Path, tmp_path: Path) -> None:
    create("Second", "robot", trial.parent)
    shutil.make_archive(str(tmp_path / "both"), "zip", tmp_path, "work")
    server.answers["/both.zip"] = gives((tmp_path / "both.zip").read_bytes())
    refused(server.url("/both.zip"), "several plugins")
    assert offer(server.url("/both.zip#subdirectory=second")).id == "second"
    with pytest.raises(InstallError, match="no folder 'third' in it"):
        offer(server.url("/both.zip#subdirectory=third"))
    with pytest.raises(InstallError, match="must lie in what is fetched"):
        offer(server.url("/both.zip#subdirectory=../.."))


def test_addresses_that_are_refused(server: Server, packed: bytes, tmp_path: Path) -> None:
    server.answers["/page"] = gives(b"<!doctype html><html><body>Download</body></html>")
    server.answers["/cut"] = gives(packed[:100], len(packed))
    server.answers["/file"] = leads_to(f"file://{tmp_path}/trial-0.1.0.zip")
    server.answers["/ftp"] = leads_to("ftp://127.0.0.1/trial.zip")
    server.answers["/round"] = leads_to("/round")
    server.answers["/plain"] = leads_to("http://example.invalid/trial.zip")
    refused(server.url("/nothing"), "the server answers 404 Not Found")
    refused(server.url("/page"), "a web page, not a zip file")
    refused(server.url("/cut"), "broke off after 100 of [0-9,]+ bytes")
    refused(server.url("/file"), "the server answers 302 .*'file:.* is not allowed")
    refused(server.url("/ftp"), "leads on to 'ftp:.* which is not in the web")
    refused(server.url("/round"), "the server answers 302")
    refused(server.url("/plain"), "leads on to 'http://example.invalid.* which is not encrypted")
    refused("http://example.invalid/trial.zip", "http is not encrypted")


def test_server_that_is_not_there(server: Server, tmp_path: Path) -> None:
    gone = Server()
    url = gone.url("/trial.zip")
    gone.close()
    refused(url, "cannot be downloaded: ")
    with pytest.raises(InstallError, match="cannot be downloaded"):
        download("http://[broken", tmp_path / "file")


def test_download_without_an_end(server: Server) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"\0" * 1_000_000)
        except OSError:
            return

    server.answers["/endless"] = answer
    refused(server.url("/endless"), "larger than 32,000,000 bytes")


@pytest.mark.parametrize("address", ["http://[::1", "https://x]/a.zip", "https://ex\u2100mple.org/a.zip"])
def test_what_is_no_address_is_refused_in_a_sentence(address: str) -> None:
    refused(address, r"is no address; write such as https://example\.org/plugin\.zip")
