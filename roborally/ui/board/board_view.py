"""`BoardView`, a board drawn in part of the window: zoom and pan, running belts, elements under the mouse."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import arcade

from roborally.base.translation import _
from roborally.core.board import Board, Element
from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL, FRAMES, BoardArt, BoardPainter, centre
from roborally.ui.board.frame_choice import MARGIN, around, kept_on
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.shortcuts import SHIFT, Shortcut
from roborally.ui.toolkit.theme import Rect

IDLE_SPEED = 7.0
LIVELY = 6.0
"""Seconds for which belts and portals keep moving after the last event; then no frames need to be drawn."""
ACTING_SPEED = 28.0
"""The speed of a belt's animation while it carries robots, in frames per second; otherwise it is `IDLE_SPEED`."""
SWIRL_SPEED = 70.0
"""The speed at which the swirl of a portal rotates, in degrees per second."""
CLOSEST = 2.2
"""The largest zoom: design units per unit of the board's space."""
PAN_STEP = 60.0
"""How far an arrow key moves the board, in design units."""
ZOOM_STEP = 1.2
NEARER = 1.7
"""The largest factor by which `come_near` enlarges cells."""
BEYOND = 2.0
"""How far the view may be moved beyond the board's edges, in cells."""


class BoardView:
    """A board drawn in `rect`, in design units. "World" is the board's own space with `CELL` units a cell."""

    def __init__(
        self, canvas: Canvas, board: Board, painter: BoardPainter, rect: Rect, *, at_once: bool = True
    ) -> None:
        """Show the whole board; without `at_once` the sprites are made by the steps of `loading`."""
        self.canvas = canvas
        self.board = board
        self.painter = painter
        self.rect = rect
        self.camera = arcade.Camera2D()
        self.acting = False
        self.bright = False
        """Whether the floor is drawn lighter (CLI-2032)."""
        self.calm = False
        """Whether belts stand still and the view jumps, for players who want little motion."""
        self.held = False
        """Whether the player has moved the view; then the game does not move it."""
        self._shut: frozenset[tuple[Cell, int]] = frozenset()
        self._baked = CachedPictures(theme.colour("background"))
        self._phase = 0.0
        self._lively = LIVELY
        self._art: BoardArt | None = None
        self._steady = False
        """Whether sprites keep their pictures at another zoom, because the view will soon be back."""
        self._frame = canvas.frame
        self.fit()
        if at_once:
            self.load()

    @property
    def _side(self) -> int:
        """The width in pixels of the pictures to use for cells at the current zoom."""
        return pictures.level(CELL * self.zoom * self.canvas.frame.scale)

    @property
    def art(self) -> BoardArt:
        """The board's sprites, with pictures of the size for the current zoom."""
        return self.load()

    def load(self) -> BoardArt:
        """Return the board's sprites for the current zoom, made now if there are none of that size."""
        if self._art is None or (self._art.side != self._side and not self._steady):
            self._art = self.painter.paint(self.board, self._side)
            self._swing()
        return self._art

    def loading(self) -> Iterator[None]:
        """Make the board's sprites in small steps, and yield after each step."""
        art = BoardArt.blank(self.board, self._side)
        yield from self.painter.painting(art)
        self._art = art
        self._swing()

    # --- the view -------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole board, as large as possible, and let other code move the view again."""
        self.smallest = self.fitting(self.rect)
        self.zoom = min(self.smallest, CLOSEST)
        self.middle = self._whole_middle
        self._steady = self.held = False
        self._aim()

    def fitting(self, rect: Rect) -> float:
        """Return the zoom (design units per unit of the board's space) at which the whole board fills a rectangle."""
        width, height = (self.board.width + 2 * MARGIN) * CELL, (self.board.height + 2 * MARGIN) * CELL
        return min(rect.width / width, rect.height / height)

    def is_beside(self, rect: Rect, corner: tuple[float, float]) -> bool:
        """Return whether the whole board, drawn in `rect`, leaves a corner of size `corner` (width, height) free."""
        zoom = CELL * min(self.fitting(rect), CLOSEST)
        width, height = (self.board.width + 2 * MARGIN) * zoom, (self.board.height + 2 * MARGIN) * zoom
        free = (rect.width - width) / 2, (rect.height - height) / 2
        return free[0] >= corner[0] or free[1] >= corner[1]

    @property
    def _whole_middle(self) -> tuple[float, float]:
        return self.board.width * CELL / 2, self.board.height * CELL / 2

    @property
    def is_whole(self) -> bool:
        """Whether the view shows the whole board as large as possible."""
        return (self.zoom, self.middle) == (min(self.smallest, CLOSEST), self._whole_middle)

    def look_at(self, x: float, y: float, zoom: float, *, steady: bool = False) -> None:
        """Show a point of the board's space in the middle; `steady` keeps pictures of the previous zoom's size."""
        self.middle, self.zoom, self._steady = (x, y), zoom, steady
        self._aim()

    def zoom_on(self, cells: Iterable[Cell], space: int) -> float:
        """Return the zoom (see `fitting`) at which the given cells, and `space` more on each side, fill the view."""
        width, height = around(cells, space, (self.board.width, self.board.height)).size
        return max(
            min(self.smallest, CLOSEST), min(self.rect.width / width / CELL, self.rect.height / height / CELL, CLOSEST)
        )

    def come_near(self, x: float, y: float, part: float, home: tuple[float, float, float]) -> None:
        """Show the view at a part (0 to 1) of the way from `home` to a closer look at a point of the board's space.

        `home` is the x, y and zoom of the view to start from. The point stays in its place, or moves in from the edge.
        """
        across, high, zoom = home
        factor: float = NEARER**part

        def near(point: float, middle: float, side: float) -> float:
            room = max(0.0, side / 2 / zoom / factor - CELL * part)
            return point + min(room, max(-room, (middle - point) / factor))

        self.look_at(near(x, across, self.rect.width), near(y, high, self.rect.height), zoom * factor, steady=True)

    def resized(self) -> None:
        """Adapt the camera to another size of the window."""
        self._aim()

    def take_place(self, rect: Rect) -> None:
        """Draw the board in another rectangle; show the whole board if it was shown before or the rectangle is new."""
        whole = self.zoom == min(self.smallest, CLOSEST)
        before, self.rect = self.rect, rect
        if whole or rect != before:
            self.fit()
        else:
            self._aim()

    def zoom_by(self, factor: float, x: float, y: float) -> None:
        """Multiply the zoom by a factor, around a point in design units."""
        before = self.to_world(x, y)
        self.zoom = max(min(self.smallest, CLOSEST) * 0.9, min(CLOSEST, self.zoom * factor))
        self._aim()
        after = self.to_world(x, y)
        self.go_to(self.middle[0] + before[0] - after[0], self.middle[1] + before[1] - after[1])

    def pan(self, dx: float, dy: float) -> None:
        """Move the board by a distance in design units, as the mouse drags it."""
        self.go_to(self.middle[0] - dx / self.zoom, self.middle[1] - dy / self.zoom)

    def reveal(self, cell: Cell) -> None:
        """Move the view as little as needed to show all of a cell."""
        x, y = self.point_of(cell)
        room = self.rect.inset(CELL * self.zoom / 2 - 1)
        dx, dy = max(room.x, min(room.right, x)) - x, max(room.y, min(room.top, y)) - y
        if dx or dy:
            self.pan(dx, dy)

    def beside(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Return the cell `dx` columns to the right and `dy` rows down, or the last one before the board's edge."""
        return max(0, min(self.board.width - 1, cell[0] + dx)), max(0, min(self.board.height - 1, cell[1] + dy))

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that move the board and zoom."""
        steps = (("LEFT", 1, 0), ("RIGHT", -1, 0), ("UP", 0, -1), ("DOWN", 0, 1))
        return [
            *(
                Shortcut((f"{SHIFT}{key}",), _("Move the board"), partial(self.pan, dx * PAN_STEP, dy * PAN_STEP))
                for key, dx, dy in steps
            ),
            Shortcut(("PLUS", "EQUAL", "NUM_ADD"), _("Zoom in"), partial(self._zoom, ZOOM_STEP)),
            Shortcut(("MINUS", "NUM_SUBTRACT"), _("Zoom out"), partial(self._zoom, 1 / ZOOM_STEP)),
        ]

    def _zoom(self, factor: float) -> None:
        self.zoom_by(factor, *self.rect.centre)

    def show_all(self) -> None:
        """Show the whole board; called when the player asks for it."""
        self.fit()
        self.held = True

    def go_to(self, x: float, y: float) -> None:
        """Centre the view on a point of the board's space, as the player asks; keep the board in view."""
        across, high = (side / self.zoom for side in (self.rect.width, self.rect.height))
        width, height = self.board.width * CELL, self.board.height * CELL
        self.middle = kept_on(x, across, width, BEYOND * CELL), kept_on(y, high, height, BEYOND * CELL)
        self._steady, self.held = False, True
        self._aim()

    def _aim(self) -> None:
        frame, rect = self.canvas.frame, self.rect
        self._frame = frame
        self.camera.viewport = arcade.LBWH(*frame.pixels(rect))
        width, height = rect.width / self.zoom, rect.height / self.zoom
        self.camera.projection = arcade.LRBT(-width / 2, width / 2, -height / 2, height / 2)
        self.camera.position = self.middle

    # --- points ---------------------------------------------------------------------------------------------------

    def to_world(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the board's space under a point in design units."""
        cx, cy = self.rect.centre
        return self.middle[0] + (x - cx) / self.zoom, self.middle[1] + (y - cy) / self.zoom

    def to_design(self, x: float, y: float) -> tuple[float, float]:
        """Return the point in design units at which a point of the board's space is seen."""
        cx, cy = self.rect.centre
        return cx + (x - self.middle[0]) * self.zoom, cy + (y - self.middle[1]) * self.zoom

    @property
    def seen(self) -> Rect:
        """The rectangle of the whole board in design units, which may be larger than `rect`."""
        x, y = self.to_design(0, 0)
        return Rect(x, y, self.board.width * CELL * self.zoom, self.board.height * CELL * self.zoom)

    @property
    def top(self) -> float:
        """The upper edge of the view, in the board's space."""
        return self.to_world(0, self.rect.top)[1]

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell in the board's space; for a cell outside the board a point on its edge."""
        x, y = centre(cell, self.board.height)
        return min(max(x, 0.0), self.board.width * CELL), min(max(y, 0.0), self.board.height * CELL)

    def point_of(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell in design units."""
        return self.to_design(*self.centre(cell))

    def places_of(self, cells: Iterable[Cell]) -> list[Rect]:
        """Return the rectangles, in design units, of those cells whose middle is in view, sorted by cell."""
        side = CELL * self.zoom
        points = (self.point_of(cell) for cell in sorted(cells))
        return [Rect(x - side / 2, y - side / 2, side, side) for x, y in points if self.rect.holds(x, y)]

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell under a point in design units, `None` outside the board or the view."""
        if not self.rect.holds(x, y):
            return None
        world_x, world_y = self.to_world(x, y)
        cell = int(world_x // CELL), self.board.height - 1 - int(world_y // CELL)
        return cell if cell in self.board.inside else None

    def tooltip_at(self, x: float, y: float, describe: Callable[[Element], str] = lambda element: "") -> str:
        """Return the descriptions of the elements under a point, one a line, or an empty text.

        A text that `describe` returns for an element replaces the usual one.
        """
        cell = self.cell_at(x, y)
        if cell is None:
            return ""
        here = (element for element in self.board.elements if element.cell == cell)
        found = [describe(element) or self.painter.tooltip(element) for element in here]
        return "\n".join(found)

    def shut(self, gates: frozenset[tuple[Cell, int]]) -> None:
        """Show the doors at these gates, pairs of a cell and a direction, shut and all others open."""
        if gates != self._shut:
            self._shut = gates
            self._swing()

    def _swing(self) -> None:
        for gate, door in self.art.doors.items():
            door.show(float(gate in self._shut))

    def swing(self, shut: frozenset[tuple[Cell, int]]) -> Callable[[float], None]:
        """Return a function of a progress (0 to 1) that swings all doors: those at `shut` shut, the others open."""
        before, self._shut = self._shut, shut
        moving = before ^ shut

        def show(progress: float) -> None:
            for gate in moving & self.art.doors.keys():
                self.art.doors[gate].show(progress if gate in shut else 1 - progress)

        show(0.0)
        return show

    def light(self, register: int) -> None:
        """Show the elements that act in a register, given by its number, as active, and all others as inactive."""
        for sprite, registers in self.art.active:
            if sprite.visible != (register in registers):
                sprite.visible = not sprite.visible

    # --- drawing --------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Advance belts and portals by a number of seconds, unless nothing has happened on the board for a while."""
        if self._lively <= 0 or self.calm:
            return
        self._lively -= seconds
        speed = ACTING_SPEED if self.acting else IDLE_SPEED
        self._phase = (self._phase + seconds * speed) % FRAMES
        for sprite in self.art.swirls:
            sprite.angle = (sprite.angle + seconds * SWIRL_SPEED) % 360

    def stir(self) -> None:
        """Keep belts and portals moving for some seconds, because something happens on the board."""
        self._lively = LIVELY

    def draw_floor(self) -> None:
        """Draw the floor and what else is below the robots, cached if possible; the board's camera stays active."""
        if self.canvas.frame != self._frame:  # the page has been scrolled
            self._aim()
        art, phase = self.art, int(self._phase)
        key = (self.middle, self.zoom, self.camera.viewport.lbwh_int, id(art), art.version, self.bright)
        self._baked.draw(phase, key, self.camera.viewport.lbwh_int, lambda: self._paint_floor(art, phase))
        self.camera.use()
        art.wheels.draw()
        art.edges.draw()

    def draw_plainly(self) -> None:
        """Draw the floor and all else below the robots without the cache, into a picture instead of the window."""
        self._paint_floor(self.art, int(self._phase))
        self.art.wheels.draw()
        self.art.edges.draw()

    def _paint_floor(self, art: BoardArt, phase: int) -> None:
        self.camera.use()
        art.floor.draw()
        if self.bright:
            art.veil.draw()
        art.belts[phase].draw()
        art.flat.draw()

    def draw_above(self) -> None:
        """Draw the elements above the robots."""
        self.art.above.draw()
