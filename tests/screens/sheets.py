"""Contact sheets: several pictures with their names, for a quick look."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

COLUMNS, ROWS = 2, 3
WIDTH = 640
CAPTION = 18
GROUND = (24, 26, 32)
INK = (240, 240, 240)


def make_sheets(pictures: Iterable[tuple[str, Path]], folder: Path, stem: str) -> list[Path]:
    """Write sheets of named pictures into a folder and return their paths."""
    shown = list(pictures)
    whole = COLUMNS * ROWS
    return [
        _sheet(shown[first : first + whole], folder / f"{stem}-{number:02}.png")
        for number, first in enumerate(range(0, len(shown), whole), 1)
    ]


def _sheet(pictures: list[tuple[str, Path]], path: Path) -> Path:
    small = []
    for name, source in pictures:
        with Image.open(source) as picture:
            height = round(WIDTH * picture.height / picture.width)
            small.append((name, picture.resize((WIDTH, height), Image.Resampling.LANCZOS)))
    pitch = max(picture.height for _name, picture in small) + CAPTION + 4
    sheet = Image.new("RGB", (COLUMNS * (WIDTH + 4), pitch * -(-len(small) // COLUMNS)), GROUND)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(14)
    for number, (name, picture) in enumerate(small):
        x, y = number % COLUMNS * (WIDTH + 4), number // COLUMNS * pitch
        draw.text((x + 4, y), name, INK, font)
        sheet.paste(picture, (x, y + CAPTION))
    sheet.save(path)
    return path
