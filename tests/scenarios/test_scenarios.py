"""All scenarios hold: those of the plugins, and the worked examples of the rulebook in the folders beside this file."""

import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.scenario.run import find_scenarios, run_scenario

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
EDITIONS = ("standard", "classic", "crash-and-burn", "auenland", "roboball", "volt")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return find_plugins(installed=False)


def check(path: Path) -> None:
    result = run_scenario(path, catalogue())
    assert result.ok, "\n".join(str(difference) for difference in result.differences)


def not_collected_yet(files: list[Path], config: pytest.Config) -> list[Path]:
    """Return those files that `roborally.scenario_pytest` does not make tests of by itself in this run of pytest."""
    if not config.pluginmanager.has_plugin("roborally-scenario"):
        return files
    asked = [Path(argument).resolve() for argument in config.args]
    return [file for file in files if not any(path in (file, *file.parents) for path in asked)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let every file be a test, once."""
    if "own_scenario" in metafunc.fixturenames:
        files = not_collected_yet(find_scenarios(sorted(ROOT.glob("plugins/*/scenarios"))), metafunc.config)
        metafunc.parametrize("own_scenario", files, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
    if "worked_example" in metafunc.fixturenames:
        files = not_collected_yet(find_scenarios([HERE / edition for edition in EDITIONS]), metafunc.config)
        metafunc.parametrize("worked_example", files, ids=lambda path: f"{path.parent.name}-{path.stem}")


def test_scenario_of_a_plugin_holds(own_scenario: Path) -> None:
    check(own_scenario)


def test_worked_example_of_the_rules_holds(worked_example: Path) -> None:
    check(worked_example)


@pytest.mark.parametrize("edition", EDITIONS)
def test_worked_examples_of_an_edition_are_played_by_its_rules(edition: str) -> None:
    files = find_scenarios([HERE / edition])
    assert all(f'mode = "{edition}"' in file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("where", [["tests/scenarios"], ["tests/scenarios/test_scenarios.py"]], ids=["folder", "file"])
def test_every_worked_example_is_one_test(where: list[str]) -> None:
    """They lie in a folder named `scenarios`, so the plugin for pytest finds them, too."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "-p", "no:xdist", *where]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = Counter(
        line.rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith("tests/scenarios/")
    )
    for file in find_scenarios([HERE / edition for edition in EDITIONS]):
        name = f"test_worked_example_of_the_rules_holds[{file.parent.name}-{file.stem}]"
        assert found[file.stem] + found[name] == 1, file.name


def test_there_are_scenarios_of_every_edition() -> None:
    texts = [path.read_text(encoding="utf-8") for path in find_scenarios(sorted(ROOT.glob("plugins/*/scenarios")))]
    for edition in EDITIONS:
        assert sum(f'mode = "{edition}"' in text for text in texts) > 20
