"""Draws the victory-point markers on their spaces in the arena."""

import arcade

from roborally.plugin import Cell, Event, Observation
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .arena import POINT
from .rules import OF_A_NUMBER
from .view_texts import ART, _

WIDTH = 0.36
"""The width of a marker, in cells."""
APART = 0.2
"""The distance between markers on one space, in cells."""


class Markers(Overlay):
    """The victory-point markers on each space, above its number, drawn over robots."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.cells = {e.values["number"]: e.cell for e in scene.board.board.of_kind(POINT)}
        self.lying = dict.fromkeys(self.cells, 0)
        self.sprites = Sprites()
        self._markers: dict[int, list[arcade.Sprite]] = {}
        for number, cell in self.cells.items():
            x, y = scene.board.centre(cell)
            self._markers[number] = []
            for place in range(OF_A_NUMBER):
                at = x - (0.3 - APART * place) * CELL, y + 0.32 * CELL
                sprite = arcade.Sprite(pictures.picture(ART / "vp-marker.png", 48), center_x=at[0], center_y=at[1])
                fit_sprite(sprite, CELL * WIDTH)
                self.sprites.append(sprite)
                self._markers[number].append(sprite)
        self.rest(scene.context.session.observe(scene.context.own))

    def on_event(self, event: Event) -> None:
        """Update the number of markers when one is laid or taken."""
        change = {"volt-marker": 1, "volt-taken": -1}.get(event["type"], 0)
        if change:
            self.lying[event["number"]] += change
            self._show()

    def rest(self, observation: Observation) -> None:
        """Update the number of markers on each space from an observation."""
        lying = self.scene.context.slot(observation, "volt")["lying"]
        self.lying = {number: lying[str(number)] for number in self.cells}
        self._show()

    def _show(self) -> None:
        for number, sprites in self._markers.items():
            for place, sprite in enumerate(sprites):
                sprite.visible = place < self.lying[number]

    def draw_above(self) -> None:
        """Draw the markers."""
        self.sprites.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return a text with the number of markers on a cell; empty for other cells."""
        number = next((number for number, own in self.cells.items() if own == cell), 0)
        if not number:
            return ""
        return _("Victory-point markers here: {count}.").format(count=self.lying[number])
