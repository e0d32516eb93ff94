"""The command `roborally exhibit`."""

import json
from pathlib import Path

import pytest

from roborally.cli import main


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["exhibit", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_prints_json_and_writes_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "--bots",
        "random,random",
        "--course",
        "first-steps",
        "--games",
        "3",
        "--seed",
        "9",
        "--jobs",
        "1",
        "--json",
    ]
    status, out, err = run_command(capsys, *words, "--out", str(tmp_path / "new"))
    summary = json.loads(out)
    assert (status, err, summary["games"], summary["seed"]) == (0, "", 3, 9)
    lines = [json.loads(line) for line in (tmp_path / "new" / "games.jsonl").read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    assert json.loads((tmp_path / "new" / "summary.json").read_text()) == summary
    status, _, err = run_command(capsys, *words, "--out", str(tmp_path / "new"))
    assert status == 2
    assert "is there already" in err


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_command(capsys, "--bots", "random,random", "--games", "2", "--seed", "1", "--jobs", "1")
    assert status == 0
    for text in ("2 games, mode standard, course ring-race, seed 1", "turns, median", "wins per seat", "Seat 2"):
        assert text in out


def test_a_mode_that_the_usual_course_is_not_for_gets_another(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "random,random,random", "--games", "1", "--jobs", "1", "--seed", "1", "--json"]
    assert main(["exhibit", "--mode", "volt", *bots]) == 0
    assert json.loads(capsys.readouterr().out)["course"] == "short-circuit"


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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "--games must be a whole number from 1 to 1000000, not '0'"),
        (["--games", "many"], "--games must be a whole number"),
        (["--jobs", "0.5"], "--jobs must be a whole number"),
        (["--seed", "-1"], "--seed must be a whole number"),
        (["--bots", "greedy,,random"], "--bots must be 1 to 8 names joined by commas"),
        (["--bots", ",".join(["random"] * 9)], "--bots must be 1 to 8 names"),
        (["--bots", "greedy"], "1 seats, but mode 'standard' on course 'ring-race' takes 2 to 8"),
        (["--bots", "greedy,deep"], "there is no bot 'deep'; there are: greedy, random"),
        (["--course", "nowhere"], "there is no course 'nowhere'"),
        (["--mode", "gears"], "match.mode names 'gears', which is no mode"),
        (["--mode", "classic", "--course", "slippery-slope"], "has a oil at"),
        (["no-such-match.toml"], "no-such-match.toml: there is no such file"),
        (["--out", "/dev/null/x"], "cannot be written"),
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
        main(["exhibit", "--cluster", "x"])
    assert stop.value.code == 2
