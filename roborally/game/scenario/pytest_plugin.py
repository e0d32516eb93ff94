"""A pytest plugin that makes a test of every scenario in a folder named `scenarios`.

It is registered when `roborally` is installed, so that `pytest` in a plugin's folder runs the plugin's scenarios beside
its tests. Differences are reported as sentences.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.game.scenario.file import file_and_id, scenarios_in
from roborally.game.scenario.run import ScenarioResult, catalogue_for, run_scenario
from roborally.plugin_system.loader import Catalogue, find_plugins

_MARKS = ("[[robots]]", "[[expect]]", "[[scenario]]")


class ScenarioDiffersError(Exception):
    """A match differs from what its scenario expects."""

    def __init__(self, result: ScenarioResult) -> None:
        super().__init__(str(result.file))
        self.result = result


class ScenarioItem(pytest.Item):
    """One scenario as a pytest test; `place` is its file, or `FILE::ID`."""

    def __init__(self, place: Path, **words: Any) -> None:
        super().__init__(**words)
        self.place = place

    def runtest(self) -> None:
        """Run the scenario; raise `ScenarioDiffersError` if it fails, `GameError` if its file is unusable."""
        result = run_scenario(self.place, catalogue_for(self.path, _catalogue()))
        if not result.ok:
            raise ScenarioDiffersError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the failure as text: the differences, one a line, or the problem of the file."""
        error = excinfo.value
        if isinstance(error, ScenarioDiffersError):
            lines = [f"Scenario {error.result.name!r} does not hold:"]
            return "\n".join([*lines, *[f"  {difference}" for difference in error.result.differences]])
        if isinstance(error, GameError):
            return str(error)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file, no line, and the test's title for pytest's report."""
        return self.path, None, f"scenario {self.place.name}"


class ScenarioFile(pytest.File):
    """A scenario file, from which pytest collects tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each scenario in the file."""
        for place in scenarios_in(self.path):
            yield ScenarioItem.from_parent(self, name=file_and_id(place)[1] or place.stem, place=place)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return a collector for a TOML file that looks like a scenario and is below a folder `scenarios`, else `None`."""
    if file_path.suffix != ".toml" or "scenarios" not in file_path.parent.parts or not _looks_right(file_path):
        return None
    collector: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return collector


def _looks_right(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return any(mark in text for mark in _MARKS)


@lru_cache(maxsize=1)
def _catalogue() -> Catalogue:
    return find_plugins()
