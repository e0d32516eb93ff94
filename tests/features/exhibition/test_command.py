"""The command `roborally exhibit`."""

import importlib.util
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roborally.arena import results
from roborally.base import paths
from roborally.base.errors import Stopped
from roborally.cli import main
from tests.waiting import until
from tests.writing import write_bot_plugin


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["exhibit", *words])
    out, err = capsys.readouterr()
    return status, out, err


EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
RANDOM = ["--bots", "random,random", "--course", "first-steps", "--seed", "9"]


def games_in(folder: Path) -> list[dict[str, Any]]:
    """Return the games of a results file by number, without the times."""
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    return sorted((json.loads(line)["game"] for line in lines), key=lambda game: game["number"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return 40 games that were played without a break."""
    folder = tmp_path_factory.mktemp("whole")
    assert main(["exhibit", *RANDOM, "--games", "40", "--jobs", "1", "--out", str(folder)]) == 0
    return games_in(folder)


def test_the_command_prints_json_and_writes_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new"
    status, out, err = run_command(capsys, *RANDOM, "--games", "3", "--jobs", "1", "--json", "--out", str(folder))
    figures = json.loads(out)
    assert (status, err, figures["games"], figures["seed"]) == (0, "", 3, 9)
    assert [game["number"] for game in games_in(folder)] == [0, 1, 2]
    assert json.loads((folder / "report.json").read_text(encoding="utf-8")) == figures
    assert (folder / "report.html").is_file()
    assert {row["replay"] for row in figures["remarkable"]} <= {f"replays/{p.name}" for p in folder.glob("replays/*")}
    before = {path.name: path.read_bytes() for path in folder.glob("report.*")}
    for path in folder.glob("report.*"):
        path.unlink()
    status, out, _ = run_command(capsys, "--report", str(folder))
    assert (status, out.splitlines()[-1]) == (0, f"report: {folder / 'report.html'}")
    assert {path.name: path.read_bytes() for path in folder.glob("report.*")} == before, "it can be written again"


@pytest.mark.long
def test_more_games_are_added_and_the_seed_is_that_of_the_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: list[dict[str, Any]]
) -> None:
    words = [*RANDOM, "--jobs", "1", "--out", str(tmp_path)]
    run_command(capsys, *words, "--games", "2")
    before = (tmp_path / "results.jsonl").read_bytes()
    seedless = [word for word in words if word not in ("--seed", "9")]
    status, out, _ = run_command(capsys, *seedless, "--games", "4")
    assert (status, out.splitlines()[0]) == (0, "4 games, mode standard, course first-steps, seed 9")
    assert (tmp_path / "results.jsonl").read_bytes().startswith(before)
    assert games_in(tmp_path) == whole[:4]


# Interrupts may be off when tests run in the background.
PLAYER = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from roborally.cli import main
sys.exit(main(["exhibit", *sys.argv[1:]]))
"""


def test_a_run_that_is_stopped_says_what_is_kept_and_goes_on_where_it_was(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: list[dict[str, Any]]
) -> None:
    """Also with half a line, which a program leaves that is killed."""
    words = [*RANDOM, "--games", "40", "--out", str(tmp_path)]
    command = [sys.executable, "-c", PLAYER, *words, "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    path = tmp_path / "results.jsonl"
    until(lambda: process.poll() is not None or (path.exists() and path.read_bytes().count(b"\n") >= 6))
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate()
    played = len(games_in(tmp_path))
    assert (process.returncode, 5 <= played < 40) == (130, True)
    assert err == f"stopped; {played} games are kept in {tmp_path}, and the same command goes on\n"
    path.write_bytes(path.read_bytes() + b'{"game":{"number":39')
    assert run_command(capsys, *words, "--jobs", "1")[0] == 0
    assert games_in(tmp_path) == whole


def test_a_game_that_was_being_added_when_the_run_was_stopped_counts_as_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write = vars(results)["_write_all"]

    def write_and_stop(file: Any, content: bytes) -> None:
        write(file, content)
        raise Stopped

    monkeypatch.setattr(results, "_write_all", write_and_stop)
    status, _, err = run_command(capsys, *RANDOM, "--games", "2", "--jobs", "1", "--out", str(tmp_path))
    assert (status, err) == (130, f"stopped; 1 game is kept in {tmp_path}, and the same command goes on\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit for the size of files")
def test_a_full_disk_is_told_and_what_was_played_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: list[dict[str, Any]]
) -> None:
    import resource

    words = [*RANDOM, "--games", "30", "--jobs", "1", "--out", str(tmp_path)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, before[1]))
    try:
        status, out, err = run_command(capsys, *words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    kept = len(games_in(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"cannot be written: the file would be too large; {kept} games are kept" in err
    assert kept > 3
    assert run_command(capsys, *words)[0] == 0
    assert games_in(tmp_path) == whole[:30]


BAD_BOTS = """
import os

from roborally.plugin import hookimpl

class Crash:
    def choose(self, observation, decision, dice):
        os._exit(3)

class Chatter:
    def choose(self, observation, decision, dice):
        print("what shall I do?")
        raise RuntimeError("no idea")

@hookimpl
def register_bots(bots):
    bots.bot("crash", Crash)
    bots.bot("chatter", Chatter)
"""


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a plugin with bad bots to those of the player, also for other processes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "_user_data", lambda: tmp_path / "home" / "roborally")
    write_bot_plugin(paths.user_plugin_folder(), "bad-bots", BAD_BOTS)


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_fails_and_chats_disturbs_neither_game_nor_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bots", "chatter,random", "--games", "2", "--jobs", "1", "--seed", "1"]
    status, out, _ = run_command(capsys, *words, "--json")
    row = next(row for row in json.loads(out)["by_bot"] if row["bot"] == "chatter")
    assert (status, row["problem"]) == (0, "RuntimeError: no idea")
    assert row["faults"] == row["thinking"]["answers"] > 0
    assert f"chatter failed to answer {row['faults']} times, for example: Runt" in run_command(capsys, *words)[1]


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_ends_its_process_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bots", "crash,random", "--games", "8", "--jobs", "2", "--seed", "1"]
    status, out, err = run_command(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "a process ended during a game, perhaps because of a bot" in err


def test_without_the_extra_the_games_are_kept_and_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    hidden = ("openskill", "jinja2", "matplotlib", "distributed")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name in hidden else find(name, *more))
    words = ["--games", "2", "--jobs", "1", "--json", "--out", str(tmp_path)]
    status, out, err = run_command(capsys, *RANDOM, *words)
    assert (status, len(games_in(tmp_path)), json.loads(out)["ratings"]) == (0, 2, None)
    assert err == (
        "there will be no report.html and no ratings; "
        "install jinja2, matplotlib, openskill with: pip install 'roborally[arena]'\n"
    )
    assert not (tmp_path / "report.html").exists()
    for words in (["--report", str(tmp_path)], [*RANDOM, "--cluster", "127.0.0.1:1"]):
        status, _, err = run_command(capsys, *words)
        assert (status, err.count("\n")) == (2, 1)
        assert "needs packages that are missing; install" in err


@pytest.mark.long
def test_robots_are_told_by_what_the_mode_ranks_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bots", "random,random", "--games", "1", "--jobs", "1", "--seed", "1"]
    for mode, title, other in (("standard", "checkpoints", "victory"), ("volt", "victory", "checkpoints")):
        out = run_command(capsys, "--mode", mode, *words)[1]
        for text in (f"1 game, mode {mode}, course ", "turns, median", "share", "Seat 2"):
            assert text in out
        assert title in out
        assert other not in out
    rows = json.loads(run_command(capsys, "--mode", "volt", *words, "--json")[1])["by_bot"]
    assert set(rows[0]["ranked"]) == {"points"}


def test_a_mode_says_in_its_own_words_how_games_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    shutil.copytree(EXAMPLES / "floor-painters", paths.user_plugin_folder() / "floor-painters")
    words = ["--mode", "floor-painters", "--bots", "greedy,greedy", "--games", "1", "--jobs", "1", "--seed", "1"]
    status, out, _err = run_command(capsys, *words, "--out", str(tmp_path))
    assert status == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for text in ("won with the most spaces", "spaces"):
        assert text in out
        assert text in page
    assert "reaching the goal" not in out + page


def test_a_mode_that_the_usual_course_is_not_for_gets_another(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "random,random,random", "--games", "1", "--jobs", "1", "--seed", "1", "--json"]
    assert main(["exhibit", "--mode", "volt", *bots]) == 0
    assert json.loads(capsys.readouterr().out)["course"] == "short-circuit"


def test_plugins_beside_those_of_the_mode(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    seats = "".join(f'[[seats]]\nname = "{name}"\ncontroller = "random"\n' for name in ("Ada", "Bolt"))
    file.write_text(f'[match]\nmode = "classic"\ncourse = "rush-hour"\nplugins = ["oil"]\n{seats}')
    words = ["--plugins", "option-cards, oil", "--games", "1", "--jobs", "1", "--out", str(tmp_path / "out")]
    assert run_command(capsys, str(file), *words)[0] == 0
    first = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(first)["terms"]["exhibition"]["config"]["match"]["plugins"] == ["oil", "option-cards"]


def test_a_match_file_gives_seats_and_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text(
        '[match]\nmode = "classic"\ncourse = "rush-hour"\nseed = 3\n[rules]\nlives = 0\n'
        '[[seats]]\nname = "Ada"\ncontroller = "human"\n[[seats]]\nname = "Bolt"\ncontroller = "random"\n'
    )
    status, _, err = run_command(capsys, str(file))
    assert (status, err.count("\n")) == (2, 1)
    assert "seat 'Ada' is for a person" in err
    status, out, _ = run_command(capsys, str(file), "--bots", "random,random", "--games", "2", "--jobs", "1", "--json")
    summary = json.loads(out)
    assert (status, summary["mode"], summary["course"], summary["seed"]) == (0, "classic", "rush-hour", 3)
    assert [row["name"] for row in summary["by_seat"]] == ["Ada", "Bolt"]


@pytest.mark.parametrize(("mode", "course"), [("volt", "duel-bridge")])
def test_a_match_file_without_a_course_is_played_on_one_for_its_mode(
    mode: str, course: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.toml"
    seats = "".join(f'[[seats]]\nname = "{name}"\ncontroller = "random"\n' for name in ("Ada", "Bolt"))
    file.write_text(f'[match]\nmode = "{mode}"\n{seats}')
    status, out, _ = run_command(capsys, str(file), "--games", "1", "--jobs", "1")
    assert (status, out.partition(", seed")[0]) == (0, f"1 game, mode {mode}, course {course}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "--games must be a whole number from 1 to 1000000, not '0'"),
        (["--games", "many"], "--games must be a whole number"),
        (["--jobs", "0.5"], "--jobs must be a whole number"),
        (["--seed", "-1"], "--seed must be a whole number"),
        (["--bots", "greedy,,random"], "--bots must be 1 to 8 names joined by commas"),
        (["--bots", ",".join(["random"] * 9)], "--bots must be 1 to 8 names"),
        (["--bots", "greedy,human"], "--bots names 'human', which is not a bot"),
        (["--bots", "greedy"], "1 seats, but mode 'standard' on course 'Ring Race' takes 2 to 8"),
        (["--bots", "greedy,deep"], "there is no bot 'deep'; there are: random, greedy, planner, rival"),
        (["--course", "nowhere"], "--course: there is no course 'nowhere'"),
        (["--mode", "gears"], "--mode: there is no mode 'gears'; there are: auenland, classic, crash-and-burn"),
        (["--mode", "clasic"], "--mode: there is no mode 'clasic'; is it 'classic'?"),
        (["--mode", "classic", "--course", "slippery-slope"], "has a oil at"),
        (["--plugins", "oil,,pits"], "--plugins must be 1 to 100 names joined by commas, such as oil,portals"),
        (["--plugins", "nothing"], "--plugins: there is no plugin 'nothing'"),
        (["no-such-match.toml"], "no-such-match.toml: there is no such file"),
        (["--out", "/dev/null/x"], "cannot be written"),
        (["--course", "ring-race,ring-race"], "--course names a course twice"),
        (["--course", "ring-race,,first-steps"], "--course must be 1 to 100 names joined by commas"),
        (["--course", "ring-race,nowhere"], "--course: there is no course 'nowhere'"),
        (["--robots", "tanky,peach"], "--robots must be 4 to 64 names joined by commas"),
        (["--robots", "tanky,peach,albot,hal"], "there is no robot 'hal'"),
        (["--robots", "tanky,peach,albot,peach,hal"], "there is no robot 'hal'"),
        (["--report", "/dev/null"], "/dev/null/results.jsonl: cannot be read"),
        (["--report", "no-such-folder"], "no-such-folder/results.jsonl: there is no such file"),
        (["--cluster", "127.0.0.1:1", "--jobs", "2"], "--jobs is for games on this machine"),
        (["--cluster", "nonsense::"], "nonsense::: there is no cluster"),
        (["--cluster", "tls://127.0.0.1:1"], "tls://127.0.0.1:1: there is no cluster: tls needs certificates"),
    ],
)
def test_bad_values_are_one_plain_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    status, out, err = run_command(capsys, *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert sentence in err
    assert "Traceback" not in err


def test_options_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["exhibit", "--clusters", "x"])
    assert stop.value.code == 2
