"""The table of the course builder as it is drawn and used with the mouse: boards to drag and turn, and checkpoints."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.building.course_table import Area, Laid
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.window.building.board_pictures import BoardPictures
from roborally.features.workshop.window.building.table_keys import CHECKPOINTS, KeyedTable
from roborally.features.workshop.window.building.table_marks import TableMarks
from roborally.features.workshop.window.building.table_words import describe
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

LARGEST = 26.0
"""The largest side of a cell, in design units."""
SPARE = 3
"""The number of free cells that stay visible on each side of a course."""
LEAST = 26
"""The smallest number of cells that is visible across and down."""
FAR = 6.0
"""How far the pressed mouse must move before a board or checkpoint is dragged, in design units."""


@dataclass
class Carried:
    """The board or checkpoint that the mouse holds, since it was pressed at `start`.

    `name` is that of a board, empty for a checkpoint; `number` is the index of a board that comes from the table,
    `None` for a new one; `checkpoint` is the index of a checkpoint. It is dragged once it is `moving`; the mouse is at
    `point`.
    """

    start: tuple[float, float]
    name: str = ""
    quarters: int = 0
    number: int | None = None
    checkpoint: int | None = None
    grip: tuple[float, float] = (0.0, 0.0)
    """The point by which a board is held, in cells from its upper left corner."""
    moving: bool = False
    point: tuple[float, float] = (0.0, 0.0)


class TableView(KeyedTable):
    """The table as a control: shows the boards and checkpoints of a workbench, and changes them with the mouse."""

    vertical = True

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        bench: Workbench,
        pictures: BoardPictures,
        changed: Callable[[], None],
        complain: Callable[[Message], None],
    ) -> None:
        """Show the layout of `bench`; call `changed()` after a change, and `complain` with the reason if it fails."""
        super().__init__(rect, bench, pictures.painter, changed, complain)
        self._pictures = pictures
        self._canvas = layer.canvas
        layer.frame("panel-inset", rect)
        self._baked = CachedPictures(theme.colour("background"))
        self.marks = TableMarks(layer.canvas, pictures.painter)
        self.carried: Carried | None = None
        self.fit()

    def resume(self, before: Widget) -> None:
        """Take over tool, chosen board and cursor from the table before the page was rebuilt."""
        if isinstance(before, TableView):
            self.tool, self.chosen, self.cursor, self.gripped = (
                before.tool,
                before.chosen,
                before.cursor,
                before.gripped,
            )
            self.refresh()

    # --- the view -------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Scale and place the view so that the whole course is visible, with some space around it."""
        extent = self.bench.table.extent(self.layout)
        across = max(extent.width + 2 * SPARE, LEAST)
        down = max(extent.height + 2 * SPARE, LEAST)
        inner = self.rect.inset(5)
        self.cell = min(inner.width / across, inner.height / down, LARGEST)
        """The side of a cell, in design units."""
        x, y = self.rect.centre
        self._left = x - (extent.left + extent.width / 2) * self.cell
        self._top = y + (extent.top + extent.height / 2) * self.cell
        self.refresh()

    def to_cells(self, x: float, y: float) -> tuple[float, float]:
        """Return the column and row on the table of a point in design units, as fractions of cells."""
        return (x - self._left) / self.cell, (self._top - y) / self.cell

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell of the table under a point in design units; it may be negative or without a board."""
        column, row = self.to_cells(x, y)
        return int(column // 1), int(row // 1)

    def place_of(self, area: Area) -> Rect:
        """Return the rectangle in design units that some cells cover."""
        x, y = self._left + area.left * self.cell, self._top - area.bottom * self.cell
        return Rect(x, y, area.width * self.cell, area.height * self.cell)

    def place_of_cell(self, cell: Cell) -> Rect:
        """Return the rectangle in design units that a cell covers."""
        return self.place_of(Area(*cell, 1, 1))

    # --- changes --------------------------------------------------------------------------------------------------

    def lay(self, name: str, near: tuple[float, float] | None = None, quarters: int = 0) -> None:
        """Add a board, turned clockwise by quarters, and choose it; `near` is a point in cells, `None` for anywhere."""
        before = self.chosen
        self.chosen = len(self.layout.boards)
        if not self.put(lambda: self.bench.table.lay(self.layout, name, near, quarters)):
            self.chosen = before
            self.refresh()

    def turn(self, quarters: int) -> None:
        """Turn the held board, or else the chosen one, clockwise by quarters; a negative number turns it back."""
        carried = self.carried
        if carried is not None and carried.name:
            self._turn_carried(carried, quarters)
        elif (number := self.chosen) is not None:
            self.put(lambda: self.bench.table.turn(self.layout, number, quarters))

    def _turn_carried(self, carried: Carried, quarters: int) -> None:
        """Turn the held board, and hold it by its middle."""
        carried.quarters = (carried.quarters + quarters) % 4
        board = self.bench.table.board(carried.name, carried.quarters)
        carried.grip = board.width / 2, board.height / 2
        self.refresh()

    def use(self, tool: str) -> None:
        """Switch to a tool, `BOARDS` or `CHECKPOINTS`; let go of what is held."""
        self.tool = tool
        self.gripped = self.carried = None
        if tool == CHECKPOINTS and self.bench.table.board_at(self.layout, self.cursor) is None:
            areas = self.bench.table.areas(self.layout)
            area = areas[self.chosen or 0] if areas else Area(0, 0, 1, 1)
            self.cursor = area.left + area.width // 2, area.top + area.height // 2
        self.refresh()

    # --- the mouse ------------------------------------------------------------------------------------------------

    def press(self, x: float, y: float) -> None:
        """Hold the board or checkpoint under the mouse."""
        cell, (column, row) = self.cell_at(x, y), self.to_cells(x, y)
        if self.tool == CHECKPOINTS:
            self.cursor = cell
            if cell in self.layout.checkpoints:
                self.carried = Carried((x, y), checkpoint=self.layout.checkpoints.index(cell), point=(x, y))
            self.refresh()
            return
        self.chosen = self.bench.table.board_at(self.layout, cell)
        if self.chosen is not None:
            laid = self.layout.boards[self.chosen]
            grip = column - laid.at[0], row - laid.at[1]
            self.carried = Carried((x, y), laid.name, laid.quarters, self.chosen, grip=grip, point=(x, y))
        self.refresh()
        self._changed()

    def carry(self, name: str, x: float, y: float) -> None:
        """Hold a new board by its middle, dragged from the list of boards."""
        board = self.bench.table.board(name, 0)
        self.carried = Carried((x, y), name, grip=(board.width / 2, board.height / 2), moving=True, point=(x, y))

    def follow(self, x: float, y: float) -> None:
        """Move the held board or checkpoint to the mouse."""
        carried = self.carried
        if carried is None:
            return
        carried.point = x, y
        if abs(x - carried.start[0]) + abs(y - carried.start[1]) > FAR:
            carried.moving = True
        self.refresh()

    def aim(self) -> Laid | None:
        """Return where the held board would lie if it were dropped, `None` if it cannot be dropped on the table."""
        carried = self.carried
        if carried is None or not carried.moving or not carried.name or not self.rect.holds(*carried.point):
            return None
        column, row = self.to_cells(*carried.point)
        near = column - carried.grip[0], row - carried.grip[1]
        others = self.layout if carried.number is None else self.bench.table.remove(self.layout, carried.number)
        laid = Laid(carried.name, (0, 0), carried.quarters)
        at = self.bench.table.place_near(others, laid, near)
        return Laid(carried.name, at, carried.quarters) if at is not None else None

    def drop(self, x: float, y: float) -> None:
        """Drop the held board or checkpoint at the mouse; dropped beside the table, it is removed from the course.

        A click with the tool for checkpoints sets one.
        """
        aim, carried, self.carried = self.aim(), self.carried, None
        if carried is None or not carried.moving:
            if carried is None and self.pressed and self.tool == CHECKPOINTS and self.rect.holds(x, y):
                self.set_checkpoint(self.cell_at(x, y))
            self.fit()
            return
        table, layout, number = self.bench.table, self.layout, carried.number
        if carried.checkpoint is not None:
            self._drop_checkpoint(carried.checkpoint, x, y)
        elif number is None:
            if self.rect.holds(x, y):
                self.lay(carried.name, aim.at if aim is not None else (0.0, 0.0), carried.quarters)
        elif aim is not None:
            turned = (carried.quarters - layout.boards[number].quarters) % 4
            self.put(lambda: table.move(table.turn(layout, number, turned) if turned else layout, number, aim.at))
        else:
            self.chosen = None
            self.put(lambda: table.remove(layout, number))
        self.fit()

    def _drop_checkpoint(self, index: int, x: float, y: float) -> None:
        cell, table, layout = self.cell_at(x, y), self.bench.table, self.layout
        if not self.rect.holds(x, y):
            self.put(lambda: table.remove_checkpoint(layout, index))
        elif cell != layout.checkpoints[index]:
            if self.complain_about(cell):
                return
            self.cursor = cell
            self.put(lambda: table.move_checkpoint(layout, index, cell))

    def press_right(self, x: float, y: float) -> None:
        """Turn the board that is held or under the mouse; with the tool for checkpoints, remove a checkpoint."""
        cell = self.cell_at(x, y)
        if self.carried is not None:
            self.turn(1)
        elif self.tool == CHECKPOINTS:
            self.cursor = cell
            self.remove()
        elif (number := self.bench.table.board_at(self.layout, cell)) is not None:
            self.chosen = number
            self.turn(1)

    # --- words --------------------------------------------------------------------------------------------------------

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the description of the cell under the mouse, empty while something is held."""
        return "" if self.carried is not None else self._describe(self.cell_at(x, y))

    def _describe(self, cell: Cell) -> str:
        return describe(self.bench.table, self.layout, self.painter, cell, picking=self.tool == CHECKPOINTS)

    def focus_tooltip(self) -> str:
        """Return the description of the cell under the cursor, or which keys act on a board."""
        if self.tool == CHECKPOINTS:
            return self._describe(self.cursor)
        return _("Arrow keys push the board, R turns it, Page down chooses the next one.")

    # --- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update the marks over the boards: unfit cells, checkpoints, frames and the place to drop."""
        table, layout, carried = self.bench.table, self.layout, self.carried
        picking = self.tool == CHECKPOINTS
        self.marks.grey(self.greyed() if picking else ())
        held = carried.checkpoint if carried is not None and carried.moving else self.gripped
        cells = list(layout.checkpoints)
        if carried is not None and carried.moving and carried.number is not None:
            area = table.area(layout.boards[carried.number])
            cells = [cell for cell in cells if not area.holds(cell)]
        self.marks.number([self.place_of_cell(cell) for cell in cells], held)
        framed, aim = [], self.aim()
        target = self.place_of(table.area(aim)).within(self.rect) if aim is not None else None
        if picking:
            if held is not None and carried is not None and self.rect.holds(*carried.point):
                target = self.place_of_cell(self.cell_at(*carried.point))
            elif self.focused and layout.boards:
                framed.append(self.place_of_cell(self.cursor))
        elif self.chosen is not None and (carried is None or not carried.moving):
            framed.append(self.place_of(table.area(layout.boards[self.chosen])))
        self.marks.frame(framed, target)

    def greyed(self) -> tuple[Rect, ...]:
        """Return the rectangles of cells where an element prevents a checkpoint; neighbours in a row are joined."""
        table, layout = self.bench.table, self.layout
        found = []
        for area in table.areas(layout):
            for y in range(area.top, area.bottom):
                first: int | None = None
                for x in range(area.left, area.right + 1):
                    obstacle = table.obstacle(layout, (x, y)) if x < area.right else None
                    if obstacle is not None and obstacle.why == "element":
                        first = x if first is None else first
                    elif first is not None:
                        found.append(self.place_of(Area(first, y, x - first, 1)))
                        first = None
        return tuple(found)

    def draw(self) -> None:
        """Draw the boards, the marks over them, and the held board."""
        carried, frame = self.carried, self._canvas.frame
        lying = [
            laid
            for number, laid in enumerate(self.layout.boards)
            if carried is None or not carried.moving or number != carried.number
        ]
        there = [self._pictures.want(laid.name, laid.quarters) for laid in lying]
        key = (tuple(lying), tuple(there), self.cell, self._left, self._top, frame)
        self._baked.draw(0, key, frame.pixels(self.rect.inset(4)), lambda: self._paint(lying))
        self.marks.draw()
        if carried is not None and carried.moving and carried.name:
            self._pictures.want(carried.name, carried.quarters)
            board = self.bench.table.board(carried.name, carried.quarters)
            x, y = carried.point
            left, top = x - carried.grip[0] * self.cell, y + carried.grip[1] * self.cell
            height = board.height * self.cell
            place = Rect(left, top - height, board.width * self.cell, height)
            self._pictures.paint(self._canvas, carried.name, carried.quarters, place)

    def _paint(self, lying: list[Laid]) -> None:
        for laid in lying:
            self._pictures.paint(self._canvas, laid.name, laid.quarters, self.place_of(self.bench.table.area(laid)))
