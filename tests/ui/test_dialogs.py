"""Dialogs: long words, long titles, and what Enter means."""

from typing import Any

import arcade
import pytest

from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.dialogs import Dialog, confirm
from roborally.ui.toolkit.line_breaks import BREAK, breakable
from roborally.ui.toolkit.theme import HEIGHT, Rect
from tests.pictures import colours

from .conftest import Driver

PATH = "C:\\Users\\somebody\\AppData\\Local\\roborally\\saves\\stamping-mill 2026-01-01 10.00.00.rrreplay"
TITLE = "This is the title of a dialog that goes on and on"


@pytest.mark.parametrize("text", [PATH, PATH.replace("\\", "/"), "x" * 200, f"It is in {PATH}. Go and look."])
@pytest.mark.parametrize("title", ["Short", TITLE, "Donaudampfschifffahrtsgesellschaftskapitän" * 2])
def test_words_and_titles_stay_inside(app: Any, driver: Driver, text: str, title: str) -> None:
    dialog = Dialog(app, title, text, [("Back", app.pop)])
    app.push(dialog)
    driver.frame()
    sentence = next(label for label in dialog.layer.labels if label.text.replace(BREAK, "") == text)
    heading = dialog.heading
    assert heading.text.replace(BREAK, "") == title
    for label in (sentence, heading):
        assert label.shown_size[0] <= dialog.area.width - 56
    assert heading.y <= dialog.area.top
    assert heading.y - heading.shown_size[1] >= sentence.y
    assert sentence.y - sentence.shown_size[1] >= dialog.controls.widgets[0].rect.top


def test_no_word_of_a_title_or_text_stands_alone(app: Any) -> None:
    """On a seventh less room it would have a line more, or a word would not fit."""
    for words in range(8, 14):
        dialog = Dialog(app, "word " * words + "end", "word " * words + "end", [("Back", app.pop)])
        for label in dialog.layer.labels[:2]:
            across, height = label.shown_size
            label.wrap_at(across * 6 / 7)
            assert label.shown_size[1] > height or label.shown_size[0] > across * 6 / 7


def test_a_word_still_fits_when_the_window_becomes_smaller(app: Any, driver: Driver) -> None:
    app.push(Screen(app))
    for length in range(40, 60):
        dialog = Dialog(app, "n" * (length - 20), "n" * length, [("Back", app.pop)])
        app.push(dialog)
        for size in ((1024, 640), (1920, 1080)):
            app.on_resize(*size)
            driver.frame()
            for label in dialog.layer.labels[:2]:
                assert label.shown_size[0] <= dialog.area.width - 55
        app.pop()
        app.on_resize(app.width, app.height)


def test_words_are_broken_behind_separators_first() -> None:
    assert breakable("a bcd", 3, len) == "a bcd"
    assert breakable("a/bc/d e", 3, len).split(BREAK) == ["a/", "bc/", "d e"]
    assert breakable("a/b.c", 3, len).split(BREAK) == ["a/", "b.c"]
    assert breakable("a/b.cd", 3, len).split(BREAK) == ["a/", "b.", "cd"]
    assert breakable("abcd", 3, len) == BREAK.join("abcd")


def test_a_dangerous_question_does_nothing_by_enter(app: Any, driver: Driver) -> None:
    below, done = Screen(app), []
    app.push(below)
    for keys, times in (
        ([arcade.key.ENTER], 0),
        ([arcade.key.ENTER, arcade.key.ENTER], 0),
        ([arcade.key.SPACE], 0),
        ([arcade.key.ESCAPE], 0),
        ([arcade.key.RIGHT, arcade.key.ENTER], 1),
        ([arcade.key.TAB, arcade.key.SPACE], 2),
    ):
        confirm(app, "Delete?", "It will be gone.", "Delete", lambda: done.append(True))
        for symbol in keys:
            driver.key(symbol)
        assert app.screen_on_top is below
        assert len(done) == times


def test_dialogs_of_all_sizes_share_their_pictures(app: Any, driver: Driver) -> None:
    app.push(Screen(app))
    known = set()
    for lines in range(1, 12):
        app.push(Dialog(app, "Title", "A line\n" * lines, [("Back", app.pop)]))
        driver.frame()
        known.add(len(app.ctx.default_atlas.images))
        app.pop()
    assert len(known) == 1


@pytest.mark.parametrize("skin", ["panel", "panel-inset", "tooltip"])
def test_the_pieces_of_a_frame_meet_without_a_seam(app: Any, driver: Driver, skin: str) -> None:
    screen = Screen(app)
    rect = Rect(99.5, 80.4, 301, 200.2)
    screen.layer.frame(skin, rect)
    app.push(screen)
    driver.frame()
    screen.draw()
    image = arcade.get_image(0, 0, app.width, app.height).convert("RGB")
    left, top, right, bottom = 100, HEIGHT - 281, 400, HEIGHT - 80
    inner = image.crop((left + 16, top + 16, right - 16, bottom - 16))
    across = image.crop((left + 8, top + 90, right - 8, top + 110))
    down = image.crop((left + 140, top + 8, left + 160, bottom - 8))
    assert colours(across) == colours(down) == colours(inner)
    assert len(colours(inner)) == 1
    assert len(colours(image.crop((left, top + 100, left + 8, top + 101)))) > 2  # and there is an edge


def test_a_dialog_is_laid_out_anew_in_a_window_of_another_size(app: Any, driver: Driver) -> None:
    """CLI-2207: lines may break elsewhere there; the focus and a caption that has changed stay."""
    dialog = Dialog(app, "Title", "Words that fill some lines. " * 12, [("One", app.pop), ("Two", app.pop)])
    app.push(dialog)
    dialog.rename(1, "Done")
    dialog.controls.set_focus(dialog.controls.widgets[1])
    for size in ((640, 560), (800, 1200), (2560, 1080)):
        app.adapt_to(*size)
        driver.frame(20, 1 / 20)
        text = next(label for label in dialog.layer.labels if label.text.startswith("Words"))
        assert text.y - text.shown_size[1] > max(button.rect.top for button in dialog.controls.widgets)
        assert [getattr(button, "text", "") for button in dialog.controls.widgets] == ["One", "Done"]
        assert dialog.controls.focus is dialog.controls.widgets[1]


def test_only_what_enter_presses_looks_chosen(app: Any, driver: Driver) -> None:
    """CLI-2001: the accent makes way for the focus, and comes back with it."""
    dialog = Dialog(app, "Title", "", [("Back", app.pop), ("On", app.pop)], row=False)
    app.push(dialog)
    driver.frame()
    first, second = dialog.controls.widgets
    for focus, accent in ((None, True), (first, True), (second, False), (first, True)):
        dialog.controls.set_focus(focus)
        driver.frame()
        assert first.accent == accent
    driver.key(arcade.key.DOWN)
    assert (dialog.controls.focus, first.accent) == (second, False)
