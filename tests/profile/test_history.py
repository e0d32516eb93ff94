"""The history: sums and best values, all or nothing at a crash, several processes, and files that cannot be used."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.base import paths
from roborally.core.dice import Dice, derive
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import find_plugins
from roborally.profile import (
    Achievement,
    Finished,
    History,
    HistoryError,
    HistorySeat,
    Overview,
    Total,
    finished,
    record,
)
from roborally.profile import database as database_module
from roborally.profile.aside import alone
from roborally.profile.database import APPLICATION, MIGRATIONS, UnusableError
from tests.fuzz.play import choose
from tests.profile.games import STATISTICS, a_game
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
counts = st.dictionaries(st.sampled_from(STATISTICS), st.integers(0, 10**6))


def process(job: str, path: Path, argument: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.profile.games", job, str(path), argument]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


# --- what is kept ---------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=30)
@given(games=st.lists(counts, max_size=8))
def test_sums_and_best_values_are_those_of_the_games(
    tmp_path_factory: pytest.TempPathFactory, games: list[dict[str, int]]
) -> None:
    path = tmp_path_factory.mktemp("history") / "history.sqlite"
    for counters in games:
        with History.open(path) as history:
            assert history.keep(a_game(counters, won=counters.get("fwd", 0) % 2 == 1))
    with History.open(path) as history:
        overview = history.overview()
    assert overview.games == len(games)
    assert overview.won == sum(counters.get("fwd", 0) % 2 for counters in games)
    assert [total.id for total in overview.totals] == (list(STATISTICS) if games else [])
    for total in overview.totals:
        amounts = [counters.get(total.id, 0) for counters in games]
        assert (total.title, total.sum, total.best) == (total.id.title(), sum(amounts), max(amounts))


def test_the_best_value_is_the_largest_also_where_small_is_good() -> None:
    with History.open() as history:
        for deaths in (3, 0, 5):
            history.keep(a_game(deaths=deaths))
        found = {total.id: total for total in history.overview().totals}
    assert (found["deaths"].sum, found["deaths"].best) == (8, 5)


def test_the_same_end_of_a_game_is_counted_once() -> None:
    game = a_game(fwd=3)
    with History.open() as history:
        assert history.keep(game)
        assert not history.keep(game)
        assert history.sums()["fwd"] == 3
        assert history.overview().games == 1


def test_two_people_at_one_machine_played_one_game() -> None:
    seats = [HistorySeat(0, "Ada", "tanky", True, {"fwd": 2}), HistorySeat(3, "Bob", "", False, {"fwd": 5})]
    game = Finished("one", "2026-01-02T03:04:05+00:00", "standard", "ring-race", 4, {"fwd": "Forward"}, seats)
    with History.open() as history:
        history.keep(game)
        assert history.overview() == Overview(1, 1, (Total("fwd", "Forward", 7, 5),))


def test_statistics_have_the_titles_and_places_of_the_last_game() -> None:
    def game(id_: str, titles: dict[str, str]) -> Finished:
        seat = HistorySeat(0, "Ada", "", False, dict.fromkeys(titles, 1))
        return Finished(id_, "2026-01-02T03:04:05+00:00", "standard", "ring-race", 4, titles, [seat])

    with History.open() as history:
        history.keep(game("one", {"a": "A", "b": "B"}))
        history.keep(game("two", {"b": "Better", "a": "A"}))
        assert history.overview().totals == (Total("b", "Better", 2, 1), Total("a", "A", 2, 1))


def test_an_amount_that_would_spoil_the_sums_is_refused() -> None:
    with History.open() as history:
        with pytest.raises(HistoryError, match="'fwd' cannot be kept"):
            history.keep(a_game(fwd=2**70))
        assert history.overview() == Overview()


def test_a_failure_in_the_middle_keeps_nothing(achievements: list[Achievement]) -> None:
    with History.open() as history:
        with pytest.raises(HistoryError, match="cannot be used"):
            history.keep(replace(a_game(fwd=1), turns=-1))
        with pytest.raises(HistoryError, match="cannot hold a text"):
            history.keep(Finished("\ud800", "", "", "", 1, {"fwd": "F"}, [HistorySeat(0, "", "", False, {"fwd": 1})]))
        with suppress(KeyError), history.transaction():
            assert history.keep(a_game(fwd=1))
            raise KeyError
        assert history.overview() == Overview()
        assert record(history, a_game(kills=1, taken=1, deaths=1, dealt=1), achievements) != []


# --- which games count ----------------------------------------------------------------------------------------------


def played(controllers: tuple[str, ...], turns: int, seed: int = 7) -> LocalSession:
    """Play a game with random answers for every seat, until it is over or `turns` turns are."""
    seats = [SeatConfig(f"Robot {number}", controller) for number, controller in enumerate(controllers)]
    config = MatchConfig(MatchSection("standard", "first-steps", timer=0), seats=seats)
    game = make_game(config, find_plugins(installed=False))
    session = LocalSession.start(game, seed, thinker=None)  # type: ignore[arg-type]
    while not session.over and session.match.state.turn <= turns:
        seat = session.waiting_for()[0]
        decision = min(session.decisions(seat), key=lambda entry: not entry["optional"])
        answer = choose(session.match, decision, Dice(derive(session.match.state.dice, decision["id"])))
        session.answer(seat, decision["id"], answer)
    return session


def test_a_game_that_has_ended_counts_for_the_people_in_it() -> None:
    """STD-R31: for all of them, whether their robots were eliminated or not."""
    session = played(("greedy", "human", "remote", "human"), 500)
    assert session.over
    game = finished(session)
    assert game is not None
    assert (game.mode, game.course) == ("standard", "first-steps")
    assert (game.turns, game.game) == (session.match.state.turn, session.match.digest())
    assert [(seat.number, seat.name) for seat in game.seats] == [(1, "Robot 1"), (3, "Robot 3")]
    by_seat = {piece.seat: piece.index for piece in session.match.state.pieces}
    for seat in game.seats:
        assert seat.counters == session.tally.counts[by_seat[seat.number]]
        assert list(seat.counters) == list(STATISTICS)
        assert seat.won == (by_seat[seat.number] in session.match.state.winners)
    assert any(sum(seat.counters.values()) for seat in game.seats)


def test_a_game_that_goes_on_or_without_people_does_not_count() -> None:
    """STD-R31: only the regular end of a game counts."""
    assert finished(played(("human", "human"), 0)) is None
    over = played(("greedy", "greedy"), 500)
    assert over.over
    assert finished(over) is None
    with History.open() as history:
        assert record(history, None, []) == []
        assert history.overview() == Overview()


# --- crashes and other processes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moment", "games"), [("before", 1), ("behind", 2)])
def test_a_crash_in_the_middle_loses_only_what_was_not_finished(moment: str, games: int) -> None:
    path = paths.history_file()
    dying = process("die", path, moment)
    assert dying.communicate(timeout=PATIENCE)[1] == ""
    assert dying.returncode == -signal.SIGKILL
    log = path.with_name(path.name + "-wal")
    assert log.stat().st_size > 0, "the process has left its log behind"
    with History.open() as history:
        assert history.notice is None
        assert history.overview() == Overview(games, 0, history.overview().totals)
        assert history.sums()["fwd"] == games
        assert history.keep(a_game(fwd=1))


def test_two_processes_at_once_lose_nothing_and_tell_each_achievement_once(profile: Path) -> None:
    path = paths.history_file()
    both = [process("record", path, name) for name in ("left", "right")]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in both:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    text = []
    for each in both:
        out, errors = each.communicate(timeout=PATIENCE)
        assert (each.returncode, errors) == (0, "")
        text += out.split()
    with History.open() as history:
        assert history.notice is None
        assert history.overview().games == 50
        assert (history.sums()["fwd"], history.sums()["taken"]) == (50, 1000)
        assert history.connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert history.connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    hit = ["ouch", "just-a-scratch", "structural-integrity-at-risk"]
    assert sorted(text) == sorted(hit)


def test_a_blocked_writer_waits_and_then_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.0)
    with History.open() as one, History.open() as two:
        with one.transaction():
            one.keep(a_game(fwd=1))
            with pytest.raises(HistoryError, match="database is locked"):
                two.keep(a_game(fwd=1))
            assert two.overview().games == 0, "reading goes on, and sees what was finished before"
        assert two.keep(a_game(fwd=1))
        assert one.overview().games == 2


# --- files that cannot be used --------------------------------------------------------------------------------------


def a_whole_file(path: Path) -> Path:
    with History.open(path) as history, history.transaction():
        for number in range(200):
            history.keep(a_game(id_=f"game {number}", fwd=1))
    return path


def spoil_head(path: Path) -> None:
    path.write_bytes(b"not a database" * 500)


def spoil_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:-4096] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:6000])


def change(statement: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.commit()
        connection.close()

    return spoil


UNUSABLE = [
    pytest.param(spoil_head, "damaged", id="no database"),
    pytest.param(spoil_middle, "damaged", id="overwritten"),
    pytest.param(cut_off, "damaged", id="cut off"),
    pytest.param(change("PRAGMA application_id = 7"), "damaged", id="of another program"),
    pytest.param(change("DROP TABLE counter"), "damaged", id="without a table"),
    pytest.param(change("ALTER TABLE seat RENAME COLUMN won TO lost"), "damaged", id="without a column"),
    pytest.param(change(f"PRAGMA user_version = {len(MIGRATIONS) + 1}"), "newer", id="newer"),
]


@pytest.mark.parametrize(("spoil", "word"), UNUSABLE)
def test_an_unusable_file_is_set_aside_and_never_overwritten(spoil: Callable[[Path], None], word: str) -> None:
    why = {"damaged": "damaged", "newer": "written by a newer version of the game"}[word]
    path = paths.history_file()
    for name in (f"history.sqlite.{word}", f"history.sqlite.{word}-2"):
        spoil(a_whole_file(path))
        before = path.read_bytes()
        with pytest.raises(HistoryError, match=f"^{path}: {why}, so it cannot be read$"):
            History.look()
        assert path.read_bytes() == before, "only looking changes nothing"
        with History.open() as history:
            assert str(history.notice) == f"{path}: {why}; it is now called {name}, and a new one has been begun"
            assert history.overview() == Overview()
            assert history.keep(a_game(fwd=1))
        assert path.with_name(name).read_bytes() == before
        with History.open() as history:
            assert history.notice is None
            assert history.overview().games == 1
        path.unlink()
    assert names_in(path.parent) == [f"history.sqlite.{word}", f"history.sqlite.{word}-2"]


def test_the_log_of_a_crash_is_not_taken_for_that_of_the_next_file() -> None:
    path = paths.history_file()
    dying = process("die", path, "behind")
    dying.communicate(timeout=PATIENCE)
    spoil_head(path)
    with History.open() as history:
        assert "it is now called history.sqlite.damaged," in str(history.notice)
        assert history.overview() == Overview(), "the old log is not taken for the new file's"
    assert set(names_in(path.parent)) <= {"history.sqlite", "history.sqlite.damaged", "history.sqlite.damaged-wal"}


def test_damage_that_shows_later_is_told() -> None:
    path = a_whole_file(paths.history_file())
    with History.open() as history:
        spoil_middle(path)
        history.connection.execute("PRAGMA cache_size = 1")
        with pytest.raises(UnusableError, match="damaged"):
            history.overview()


def test_a_process_that_was_faster_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the first look and the lock the other process sets the file aside and begins a new one."""
    path = a_whole_file(paths.history_file())
    spoil_head(path)

    def slow_alone(folder: Path) -> object:
        monkeypatch.undo()
        with History.open(path) as faster:
            faster.keep(a_game(fwd=1))
        return alone(folder)

    monkeypatch.setattr("roborally.profile.history.alone", slow_alone)
    with History.open(path) as history:
        assert history.notice is None
        assert history.overview().games == 1
    assert names_in(path.parent) == ["history.sqlite", "history.sqlite.damaged"]


def test_an_empty_file_becomes_a_history() -> None:
    path = paths.history_file()
    path.parent.mkdir(parents=True)
    path.touch()
    with History.open() as history:
        assert history.notice is None
        assert history.keep(a_game())
        assert history.connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION


def test_an_older_file_is_brought_up_to_date_at_one_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    a_whole_file(paths.history_file())
    later = (*MIGRATIONS, ("ALTER TABLE seat ADD COLUMN seconds INTEGER", "INSERT INTO nowhere VALUES (1)"))
    monkeypatch.setattr(database_module, "MIGRATIONS", later)
    with pytest.raises(HistoryError, match="no such table: nowhere"):
        History.open()
    monkeypatch.setattr(database_module, "MIGRATIONS", (*MIGRATIONS, later[-1][:1]))
    with History.open() as history:
        assert history.overview().games == 200
        assert history.connection.execute("SELECT COUNT(*), COUNT(seconds) FROM seat").fetchone() == (200, 0)
        assert history.connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS) + 1


def test_looking_makes_nothing(profile: Path) -> None:
    assert History.look() is None
    assert list(profile.iterdir()) == []


def test_a_place_where_no_file_can_be_is_told(profile: Path) -> None:
    (profile / "data").write_text("in the way")
    with pytest.raises(HistoryError, match=r"history\.sqlite: cannot be made"):
        History.open()
    (profile / "other" / "history.sqlite").mkdir(parents=True)
    with pytest.raises(HistoryError, match="cannot be used: unable to open"):
        History.open(profile / "other" / "history.sqlite")
    assert (profile / "other" / "history.sqlite").is_dir()


def test_odd_names_of_folders_are_taken_literally(profile: Path) -> None:
    path = profile / "what? #100% ü" / "history.sqlite"
    with History.open(path) as history:
        history.keep(a_game())
    assert names_in(path.parent) == ["history.sqlite"]
