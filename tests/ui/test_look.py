"""Beams in the colours of those who fire, robots that stand out, and a lighter floor (CLI-2030 to CLI-2032)."""

import math
from typing import Any

import msgspec
import pytest

from roborally.ui.board.board_art import CELL

from .conftest import Driver
from .seen import picture


def beam(piece: int, cells: tuple[tuple[int, int], ...], targets: tuple[int, ...]) -> dict[str, Any]:
    return {
        "type": "beam",
        "beat": 1,
        "cells": cells,
        "direction": 1,
        "piece": piece,
        "targets": targets,
        "cause": "robot-laser",
    }


@pytest.fixture
def screen(app: Any, driver: Driver, open_match: Any, new_game: Any) -> Any:
    """A match that waits for programs."""
    return open_match(new_game())


def shown(screen: Any, event: dict[str, Any]) -> list[Any]:
    """Return the beams that are seen in the middle of an event."""
    for act in screen.board_pane.animator.play([event], []):
        act.show(0.4)
    return [sprite for sprite in screen.board_pane.effects.beams if sprite.width > 0 and sprite.alpha > 0]


def reach(sprites: list[Any]) -> float:
    return float(max(max(sprite.width, sprite.height) for sprite in sprites))


CELLS = tuple((x, 0) for x in range(1, 7))


def test_a_shot_has_the_colour_of_the_robot_that_fires(screen: Any) -> None:
    """CLI-2030: and a beam of the board keeps its own."""
    for piece in (0, 1):
        screen.board_pane.effects.hide()
        sprites = shown(screen, beam(piece, CELLS, (1 - piece,)))
        tints = {tuple(sprite.color)[:3] for sprite in sprites}
        assert tuple(screen.actors[piece].colours.light)[:3] in tints
        assert tuple(screen.actors[1 - piece].colours.light)[:3] not in tints
    screen.board_pane.effects.hide()
    tints = {tuple(sprite.color)[:3] for sprite in shown(screen, beam(-1, CELLS, (0,)))}
    assert not tints & {tuple(actor.colours.light)[:3] for actor in screen.actors.actors if actor.is_robot}


def test_a_miss_is_short_and_faint(screen: Any) -> None:
    """CLI-2030: it says where a robot looks, and covers nothing."""
    hit = shown(screen, beam(0, CELLS, (1,)))
    length, strength = reach(hit), max(sprite.alpha for sprite in hit)
    screen.board_pane.effects.hide()
    missed = shown(screen, beam(0, CELLS, ()))
    assert len(missed) == 1
    assert reach(missed) <= 1.5 * CELL < length
    assert missed[0].alpha < strength / 2
    screen.board_pane.effects.hide()
    near = shown(screen, beam(0, CELLS[:1], ()))
    assert all(math.isfinite(sprite.height) for sprite in near)


def test_eight_robots_fire_at_once_and_every_beam_is_its_own(app: Any, driver: Driver, open_mode: Any) -> None:
    """CLI-2030: no beam takes the place of another."""
    screen = open_mode("crash-and-burn", bots=7)
    acts = screen.board_pane.animator.play([beam(piece, CELLS, ((piece + 1) % 8,)) for piece in range(8)], [])
    for act in acts:
        act.show(0.4)
    sprites = [sprite for sprite in screen.board_pane.effects.beams if sprite.width > 0 and sprite.alpha > 0]
    tints = {tuple(sprite.color)[:3] for sprite in sprites}
    assert {tuple(screen.actors[piece].colours.light)[:3] for piece in range(8)} <= tints
    assert len(sprites) == 32, "a beam, its bright middle, and what glows where each of them ends"


def test_robots_have_a_light_behind_them(screen: Any) -> None:
    """CLI-2031: in their own colour, below all bodies; it goes with them."""
    sprites = list(screen.actors.sprites)
    last = max(sprites.index(actor.backlight) for actor in screen.actors.actors)
    assert last < min(sprites.index(actor.body) for actor in screen.actors.actors)
    actor = screen.actors[0]
    assert actor.backlight.visible
    assert tuple(actor.backlight.color)[:3] == tuple(actor.colours.light)[:3]
    assert actor.backlight.position == actor.body.position
    assert actor.backlight.width > actor.body.width
    actor.alpha = 0
    actor.show()
    assert not actor.backlight.visible


def test_the_floor_can_be_lighter(app: Any, screen: Any, driver: Driver) -> None:
    """CLI-2032: the setting counts at once."""

    def brightness() -> float:
        driver.frame()
        image = picture(driver, screen.board.rect).convert("L")
        return float(sum(image.tobytes()) / (image.width * image.height))

    dark = brightness()
    app.settings = msgspec.structs.replace(app.settings, light_floor=True)
    assert brightness() > dark + 8
    app.settings = msgspec.structs.replace(app.settings, light_floor=False)
    assert brightness() == pytest.approx(dark, abs=1)
