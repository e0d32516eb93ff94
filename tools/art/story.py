"""Compose the pictures of the openings: the factory's, and those of modes (CLI-108, CLI-1511)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from art.title import BELT, GEAR, LASER, RACE, ROBOT, Piece, Render, floor_with, hall, slant

CUT = (100, 140, 1180, 700)
NEAR = (222, 178, 1058, 612)
"""The part of the hall that is used, and a closer view: left, upper, right, lower. Pages show as much as fits."""
PRESS, WALL = "plugins/crushers/art/crusher", "assets/tiles/wall"
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
"""The hall with small jobs, and five candidates at work."""
SCRAP: list[Piece] = [
    *((x, 5, 1, f"{BELT}belt-1") for x in range(15)),
    *((x, 4, 2, "assets/tiles/wall") for x in range(15)),
    (10, 5, 1, f"{PRESS}-closed"),
    *((x, 5, turns, f"{ROBOT}wreck") for x, turns in ((1.2, 0.3), (3.3, 1.2), (5.4, 2.1), (7.6, 0.8))),
    (4, 7, 0, "plugins/repair-sites/art/wrench-2"),
    (7, 6, 0, f"{RACE}checkpoint-3"),
    (7, 6, 2.2, f"{ROBOT}peach-orange"),
]
"""A belt full of wrecks that leads to the press, and a robot that has passed."""
FATE: list[Piece] = [
    *((x, 5, 1, f"{BELT}belt-1") for x in range(15)),
    *((x, 4, 2, WALL) for x in range(15)),
    *((x, 6, 0, WALL) for x in range(15)),
    (8, 5, 1, PRESS),
    (10, 5, 1, f"{PRESS}-closed"),
    (5.2, 5, 1, f"{ROBOT}hauler-white"),
    (11.1, 5, 1.4, f"{ROBOT}wreck"),
]
"""A belt between walls, one robot alone on it, and presses ahead."""
VOLT, PIT, OIL = "plugins/volt/art/", "plugins/pits/art/pit", "plugins/oil/art/oil"
RING: list[Piece] = [
    *((x, y, turns, WALL) for x in range(3, 12) for y, turns in ((4, 0), (6, 2))),
    *((x, y, turns, WALL) for y in (4, 5, 6) for x, turns in ((3, 3), (11, 1))),
    *((x, y, 0, f"{VOLT}pillar") for x in (2.5, 11.5) for y in (3.5, 6.5)),
]
"""The wall of an arena, with its pillars."""
LEAGUE: list[Piece] = [
    *((4 + 2 * number, 5, 0, f"{VOLT}vp-{number}") for number in (1, 2)),
    (4, 5, 0, f"{VOLT}vp-5"),
    (10, 5, 0, f"{VOLT}vp-4"),
    *((x, y, 0, PIT) for x, y in ((5, 4), (9, 4), (5, 6), (9, 6), (7, 5))),
    *((x, y, 0, f"{VOLT}start-{side}") for y, side in ((6, 1), (4, 3)) for x in (6, 7, 8)),
    (3, 5, 0, f"{VOLT}start-2"),
    (11, 5, 0, f"{VOLT}start-4"),
    (8.25, 4.9, 0, f"{VOLT}vp-marker"),
    *RING,
]
"""An arena before the robots arrive."""
GLADIATORS: list[Piece] = [
    *((x, y, 0, PIT) for x, y in ((8, 6), (6, 5))),
    *((x, y, 0, f"{VOLT}vp-{number}") for x, y, number in ((9.7, 5.4, 5), (4, 5.5, 2))),
    *((x, 4, 1, "assets/effects/beam-red") for x in (5, 6, 7, 8)),
    (8.6, 4, 0, "assets/effects/beam-end"),
    (4.2, 4, 1, f"{ROBOT}scout-red"),
    (9, 4, 0, f"{ROBOT}hauler-green"),
    (5.9, 6, 1, f"{ROBOT}tanky-yellow"),
    (7, 6, 0, f"{ROBOT}crawler-blue"),
    *RING,
]
"""One robot that fires, one that is hit, and one that is pushed into a pit."""
OPERATORS: list[Piece] = [
    *((x, 4, 0, WALL) for x in range(15)),
    *((x, 5.1, 0, f"{VOLT}cross") for x in (3.0, 5.1, 7.2)),
    *((x, y, turns, f"{VOLT}die-{die}") for x, y, turns, die in ((9.5, 5.2, 0, "blue-3"), (10.5, 5.6, 0.2, "red-5"))),
    *((x, y, turns, f"{VOLT}die-{die}") for x, y, turns, die in ((9.7, 6.1, 3.9, "red-1"), (10.9, 4.9, 0, "blue-6"))),
    *((3 + 2.4 * at, 4, 0, f"{VOLT}pillar") for at in range(4)),
    *((3.25 + 2.4 * at, 4.25, 0, f"{VOLT}number-{at + 1}") for at in (0, 2, 3)),
]
"""A controller with its dice, and the start numbers left on the pillars."""
BALL, PORTAL, DOOR = "plugins/roboball/art/", "plugins/portals/art/portal-", "plugins/swing-doors/art/door"
SHIFT: list[Piece] = [
    *((x, 4, 1, f"{BELT}belt-1") for x in range(15)),
    (3, 5.4, 0, f"{BALL}home-1"),
    (11, 5.4, 0, f"{BALL}home-2"),
    *((7, 5.4, 0, f"{BALL}{part}") for part in ("ball-start", "ball")),
    *((x, y, 1, f"{ROBOT}{robot}-blue") for x, y, robot in ((4.4, 5, "tanky"), (4.1, 6.1, "scout"))),
    *((x, y, 3, f"{ROBOT}{robot}-red") for x, y, robot in ((9.6, 5, "crawler"), (9.9, 6.1, "hauler"))),
    (5.6, 6, 0, f"{GEAR}gear-left"),
    (8.4, 6, 0, f"{GEAR}gear-right"),
]
"""Two homes, two teams, and the ball between them."""
DRAG: list[Piece] = [
    *((x, 5, 0, PIT) for x in (6, 7, 8)),
    (7.6, 6.2, 0, OIL),
    (3.2, 5, 0, f"{BALL}home-1"),
    (6, 5, 3, f"{BALL}hitch"),
    (7, 5, 0, f"{BALL}ball"),
    (5.1, 5, 3, f"{ROBOT}scout-blue"),
    (4.6, 6.1, 0.6, f"{ROBOT}tanky-blue"),
    (9, 4.5, 2.8, f"{ROBOT}crawler-red"),
    (9.5, 5.8, 3.2, f"{ROBOT}hauler-red"),
]
"""A robot that drags the ball over a pit, and two that chase it."""
HOME: list[Piece] = [
    *((7, 5, 0, f"{BALL}{part}") for part in ("home-1", "ball")),
    (5.8, 4.3, 0.4, f"{ROBOT}tanky-blue"),
    (8.2, 4.3, 3.6, f"{ROBOT}scout-blue"),
    (5.9, 5.8, 1.2, f"{ROBOT}peach-blue"),
    (8.1, 5.7, 2.8, f"{ROBOT}albot-blue"),
    (10.6, 5.9, 1.6, f"{ROBOT}crawler-red"),
    (3.4, 4.6, 2.2, f"{ROBOT}hauler-red"),
    *((x, 6, 2, WALL) for x in range(15)),
]
"""The ball at home, and a team around it."""
WING: list[Piece] = [
    *((x, 4, 2, WALL) for x in (0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14)),
    *((x, y, 0, OIL) for x, y in ((6, 5), (7.4, 6), (10.6, 6), (3.6, 6))),
    *((x, 4, 2, f"{DOOR}{state}") for x, state in ((3, "-open"), (7, ""), (11, "-open"))),
    *((x, 5, 0, "plugins/flamers/art/flamer") for x in (4.6, 8.6)),
    (4.6, 4.6, 0, "plugins/flamers/art/flame-3"),
    (8.6, 4.6, 0, "plugins/flamers/art/flame-6"),
    (6.6, 5, 0.3, f"{ROBOT}tanky-red"),
    (10.3, 5.1, 1.4, f"{ROBOT}wreck"),
]
"""Doors, flames, oil, and a brave model."""
WAY: list[Piece] = [
    (6.6, 5, 0, f"{RACE}checkpoint-1"),
    (6.6, 5, 1, f"{ROBOT}albot-violet"),
    (5.4, 5, 1, f"{ROBOT}scout-cyan"),
    (4.2, 5, 1, f"{ROBOT}hauler-yellow"),
    (3.0, 5, 1, f"{ROBOT}crawler-green"),
    *((x, y, 0, f"{PORTAL}{part}") for x, y in ((8.4, 4.2), (10.3, 5.8)) for part in ("A", "swirl")),
    (10.3, 5.8, 1.3, f"{ROBOT}james-bot-blue"),
    (8, 6, 0, OIL),
    *((x, 4, 0, WALL) for x in range(3, 8)),
    *((x, 6, 2, WALL) for x in range(3, 8)),
]
"""A row of robots that enter, and one that leaves by a portal."""
PARTS: list[Piece] = [
    *((x, 5, 0, "plugins/repair-sites/art/wrench-2") for x in (3.4, 10.4)),
    *(
        (x, y, turns, f"plugins/option-cards/art/{card}")
        for x, y, turns, card in (
            (4.9, 4.3, 0.1, "brakes"),
            (5.6, 5.7, 3.9, "shield"),
            (6.6, 4.5, 0.2, "turret"),
            (7.4, 5.8, 3.8, "scrambler"),
            (8.3, 4.4, 0, "mechanical-arm"),
            (9.0, 5.7, 0.2, "flywheel"),
        )
    ),
    (3.4, 5, 1, f"{ROBOT}peach-orange"),
    (10.6, 4.9, 2.7, f"{ROBOT}lazybot-white"),
]
"""A yard between two workshops."""
PICTURES = {
    "assets/story/fate": (FATE, NEAR),
    "assets/story/line": (LINE, CUT),
    "assets/story/test": (TEST, CUT),
    "assets/story/scrap": (SCRAP, CUT),
    "plugins/volt/art/opening-league": (LEAGUE, NEAR),
    "plugins/volt/art/opening-gladiators": (GLADIATORS, NEAR),
    "plugins/volt/art/opening-operators": (OPERATORS, NEAR),
    "plugins/roboball/art/opening-shift": (SHIFT, NEAR),
    "plugins/roboball/art/opening-ball": (DRAG, NEAR),
    "plugins/roboball/art/opening-home": (HOME, NEAR),
    "plugins/crash-and-burn/art/opening-wing": (WING, NEAR),
    "plugins/crash-and-burn/art/opening-way": (WAY, NEAR),
    "plugins/crash-and-burn/art/opening-parts": (PARTS, NEAR),
}


def compose(root: Path, render: Render) -> Iterator[tuple[str, Image.Image]]:
    """Yield each picture's path and the picture, from PNGs that are up to date."""
    for path, (pieces, part) in PICTURES.items():
        yield path, hall(slant(floor_with(root, pieces)), render).crop(part)
