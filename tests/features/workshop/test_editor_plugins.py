"""A board with an element of somebody's plugin in the editor (CLI-2412)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.features.workshop.editor.board_text import read_document
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.rating.live import RatingState
from roborally.game.board_check import doubts
from roborally.game.course.code import unpack
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.features.workshop.an_editor import editor
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import texts

pytestmark = pytest.mark.window
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.fixture
def examples() -> Catalogue:
    return find_plugins([paths.plugin_folder(), EXAMPLES], installed=False)


@pytest.fixture
def page(
    app: Any, driver: Driver, examples: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """The editor with a board that has a fan, two start spaces and a checkpoint."""
    with editor(app, examples, driver, tmp_path, monkeypatch) as page:
        for kind, cell in (("fan", (0, 5)), ("dock", (2, 11)), ("dock", (4, 11)), ("checkpoint", (6, 2))):
            page.choose(Brush.of(kind, page.bench.speller))
            x, y = page.canvas.view.point_of(cell)
            driver.click((x, y))
        driver.frame(2)
        yield page


def test_nobody_has_to_name_the_plugin(
    page: Any, app: Any, driver: Driver, examples: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2412: what is hard to play is found as if the board named it, and nothing is said of its file.

    The code names it, also before the board is saved, in a step that can be undone; and so does the file. That takes
    no figures away: bots have played with the plugin all the time.
    """
    from roborally.features.workshop.window.editor import desk

    course = page.bench.course
    assert course.plugins == ("fan",)
    assert [str(doubt.message) for doubt in doubts(course, examples) if "plugins" in str(doubt.message)] == []

    written: list[str] = []
    monkeypatch.setattr(desk, "write_clipboard", written.append)
    go(driver, "Copy code")
    assert "The code is copied" in texts(app)
    driver.key(arcade.key.ESCAPE)
    assert 'plugins = ["fan"]' in unpack(written[0]).text
    page.bench.editing.undo()
    assert page.bench.editing.document.texts.plugins == ()

    found = page.bench.plays.state = RatingState("impossible")
    page.do(page.bench.name_plugins)
    driver.frame(2)
    assert page.bench.editing.document.texts.plugins == ("fan",)
    assert page.bench.plays.state is found
    page.bench.editing.undo()
    path = paths.user_board_folder() / "windy.toml"
    path.parent.mkdir()
    page.bench.save(path)
    assert read_document(path).texts.plugins == ("fan",)
    assert page.bench.is_saved
    page.choose(Brush.of("pit", page.bench.speller))
    driver.click(page.canvas.view.point_of((8, 8)))
    driver.frame(2)
    assert page.bench.plays.state is not found
