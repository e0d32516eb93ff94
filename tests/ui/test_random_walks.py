"""Random walks through the window lose no match and lead into no error, in every language and size."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.system.window import SETTLING
from tests.screens import profile
from tests.sweeps import few_of

from .conftest import Driver
from .faults import faults
from .walked_program import Program
from .walks import Walk

FEW, STEPS = 4, 60
MANY, SHORT, ROW, PARTS = 1000, 10, 5, 10
"""The many walks are short, but so many in a row go on where the last one has ended; and in so many tests are all of
them, so that workers share them."""


TIDY = 20
"""After so many walks what they have left is removed: with pictures it is more than the collector thinks."""


@pytest.fixture
def program(
    watch: Any,
    app: Any,
    driver: Driver,
    catalogue: Catalogue,
    library: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Any]:
    """Return the program with a player's files in a folder of its own."""
    profile.use(tmp_path, monkeypatch.setattr)
    profile.fill(library)
    monkeypatch.setattr(app, "on_fault", None)  # errors go to the test
    monkeypatch.setattr(app, "close", lambda: None)
    monkeypatch.setattr(app, "set_fullscreen", lambda *_: None)  # there is no window manager that could do it
    before = app.get_size()

    def look() -> list[str]:
        for _ in range(2):  # until then a page is laid out for the size before; one update is at most 0.1 s
            driver.send("on_update", SETTLING)
        return faults(watch.frame(app, lambda: driver.send("on_draw")))

    yield Program(app, catalogue, library, tmp_path, look)
    app.set_size(*before)


@pytest.mark.parametrize("seed", few_of(range(FEW)))
def test_a_short_walk(program: Any, seed: int) -> None:
    Walk(program, seed).go(STEPS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_walks(program: Any, part: int) -> None:
    for number in range(MANY // PARTS):
        seed = FEW + MANY // PARTS * part + number
        Walk(program, seed).go(SHORT, begins=number % ROW == 0, ends=number % ROW == ROW - 1)
        if number % TIDY == TIDY - 1:
            gc.collect()
