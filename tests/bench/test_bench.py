"""The same work as `roborally bench`, under pytest-benchmark; nothing here asserts a time."""

from typing import Any

import pytest

from roborally.bench.works import Works
from roborally.plugin_system.loader import find_plugins

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def works() -> Works:
    return Works(find_plugins(installed=False))


@pytest.mark.parametrize("name", Works(find_plugins(installed=False)).names)
def test_work(benchmark: Any, works: Works, name: str) -> None:
    """One pass of every work."""
    work = works.work(name)
    assert work.count > 0
    benchmark(work.run_all)
