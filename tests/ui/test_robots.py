"""Robots on the board: which way they look, who rests, who shares a space and who waits outside (CLI-2035)."""

import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from roborally.base.palette import palette
from roborally.plugin_system.art import CHASSIS, Body, chassis_file, robot_image
from roborally.profile import Settings
from roborally.ui.board.actors import Actor, shared_spots, waiting_spots
from roborally.ui.board.board_art import CELL

from .conftest import Driver
from .test_crash_and_burn import to_question

COLOURS = [seat["name"] for seat in palette()["seat"]]
FRONT = 64, 14
"""A pixel within the nose of a robot that faces north."""


def bodies(tmp_path: Path) -> list[Body]:
    """Return all bodies of the game, and one of a plugin."""
    Image.new("RGBA", (128, 128), (40, 40, 40, 255)).save(tmp_path / "mudder.png")
    return [*(Body(None, None, name) for name in CHASSIS), Body(tmp_path / "mudder.png", None, CHASSIS[0])]


@pytest.mark.parametrize("colour", COLOURS)
def test_every_robot_has_the_same_bright_nose_in_its_colour(tmp_path: Path, colour: str) -> None:
    nose = Image.open(chassis_file("nose", colour)).convert("RGBA")
    assert nose.getchannel("A").getpixel(FRONT) == 255
    for body in bodies(tmp_path):
        for resting in (False, True):
            image = robot_image(body, colour, resting=resting)
            assert image is not None
            assert image.getpixel(FRONT) == nose.getpixel(FRONT), body
        plain = robot_image(body._replace(has_nose=False), colour)
        assert plain is not None
        assert plain.getpixel(FRONT) != nose.getpixel(FRONT), body


def test_a_robot_that_rests_is_grey_but_for_its_nose(tmp_path: Path) -> None:
    for body in bodies(tmp_path):
        awake, resting = (robot_image(body, "red", resting=rests) for rests in (False, True))
        assert awake is not None
        assert resting is not None
        assert ImageChops.difference(awake.convert("RGB"), resting.convert("RGB")).getbbox()
        below = resting.convert("RGB").crop((0, 32, 128, 128))
        red, green, blue = below.split()
        for one, other in ((red, green), (green, blue), (red, blue)):
            assert not any(ImageChops.difference(one, other).histogram()[24:])


def distance(one: Actor, other: Actor) -> float:
    return math.dist(one.place, other.place)


def test_a_robot_snores_while_it_rests_unless_motion_is_reduced(
    app: Any, driver: Driver, open_mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_mode("auenland")
    actor, robot = screen.actors[0], screen.context.display.robots[0]
    driver.frame()
    awake = actor.body.texture
    assert actor.snore.scale_x == 0
    robot.resting = True
    heights = []
    for _step in range(3):
        driver.frame(seconds=1 / 2)
        heights.append(actor.snore.center_y)
    assert actor.body.texture is not awake
    assert actor.snore.scale_x > 0
    assert heights == sorted(set(heights))
    monkeypatch.setattr(app, "settings", Settings(reduced_motion=True))
    driver.frame()
    assert actor.snore.scale_x == 0
    assert actor.body.texture is not awake
    monkeypatch.setattr(app, "settings", Settings())
    robot.resting = False
    driver.frame()
    assert (actor.snore.scale_x, actor.body.texture) == (0, awake)


@pytest.mark.parametrize(("spots", "least"), [(shared_spots, 0.55), (waiting_spots, 0.85)])
@pytest.mark.parametrize("count", range(2, 9))
def test_robots_that_share_a_space_can_be_counted(spots: Callable[[int], Any], least: float, count: int) -> None:
    found = spots(count)
    assert len(found) == count
    for one, other in combinations(found, 2):
        assert math.dist(one[:2], other[:2]) >= least * one.size


def test_who_waits_outside_stands_beside_its_entry_facing_as_chosen(app: Any, driver: Driver, open_mode: Any) -> None:
    screen = open_mode("crash-and-burn", bots=2)
    to_question(driver, screen, "program")
    entry = screen.board.centre(screen.context.display.robots[0].entry)
    seen = list(screen.actors.actors)
    assert len(seen) == 3
    for actor in seen:
        assert actor.body.visible
        assert CELL / 2 < math.dist(actor.place, entry) < CELL
    assert all(distance(one, other) > CELL / 3 for one, other in combinations(seen, 2))
    panel = screen.panels.open
    (row,) = panel.rows
    for answer, angle in (("east", 90), ("south", 180)):
        row.choose(answer)
        screen.question_controller.look(row.question, answer)
        driver.frame(30)
        assert round(seen[0].body.angle) % 360 == angle
