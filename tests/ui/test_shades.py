"""Pages that lie over others darken the whole window, whatever its proportions (CLI-109)."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from roborally.features.lobby.surprise import Surprises
from roborally.features.lobby.window.surprise_page import SurprisePage
from roborally.features.replays.window.film_page import FilmPage
from roborally.plugin_system.loader import Catalogue
from roborally.ui.rescue.continue_page import ContinuePage
from roborally.ui.toolkit.app import Screen

from .conftest import Driver

NOW = datetime(2026, 5, 17, 12, 0, tzinfo=UTC)


def film(app: Any, catalogue: Catalogue, folder: Path) -> Any:
    return FilmPage(app, 1, lambda wish: pytest.fail("no film is wanted"), lambda job: None)


def surprise(app: Any, catalogue: Catalogue, folder: Path) -> Any:
    return SurprisePage(app, catalogue, Surprises(catalogue, ["random"], "Ada", random.Random(1)), lambda game: None)


def kept(app: Any, catalogue: Catalogue, folder: Path) -> Any:
    return ContinuePage(app, catalogue, folder, lambda path: None, lambda: None, NOW)


@pytest.fixture
def resize(app: Any, driver: Driver) -> Iterator[Callable[[int, int], None]]:
    """Change the size of the window; the size before comes back."""
    before = app.get_size()

    def to(width: int, height: int) -> None:
        app.set_size(width, height)
        driver.send("on_resize", width, height)
        driver.frame()

    yield to
    to(*before)


@pytest.mark.parametrize("size", [(1024, 768), (800, 1200), (1800, 760)])
@pytest.mark.parametrize("make", [film, surprise, kept])
def test_a_page_over_others_darkens_the_whole_window(
    app: Any,
    driver: Driver,
    catalogue: Catalogue,
    tmp_path: Path,
    resize: Callable[[int, int], None],
    make: Callable[[Any, Catalogue, Path], Any],
    size: tuple[int, int],
) -> None:
    app.push(Screen(app))
    page = make(app, catalogue, tmp_path)
    app.push(page)
    driver.frame()
    resize(*size)
    seen = page.space.seen
    assert any(
        sprite.left <= seen.x + 1
        and sprite.right >= seen.right - 1
        and sprite.bottom <= seen.y + 1
        and sprite.top >= seen.top - 1
        for sprite in page.layer.sprites
    )
