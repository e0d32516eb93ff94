"""Start spaces in the colours of the robots whose operators sit at their sides (VLT-101, VLT-403)."""

from functools import cache

import arcade
from PIL import Image, ImageChops

from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .arena import START
from .program import SIDES
from .view_texts import ART, _


class SideColours(Overlay):
    """Paints every start space in the colour of the robot that starts there; grey where nobody sits."""

    def __init__(self, scene: Scene) -> None:
        """Paint all start spaces; nobody changes sides in a match."""
        super().__init__(scene)
        context = scene.context
        observation = context.session.observe(context.own)
        robots = [robot for robot in context.display.robots if robot.seat >= 0]
        self.owners = {SIDES.index(context.fact(observation, "side", robot.index)) + 1: robot.index for robot in robots}
        self.sides: dict[Cell, int] = {}
        self.sprites = Sprites()
        for element in scene.board.board.of_kind(START):
            side = element.values["side"]
            self.sides[element.cell] = side
            x, y = scene.board.centre(element.cell)
            sprite = arcade.Sprite(_white(side), center_x=x, center_y=y)
            fit_sprite(sprite, CELL)
            sprite.color = theme.colour("text-dim")
            if side in self.owners:
                livery = context.display.robots[self.owners[side]].livery
                sprite.color = theme.seat_colours(livery).light
            self.sprites.append(sprite)

    def draw_below(self) -> None:
        """Draw the start spaces below the robots."""
        self.sprites.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return who starts on a cell."""
        owner = self.owners.get(self.sides.get(cell, 0))
        return "" if owner is None else _("{name} starts here.").format(name=self.scene.context.name(owner))


@cache
def _white(side: int) -> arcade.Texture:
    """Return the picture of a start space without its colour, as bright as it is."""
    image = Image.open(ART / f"start-{side}.png").convert("RGBA")
    red, green, blue, alpha = image.split()
    bright = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return pictures.texture(Image.merge("RGBA", (bright, bright, bright, alpha)), f"volt-start-{side}")
