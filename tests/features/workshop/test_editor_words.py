"""What the board editor says: elements and modes have their titles there, in the player's language."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.features.workshop.editor.board_text import document_of
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.window.editor.drawing_page import STATUS
from roborally.plugin_system.loader import Catalogue
from tests.features.workshop.an_editor import editor
from tests.ui.conftest import Driver
from tests.ui.seen import texts

pytestmark = pytest.mark.window
Resize = Callable[..., None]


@pytest.fixture
def page(
    app: Any, catalogue: Catalogue, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    with editor(app, catalogue, driver, tmp_path, monkeypatch) as page:
        yield page


@pytest.fixture
def resize(app: Any, driver: Driver) -> Iterator[Resize]:
    def to(*size: int) -> None:
        app.adapt_to(*size)
        driver.frame(20, 1 / 20)

    yield to
    app.adapt_to(app.width, app.height)


def draw(page: Any, driver: Driver, grid: str) -> None:
    page.bench.editing.put(document_of(f'grid = """\n{grid}\n"""'))
    page.changed()
    driver.frame(2)


def test_elements_have_their_titles(page: Any, app: Any, driver: Driver, speak: Callable[[str], None]) -> None:
    """CLI-2303, CLI-2304, CLI-2305: in what a mode lacks, in faults, and in what a stroke cannot do."""
    speak("de")
    driver.click(page.files.play.rect.centre)
    assert "Standard ist hier nicht spielbar ohne: Startfeld, Checkpoint." in texts(app)
    app.pop()
    draw(page, driver, " d1  .  d3\n portalA . .")
    missing = "Startfeld 2 fehlt; die höchste Nummer ist 3."
    assert missing in texts(app)
    assert missing in page.sentences(2, 0)
    assert any(text.startswith("Portal A") for text in page.sentences(0, 1))
    driver.click(page.files.play.rect.centre)
    assert missing in texts(app)
    app.pop()
    draw(page, driver, " d1  d2 d3\n d4 d5 d6 \n d7 d8 O ")
    page.choose(Brush.of("dock", page.bench.speller))
    driver.click(page.canvas.view.point_of((2, 2)))
    assert page.status.text == "Alle 8 sind schon auf dem Brett: Startfeld."


def test_what_stands_on_a_cell_is_not_cut_off(
    page: Any, driver: Driver, speak: Callable[[str], None], resize: Resize
) -> None:
    """CLI-2304, CLI-109: a flamer over a straight belt takes three lines at most; more stands in the tooltip."""
    speak("de")
    for size in ((1280, 720), (800, 1200), (1024, 768)):
        resize(*size)
        draw(page, driver, " .  ^=+flame135  .\n .  .  .")
        driver.move(page.canvas.view.point_of((1, 0)))
        driver.frame(2)
        assert "dreht ihn nie" in page.status.text
        assert "Brenner" in page.status.text
        assert not page.status.is_shortened
        assert page.status.box.top <= page.board_area.y
        assert page.status.box.y >= page.board_area.y - STATUS
    draw(page, driver, " .  ^=+flame135+crush135+oil+d1  .\n .  .  .")
    driver.move(page.canvas.view.point_of((1, 0)))
    driver.frame(2)
    assert page.status.is_shortened
    assert page.status.box.y >= page.board_area.y - STATUS
    point = page.canvas.view.point_of((1, 0))
    assert all(sentence in page.tooltip_at(*point) for sentence in page.sentences(1, 0))
