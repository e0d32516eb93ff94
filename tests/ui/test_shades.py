"""Pages that lie over others darken the whole window, whatever its proportions (CLI-109)."""

import random
from collections.abc import Callable
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

PAGES: dict[str, Callable[[Any, Catalogue, Path], Any]] = {
    "film": lambda app, *_: FilmPage(app, 1, lambda wish: pytest.fail("no film is wanted")),
    "surprise": lambda app, catalogue, _: SurprisePage(
        app, catalogue, Surprises(catalogue, ["random"], "Ada", random.Random(1)), lambda game: None
    ),
    "kept": lambda app, catalogue, folder: ContinuePage(
        app, catalogue, folder, print, print, str, datetime(2026, 5, 17, 12, 0, tzinfo=UTC)
    ),
}


@pytest.mark.parametrize("size", [(1024, 768), (800, 1200), (1800, 760)])
@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES)
def test_a_page_over_others_darkens_the_whole_window(
    app: Any, driver: Driver, catalogue: Catalogue, tmp_path: Path, look: Any, make: Any, size: tuple[int, int]
) -> None:
    app.push(Screen(app))
    page = make(app, catalogue, tmp_path)
    app.push(page)
    driver.frame()
    look(*size)
    seen = page.space.seen.inset(1)
    assert any(
        sprite.left <= seen.x and sprite.right >= seen.right and sprite.bottom <= seen.y and sprite.top >= seen.top
        for sprite in page.layer.sprites
    )
