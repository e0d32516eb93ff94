"""Random walks through the window lose no match and lead into no error, in every language and size."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.base.translation import use_language
from roborally.plugin_system.loader import Catalogue

pytestmark = pytest.mark.window

FEW, STEPS = 8, 60
MANY, PARTS = 2000, 20
"""The long walks, and in how many tests they are, so that several workers share them."""


@pytest.fixture(scope="module")
def library(catalogue: Catalogue) -> Any:
    from screens.moments import Library

    return Library(catalogue)


@pytest.fixture
def program(
    app: Any, catalogue: Catalogue, library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """Return the program with a player's files in a folder of its own."""
    from screens import profile

    from .walks import Program

    profile.use(tmp_path, monkeypatch.setattr)
    profile.fill(library)
    monkeypatch.setattr(app, "on_fault", None)  # errors go to the test
    monkeypatch.setattr(app, "close", lambda: None)
    monkeypatch.setattr(app, "set_fullscreen", lambda *_: None)  # there is no window manager that could do it
    before = app.get_size()
    yield Program(app, catalogue, library, tmp_path)
    app.set_size(*before)
    use_language()


@pytest.mark.parametrize("seed", range(FEW))
def test_a_short_walk(program: Any, seed: int) -> None:
    from .walks import Walk

    Walk(program, seed).go(STEPS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_walks(program: Any, part: int) -> None:
    from .walks import Walk

    for seed in range(MANY // PARTS * part, MANY // PARTS * (part + 1)):
        Walk(program, FEW + seed).go(STEPS)
