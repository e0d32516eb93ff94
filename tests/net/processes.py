"""Real servers in separate processes, and players who talk to them as the window does."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from roborally.net.address import Address
from roborally.net.client.connection import Connection, News, ServerRequest
from roborally.net.client.membership import Membership, UnshowableError
from roborally.net.protocol import Choose, Configure, MatchEnded, Start
from roborally.plugin_system.loader import Catalogue
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SERVE = """
import os, runpy
from datetime import datetime
from roborally.features.post import cli
from tests.net.patience import be_patient

if most := int(os.environ.get("DESCRIPTORS", 0)):
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
if text := os.environ.get("NOW"):
    now = datetime.fromisoformat(text)
    cli.now_here = lambda: now
be_patient()
runpy.run_module("roborally", run_name="__main__", alter_sys=True)
"""
"""`python -m roborally`, with patience."""
SEATS = [{"name": "Ann", "robot": "tanky"}, {"name": "Bob", "robot": "peach"}, {"name": "Cog", "controller": "greedy"}]


class Served:
    """A server in a process; `lines` are what it has logged so far."""

    def __init__(self, folder: Path, *words: str, command: Sequence[str] = ("serve",), **environment: str) -> None:
        """Start `roborally` with a command that serves and wait until it listens; the player's files are in `folder`.

        With `DESCRIPTORS` in the environment it may open only so many; with `NOW`, a moment, the clock of its games by
        post stands still there.
        """
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), **environment},
        )
        self.lines: list[dict[str, Any]] = []
        self._log: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.port = int(self.wait_for("listening")["port"])

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._log.put(line)

    def wait_for(self, event: str) -> dict[str, Any]:
        """Return the next line of the log about an event."""
        while True:
            line = json.loads(self._log.get(timeout=PATIENCE))
            self.lines.append(line)
            if line["event"] == event:
                return dict(line)

    def end(self) -> None:
        """End it at once, if it has not ended."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def served(folder: Path, *words: str, command: Sequence[str] = ("serve",), **environment: str) -> Iterator[Served]:
    """Lend a server on a free port of this machine."""
    server = Served(folder, *words, command=command, **environment)
    try:
        yield server
    finally:
        server.end()


class WaitingConnection(Connection):
    """A connection that can be waited for."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._ahead: list[News] = []
        super().__init__(*arguments, **more)

    def wait_for_news(self) -> None:
        """Wait until there is something new."""
        self._ahead.append(self.wait(PATIENCE))

    def poll(self) -> Sequence[News]:
        ahead, self._ahead = self._ahead, []
        return [*ahead, *super().poll()]


class Player:
    """A player in a match who answers everything with the default."""

    def __init__(self, port: int, catalogue: Catalogue, folder: Path, wish: ServerRequest, **more: Any) -> None:
        address = more.pop("address", None) or Address("127.0.0.1", port)
        self.line = WaitingConnection(address, wish, **more)
        self.membership = Membership(self.line, catalogue, folder)
        self.messages: list[News | UnshowableError] = []

    def until(self, is_enough: Callable[[], bool]) -> None:
        """Take in what comes until that is enough."""
        while not is_enough():
            self.line.wait_for_news()
            self.messages += self.membership.update()

    def until_heard(self, kind: type, **values: Any) -> Any:
        """Return the next message of a kind with these values."""

        def found() -> list[Any]:
            matching = [message for message in self.messages if isinstance(message, kind)]
            return [m for m in matching if all(getattr(m, name) == value for name, value in values.items())]

        before = len(found())
        self.until(lambda: len(found()) > before)
        return found()[before]

    def play(self, is_enough: Callable[[], bool]) -> None:
        """Answer whatever is asked until that is enough."""
        self._answer()  # what was asked before
        while not is_enough():
            self.line.wait_for_news()
            self.messages += self.membership.update()
            self._answer()

    def _answer(self) -> None:
        session = self.membership.session
        if session is None:
            return
        session.poll()
        session.shown()
        for decision in session.decisions(session.seat):
            session.answer(session.seat, decision["id"], decision["default"])

    @property
    def turn(self) -> int:
        """The turn that is played; 0 before the match."""
        session = self.membership.session
        return 0 if session is None else int(session.observe().data["turn"])

    @property
    def ended(self) -> MatchEnded | None:
        """How the match has ended, if it has."""
        return next((message for message in self.messages if isinstance(message, MatchEnded)), None)


def seated(port: int, catalogue: Catalogue, folder: Path, **more: Any) -> tuple[Player, Player]:
    """Return Ann, who hosts, and Bob, in a match that has just begun."""
    ann = Player(port, catalogue, folder, ServerRequest("Ann", "create", key=more.pop("key", "")), **more)
    ann.until(lambda: ann.membership.lobby is not None)
    bob = Player(port, catalogue, folder, ServerRequest("Bob", code=ann.membership.code), **more)
    ann.line.send(Configure({"match": {"mode": "standard", "course": "first-steps", "timer": 0}, "seats": SEATS}))
    bob.until(lambda: bob.membership.lobby is not None and len(bob.membership.lobby.config["seats"]) == len(SEATS))
    bob.line.send(Choose("peach", ready=True))
    ann.until(lambda: [member.ready for member in ann.membership.members] == [False, True])
    ann.line.send(Start())
    return ann, bob


def play_together(players: Sequence[Player], is_enough: Callable[[Player], bool]) -> None:
    """Let all players play at once, each in a separate thread."""
    threads = [
        threading.Thread(target=player.play, args=(lambda player=player: is_enough(player),), daemon=True)
        for player in players
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
