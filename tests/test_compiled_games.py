"""The compiled engine plays the very games of the plain one: states, events, records and answers of bots.

Without a build of these sources there is nothing to compare; `tools/test --compiled` makes one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import compiling
from roborally.arena.results import RESULTS_FILE
from roborally.base import compiled
from tests.fuzz.play import EDITIONS

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(compiling.current_build() is None, reason="there is no build; run tools/compile")


def ran(switch: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout, plain or compiled."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), compiled.SWITCH: switch}
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)


def both(*words: str) -> tuple[str, str]:
    """Return what Python prints plain and compiled."""
    assert ran("1", "-m", "roborally", "--version").stdout.endswith("(compiled engine)\n")
    return ran("0", *words).stdout, ran("1", *words).stdout


@pytest.mark.parametrize("mode", EDITIONS)
def test_every_event_of_a_random_game_is_the_same(mode: str) -> None:
    plain, fast = both("-m", "tests.golden.games", mode, "45")
    assert plain.count("\n") > 20
    assert fast == plain


@pytest.mark.parametrize(
    ("mode", "course"), [("classic", "ring-race"), ("volt", "spark-pit"), ("roboball", "kick-off")]
)
def test_an_exhibition_of_planners_has_the_same_results(mode: str, course: str, tmp_path: Path) -> None:
    def games(switch: str) -> list[Any]:
        """Return all that is written of the games but for the seconds that bots have thought."""
        folder = tmp_path / f"results-{switch}"
        options = f"--mode {mode} --course {course} --bots planner,planner,greedy,greedy --games 2 --seed 7 --jobs 1"
        ran(switch, "-m", "roborally", "exhibit", *options.split(), "--out", str(folder))
        lines = (folder / RESULTS_FILE).read_bytes().splitlines()
        return [json.loads(line)["game"] for line in lines[1:]]

    plain = games("0")
    assert [game["failure"] for game in plain] == ["", ""]
    assert not any(sum(game["faults"]) for game in plain)
    assert games("1") == plain
