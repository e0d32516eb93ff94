"""All scenarios hold: those of the plugins, the worked examples of the rulebook, and turns of other engines."""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.game.scenario.file import file_and_id, find_scenarios, is_scenario
from roborally.game.scenario.run import run_scenario
from tests.shipped import catalogue
from tests.sweeps import few_of

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
EDITIONS = ("standard", "crash-and-burn", "auenland", "roboball", "volt")
PLAYED = {**dict.fromkeys(EDITIONS), "option-cards": "crash-and-burn"}
"""The pages of the rulebook with worked examples, and the edition that plays them if it has another name."""


def plugin_folders() -> list[Path]:
    return sorted(ROOT.glob("plugins/*/scenarios"))


def example_files() -> list[Path]:
    return [HERE / f"{page}.toml" for page in PLAYED]


def name_of(place: Path) -> str:
    file, id_ = file_and_id(place)
    return f"{file.parts[-3] if file.parent != HERE else 'example'}-{id_}"


def check(place: Path, data: dict[str, Any] | None = None) -> None:
    result = run_scenario(place, catalogue(), data)
    assert result.ok, "\n".join(str(difference) for difference in result.differences)


def not_collected_yet(paths: list[Path], config: pytest.Config) -> list[Path]:
    """Return the scenarios that `roborally.game.scenario.pytest_plugin` does not make tests of in this run of pytest.

    `paths` are files and folders; those of which it makes tests are not even read.
    """
    if not config.pluginmanager.has_plugin("roborally-scenario"):
        return find_scenarios(paths)
    asked = {Path(argument).resolve() for argument in config.args}

    def is_asked(path: Path) -> bool:
        return not asked.isdisjoint((path, *path.parents))

    unread = [path for path in paths if not is_asked(path)]
    return [place for place in find_scenarios(unread) if not is_asked(file_and_id(place)[0])]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let every scenario be a test, once."""
    for argument, paths in (("own_scenario", plugin_folders), ("worked_example", example_files)):
        if argument in metafunc.fixturenames:
            metafunc.parametrize(argument, not_collected_yet(paths(), metafunc.config), ids=name_of)


def test_scenario_of_a_plugin_holds(own_scenario: Path) -> None:
    check(own_scenario)


def test_worked_example_of_the_rules_holds(worked_example: Path) -> None:
    check(worked_example)


CONSENSUS = [json.loads(line) for line in (HERE / "consensus.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("data", few_of(CONSENSUS, 40), ids=lambda data: data["id"])
def test_other_engines_agree_how_a_whole_turn_ends(data: dict[str, Any]) -> None:
    check(HERE / "consensus.jsonl", {key: value for key, value in data.items() if key != "id"})


def test_worked_examples_of_an_edition_are_played_by_its_rules() -> None:
    for page, mode in PLAYED.items():
        entries = tomllib.loads((HERE / f"{page}.toml").read_text("utf-8"))["scenario"]
        assert {entry["mode"] for entry in entries} == {mode or page}


@pytest.mark.parametrize("where", few_of(["tests/scenarios", "tests/scenarios/test_scenarios.py"]))
def test_every_worked_example_is_one_test(where: str) -> None:
    """They lie in a folder named `scenarios`, so the plugin for pytest finds them, too."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "-p", "no:xdist", where]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = Counter(
        line.rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith("tests/scenarios/")
    )
    for place in find_scenarios(example_files()):
        name = f"test_worked_example_of_the_rules_holds[{name_of(place)}]"
        assert found[file_and_id(place)[1]] + found[name] == 1, place.name


def test_there_are_scenarios_of_every_edition() -> None:
    files = {file_and_id(place)[0] for place in find_scenarios(plugin_folders())}
    data = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    counts = Counter(entry.get("mode") for one in data for entry in one.get("scenario", [one]))
    assert all(counts[edition] > 20 for edition in ("classic", *EDITIONS))
    assert counts.total() > 650
    assert len(find_scenarios(example_files())) > 100
    assert len(CONSENSUS) == 100


def test_an_unknown_mode_is_named() -> None:
    with pytest.raises(GameError, match=r"^x\.toml: mode: there is no mode 'croquet'"):
        check(Path("x.toml"), {"name": "X", "mode": "croquet", "robots": {}, "expect": []})


@pytest.mark.parametrize(
    ("text", "expected"),
    [('name = "X"\n[robots]', True), ("[match]\n[robots]", False), ("not a file of scenarios", False)],
)
def test_a_file_looks_like_one_of_scenarios(tmp_path: Path, text: str, expected: bool) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    assert is_scenario(path) == expected
