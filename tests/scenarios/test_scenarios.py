"""All scenarios hold: those beside the plugins, and the worked examples of the rules where they lie nearby."""

from functools import lru_cache
from pathlib import Path

import pytest

from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.scenario.run import find_scenarios, run_scenario

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "scenarios"
EDITIONS = ("standard", "classic", "crash-and-burn", "auenland", "roboball", "volt")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return find_plugins(installed=False)


def check(path: Path) -> None:
    result = run_scenario(path, catalogue())
    assert result.ok, "\n".join(str(difference) for difference in result.differences)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let every file be a test; those of the plugins only when the plugin for pytest does not collect them anyway."""
    if "own_scenario" in metafunc.fixturenames:
        config = metafunc.config
        folders = {Path(argument).resolve() for argument in config.args}
        collected = config.pluginmanager.has_plugin("roborally-scenario") and {ROOT, ROOT / "plugins"} & folders
        files = [] if collected else find_scenarios(sorted(ROOT.glob("plugins/*/scenarios")))
        metafunc.parametrize("own_scenario", files, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
    if "shared_scenario" in metafunc.fixturenames:
        files = find_scenarios([SHARED / edition for edition in EDITIONS]) if SHARED.is_dir() else []
        metafunc.parametrize("shared_scenario", files, ids=lambda path: f"{path.parent.name}-{path.stem}")


def test_scenario_of_a_plugin_holds(own_scenario: Path) -> None:
    check(own_scenario)


def test_worked_example_of_the_rules_holds(shared_scenario: Path) -> None:
    check(shared_scenario)


def test_worked_examples_are_there() -> None:
    if not SHARED.is_dir():
        pytest.skip("the worked examples of the rules do not lie next to this checkout")
    assert find_scenarios([SHARED / edition for edition in EDITIONS])


def test_there_are_scenarios_of_every_edition() -> None:
    texts = [path.read_text(encoding="utf-8") for path in find_scenarios(sorted(ROOT.glob("plugins/*/scenarios")))]
    for edition in EDITIONS:
        assert sum(f'mode = "{edition}"' in text for text in texts) > 20
