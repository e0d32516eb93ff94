"""Shows players their own list of objectives, on the board and in words (AUE-102c, CLI-1504)."""

import arcade
from arcade.types import Color

from roborally.base.translation import texts_of
from roborally.plugin import Cell, Event, Observation
from roborally.ui.board.board_art import CELL
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .state import settings_of, slot_of

_ = texts_of(__file__)
WIDTH, FRAME, TICK = 0.4, 0.98, 0.5
"""The widths, in cells, of the plate with a cell's place in the list, the frame around the next cell, and the tick."""
LATER = 215
"""The opacity, 0 to 255, of the plates of cells that come later."""


class OwnList:
    """The list of the player at the screen: `route` has its cells, `done` the cells that are reached."""

    def __init__(self) -> None:
        self.route: tuple[Cell, ...] = ()
        self.done: tuple[Cell, ...] = ()
        self.ordered = True
        self.numbers: dict[Cell, int] = {}
        """The numbers of the course's checkpoints, by cell."""

    def read(self, observation: Observation) -> None:
        """Read the list from an observation; it stays empty if all robots share one list, and for spectators."""
        match, cells = observation.match(), observation.floor.cells
        slot = slot_of(match)
        self.numbers = {cells[cell]: number for cell, number in observation.floor.tables["checkpoints"].items()}
        self.ordered = settings_of(match)["ordered"]
        self.route = self.done = ()
        own = next((piece.index for piece in match.robots if piece.seat == observation.seat), -1)
        if own >= 0 and slot["own"]:
            self.route = tuple(cells[cell] for cell in slot["routes"][own])
            self.done = tuple(cells[cell] for cell in slot["done"][own])

    @property
    def due(self) -> tuple[Cell, ...]:
        """Return the cells that count now: the next one, or in free order all cells that are left."""
        left = tuple(cell for cell in self.route if cell not in self.done)
        return left[:1] if self.ordered else left

    def line(self, context: MatchContext) -> str:
        """Return the list in a line of words; empty without a list."""
        if not self.route:
            return ""
        lines = [_("{number} (done)") if cell in self.done else "{number}" for cell in self.route]
        names = [str(self.numbers.get(cell, _("marked space"))) for cell in self.route]
        written = [one.format(number=name) for one, name in zip(lines, names, strict=True)]
        if self.ordered:
            return _("Your objectives: {list}").format(list="\u00a0– ".join(written))
        return _("Your objectives, in any order: {list}").format(list=", ".join(written))


class ObjectiveMarks(Overlay):
    """Marks on the cells of the player's own list: their places, a frame around the next, and ticks on reached ones."""

    def __init__(self, scene: Scene, own: OwnList) -> None:
        super().__init__(scene)
        self.own = own
        self.sprites = Sprites()
        self.rest(scene.context.session.observe(scene.context.own))

    def on_event(self, event: Event) -> None:
        """Tick a cell as soon as the player's robot has reached it."""
        if event["type"] == "checkpoint" and event["piece"] == self.scene.context.own_piece and self.own.route:
            here = self.scene.context.display.robots[event["piece"]].cell
            reached = self.own.due[:1] if self.own.ordered else tuple(cell for cell in self.own.due if cell == here)
            self.own.done += reached
            self._show()

    def rest(self, observation: Observation) -> None:
        """Update the list and its marks from an observation."""
        self.own.read(observation)
        self._show()

    def _show(self) -> None:
        self.sprites.clear()
        tint = theme.colour("accent")
        for place, cell in enumerate(self.own.route, 1):
            x, y = self.scene.board.centre(cell)
            if cell in self.own.due:
                self._add(pictures.effect("target", 64), x, y, FRAME, tint)
            if cell in self.own.done:
                self._add(pictures.icon("checkmark", 48), x, y, TICK, theme.colour("good"))
            else:
                plate = self._add(pictures.plate(f"{place}.", 128), x - 0.3 * CELL, y - 0.34 * CELL, WIDTH)
                plate.alpha = 255 if cell in self.own.due else LATER

    def _add(self, image: arcade.Texture, x: float, y: float, width: float, tint: Color | None = None) -> arcade.Sprite:
        sprite = arcade.Sprite(image, center_x=x, center_y=y)
        fit_sprite(sprite, CELL * width)
        if tint is not None:
            sprite.color = tint
        self.sprites.append(sprite)
        return sprite

    def draw_below(self) -> None:
        """Draw the marks on the floor."""
        self.sprites.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return a text with the place of a cell in the list; empty for a cell that is not in the list."""
        if cell not in self.own.route:
            return ""
        if cell in self.own.done:
            return _("Your objective: reached.")
        if not self.own.ordered:
            return _("Your objective.")
        return _("Your objective number {place}.").format(place=self.own.route.index(cell) + 1)
