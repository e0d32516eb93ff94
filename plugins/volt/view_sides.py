"""Draws start spaces in the colours of the robots that start there, with their marks (VLT-101, VLT-403)."""

from functools import cache

import arcade
from PIL import Image, ImageDraw

from roborally.plugin import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .arena import START
from .program import SIDES
from .view_texts import _

SIDE = 128
"""The side of a picture in pixels; a start space is first drawn four times as large."""
FINE = 4
ARROW = ((64, 26), (88, 52), (73, 52), (73, 74), (55, 74), (55, 52), (40, 52))
MARK, BEHIND = 34, 30
"""The side of a robot's mark, and its distance behind the middle of a start space, in pixels."""
DARK, PLATE, WHITE = (27, 30, 37, 255), (44, 49, 60, 255), (255, 255, 255, 255)


class SideColours(Overlay):
    """Start spaces with the mark and colour of their robots; spaces of a side without an operator stay grey."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        context = scene.context
        observation = context.session.observe(context.own)
        robots = [robot for robot in context.display.robots if robot.seat >= 0]
        self.owners = {SIDES.index(context.fact(observation, "side", robot.index)) + 1: robot.index for robot in robots}
        self.sides: dict[Cell, int] = {}
        self.plates: dict[Cell, arcade.Sprite] = {}
        self.sprites = Sprites()
        for element in scene.board.board.of_kind(START):
            side = element.values["side"]
            self.sides[element.cell] = side
            if side in self.owners:
                colours = theme.seat_colours(context.display.robots[self.owners[side]].livery)
                plate = self.plates[element.cell] = arcade.Sprite(_plate(side, colours.emblem))
                plate.position, plate.color = scene.board.centre(element.cell), colours.light
                fit_sprite(plate, CELL)
                self.sprites.append(plate)

    def draw_below(self) -> None:
        """Draw the start spaces on the floor, below the robots."""
        self.sprites.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return a text with the name of the operator who starts on a cell; empty for other cells."""
        owner = self.owners.get(self.sides.get(cell, 0))
        return "" if owner is None else _("{name} starts here.").format(name=self.scene.context.name(owner))


@cache
def _plate(side: int, emblem: str) -> arcade.Texture:
    """Return a white frame with an arrow into the arena and a robot's mark behind the arrow.

    `side` is the number of the side, from 1. Each side has its own shape on the board. These are also the shapes of
    robots' marks, so in a match they would point to the wrong robots.
    """
    image = Image.new("RGBA", (SIDE * FINE, SIDE * FINE))
    draw = ImageDraw.Draw(image)
    whole = SIDE * FINE
    draw.rectangle((0, 0, whole, whole), DARK)  # over the shape of the side
    box = (10 * FINE, 10 * FINE, whole - 10 * FINE, whole - 10 * FINE)
    draw.rounded_rectangle(box, 8 * FINE, PLATE, WHITE, 6 * FINE)
    draw.polygon([(x * FINE, y * FINE) for x, y in ARROW], WHITE)
    quarters = side - 1
    image = image.rotate(-90 * quarters)
    across, along = ((0, 1), (-1, 0), (0, -1), (1, 0))[quarters]
    mark = pictures.emblem(emblem, 64).image.convert("RGBA").resize((MARK * FINE, MARK * FINE))
    corner = [(SIDE // 2 + BEHIND * way - MARK // 2) * FINE for way in (across, along)]
    image.alpha_composite(mark, (corner[0], corner[1]))
    return pictures.texture(image.resize((SIDE, SIDE), Image.Resampling.LANCZOS), f"volt-start-{side}-{emblem}")
