"""Shows which checkpoints of a course are not needed in the match: they are grey, with a tooltip."""

import arcade
from arcade.types import Color

from roborally.core.board import Element
from roborally.plugin import Cell, Observation
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .state import settings_of, slot_of
from .view_lists import _

WIDTH, VEIL = 0.96, 190
"""The width of the veil over a checkpoint, in cells, and its opacity, 0 to 255."""
FLOOR = Color(62, 67, 79)
"""The colour of the veil, under which the flag's own colour looks grey."""


class UnusedCheckpoints(Overlay):
    """Veils over the checkpoints that do not count (STD-103); where robots have different lists, any may count."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.cells: frozenset[Cell] = frozenset()
        self.goal = 0
        self.own = False
        self.ordered = True
        self.sprites = Sprites()
        self.rest(scene.context.session.observe(scene.context.own))

    def rest(self, observation: Observation) -> None:
        """Update the veils from an observation."""
        slot, floor = slot_of(observation.match()), observation.floor
        self.goal, self.own, self.ordered = slot["goal"], slot["own"], settings_of(observation.match())["ordered"]
        numbers = {} if self.own else floor.tables["checkpoints"]
        cells = frozenset(floor.cells[cell] for cell, number in numbers.items() if number > self.goal)
        if cells == self.cells:
            return
        self.cells = cells
        self.sprites.clear()
        for cell in cells:
            veil = arcade.Sprite(pictures.plain())
            veil.position = self.scene.board.centre(cell)
            fit_sprite(veil, CELL * WIDTH)
            veil.color = FLOOR
            veil.alpha = VEIL
            self.sprites.append(veil)

    def draw_below(self) -> None:
        """Draw the veils on the floor."""
        self.sprites.draw()

    def describe(self, element: Element) -> str:
        """Return a sentence about a checkpoint whose usual one is wrong in this match; empty for other elements."""
        if element.kind != "checkpoint":
            return ""
        text = ""
        if self.own:
            text = _("Checkpoint {number}: it counts for robots that have it on their list.")
        elif element.cell in self.cells:
            text = _("Checkpoint {number} does not count in this match: checkpoint {goal} is the last.")
        elif not self.ordered:
            text = _("Checkpoint {number}: reach all checkpoints, in any order, to win.")
        return text.format(number=element.values["number"], goal=self.goal)
