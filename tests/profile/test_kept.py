"""The file of the running match: written at every question, found after a crash, shared with nobody."""

import gzip
import os
import re
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from roborally.base.atomic_file import StorageError, write_aside
from roborally.base.errors import reason
from roborally.base.file_lock import as_os_error
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.records.file_format import Summary
from roborally.game.records.recorder import Recorder, load_save
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from roborally.profile import kept
from roborally.profile.kept import MAX_MATCHES, InUseError, MatchKeeper, kept_matches
from tests.waiting import stands_still, until


@pytest.fixture(scope="module")
def game(catalogue: Catalogue) -> Game:
    seats = [SeatConfig("Ada", "human"), SeatConfig("Bea", "human")]
    return make_game(
        MatchConfig(match=MatchSection(mode="standard", course="laser-alley", seed=1), seats=seats), catalogue
    )


class Nobody:
    """No bots play here."""

    def submit(self, *_: Any) -> Any:
        raise AssertionError("nobody has a bot")


@pytest.fixture
def begin(game: Game) -> Callable[[], tuple[LocalSession, Recorder]]:
    def make() -> tuple[LocalSession, Recorder]:
        session = LocalSession.start(game, 1, Nobody(), stands_still)
        recorder = Recorder(game, 1)
        recorder.attach(session)
        return session, recorder

    return make


def answer_all(session: LocalSession, keeper: MatchKeeper, count: int) -> None:
    """Answer some questions by their defaults, and let the keeper do its work in between."""
    for _ in range(count):
        seat = session.waiting_for()[0]
        question = session.decisions(seat)[0]
        session.answer(seat, question["id"], question["default"])
        keeper.update()


def test_after_an_answer_the_file_holds_the_new_question(
    begin: Any, catalogue: Catalogue, tmp_path: Path, game: Game
) -> None:
    session, recorder = begin()
    keeper = MatchKeeper(tmp_path / "running", stands_still)
    keeper.follow(recorder)
    for number in range(6):
        assert keeper.settle()
        (path,) = (tmp_path / "running").glob("*.rrsave")
        _game, match, found = load_save(path, catalogue)
        assert match.digest() == session.digest()
        assert len(found.record.answers) == number
        answer_all(session, keeper, 1)
    assert keeper.release() == path
    assert load_save(path, catalogue)[1].digest() == session.digest()


def test_one_is_written_at_a_time_and_the_newest_after_it(begin: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """Packing takes as long as it wants: meanwhile nothing is queued, and nobody waits."""
    gate, written = Event(), []
    true_write = write_aside

    def slow(path: Path, content: bytes, mode: int) -> None:
        gate.wait()
        written.append(len(content))
        true_write(path, content, mode)

    monkeypatch.setattr(kept, "write_aside", slow)
    session, recorder = begin()
    keeper = MatchKeeper(tmp_path, stands_still)
    keeper.follow(recorder)
    answer_all(session, keeper, 5)
    gate.set()
    assert keeper.settle()
    assert len(written) == 2
    keeper.release()


def test_a_match_that_is_over_leaves_no_file(begin: Any, tmp_path: Path) -> None:
    _session, recorder = begin()
    keeper = MatchKeeper(tmp_path, stands_still)
    keeper.follow(recorder)
    assert keeper.settle()
    keeper.forget()
    assert kept_matches(tmp_path) == []
    assert list(tmp_path.glob("*.rrsave")) == []


def test_a_match_in_another_window_is_not_offered(begin: Any, tmp_path: Path) -> None:
    first, second = MatchKeeper(tmp_path, stands_still), MatchKeeper(tmp_path, stands_still)
    for keeper in (first, second):
        keeper.follow(begin()[1])
        assert keeper.settle()
    assert len(list(tmp_path.glob("*.rrsave"))) == 2
    assert kept_matches(tmp_path) == []
    path = first.release()
    assert path is not None
    assert [found for found, _summary in kept_matches(tmp_path)] == [path]
    third = MatchKeeper(tmp_path, stands_still)
    third.claim(path)
    with pytest.raises(InUseError):
        MatchKeeper(tmp_path, stands_still).claim(path)
    with pytest.raises(InUseError):
        kept.remove(path)
    assert path.exists()
    third.release(newest=False)
    kept.remove(path)
    assert kept_matches(tmp_path) == []
    second.release()


def test_only_so_many_are_kept_and_the_oldest_goes(begin: Any, tmp_path: Path) -> None:
    paths = []
    for day in range(MAX_MATCHES + 3):
        keeper = MatchKeeper(tmp_path, stands_still)
        keeper.follow(begin()[1])
        keeper.settle()
        path = keeper.release()
        assert path is not None
        date(path, f"2026-01-{day + 1:02}T00:00:00+00:00")
        paths.append(path)
    found = [summary.date for _path, summary in kept_matches(tmp_path) if isinstance(summary, Summary)]
    assert found == [f"2026-01-{day:02}T00:00:00+00:00" for day in range(MAX_MATCHES + 3, 3, -1)]


def date(path: Path, moment: str) -> None:
    """Give a save another date."""
    content = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(re.sub(rb'"date":"[^"]*"', f'"date":"{moment}"'.encode(), content, count=1)))


def test_a_full_disk_is_told_once_and_written_when_there_is_room(
    begin: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: Any
) -> None:
    full = True
    true_write = write_aside

    def write(path: Path, content: bytes, mode: int) -> None:
        if full:
            raise StorageError("cannot be written: {error}", where=path, error="the disk is full")
        true_write(path, content, mode)

    monkeypatch.setattr(kept, "write_aside", write)
    now = [0.0]
    session, recorder = begin()
    keeper = MatchKeeper(tmp_path, lambda: now[0])
    keeper.follow(recorder)
    text = until(lambda: keeper.update() or keeper.complaint())  # type: ignore[func-returns-value]
    assert "the disk is full" in str(text)
    for _ in range(3):
        now[0] += kept.RETRY
        answer_all(session, keeper, 1)
        assert not keeper.settle()
        assert keeper.complaint() is None
    full = False
    now[0] += kept.RETRY  # nothing has been answered since
    until(lambda: keeper.update() or keeper.problem is None)  # type: ignore[func-returns-value]
    path = keeper.release()
    assert path is not None
    assert load_save(path, catalogue)[1].digest() == session.digest()


def test_a_folder_that_cannot_be_made_is_a_problem_and_no_error(begin: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = MatchKeeper(tmp_path / "file", stands_still)
    keeper.follow(begin()[1])
    assert not keeper.settle()
    assert keeper.complaint() is not None
    assert keeper.release() is None


def test_a_damaged_file_is_put_aside_under_a_name_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        (tmp_path / "match-1.rrsave").write_bytes(b"nothing")
        assert len(kept_matches(tmp_path)) == 1
        kept.put_aside(tmp_path / "match-1.rrsave")
        assert kept_matches(tmp_path) == []
    assert {path.name for path in tmp_path.glob("match*")} == {"match-1.rrsave.damaged", "match-1.rrsave.damaged-2"}


KILLED = """
    import os, sys
    from pathlib import Path
    from roborally.game.factory import make_game
    from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
    from roborally.plugin_system.loader import find_plugins
    from roborally.profile.kept import MatchKeeper
    from roborally.game.records.recorder import Recorder
    from roborally.game.session.local import LocalSession

    seats = [SeatConfig("Ada", "human"), SeatConfig("Bea", "human")]
    match = MatchSection(mode="standard", course="laser-alley", seed=1)
    game = make_game(MatchConfig(match=match, seats=seats), find_plugins())
    session = LocalSession.start(game, 1, None)
    recorder = Recorder(game, 1)
    recorder.attach(session)
    keeper = MatchKeeper(Path(sys.argv[1]))
    keeper.follow(recorder)
    while True:
        seat = session.waiting_for()[0]
        question = session.decisions(seat)[0]
        session.answer(seat, question["id"], question["default"])
        keeper.settle()
        print(len(recorder.record.answers), session.digest(), flush=True)
"""


def test_what_was_written_outlives_a_process_that_is_killed(catalogue: Catalogue, tmp_path: Path) -> None:
    """The process is killed while it writes; what it has reported is there, the file is whole and nobody's."""
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    assert process.stdout is not None
    reported = {}
    for _ in range(7):
        number, digest = process.stdout.readline().split()
        reported[int(number)] = digest
    (before,) = tmp_path.glob("*.rrsave")
    assert kept_matches(tmp_path) == []  # it is open there
    process.kill()
    for line in process.communicate()[0].splitlines():
        number, digest = line.split()
        reported[int(number)] = digest
    assert [path for path, _summary in kept_matches(tmp_path)] == [before]
    _game, match, recorder = load_save(before, catalogue)
    answers = len(recorder.record.answers)
    assert answers >= max(reported)
    if answers in reported:
        assert match.digest() == reported[answers]
    keeper = MatchKeeper(tmp_path, stands_still)
    keeper.claim(before)
    assert list(tmp_path.glob("*.part")) == []
    keeper.release(newest=False)


def test_a_lock_that_finds_no_room_says_that_the_disk_is_full() -> None:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.Error) as raised:
        database.execute("CREATE TABLE much (text)")
    database.close()
    assert str(reason(as_os_error(raised.value))) == "the disk is full"
