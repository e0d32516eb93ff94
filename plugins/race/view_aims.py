"""Shows which checkpoints robots must reach next: in view on a large board, and marked where robots hide them."""

from collections.abc import Sequence
from pathlib import Path

import arcade

from roborally.core.observation import SPECTATOR
from roborally.plugin import Cell, Observation
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .distance import goals_of

FLAGS = Path(__file__).parent / "art"
MARK, OFF = 0.46, 0.3
"""The width of a checkpoint's picture above a robot, and its distance from the middle of the cell, in cells."""


class Aims(Overlay):
    """The checkpoints that count for robots now, as far as the player knows; marks show the own ones above robots."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.marks: dict[Cell, arcade.Sprite] = {}
        self._sprites = Sprites()
        self.rest(scene.context.session.observe(scene.context.own))

    def rest(self, observation: Observation) -> None:
        """Update the checkpoints that count, and the marks, from an observation."""
        self._seen = observation
        self.marks.clear()
        self._sprites.clear()
        context, board = self.scene.context, self.scene.board
        due = self.aims(context.own_piece) if context.own != SPECTATOR else ()
        for element in board.board.of_kind("checkpoint"):
            if element.cell in due:
                mark = arcade.Sprite(pictures.picture(FLAGS / f"checkpoint-{element.values['number']}.png", 64))
                fit_sprite(mark, CELL * MARK)
                x, y = board.centre(element.cell)
                mark.position = x - CELL * OFF, y - CELL * OFF
                self.marks[element.cell] = mark
                self._sprites.append(mark)

    def draw_above(self) -> None:
        """Draw marks for the checkpoints that robots hide."""
        if not self.marks:
            return
        hidden = {robot.cell for robot in self.scene.context.display.robots}
        for cell, mark in self.marks.items():
            mark.visible = cell in hidden
        self._sprites.draw()

    def aims(self, piece: int) -> Sequence[Cell]:
        """Return the cell that a robot must reach next, or in free order all cells that are left."""
        match = self._seen.match()
        return [match.floor.cells[cell] for cell in goals_of(match, match.state.pieces[piece])]
