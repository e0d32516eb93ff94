"""The same work as `roborally bench`, under pytest-benchmark; nothing here asserts a time."""

from typing import Any

import pytest

from roborally.features.bench.works import Works
from tests.shipped import catalogue
from tests.sweeps import few_of

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def works() -> Works:
    return Works(catalogue())


@pytest.mark.parametrize(
    "name", few_of(reversed(Works(catalogue()).names), 2)
)  # test_works.py runs parts of the others
def test_work(benchmark: Any, works: Works, name: str) -> None:
    """One pass of every work."""
    work = works.work(name)
    assert work.count > 0
    benchmark(work.run_all)
