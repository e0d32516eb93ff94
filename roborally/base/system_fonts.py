"""Draws letters that the game's own fonts lack, with fonts of the system, found by the library fontconfig.

A text is drawn in pieces, which must not be split: a word of a script that joins or orders its letters, a symbol with
its modifiers, or a single letter. Without fontconfig, or without a font, the game's own font draws its sign for a
missing letter.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from ctypes import CDLL, byref, c_char_p, c_int, c_void_p
from functools import cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from roborally.base.player_names import JOINERS

RIGHT_TO_LEFT = r"\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Ranges for a regular expression: the letters of Hebrew, Arabic and other scripts that are read from right to left."""
_JOINED = rf"{RIGHT_TO_LEFT}\u0900-\u109f\u1780-\u17ff"
"""`RIGHT_TO_LEFT` and the scripts of India, Tibet and South East Asia, whose letters change with their neighbours."""
_SYMBOL = r"\u2190-\u2bff\U0001f000-\U0001faff"
_PIECE = re.compile(
    rf"[{_JOINED}][{_JOINED}{JOINERS}]*|[\U0001f1e6-\U0001f1ff]{{2}}"
    rf"|[{_SYMBOL}][\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*(?:\u200d[{_SYMBOL}][\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*|.",
    re.DOTALL,
)
_BITMAP_SIZE = 109
"""The only size of Noto's font of coloured symbols, in pixels."""


class Drawn(NamedTuple):
    """The picture of a piece of text, in white or in its own colours; distances are in pixels.

    `left` and `below` are measured from the piece's origin on the line to the picture's left and lower edge, `advance`
    to the next piece's origin.
    """

    picture: Image.Image
    left: int
    below: int
    advance: int


def pieces(text: str, has: Callable[[str], bool]) -> Iterator[tuple[str, bool]]:
    """Yield the unsplittable pieces of a text, each with a bool: whether `has` is false for one of its letters."""
    for piece in _PIECE.findall(text):
        yield piece, any(not has(letter) and letter not in JOINERS and not letter.isspace() for letter in piece)


@cache
def drawn(piece: str, size: int, *, bold: bool = False) -> Drawn | None:
    """Return a piece of text drawn in a system font, `size` pixels high; `None` if no font can draw it."""
    is_picture = "\ufe0f" in piece or (unicodedata.category(piece[0]) == "So" and ord(piece[0]) > 0xFFFF)
    found = font_with(piece[0], "emoji" if is_picture else "sans:bold" if bold else "sans")
    if found is None:
        return None
    shaped = features.check("raqm")
    try:
        font, scale = _opened(*found, size, shaped=shaped), 1.0
    except OSError:  # a bitmap font has one size
        try:
            font, scale = _opened(*found, _BITMAP_SIZE, shaped=shaped), size / _BITMAP_SIZE
        except OSError:
            return None
    if not shaped:
        piece = piece.translate(dict.fromkeys(map(ord, JOINERS)))
        piece = piece[::-1] if re.match(f"[{RIGHT_TO_LEFT}]", piece) else piece
    left, top, right, bottom = map(round, font.getbbox(piece, anchor="ls"))
    if right <= left or bottom <= top:
        return None
    picture = Image.new("RGBA", (right - left, bottom - top), (255, 255, 255, 0))
    ImageDraw.Draw(picture).text((-left, -top), piece, font=font, fill="white", anchor="ls", embedded_color=True)
    if scale != 1:
        across, high = (max(1, round(side * scale)) for side in picture.size)
        picture = picture.resize((across, high), Image.Resampling.LANCZOS)
    return Drawn(picture, round(left * scale), round(bottom * scale), round(font.getlength(piece) * scale))


@cache
def _opened(file: str, index: int, size: int, *, shaped: bool) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(file, size, index, layout_engine=layout)


@cache
def font_with(letter: str, family: str = "sans") -> tuple[str, int] | None:
    """Return the file of a system font that has `letter`, and the font's index in that file; `None` if there is none.

    `family` is fontconfig's name for the kind of font, such as `sans:bold` or `emoji`.
    """
    library = _fontconfig()
    if library is None:
        return None
    pattern = library.FcNameParse(f"{family}:charset={ord(letter):x}".encode())
    library.FcConfigSubstitute(None, pattern, 0)
    library.FcDefaultSubstitute(pattern)
    found = library.FcFontMatch(None, pattern, byref(c_int()))
    library.FcPatternDestroy(pattern)
    if not found:
        return None
    try:
        return _file_of(library, found, letter)
    finally:
        library.FcPatternDestroy(found)


def _file_of(library: Any, found: int, letter: str) -> tuple[str, int] | None:
    file, index = c_char_p(), c_int()
    if not _has(library, found, letter) or library.FcPatternGetString(found, b"file", 0, byref(file)) or not file.value:
        return None
    library.FcPatternGetInteger(found, b"index", 0, byref(index))
    return file.value.decode(errors="surrogateescape"), index.value & 0xFFFF


def _has(library: Any, pattern: int, letter: str) -> bool:
    letters = c_void_p()
    is_there = library.FcPatternGetCharSet(pattern, b"charset", 0, byref(letters)) == 0
    return is_there and bool(library.FcCharSetHasChar(letters, ord(letter)))


@cache
def _fontconfig() -> Any:
    """Return the system's fontconfig library with the types of its functions set; `None` if it is not installed."""
    try:
        library = CDLL("libfontconfig.so.1")
    except OSError:
        return None
    for name in ("FcNameParse", "FcFontMatch"):
        getattr(library, name).restype = c_void_p
    pointers = {
        "FcConfigSubstitute": [c_void_p, c_void_p, c_int],
        "FcDefaultSubstitute": [c_void_p],
        "FcFontMatch": [c_void_p, c_void_p, c_void_p],
        "FcPatternDestroy": [c_void_p],
        "FcPatternGetString": [c_void_p, c_char_p, c_int, c_void_p],
        "FcPatternGetInteger": [c_void_p, c_char_p, c_int, c_void_p],
        "FcPatternGetCharSet": [c_void_p, c_char_p, c_int, c_void_p],
        "FcCharSetHasChar": [c_void_p, c_int],
    }
    for name, kinds in pointers.items():
        getattr(library, name).argtypes = kinds
    return library
