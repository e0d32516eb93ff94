"""Draws the overlays on the board in the board editor: distances, dangers, and the ways to the checkpoints."""

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TypeVar

import arcade
from arcade.types import Color

from roborally.features.workshop.editor.foresight import Dangers, Foreseen
from roborally.features.workshop.editor.routes import Way
from roborally.features.workshop.window.editor.overlay_tiles import danger_tile, head, line, reach_tile
from roborally.features.workshop.window.editor.remembered import DANGER, REACH, WAYS
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

LEGS = (
    Color(255, 176, 0),
    Color(86, 200, 255),
    Color(120, 255, 170),
    Color(255, 130, 200),
)
"""The colours of the ways, used in turn; their line styles differ, too."""
STYLES = 3
NO_WAY = Color(255, 90, 80)
BROAD, THIN = CELL * 0.13, CELL * 0.07
"""The thickness of a line where the robot walks (`BROAD`), and where elements carry it."""
PLATE = 96
"""The width of a cell for which the plates with numbers are painted, in pixels."""
LARGER = 1.6
"""The factor by which plates are enlarged."""

FAINT = 0.4
"""The opacity, 0 to 1, of overlays that belong to an earlier board."""
FADING, COMING = 0.35, 0.1
"""How many seconds overlays take to fade to `FAINT`, slow enough not to flicker, and to come back."""

Key = TypeVar("Key", bound=Hashable)


class CellTiles:
    """The pictures of an overlay, at most one on each cell of a board; only changed ones are replaced."""

    def __init__(self) -> None:
        self.sprites = Sprites()
        self._view: BoardView | None = None
        self._shown: list[Hashable | None] = []

    def show(self, view: BoardView, keys: Sequence[Key | None], picture: Callable[[Key], arcade.Texture]) -> None:
        """Show `picture(key)` for the key of each cell, row by row from the north; nothing for `None`."""
        if view is not self._view:
            self._lay_out(view)
        for number, key in enumerate(keys):
            if key != self._shown[number]:
                self._shown[number] = key
                sprite = self.sprites[number]
                sprite.visible = key is not None
                if key is not None:
                    sprite.texture = picture(key)

    def _lay_out(self, view: BoardView) -> None:
        self._view = view
        self.sprites.clear()
        board = view.board
        self._shown = [None] * (board.width * board.height)
        for number in range(len(self._shown)):
            x, y = view.centre((number % board.width, number // board.width))
            sprite = arcade.Sprite(reach_tile(0), center_x=x, center_y=y)
            fit_sprite(sprite, CELL)
            sprite.visible = False
            self.sprites.append(sprite)


class Overlays:
    """The predictions drawn over the board; `on` has the names of the overlays that are switched on."""

    def __init__(self) -> None:
        self.on: set[str] = set()
        self.reach, self.danger = CellTiles(), CellTiles()
        self.ways = Sprites()
        self.foreseen: Foreseen | None = None
        """The predictions that are shown, `None` if nothing is shown."""
        self._parts: dict[str, object] = {}
        """The data from which each overlay was last made, by its name."""
        self._strength = 1.0

    def fade(self, seconds: float, *, is_old: bool) -> bool:
        """Fade for some seconds: out to `FAINT` if `is_old`, else in. Return whether anything changed."""
        now = self._strength
        self._strength = max(FAINT, now - seconds / FADING) if is_old else min(1.0, now + seconds / COMING)
        if self._strength != now:
            for sprites in (self.reach.sprites, self.danger.sprites, self.ways):
                sprites.alpha = round(255 * self._strength)
        return self._strength != now

    def show(self, view: BoardView, foreseen: Foreseen | None, start: int) -> None:
        """Show predictions, with distances from the cell number `start`; nothing for `None` or another board size."""
        board = view.board
        if foreseen is not None and (foreseen.width, foreseen.height) != (board.width, board.height):
            foreseen = None
        self.foreseen = foreseen
        if foreseen is None:
            return
        if REACH in self.on and self._is_new(REACH, (view, foreseen.routes, start)):
            self.reach.show(view, foreseen.routes.reach(start), reach_tile)
        if DANGER in self.on and self._is_new(DANGER, (view, foreseen.dangers)):
            keys: list[Dangers | None] = [dangers or None for dangers in foreseen.dangers]
            self.danger.show(view, keys, danger_tile)
        if WAYS in self.on and self._is_new(WAYS, (view, foreseen.ways)):
            self._lay_ways(view, foreseen)

    def _is_new(self, name: str, part: object) -> bool:
        changed = self._parts.get(name) != part
        self._parts[name] = part
        return changed

    def draw(self) -> None:
        """Draw the overlays that are on; the camera of the board must be in use."""
        if self.foreseen is None:
            return
        for name, sprites in ((REACH, self.reach.sprites), (DANGER, self.danger.sprites), (WAYS, self.ways)):
            if name in self.on:
                sprites.draw()

    # --- ways -----------------------------------------------------------------------------------------------------

    def _lay_ways(self, view: BoardView, foreseen: Foreseen) -> None:
        self.ways.clear()
        for leg, way in enumerate(foreseen.ways):
            self._lay(view, foreseen.width, way, leg)
        for way in foreseen.ways:
            self._label(view, foreseen.width, way)

    def _lay(self, view: BoardView, width: int, way: Way, leg: int) -> None:
        aside = (leg % STYLES - 1) * BROAD
        places = [view.centre((cell % width, cell // width)) for cell in way.cells]
        points = [(x + aside, y + aside) for x, y in places]
        tint = LEGS[leg % len(LEGS)]
        for number, (start, end) in enumerate(pairwise(points)):
            across, up = end[0] - start[0], end[1] - start[1]
            if not across and not up:
                continue
            thick = THIN if number % 2 else BROAD
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            angle = -degrees(atan2(up, across))
            self._add(line(leg % STYLES), middle, (hypot(across, up), thick), angle, tint)
            self._add(head(), middle, (CELL * 0.24, CELL * 0.24), angle, tint)

    def _label(self, view: BoardView, width: int, way: Way) -> None:
        x, y = view.centre((way.goal % width, way.goal // width))
        plate = pictures.plate(f"{way.number}: {way.registers if way.cells else '–'}", PLATE)
        scale = CELL / PLATE * LARGER
        size = plate.width * scale, plate.height * scale
        self._add(plate, (x, y - CELL * 0.3), size, 0.0, Color(255, 255, 255) if way.cells else NO_WAY)

    def _add(
        self,
        image: arcade.Texture,
        middle: tuple[float, float],
        size: tuple[float, float],
        angle: float,
        tint: Color,
    ) -> None:
        sprite = arcade.Sprite(image, center_x=middle[0], center_y=middle[1], angle=angle)
        fit_sprite(sprite, *size)
        sprite.color = tint
        self.ways.append(sprite)
