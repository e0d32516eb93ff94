"""Letters that the game's fonts lack: found in fonts of the system, joined, in order, as high as the others."""

import sys
from typing import Any

import pytest

from roborally.base import paths, system_fonts
from roborally.base.system_fonts import drawn, font_with, pieces
from roborally.ui.toolkit.glyphs import in_order
from roborally.ui.toolkit.layer import Layer

SHALOM, OLAM = "שלום", "עולם"
ALI = "علی\u200cرضا"


def test_what_must_be_drawn_at_once_is_one_piece() -> None:
    def parts(text: str) -> list[str]:
        return [piece for piece, is_lacking in pieces(text, str.isascii) if is_lacking]

    assert parts("Ann") == []
    assert parts("Ann Дима") == list("Дима")
    assert parts(f"{SHALOM} {OLAM}") == [SHALOM, OLAM]
    assert parts(ALI) == [ALI]
    assert parts("👩\u200d🚀 x ❤\ufe0f👍🏽🇩🇪") == ["👩\u200d🚀", "❤\ufe0f", "👍🏽", "🇩🇪"]
    assert parts("中文") == ["中", "文"]
    assert parts("ह\u093fन\u094dद\u0940") == ["ह\u093fन\u094dद\u0940"]


def test_words_of_a_name_stand_from_right_to_left_and_all_else_stays() -> None:
    assert in_order("Ann pushes Bob") == "Ann pushes Bob"
    assert in_order(f"{SHALOM} {OLAM} pushes {SHALOM}") == f"{OLAM} {SHALOM} pushes {SHALOM}"
    assert in_order(f"{SHALOM}, {OLAM}: 3") == f"{SHALOM}, {OLAM}: 3"
    assert in_order(f"{SHALOM} {OLAM}", wraps=True) == f"{OLAM}\N{NO-BREAK SPACE}{SHALOM}"
    assert in_order(f"{SHALOM} pushes {SHALOM} {OLAM}.") == f"{SHALOM} pushes {OLAM} {SHALOM}."
    long = " ".join([SHALOM] * 20 + [OLAM])
    assert in_order(long, wraps=True) == long
    assert in_order(long).startswith(OLAM)


@pytest.mark.skipif(font_with("ع") is None, reason="no font of this system has the letter")
def test_letters_of_arabic_are_joined() -> None:
    joined, apart = drawn("عع", 40), drawn("ع", 40)
    assert joined is not None
    assert apart is not None
    assert joined.advance < 2 * apart.advance, "the form at an end is wider than those in a word"
    assert joined.picture.getbbox() is not None


def test_a_letter_that_no_font_has_is_left_to_the_own_font() -> None:
    assert drawn("\U000e1234", 20) is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems look into their fonts by themselves")
def test_the_window_draws_what_its_font_lacks(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = "₸"  # Inter has it, the font of headings has not
    other = (str(paths.asset_folder() / "fonts" / "Inter-Bold.ttf"), 0)
    monkeypatch.setattr(system_fonts, "font_with", lambda letter, family: other)
    drawn.cache_clear()
    letter, label = drawn(lacking, 31, bold=True), Layer(app.pages).heading(lacking, 0, 0, 31)
    drawn.cache_clear()
    assert letter is not None
    assert label.shown_size[0] * app.pages.frame.scale == letter.advance
    assert label.text == lacking
