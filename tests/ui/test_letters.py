"""Letters that can be read on the pages with most of them, in a small window; how they are made and measured."""

import sys
from typing import Any

import pytest
from pyglet.font.freetype import FreeTypeFont, FreeTypeGlyphRenderer

from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.measure import heading_width, text_width
from tests.screens.scenes import all_scenes
from tests.sweeps import few_of


@pytest.mark.parametrize("name", few_of(["result-eight", "result-standard", "result-crash-and-burn", "replays"]))
def test_letters_can_be_read_in_a_small_window(stage: Any, name: str) -> None:
    """CLI-2205: no letter has less than 11 pixels."""
    studio, library = stage
    studio.speak("de")
    studio.pretend_size(1024, 768)
    next(scene for scene in all_scenes() if scene.name == name).show(studio, library)
    page = studio.app.screen_on_top
    small = {label.text: label.size for label in page.layer.labels if label.size * page.space.frame.scale < 11}
    assert not small


@pytest.mark.skipif(sys.platform != "linux", reason="other systems draw letters in another way")
def test_pictures_of_letters_are_those_of_pyglet(app: Any) -> None:
    """CLI-2381: they are only made faster."""
    without_font: Any = None
    ours, theirs = FreeTypeFont.glyph_renderer_class(without_font), FreeTypeGlyphRenderer(without_font)
    assert type(ours) is not FreeTypeGlyphRenderer
    for source in ("R", "RGBA"):
        opaque = bytes(range(0, 256, 4))
        assert ours._expand_to_rgba(opaque, source, "BGRA") == theirs._expand_to_rgba(opaque, source, "BGRA")  # noqa: SLF001


def test_a_text_shrinks_until_all_of_it_fits(app: Any) -> None:
    """As on the buttons of the main menu."""
    said = "Statistics & achievements"
    layer = Layer(app.pages)
    whole = heading_width(app.pages, said, 18)
    for limit, room, wanted in ((0, whole + 1, 18), (0, 0.8 * whole, 14.4), (0.9 * whole, 0.8 * whole, 14.4)):
        label = layer.heading(said, 100, 100, 18, width=limit)
        label.shrink(room)
        assert 0.9 * wanted < label.size <= wanted + 0.2
        assert not label.is_shortened
    for lacking in range(1, 20):
        label = layer.heading(said, 100, 100, 18)
        label.shrink(whole - lacking)
        assert label.shown_size[0] <= whole - lacking
    cut = layer.heading(said, 100, 100, 18, width=0.5 * whole)
    cut.shrink(whole + 1)
    assert (cut.size, cut.is_shortened) == (18, True), "there is no room for all of it, and none was made"


def test_a_number_at_the_end_of_a_sentence_does_not_stand_alone(app: Any) -> None:
    """Where a line breaks, the number goes with the word before it; a number that has a word behind it may begin."""
    layer = Layer(app.pages)
    said = "Ada reaches checkpoint 1."

    def width(text: str) -> float:
        return text_width(app.pages, text, 14)

    label = layer.label(said, 100, 100, size=14, width=width(said) - 4, wrap=True)
    assert label.shown_size[0] == pytest.approx(max(width("Ada reaches"), width("checkpoint 1.")), abs=2)
    assert (label.text, label.shown, label.is_shortened) == (said, said, False)
    said = "Ada takes at least 1 damage"
    label = layer.label(said, 100, 100, size=14, width=width(said) - 4, wrap=True)
    assert label.shown_size[0] == pytest.approx(width("Ada takes at least 1 "), abs=5)
