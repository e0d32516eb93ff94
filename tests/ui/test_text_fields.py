"""Lines of text by keyboard: cursor, selection, words, clipboard (CLI-2005)."""

from typing import Any

import arcade
import pytest

from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.input.text_line import TextLine
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver

KEYS = arcade.key
CTRL, SHIFT = KEYS.MOD_CTRL, KEYS.MOD_SHIFT


def test_the_cursor_goes_by_letters_and_words() -> None:
    line = TextLine.at_end("Rush Hour, twice")
    line.step_word(-1)
    assert line.cursor == 11
    line.step_word(-1)
    assert line.cursor == 5
    line.step_word(1)
    assert line.cursor == 9
    line.step(-1)
    line.insert("X")
    assert line.text == "Rush HouXr, twice"
    line.go_to(-3)
    line.step(-1)
    assert line.cursor == 0
    line.step_word(-1)
    assert line.cursor == 0
    line.go_to(99)
    line.step_word(1)
    assert line.cursor == len(line.text)


def test_a_selection_is_replaced_and_ends_at_its_edge() -> None:
    line = TextLine.at_end("abcdef")
    line.step(-1, select=True)
    line.step(-1, select=True)
    assert line.selected == "ef"
    line.step(-1)
    assert (line.cursor, line.selected) == (4, "")
    line.select_all()
    line.step(1)
    assert line.cursor == 6
    line.select_all()
    line.insert("xyz")
    assert (line.text, line.cursor) == ("xyz", 3)


def test_deleting_takes_a_letter_a_word_or_the_selection() -> None:
    line = TextLine.at_end("one two three")
    line.delete(-1, word=True)
    assert line.text == "one two "
    line.go_to(0)
    line.delete(1)
    assert line.text == "ne two "
    line.delete(1, word=True)
    assert line.text == " two "
    line.delete(-1)
    assert line.text == " two "
    line.select_all()
    line.delete(1)
    assert line.text == ""


@pytest.fixture
def page(app: Any, driver: Driver) -> Any:
    class Page(Screen):
        def __init__(self) -> None:
            super().__init__(app)
            self.changes: list[str] = []
            spot = Rect(100, 100, 200, 40)
            self.field = self.controls.add(TextField(self.layer, spot, "Ada", self.changes.append, longest=30))

        def typed(self, text: str) -> None:
            self.controls.typed(text)

    page = Page()
    app.replace(lambda: page)
    page.controls.set_focus(page.field)
    driver.frame()
    return page


def test_a_field_is_edited_like_any_other(page: Any, driver: Driver) -> None:
    """CLI-2005."""
    field = page.field
    driver.key(KEYS.HOME)
    driver.send("on_text", "Dr ")
    assert field.value == "Dr Ada"
    driver.key(KEYS.END)
    driver.key(KEYS.BACKSPACE)
    driver.key(KEYS.LEFT, CTRL)
    driver.key(KEYS.DELETE)
    assert field.value == "Dr d"
    driver.key(KEYS.A, CTRL)
    assert field.line.selected == "Dr d"
    assert field.marking.visible
    driver.send("on_text", "B")
    assert field.value == "B"
    assert not field.marking.visible
    assert page.changes[-1] == "B"


def test_the_key_that_opens_a_screen_is_not_typed_there(page: Any, app: Any, driver: Driver) -> None:
    """As with C, which opens the chat; the window gets the letter of a key behind the key."""

    class Opener(Screen):
        def key(self, symbol: int, modifiers: int) -> None:
            self.app.pop()

    app.push(Opener(app))
    driver.send("on_key_press", KEYS.C, 0)
    assert app.screen_on_top is page
    driver.send("on_text", "c")
    driver.frame(2)
    driver.send("on_text", "c")  # as it repeats while it is held
    driver.send("on_key_release", KEYS.C, 0)
    driver.send("on_text", "!")
    assert page.field.value == "Ada!"


def test_the_selected_letters_are_marked(page: Any, app: Any, driver: Driver) -> None:
    """CLI-2005: the mark begins and ends with them."""
    field = page.field
    driver.key(KEYS.A, CTRL)
    whole = field.marking.width
    driver.key(KEYS.END)
    assert not field.marking.visible
    driver.key(KEYS.LEFT, SHIFT)
    assert field.line.selected == "a"
    assert 0 < field.marking.width < whole / 2
    assert field.marking.center_x > field.rect.x + 11 + whole / 2
    driver.key(KEYS.HOME, SHIFT)
    assert field.line.selected == "Ada"
    page.controls.set_focus(None)
    assert not field.marking.visible, "only while it is edited"


def test_the_clipboard_is_used(page: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2005: what is cut or copied goes there; what comes from there is one line, as long as there is room."""
    kept: list[str] = [""]
    monkeypatch.setattr(app, "set_clipboard_text", lambda text: kept.__setitem__(0, text))
    monkeypatch.setattr(app, "get_clipboard_text", lambda: kept[0])
    field = page.field
    driver.key(KEYS.C, CTRL)
    assert kept == [""], "nothing is selected"
    driver.key(KEYS.A, CTRL)
    driver.key(KEYS.C, CTRL)
    assert (kept, field.value) == (["Ada"], "Ada")
    driver.key(KEYS.X, CTRL)
    assert field.value == ""
    driver.key(KEYS.V, CTRL)
    driver.key(KEYS.V, CTRL)
    assert field.value == "AdaAda"
    kept[0] = "one\ntwo\tthree " * 5
    driver.key(KEYS.A, CTRL)
    driver.key(KEYS.V, CTRL)
    assert field.value == "one two three one two three on"


def test_the_cursor_of_a_long_text_stays_in_view(page: Any, driver: Driver) -> None:
    """CLI-2005."""
    field = page.field
    field.set("a long name for a factory robot")
    driver.frame()

    def shown() -> str:
        return str(page.layer.labels[0].shown)

    assert shown().startswith("…")
    assert shown().endswith("robot|")
    driver.key(KEYS.HOME)
    assert shown().startswith("|a long")
    for _ in range(7):
        driver.key(KEYS.RIGHT)
    assert "a long |name" in shown()
