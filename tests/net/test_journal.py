"""Matches survive the end of the server's process, and a journal that cannot be read or written harms no match."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from roborally.net.protocol import Answer, Begin, Leave, MatchEnded, PlaybackDone, Rejected, Update
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import RETRY
from roborally.plugin_system.loader import Catalogue
from tests.net.conftest import Serve
from tests.net.table import Disk, Table, configuration, dice_of
from tests.net.test_server import begin, health, inside
from tests.net.wire import Wire
from tests.waiting import PATIENCE, until

SERVER = """
import sys, time
from pathlib import Path
import roborally.game.factory
from roborally.plugin_system.loader import find_plugins
from roborally.net.server.local_server import ServerThread
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import RETRY, KeptMatches
from roborally.net.server.server import Server
from tests.net.patience import PATIENT, be_patient
from roborally.game.session.instant_thinker import InstantThinker

be_patient()
roborally.game.match_file.new_seed = lambda: 4711
catalogue = find_plugins(installed=False)
server = Server(catalogue, InstantThinker(catalogue), ["random"], PATIENT, MatchJournals(Path(sys.argv[1])))
print(ServerThread(server).port, flush=True)
sys.stdin.read()
"""


@dataclass
class Process:
    """A server in a separate process."""

    process: "subprocess.Popen[str]"
    port: int

    @staticmethod
    def start(folder: Path) -> "Process":
        command = [sys.executable, "-c", SERVER, str(folder)]
        root = Path(__file__).resolve().parents[2]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
        assert process.stdout is not None
        return Process(process, int(process.stdout.readline()))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def processes() -> Iterator[list[Process]]:
    started: list[Process] = []
    yield started
    for process in started:
        if process.process.poll() is None:
            process.kill()


class Player:
    """Answers by chance that depends on the question alone, so that interrupted matches go as others do."""

    def __init__(self, wire: Wire, seat: int, observation: dict[str, Any]) -> None:
        self.wire, self.seat, self.observation = wire, seat, observation
        self.ended: MatchEnded | None = None
        self.answered: set[str] = set()

    def answer(self) -> None:
        """Answer all that is open: with the default, or one of the choices."""
        for entry in self.observation["decisions"]:
            id_ = entry["id"]
            if (
                entry["seat"] != self.seat
                or id_ in self.observation["sealed"]
                or id_ in self.answered
                or entry["optional"]
            ):
                continue
            answer = entry["default"]
            if entry["kind"] == "program":
                hand = list(self.observation["ext"]["program-cards"]["hands"][self.seat])
                dice_of(7, int(id_.rpartition("-")[2]), self.seat).shuffle(hand)
                answer = hand[: len(answer)] if not set(hand[:5]) & {"pause@0"} else answer
            self.answered.add(id_)
            self.wire.send(Answer(id_, answer))

    def read(self) -> None:
        """Take in the next message."""
        message = self.wire.next()
        if isinstance(message, Begin | Update):
            self.observation = message.observation
            self.wire.send(PlaybackDone(max([1, *(event["beat"] for event in getattr(message, "events", ()))])))
        elif isinstance(message, MatchEnded):
            self.ended = message
        elif isinstance(message, Rejected) and message.id:
            self.wire.send(
                Answer(message.id, next(e["default"] for e in self.observation["decisions"] if e["id"] == message.id))
            )


def players_of(port: int) -> list[Player]:
    """Begin a match of two people and a bot."""
    wires = begin(port, "Ann", "Bob", bots=1)
    return [Player(wire, wire.begun.seat, wire.begun.observation) for wire in wires if wire.begun is not None]


def play(players: list[Player], turns: int = 10_000) -> None:
    """Play until the match is over, or a turn has come; each player alone, because each is sent other messages."""
    with ThreadPoolExecutor(len(players)) as pool:
        for done in [pool.submit(play_one, player, turns) for player in players]:
            done.result()


def play_one(player: Player, turns: int) -> None:
    while not player.ended and player.observation["turn"] < turns:
        player.answer()
        player.read()


def back(port: int, players: list[Player]) -> list[Player]:
    """Come back with tokens after the server was started again."""
    found = []
    for player in players:
        old = player.wire.welcome
        wire = Wire(port).hello("?", code=old.code, token=old.token)
        assert (wire.welcome.member, wire.welcome.token) == (old.member, old.token)
        message = wire.wait_for(Begin)
        assert message.seat == player.seat
        found.append(Player(wire, player.seat, message.observation))
    return found


def test_killed_and_started_again_matches_go_on(
    tmp_path: Path, processes: list[Process], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After SIGKILL in the middle of a match it comes to the end that it would have come to."""
    monkeypatch.setattr("roborally.game.match_file.new_seed", lambda: 4711)
    undisturbed = players_of(serve().port)
    play(undisturbed)
    assert undisturbed[0].ended is not None

    processes.append(Process.start(tmp_path / "killed"))
    players = players_of(processes[0].port)
    play(players, 3)
    players[0].answer()  # in the middle of a question to both
    processes[0].kill()
    processes.append(Process.start(tmp_path / "killed"))
    players = back(processes[1].port, players)
    play(players)
    for player in players:
        assert player.ended is not None
        assert (player.ended.reason, player.ended.digest) == ("over", undisturbed[0].ended.digest)
    assert list((tmp_path / "killed").iterdir()) == []


# --- in one process ---------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(serve: Serve, tmp_path: Path) -> tuple[Path, list[Player]]:
    """Return the journal of a match in its second turn whose server has stopped, and who played."""
    thread = serve(journal=MatchJournals(tmp_path))
    players = players_of(thread.port)
    play(players, 2)
    thread.stop()
    (path,) = tmp_path.iterdir()
    return path, players


def test_a_stopping_server_reveals_no_secret_of_a_running_match(kept: tuple[Path, list[Player]], serve: Serve) -> None:
    path, players = kept
    for player in players:
        assert player.wire.end() == (1001, "restart")
    assert not any(b'"ended"' in data for player in players for data in player.wire.bytes)
    assert path.stat().st_mode & 0o077 == 0, "tokens are in there"
    thread = serve(journal=MatchJournals(path.parent))
    assert [player.observation["turn"] for player in back(thread.port, players)] == [2, 2]


def test_who_has_left_stays_away(kept: tuple[Path, list[Player]], serve: Serve) -> None:
    path, players = kept
    first = serve(journal=MatchJournals(path.parent))
    (ann, bob) = back(first.port, players)
    bob.wire.send(Leave())
    assert bob.wire.end() == (1001, "ended")
    first.stop()
    second = serve(journal=MatchJournals(path.parent))
    room = second.server.rooms[ann.wire.welcome.code]
    assert room.roster.find(bob.wire.welcome.token) is None
    (ann,) = back(second.port, [ann])
    play([ann])
    assert ann.ended is not None


def test_a_line_that_was_cut_off_is_no_answer(
    kept: tuple[Path, list[Player]], catalogue: Catalogue, serve: Serve
) -> None:
    path, players = kept
    before = path.read_bytes()
    path.write_bytes(before + b'[0, "progr')
    thread = serve(journal=MatchJournals(path.parent))
    found = back(thread.port, players)
    play(found)
    assert found[0].ended is not None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}\n",
        b"\x00" * 100,
        b"[" * 100_000,
        b'{"code": "AAAAA", "record": {}, "members": []}\n',
        b'{"code": "AAAAA", "members": [], "record": {"config": {}, "seed": 1, "plugins": {}, "course": '
        b'{"id": "", "name": "", "author": "", "license": "", "description": "", "players": [1, 1], "width": 1, '
        b'"height": 1, "outside": [], "walls": [], "elements": []}}}\n',
    ],
)
def test_a_journal_that_cannot_be_read_is_left_alone_and_said(
    content: bytes, kept: tuple[Path, list[Player]], serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    path, players = kept
    broken = path.with_name("AAAAA.match")
    broken.write_bytes(content)
    caplog.set_level("INFO", "roborally.net")
    thread = serve(journal=MatchJournals(path.parent))
    assert broken.read_bytes() == content
    (problem,) = problems(caplog)
    assert problem.startswith(f"{broken}: this match cannot go on: ")
    assert len(back(thread.port, players)) == 2
    assert health(thread.port)["matches"] == 1


@pytest.mark.parametrize("name", ["copy of {}.match", "{} (1).match", "zzzzz.match"])
def test_a_copy_of_a_journal_sets_no_match_back(
    name: str, kept: tuple[Path, list[Player]], serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    """The code in a file counts only where the file is called by it; an older copy is neither restored nor written."""
    path, players = kept
    older = b"".join(path.read_bytes().splitlines(keepends=True)[:2])
    copy = path.with_name(name.format(path.stem))
    copy.write_bytes(older)
    caplog.set_level("INFO", "roborally.net")
    thread = serve(journal=MatchJournals(path.parent))
    assert [player.observation["turn"] for player in back(thread.port, players)] == [2, 2]
    assert copy.read_bytes() == older
    (problem,) = problems(caplog)
    assert problem.startswith(f"{copy}: ")
    assert problem.endswith(f"must be called {path.name}; this file is left alone")


def problems(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the log says of the journals that were not restored."""
    return [record.fields["problem"] for record in caplog.records if record.message == "not restored"]  # type: ignore[attr-defined]


NO_SUCH_SEAT = b'[{"id": 1, "name": "Ann", "token": "t", "host": true, "seat": 9}]'


@pytest.mark.parametrize(
    "line",
    [b"{}", b"[]", b"[1]", b'[0, "program-1", {"a": 1}]', b'["x", 1, 2]', b"7", b'[0, "gone-1", 1]', NO_SUCH_SEAT],
)
def test_a_journal_with_a_wrong_line_is_left_alone(
    line: bytes, kept: tuple[Path, list[Player]], serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    path, _players = kept
    with path.open("ab") as file:
        file.write(line + b"\n")
    before = path.read_bytes()
    caplog.set_level("INFO", "roborally.net")
    thread = serve(journal=MatchJournals(path.parent))
    assert path.read_bytes() == before
    (problem,) = problems(caplog)
    assert problem.startswith(f"{path}: this match cannot go on: ")
    assert health(thread.port)["matches"] == 0


def test_people_are_told_that_their_match_is_not_kept(table: Table, tmp_path: Path) -> None:
    """A disk that is full at the beginning, has room later, and is full again: each is told once."""
    disk = Disk(tmp_path)
    disk.full = True
    table.keep(disk)
    guests = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob", spectators=1)

    def text() -> list[list[str]]:
        table.wait(0.1)
        return [[notice["type"] for update in guest.messages(Update) for notice in update.notices] for guest in guests]

    assert table.kept is not None
    assert text() == [["not-kept"]] * 3
    assert not table.is_kept()
    disk.full = False
    table.now += RETRY
    table.kept.look_around(table.room)
    assert text() == [["not-kept", "kept-again"]] * 3
    assert table.is_kept()
    assert table.restored().match.digest() == table.match.digest()


def test_the_journal_of_a_match_that_has_failed_is_kept(table: Table, tmp_path: Path) -> None:
    table.keep(MatchJournals(tmp_path))
    table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    before = (tmp_path / "TABLE.match").read_bytes()
    table.room.close("failed")
    assert [path.name for path in tmp_path.iterdir()] == ["TABLE.failed"]
    assert (tmp_path / "TABLE.failed").read_bytes() == before


def test_a_match_that_has_ended_is_forgotten(serve: Serve, tmp_path: Path) -> None:
    thread = serve(journal=MatchJournals(tmp_path))
    players = players_of(thread.port)
    assert len(list(tmp_path.iterdir())) == 1
    players[0].wire.send(Leave())
    assert players[1].wire.wait_for(MatchEnded).reason == "host"
    until(lambda: not inside(thread, lambda: thread.server.rooms))
    assert list(tmp_path.iterdir()) == []
