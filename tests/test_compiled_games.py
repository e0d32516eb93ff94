"""The compiled engine plays the very games of the plain one: states, events, records and answers of bots.

Only `tools/test --compiled` runs them: it makes a build of these sources first.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roborally.arena.results import RESULTS_FILE
from roborally.base import compiled
from tests.fuzz.play import EDITIONS

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(not compiled.engine().was_asked_for, reason="tools/test --compiled runs them")


DAILY = """
from datetime import date
from roborally.features.daily.course_of_day import Almanac
from roborally.plugin_system.loader import find_plugins
almanac = Almanac(find_plugins())
for day in range(1, 9):
    course = almanac.course_of(date(2026, 11, day))
    print(course.config.to_data(), course.code)
"""
FORGETTING = """
from roborally.bots.plugin import bots_of
from roborally.plugin_system.loader import find_plugins, forget_code
for part in (lambda plugins: [plugin.module for plugin in plugins], bots_of):
    catalogue = find_plugins(installed=False)
    for mode in catalogue.modes():
        part(catalogue.resolve([mode.id]))
    forget_code()
print("all were there")
"""

PLACES = """
from roborally.plugin_system.guard import place_of
from tests.fuzz.play import EDITIONS, random_game
for mode in EDITIONS:
    rules = random_game(mode, 0).rules
    functions = [each for rule in rules.elements.values() for each in (rule.enter, rule.act)]
    functions += [each for found in (*rules.reactions.values(), *rules.modifiers.values()) for each in found]
    for function in (*functions, *rules.setups):
        place = place_of(function)
        if place is not None:
            print(place.plugin, place.function, place.file, place.line if place.function != "<lambda>" else "")
"""


def ran(switch: str, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout, plain or compiled; `more` is added to its environment."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), compiled.SWITCH: switch, **more}
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, env=environment, cwd=ROOT, input=typed, capture_output=True, text=True, check=True)


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


def test_a_rating_counts_the_same_acts_of_the_same_elements() -> None:
    options = "board rate ring-race --games 3 --bot random --jobs 1 --json"
    plain, fast = both("-m", "roborally", *options.split())
    assert sum(use["acts"] for use in json.loads(plain)["uses"]) > 20
    assert fast == plain


def test_the_course_of_the_day_is_the_same() -> None:
    plain, fast = both("-c", DAILY)
    assert plain.count("\n") == 8
    assert fast == plain


def test_plugins_are_read_again_after_their_code_was_forgotten() -> None:
    assert both("-c", FORGETTING) == ("all were there\n", "all were there\n")


def test_it_is_known_where_functions_of_plugins_stand() -> None:
    plain, fast = both("-c", PLACES)
    assert plain.count("\n") > 200
    assert fast == plain


def test_a_debugger_stops_in_an_authors_plugin_that_was_edited_after_the_build(tmp_path: Path) -> None:
    folder = tmp_path / "roborally" / "plugins" / "floor-painters"
    shutil.copytree(ROOT / "docs" / "examples" / "floor-painters", folder)
    rules = folder / "rules.py"
    source, line = rules.read_text(encoding="utf-8"), "    slot = slot_of(match)\n"
    rules.write_text(source.replace(line, f"{line}    breakpoint()\n", 1), encoding="utf-8")
    where = source[: source.index(line)].count("\n") + 3
    typed = "import roborally.base.compiled as c\np str(c.engine()), len(slot['painted']), match.state.turn\nup\n"
    game = "exhibit --mode floor-painters --bots planner,greedy --games 1 --jobs 1 --seed 3"
    done = ran("1", "-m", "roborally", *game.split(), typed=typed, XDG_DATA_HOME=str(tmp_path))
    text = done.stdout + done.stderr
    assert f"> {rules}({where})paint()\n-> for piece in match.robots:\n" in text
    assert "(Pdb) ('compiled engine', 64, 1)\n" in text
    # The kernel is not on the stack: the next function is the one that has asked the bot.
    assert f"> {ROOT / 'roborally' / 'bots' / 'questions.py'}(" in text
