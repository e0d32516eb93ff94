"""Compose the title screen's background: a factory floor of the game's own tiles, seen at a slant, in lamplight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image, ImageChops

from art.svg import blur, document, radial

PATH = "assets/ui/title"
SIZE = (1280, 720)
CELL = 128
COLUMNS, ROWS = 15, 9
BRIGHTER = 1.28  # before the lamps darken most of it
Render = Callable[[str, int, int], Image.Image]

BELT, GEAR, RACE, DOCKS = (f"plugins/{plugin}/art/" for plugin in ("conveyors", "gears", "race", "docks"))
LASER, ROBOT = "plugins/board-lasers/art/", "assets/robots/"

Piece = tuple[float, float, float, str]
"""A picture on the floor: its column and row, its quarter turns to the right, and its path."""

PIECES: list[Piece] = [
    *((x, 6, 1, f"{BELT}express-2") for x in range(0, 5)),
    (5, 6, 0, f"{BELT}express-from-west-2"),
    *((5, y, 0, f"{BELT}express-2") for y in (5, 4)),
    (5, 3, 1, f"{BELT}express-from-west-2"),
    *((x, 3, 1, f"{BELT}express-2") for x in range(6, 9)),
    (9, 3, 0, f"{BELT}express-from-west-2"),
    *((9, y, 0, f"{BELT}express-2") for y in (2, 1, 0)),
    *((x, 7, 3, f"{BELT}belt-1") for x in range(11, 15)),
    (10, 7, 0, f"{BELT}belt-from-east-1"),
    *((10, y, 0, f"{BELT}belt-1") for y in (6, 5)),
    *((2, y, 2, f"{BELT}belt-1") for y in range(0, 3)),
    (2, 3, 3, f"{BELT}belt-from-west-1"),
    *((x, 3, 3, f"{BELT}belt-1") for x in (1, 0)),
    (7, 5, 0, f"{GEAR}gear-right"),
    (8, 5, 0, f"{GEAR}gear-left"),
    (3, 4, 0, f"{GEAR}gear-left"),
    (12, 2, 0, f"{GEAR}gear-right"),
    (12, 5, 0, "plugins/pits/art/pit"),
    (3, 7, 0, "plugins/pits/art/pit"),
    (7, 1, 0, "plugins/pits/art/pit"),
    (4, 1, 0, "plugins/repair-sites/art/wrench-1"),
    (13, 6, 0, "plugins/repair-sites/art/wrench-2"),
    (7, 7, 0, "plugins/oil/art/oil"),
    (1, 5, 0, f"{RACE}checkpoint-1"),
    (11, 4, 0, f"{RACE}checkpoint-2"),
    (5, 8, 0, f"{DOCKS}dock-3"),
    (8, 8, 0, f"{DOCKS}dock-4"),
    (6, 4, 0, "assets/tiles/wall"),
    (7, 4, 0, "assets/tiles/wall"),
    (11, 6, 3, "assets/tiles/wall"),
    (4, 5, 1, "assets/tiles/wall"),
    (13, 4, 1, "assets/tiles/wall"),
    (1, 4, 0, "assets/tiles/wall"),
    (13, 4, 3, f"{LASER}laser-1"),
    *((x, 4, 1, "assets/effects/beam-red") for x in (11, 12)),
    (13, 4, 3, "assets/effects/beam-half"),
    (10, 4, 1, "assets/effects/beam-red"),
    (9, 4, 1, "assets/effects/beam-red"),
    (8.32, 4, 0, "assets/effects/beam-end"),
    (8, 4, 0.7, f"{ROBOT}tanky-red"),
    (4, 6, 1, f"{ROBOT}scout-cyan"),
    (10, 5.4, 0, f"{ROBOT}hauler-yellow"),
    (6, 6.9, 0.3, f"{ROBOT}peach-orange"),
    (1, 6, 1.1, f"{ROBOT}crawler-green"),
    (12, 7, 3, f"{ROBOT}james-bot-blue"),
    (9, 1.3, 0, f"{ROBOT}albot-violet"),
    (3, 2, 2.4, f"{ROBOT}lazybot-white"),
]


def compose(root: Path, render: Render) -> Image.Image:
    """Return the finished picture, from PNGs that are up to date."""
    return hall(slant(floor_with(root, PIECES)), render)


def hall(floor: Image.Image, render: Render) -> Image.Image:
    """Return a floor of the title's size in the lamplight of the hall."""
    bright = floor.point([min(255, round(level * BRIGHTER)) for level in range(256)] * 3 + list(range(256)))
    lit = ImageChops.multiply(bright, render(_lamps(), *SIZE))
    lit.alpha_composite(render(_haze(), *SIZE))
    return lit


def floor_with(root: Path, pieces: Sequence[Piece]) -> Image.Image:
    """Return the floor with pieces on it, from straight above."""
    board = Image.new("RGBA", (COLUMNS * CELL, ROWS * CELL))
    for x in range(COLUMNS):
        for y in range(ROWS):
            kind = (2, 3, 4)[(x + y) % 3] if (x * 7 + y * 5 + x * y) % 6 == 0 else 1
            board.paste(_open(root, f"assets/tiles/floor-{kind}"), (x * CELL, y * CELL))
    for column, row, turns, name in pieces:
        if name.endswith("beam-half"):
            piece = _open(root, "assets/effects/beam-red").crop((0, 0, CELL, 82))
            upright = Image.new("RGBA", (CELL, CELL))
            upright.paste(piece, (0, 0))
            piece = upright
        else:
            piece = _open(root, name)
        piece = piece.rotate(-90 * turns, Image.Resampling.BICUBIC)
        board.alpha_composite(piece, (round(column * CELL), round(row * CELL)))
    return board


def _open(root: Path, name: str) -> Image.Image:
    with Image.open(root / f"{name}.png") as picture:
        coloured: Image.Image = picture.convert("RGBA")
        return coloured


def slant(board: Image.Image) -> Image.Image:
    """Return the board as seen from a gallery: its far side is narrower."""
    width, height = board.size
    near = [(-130.0, 760.0), (1410.0, 760.0)]
    far = [(140.0, -60.0), (1140.0, -60.0)]
    source = [(0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))]
    target = [far[0], far[1], near[1], near[0]]
    floor = board.transform(SIZE, Image.Transform.PERSPECTIVE, _perspective(target, source), Image.Resampling.BICUBIC)
    ground = Image.new("RGBA", SIZE, "#0b0d11")
    ground.alpha_composite(floor)
    return ground


def _perspective(target: Sequence[tuple[float, float]], source: Sequence[tuple[float, float]]) -> list[float]:
    """Solve for the eight numbers that map target points to source points."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(target, source, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        best = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(8):
            if row != column:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[8] for row in rows]


def _lamps() -> str:
    """Return the light that falls on the floor: dark, with warm and cool pools."""
    warm, cool = "#ffe9c9", "#cfe6ff"
    defs = radial("warm", (0, warm, 1), (0.55, warm, 0.7), (1, warm, 0))
    defs += radial("cool", (0, cool, 1), (0.55, cool, 0.65), (1, cool, 0)) + radial(
        "red", (0, "#ff5a4d", 0.55), (1, "#ff5a4d", 0)
    )
    return document(
        '<rect width="1280" height="720" fill="#3f4a68"/>'
        '<ellipse cx="330" cy="520" rx="420" ry="250" fill="url(#warm)"/>'
        '<ellipse cx="1000" cy="560" rx="400" ry="240" fill="url(#cool)"/>'
        '<ellipse cx="700" cy="330" rx="420" ry="200" fill="url(#warm)" opacity=".8"/>'
        '<ellipse cx="950" cy="268" rx="260" ry="46" fill="url(#red)"/>'
        '<ellipse cx="260" cy="200" rx="300" ry="140" fill="url(#cool)" opacity=".5"/>',
        defs,
        *SIZE,
    )


def _haze() -> str:
    """Return the haze in the air: shafts of light, dust, and dark towards the edges."""
    defs = blur("soft", 26) + radial("vignette", (0, "#06070a", 0), (0.6, "#06070a", 0), (1, "#06070a", 0.85))
    defs += (
        '<linearGradient id="top" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#07090d" stop-opacity=".94"/>'
        '<stop offset="1" stop-color="#07090d" stop-opacity="0"/></linearGradient>'
        '<linearGradient id="shaft" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe6bd" stop-opacity=".26"/>'
        '<stop offset="1" stop-color="#ffe6bd" stop-opacity="0"/></linearGradient>'
    )
    shafts = (
        '<g filter="url(#soft)"><path d="M300 -40 H380 L620 640 H90Z" fill="url(#shaft)"/>'
        '<path d="M960 -40 H1030 L1260 640 H800Z" fill="url(#shaft)" opacity=".8"/></g>'
    )
    dust = "".join(
        f'<circle cx="{(index * 397) % 1280}" cy="{(index * 229 + 60) % 640}" r="{1 + index % 3 * 0.6}" fill="#ffe6bd" '
        f'opacity="{0.15 + index % 4 * 0.1:.2f}"/>'
        for index in range(46)
    )
    return document(
        f'{shafts}{dust}<rect width="1280" height="290" fill="url(#top)"/>'
        '<ellipse cx="640" cy="360" rx="960" ry="560" fill="url(#vignette)"/>',
        defs,
        *SIZE,
    )
