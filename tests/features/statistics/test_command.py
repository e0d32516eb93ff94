"""`roborally stats`: tables and data, in plain words where there is nothing or something is wrong."""

import json
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.cli import main
from roborally.profile import History
from tests.profile.games import STATISTICS, a_game


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if "│" in line]


def test_an_empty_profile_says_so_and_nothing_is_made(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("No game has been finished yet, so there are no statistics.\n")
    assert "reached: 0 of 34" in out
    assert ["First Oil", "Destroy a robot.", "0 of 1"] in rows(out)
    assert ["Pacifist", "Win a game without dealing any damage.", "no"] in rows(out)
    assert list(profile.iterdir()) == []
    assert main(["stats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["won"], data["statistics"], len(data["achievements"])) == (0, 0, {}, 34)


def test_tables_show_sums_best_values_and_achievements(capsys: pytest.CaptureFixture[str]) -> None:
    with History.open() as history:
        history.keep(a_game(won=True, fwd=1200, kills=1, taken=3, dealt=1))
        history.keep(a_game(fwd=34, kills=1, taken=1, dealt=1))
    assert main(["stats"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 games finished, 1 won\n")
    found = rows(out)
    assert ["Fwd", "1,234", "1,200"] in found
    assert ["Taken", "4", "3"] in found
    assert [row[0] for row in found[: len(STATISTICS)]] == [name.title() for name in STATISTICS]
    assert ["First Oil", "Destroy a robot.", "yes"] in found
    assert ["Oil Frenzy", "Destroy 10 robots.", "2 of 10"] in found
    assert ["Who Needs Backups?", "Win a game without being destroyed.", "yes"] in found
    assert ["Untouchable", "Win a game without taking any damage.", "no"] in found
    assert "reached: 4 of 34" in out


def test_one_game_is_not_many(capsys: pytest.CaptureFixture[str]) -> None:
    with History.open() as history:
        history.keep(a_game())
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.startswith("1 game finished, 0 won\n")


def test_data_holds_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    with History.open() as history:
        history.keep(a_game(won=True, fwd=4, kills=2))
        history.keep(a_game(fwd=3))
    assert main(["stats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["won"]) == (2, 1)
    assert data["statistics"]["fwd"] == {"title": "Fwd", "sum": 7, "best": 4}
    found = {entry["id"]: entry for entry in data["achievements"]}
    assert found["oil-frenzy"] == {
        "plugin": "robot-statistics",
        "id": "oil-frenzy",
        "title": "Oil Frenzy",
        "text": "Destroy 10 robots.",
        "reached": False,
        "have": 2,
        "need": 10,
    }
    assert found["untouchable"]["reached"] is True
    assert "have" not in found["untouchable"]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_file_that_cannot_be_read_is_one_plain_sentence(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = paths.history_file()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nonsense" * 1000)
    assert main(["stats", *options]) == 2
    out, errors = capsys.readouterr()
    assert (out, errors) == ("", f"roborally: {path}: damaged, so it cannot be read\n")
    assert path.read_bytes() == b"nonsense" * 1000
    path.unlink()
    path.mkdir()
    assert main(["stats", *options]) == 2
    assert capsys.readouterr().err == f"roborally: {path}: cannot be used: unable to open database file\n"


def test_help_and_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["stats", "--help"])
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["stats", "extra"])
    assert ended.value.code == 2
