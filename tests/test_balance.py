"""The tool that says from games whether courses and robots are balanced."""

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.arena.play import Outcome
from roborally.arena.results import open_results
from roborally.game.course.courses import find_course
from roborally.game.course.notation import Notations
from roborally.game.records.course_data import CourseData
from tests.arena.setting import kept, played, terms
from tests.shipped import catalogue


@pytest.fixture(scope="module")
def tool() -> Any:
    pytest.importorskip("numpy")
    pytest.importorskip("openskill")
    import balance

    return balance


def row(tool: Any, wins: list[int], turns: int = 10, destroyed: int = 1, course: str = "first-steps") -> Any:
    """Return a row of games that were won by seats as often as `wins` says."""
    seats = len(wins)
    outcome = Outcome(0, 0, ["planner"] * seats, [], turns, "goal", [destroyed] * seats, [0] * seats, [0] * seats)
    games = [
        msgspec.structs.replace(outcome, number=number, winners=[seat])
        for seat, won in enumerate(wins)
        for number in range(won)
    ]
    found = find_course(course, Notations.of(catalogue().plugins.values()))
    return tool.Row("standard", CourseData.of(found), seats, games)


@pytest.mark.parametrize(
    ("counts", "value"), [([60, 40], 0.0455), ([10, 20, 30], 0.00674), ([30, 20, 25, 25], 0.572), ([5] * 8, 1.0)]
)
def test_chi_square_agrees_with_the_printed_tables(tool: Any, counts: list[int], value: float) -> None:
    assert tool.chi_square(counts, [sum(counts) / len(counts)] * len(counts)) == pytest.approx(value, rel=0.01)


def test_holm_multiplies_the_smallest_by_their_number_and_keeps_the_order(tool: Any) -> None:
    assert tool.holm([0.04, 0.01, 0.03, 0.9]) == pytest.approx([0.09, 0.04, 0.09, 0.9])


def test_a_course_is_judged_by_length_deaths_and_seats(tool: Any) -> None:
    assert row(tool, [50, 50, 50, 50]).faults() == "sound"
    assert row(tool, [50, 50, 50, 50], turns=16).faults() == "too long"
    assert row(tool, [50, 50, 50, 50], turns=16, course="clockwork").faults() == "sound"
    assert row(tool, [50, 50, 50, 50], destroyed=2).faults() == "too deadly"
    assert row(tool, [29, 57, 57, 57]).faults() == "unfair"
    assert row(tool, [14, 29, 29, 28]).faults() == "few games, seat 1 below"
    suspect = row(tool, [25, 25, 25, 25])
    suspect.p_value = 0.04
    assert suspect.faults() == "unfair"


def test_games_of_a_folder_come_out_as_tables(
    tool: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path)
    monkeypatch.setattr(sys, "argv", ["tools/balance.py", str(tmp_path), str(tmp_path)])  # a game counts once
    assert tool.main() == 0
    printed = capsys.readouterr().out
    assert re.search(r"^\| `first-steps` \| standard \| 2 \| 4 \|", printed, re.MULTILINE)
    assert re.search(r"^\| tanky \| \d+ \| \d+ \| \d+ % \(\d+ to \d+\) \|", printed, re.MULTILINE)


def test_games_in_which_a_bot_failed_do_not_count(tool: Any, tmp_path: Path) -> None:
    late = played()[0]
    late = msgspec.structs.replace(late, game=msgspec.structs.replace(late.game, faults=[1, 0]))
    with open_results(tmp_path, terms()) as results:
        for result in (late, *played()[1:]):
            results.add(result)
    assert sum(len(row.games) for row in tool.read_rows([tmp_path])) == 7


def test_a_folder_without_games_is_refused_in_a_sentence(
    tool: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["tools/balance.py", str(tmp_path)])
    assert tool.main() == 1
    assert "there is no such file" in capsys.readouterr().err
