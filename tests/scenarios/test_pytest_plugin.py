"""A folder of scenarios is a test suite (`roborally.game.scenario.pytest_plugin`)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

SCENARIO = """
name = "A walks"
[board]
grid = " . . "
[[robots]]
name = "A"
cell = [0, 0]
facing = "east"
program = ["move1"]
[[expect]]
after = "register 1"
robots.A = { cell = CELL }
"""


def in_a_file_of_several(id_: str, cell: str) -> str:
    """Return a scenario as one of several in a file."""
    own = SCENARIO.replace("CELL", cell).replace("[[", "[[scenario.").replace("[board]", "[scenario.board]")
    return f'[[scenario]]\nid = "{id_}"{own}'


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    files = {
        "scenarios/good.toml": SCENARIO.replace("CELL", "[1, 0]"),
        "scenarios/deeper/differs.toml": SCENARIO.replace("CELL", "[0, 0]"),
        "scenarios/unusable.toml": SCENARIO.replace("CELL", "[1, 0]").replace("[0, 0]", "[5, 0]"),
        "scenarios/palette.toml": 'name = "no scenario"',
        "scenarios/two.toml": in_a_file_of_several("walks", "[1, 0]") + in_a_file_of_several("stays", "[0, 0]"),
        "elsewhere/good.toml": SCENARIO.replace("CELL", "[1, 0]"),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_scenarios_are_tests_and_failures_are_said_in_words(suite: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "2 passed" in done.stdout
    assert "3 failed" in done.stdout
    assert "two.toml::walks PASSED" in done.stdout
    assert "two.toml::stays FAILED" in done.stdout
    assert "Scenario 'A walks' does not hold:" in done.stdout
    assert "after register 1: A.cell should be [0, 0], but is [1, 0]" in done.stdout
    assert "cell [5, 0] is not on the floor" in done.stdout
    assert "Traceback" not in done.stdout
