"""Marks on the board where robots have been destroyed, until they return or the turn ends (CLI-2420)."""

import arcade
from arcade.types import Color

from roborally.core.geometry import Cell
from roborally.narration.words import listed
from roborally.ui.board.board_art import CELL
from roborally.ui.match.on_board.warning_bubble import WarningBubble
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

BODY, CROSS = 0.6, 0.5
"""The widths of a pale robot and of the cross over it, in cells."""
ALPHA, TILT = 110, 30.0
"""The opacity, 0 to 255, of the pale robot, and the degrees by which it is tilted."""
DARK = Color(10, 12, 18, 190)


class LossMarks(Overlay):
    """Marks each cell where a robot has been destroyed with a pale crossed-out robot and the robot's name."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.cells: dict[int, Cell] = {}
        """The cells where robots have been destroyed, by the index of the robot."""
        self.names: dict[Cell, WarningBubble] = {}
        self._marks = Sprites()

    def draw_below(self) -> None:
        """Draw the crossed-out robots below those that stand on the board."""
        robots, actors = self.scene.context.display.robots, self.scene.actors
        cells = {
            robot.index: robot.lost_at
            for robot in robots
            if robot.lost_at is not None and not actors[robot.index].alpha  # else it is still falling
        }
        if cells != self.cells:
            self.cells = cells
            self.names = {cell: WarningBubble(self.scene.board) for cell in cells.values()}
            self._marks.clear()
            for piece, cell in cells.items():
                for sprite in crossed_out(self.scene, piece, cell, robots[piece].facing):
                    self._marks.append(sprite)
        self._marks.draw()

    def draw_above(self) -> None:
        """Draw the names of the destroyed robots."""
        if not self.names:
            return
        context = self.scene.context
        stands = [robot.cell for robot in context.display.robots if robot.cell is not None]
        for cell, bubble in self.names.items():
            lost = [context.name(piece) for piece, where in self.cells.items() if where == cell]
            bubble.draw(listed(lost), cell, [*stands, *self.names])
        self.scene.board.camera.use()


def crossed_out(scene: Scene, piece: int, cell: Cell, facing: int) -> list[arcade.Sprite]:
    """Return the sprites of a small pale robot with a cross over it on a cell."""
    body = arcade.Sprite(scene.context.picture(piece, scene.board.art.side))
    body.angle, body.alpha = scene.actors.angle(facing) + TILT, ALPHA
    sprites, widths = [body], [BODY, CROSS * 1.3, CROSS]
    for tint in (DARK, theme.colour("bad")):
        sprites.append(arcade.Sprite(pictures.icon("cross", 48)))
        sprites[-1].color = tint
    for sprite, width in zip(sprites, widths, strict=True):
        sprite.position = scene.board.centre(cell)
        fit_sprite(sprite, CELL * width)
    return sprites
