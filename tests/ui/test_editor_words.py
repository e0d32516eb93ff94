"""What the board editor says: elements and modes have their titles there, in the player's language."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roborally.plugin_system.loader import Catalogue
from roborally.workshop.editor.board_text import document_of
from roborally.workshop.editor.painting import Brush

from .an_editor import editor
from .conftest import Driver
from .seen import texts

pytestmark = pytest.mark.window


@pytest.fixture
def page(
    app: Any, catalogue: Catalogue, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    with editor(app, catalogue, driver, tmp_path, monkeypatch) as page:
        yield page


def draw(page: Any, driver: Driver, grid: str) -> None:
    page.bench.editing.put(document_of(f'grid = """\n{grid}\n"""'))
    driver.frame(2)


def test_what_a_mode_lacks_has_its_title(page: Any, app: Any, driver: Driver, speak: Callable[[str], None]) -> None:
    """CLI-2305."""
    speak("de")
    driver.click(page.files.play.rect.centre)
    assert "Standard ist hier nicht spielbar ohne: Startfeld, Checkpoint." in texts(app)


def test_faults_have_the_titles_of_elements(page: Any, app: Any, driver: Driver, speak: Callable[[str], None]) -> None:
    """CLI-2304: beside the board, below it, and where it is played."""
    speak("de")
    draw(page, driver, " d1  .  d3\n portalA . .")
    missing = "Startfeld 2 fehlt; die höchste Nummer ist 3."
    assert missing in texts(app)
    assert missing in page.sentences(2, 0)
    assert any(text.startswith("Portal A") for text in page.sentences(0, 1))
    driver.click(page.files.play.rect.centre)
    assert missing in texts(app)


def test_what_a_stroke_could_not_do_has_titles(page: Any, driver: Driver, speak: Callable[[str], None]) -> None:
    """CLI-2303."""
    draw(page, driver, " d1  d2 d3\n d4 d5 d6 \n d7 d8 O ")
    speak("de")
    page.choose(Brush.of("dock", page.bench.speller))
    driver.click(page.canvas.view.point_of((2, 2)))
    assert page.status.text == "Alle 8 sind schon auf dem Brett: Startfeld."
