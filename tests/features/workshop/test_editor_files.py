"""Boards that are opened from the list of the editor (CLI-2414)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.features.workshop.window.editor.editor_page import EditorPage
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.file_pages import FilePage
from tests.features.workshop.an_editor import editor
from tests.ui.conftest import Driver
from tests.ui.kept_matches import go
from tests.ui.seen import texts

pytestmark = pytest.mark.window
KEYS = arcade.key


@pytest.fixture
def page(
    app: Any, catalogue: Catalogue, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "a-mine.toml").write_text('name = "Mine"\ngrid = """\n d1 O c1\n d2 . .\n . . .\n"""\n')
    (tmp_path / "boards" / "broken.toml").write_text("grid = ")
    with editor(app, catalogue, driver, tmp_path, monkeypatch) as page:
        yield page


def draw(page: Any, driver: Driver) -> None:
    driver.click(page.canvas.view.point_of((5, 5)))
    driver.frame(2)
    assert not page.bench.is_saved


def test_a_board_is_opened(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2414: nothing is lost, so nothing is asked; one that cannot be read is told at the list."""
    opening = go(driver, "Open")
    opening.main_list.choose([path.stem for path, _content in opening.files].index("broken"))
    go(driver, "Open")
    assert "This board cannot be opened" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert app.screen_on_top is opening
    opening.main_list.choose([path.stem for path, _content in opening.files].index("a-mine"))
    go(driver, "Open")
    assert [type(screen) for screen in app.screens] == [EditorPage]
    assert app.screen_on_top.bench.editing.document.texts.name == "Mine"
    assert app.screen_on_top.bench.name == "a-mine"
    assert app.screen_on_top.canvas.view.board.of_kind("pit")


def test_a_board_that_is_not_saved_is_not_given_up_unasked(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2414: who does not agree is back at the list; Undo brings the board back."""
    draw(page, driver)
    before = page.bench.editing.document
    go(driver, "Open")
    go(driver, "Open")
    assert "Without saving?" in texts(app)
    driver.key(KEYS.ESCAPE)
    assert [type(screen) for screen in app.screens][-1] is FilePage
    assert page.bench.editing.document is before
    go(driver, "Open")
    go(driver, "Do not save")
    assert [type(screen) for screen in app.screens] == [EditorPage]
    assert app.screen_on_top.bench.editing.document.texts.name == "Mine"
    driver.key(KEYS.Z, KEYS.MOD_CTRL)
    assert app.screen_on_top.bench.editing.document == before


def test_boards_of_the_game_have_their_names_in_the_language(
    page: Any, app: Any, driver: Driver, speak: Callable[[str], None]
) -> None:
    """CLI-2414, CLI-2387: in the list, above the tools, and for a copy; the player's own have what was given."""
    speak("sv")
    app.screen_on_top.actions.open()
    driver.frame(2)
    opening = app.screen_on_top
    titles = [title for title, _line in opening.main_list.entries]
    assert "Första stegen" in titles
    assert "First Steps" not in titles
    assert "Mine" in titles
    opening.main_list.choose([path.stem for path, _content in opening.files].index("water-mills"))
    speak("de")
    opening.act()
    assert app.screen_on_top.files.title.text == "Wassermühlen"
    app.screen_on_top.actions.save()
    assert app.screen_on_top.field.value == "Wassermühlen"
