"""Compose the pictures of the story: the line, the test in the hall, and what becomes of the losers (CLI-108)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from art.title import BELT, GEAR, LASER, RACE, ROBOT, Piece, Render, floor_with, hall, slant

CUT = (100, 140, 1180, 700)
"""The part of the hall that is kept: left, upper, right, lower. Pages show as much of it as they have room for."""
PRESS = "plugins/crushers/art/crusher"
LINE: list[Piece] = [
    *((x, y, 1, f"{BELT}belt-1") for x in range(15) for y in (4, 6)),
    *((x, 5, 0, f"{GEAR}gear-{turn}") for x, turn in ((3, "left"), (7, "right"), (11, "left"))),
    *((x, 5, 0, "plugins/repair-sites/art/wrench-1") for x in (1, 5, 9, 13)),
    *((x, 7, 0, "assets/tiles/wall") for x in range(15)),
    *((x, 4, 1, f"{ROBOT}tanky-red") for x in (2, 5, 8, 11)),
    *((x + 0.5, 6, 1, f"{ROBOT}albot-violet") for x in (1, 4, 7, 10, 13)),
]
"""Two belts with robots of one series each, past gears and benches."""
TEST: list[Piece] = [
    *((x, 4, 1, f"{BELT}express-2") for x in range(1, 6)),
    *((x, 6, 3, f"{BELT}belt-1") for x in range(9, 15)),
    (7, 4, 0, f"{RACE}checkpoint-1"),
    (5, 6, 0, f"{RACE}checkpoint-2"),
    (11, 4, 0, f"{RACE}checkpoint-3"),
    (3, 5, 0, "plugins/pits/art/pit"),
    (8, 5, 0, "plugins/pits/art/pit"),
    (6, 5, 0, f"{GEAR}gear-right"),
    (2, 6, 0, "plugins/oil/art/oil"),
    (12, 5, 3, f"{LASER}laser-1"),
    *((x, 5, 1, "assets/effects/beam-red") for x in (10, 11)),
    (12, 5, 3, "assets/effects/beam-half"),
    (9.32, 5, 0, "assets/effects/beam-end"),
    (9, 5, 0.6, f"{ROBOT}tanky-red"),
    (3, 4, 1, f"{ROBOT}peach-orange"),
    (7, 4, 0.2, f"{ROBOT}james-bot-blue"),
    (6.1, 6, 3, f"{ROBOT}albot-violet"),
    (11, 6, 3, f"{ROBOT}lazybot-white"),
]
"""The hall with small jobs to do, and five candidates at work."""
SCRAP: list[Piece] = [
    *((x, 5, 1, f"{BELT}belt-1") for x in range(15)),
    *((x, 4, 2, "assets/tiles/wall") for x in range(15)),
    (10, 5, 1, f"{PRESS}-closed"),
    *((x, 5, turns, f"{ROBOT}wreck") for x, turns in ((1.2, 0.3), (3.3, 1.2), (5.4, 2.1), (7.6, 0.8))),
    (4, 7, 0, "plugins/repair-sites/art/wrench-2"),
    (7, 6, 0, f"{RACE}checkpoint-3"),
    (7, 6, 2.2, f"{ROBOT}peach-orange"),
]
"""A belt full of wrecks that leads to the press, and the one that has passed."""
PICTURES = {"assets/story/line": LINE, "assets/story/test": TEST, "assets/story/scrap": SCRAP}


def compose(root: Path, render: Render) -> Iterator[tuple[str, Image.Image]]:
    """Yield each picture's path and the picture, from PNGs that are already up to date."""
    for path, pieces in PICTURES.items():
        yield path, hall(slant(floor_with(root, pieces)), render).crop(CUT)
