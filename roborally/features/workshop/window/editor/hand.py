"""The tools of the board editor, without drawing: what the mouse and the keys do to the board."""

from dataclasses import dataclass, field

from roborally.base.errors import Message
from roborally.core.board import Edge
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.atom_text import Speller, number_name
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.edited_board import Editing
from roborally.features.workshop.editor.motion import Motion
from roborally.features.workshop.editor.painter import Brush, Painted, Painter, mounted_on
from roborally.features.workshop.editor.shapes import along, area, line, rectangle
from roborally.game.course.notation import CourseError

BRUSH, LINE, RECTANGLE, FILL, PICKER, ERASER, WALL, SELECT = (
    "brush",
    "line",
    "rectangle",
    "fill",
    "picker",
    "eraser",
    "wall",
    "select",
)
TOOLS = (BRUSH, LINE, RECTANGLE, FILL, WALL, ERASER, PICKER, SELECT)


@dataclass(frozen=True)
class BoardPoint:
    """A point on the board: its cell, and the direction of the nearest edge; `at_edge` is true if the edge is close."""

    cell: Cell
    direction: int = 0
    at_edge: bool = False

    @property
    def edge(self) -> Edge:
        """The nearest edge, as the cell and a direction, 0 north to 3 west."""
        return self.cell, self.direction


@dataclass(frozen=True)
class Selection:
    """A selected rectangle of cells: its upper left corner and its size."""

    corner: Cell
    width: int
    height: int

    @staticmethod
    def between(first: Cell, last: Cell) -> "Selection":
        """Return the rectangle with these opposite corners."""
        cells = rectangle(first, last)
        return Selection(cells[0], cells[-1][0] - cells[0][0] + 1, cells[-1][1] - cells[0][1] + 1)

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is in the rectangle."""
        x, y = cell[0] - self.corner[0], cell[1] - self.corner[1]
        return 0 <= x < self.width and 0 <= y < self.height

    def moved(self, dx: int, dy: int) -> "Selection":
        """Return the rectangle moved by a number of cells to the right and down."""
        return Selection((self.corner[0] + dx, self.corner[1] + dy), self.width, self.height)


@dataclass
class ActiveTool:
    """The tool in use, one of `TOOLS`, and its settings; a stroke is `press`, then calls of `drag`, then `release`."""

    editing: Editing
    speller: Speller
    brush: Brush
    tool: str = BRUSH
    symmetry: str = "none"
    selection: Selection | None = None
    clipboard: Document | None = None
    refused: dict[Cell, Message] = field(default_factory=dict)
    """The reasons, by cell, why the last stroke left cells unchanged."""
    problem: Message | None = None
    """The reason why the last action was not possible at all, `None` if it was."""
    _way: list[Cell] = field(default_factory=list)
    _edges: bool = False
    _there: bool = True
    _lifted: tuple[Document, Document, Selection] | None = None
    """While a selection is dragged: the board without it, the dragged part, and its first place."""

    @property
    def painter(self) -> Painter:
        """A new painter with the current symmetry."""
        return Painter(self.speller, self.symmetry)

    @property
    def wants_edge(self) -> bool:
        """Whether the tool acts on edges only: it draws walls, or a device that is mounted on a wall."""
        return self.tool == WALL or (self.tool == BRUSH and bool(self.speller.manifest(self.brush.kind).wall))

    def is_edge(self, spot: BoardPoint) -> bool:
        """Return whether a press at a point acts on its nearest edge and not on its cell."""
        return self.wants_edge or (self.tool == ERASER and spot.at_edge and self._holds_something(spot.edge))

    def _holds_something(self, edge: Edge) -> bool:
        document = self.editing.document
        return document.has_wall(edge) or any(
            mounted_on(known) == direction
            for cell, direction in document.sides(edge)
            for known in document.tile(cell).known(self.speller)
        )

    # --- strokes --------------------------------------------------------------------------------------------------

    def press(self, spot: BoardPoint) -> None:
        """Start a stroke at a point of the board."""
        self.refused, self.problem = {}, None
        self._way, self._lifted = [spot.cell], None
        document = self.editing.begin()
        self._edges = self.is_edge(spot)
        self._there = not document.has_wall(spot.edge)
        if self.tool == PICKER:
            self.pick(spot.cell)
        elif self.tool == SELECT:
            self._lift(document, spot.cell)
        else:
            self._do(spot)

    def drag(self, spot: BoardPoint) -> None:
        """Continue the stroke to a point; do nothing if none is in progress."""
        if not self._way or self.tool in (PICKER, FILL):
            return
        if self._edges or spot.cell != self._way[-1]:
            self._way += [*line(self._way[-1], spot.cell)][1:]
            self._do(spot)

    def release(self) -> None:
        """End the stroke, which is one step to undo."""
        self._way, self._lifted = [], None
        self.editing.end()

    def _do(self, spot: BoardPoint) -> None:
        try:
            self._act(spot)
        except CourseError as error:
            self.problem = error.message

    def _act(self, spot: BoardPoint) -> None:
        painter, begun, now = self.painter, self.editing.begin(), self.editing.document
        if self.tool == SELECT:
            self._select(spot.cell)
        elif self.tool == WALL:
            self.editing.put(painter.set_wall(now, spot.edge, self._there))
        elif self.tool == ERASER:
            erased = painter.clear_edge(now, spot.edge) if self._edges else painter.erase(now, self._way)
            if not self._edges or spot.at_edge:
                self.editing.put(erased)
        elif self.tool == BRUSH and self._edges:
            self._take(painter.mount(now, spot.edge, self.brush))
        elif self.tool == FILL:
            self._take(painter.paint(begun, [(cell, self.brush) for cell in area(begun, spot.cell)]))
        elif self.tool == RECTANGLE:
            cells = rectangle(self._way[0], spot.cell)
            self._take(painter.paint(begun, [(cell, self.brush) for cell in cells]))
        else:
            way = [*line(self._way[0], spot.cell)] if self.tool == LINE else self._way
            is_belt = self.speller.manifest(self.brush.kind).animation == "belt"
            laid = along(way, self.brush) if is_belt else [(cell, self.brush) for cell in dict.fromkeys(way)]
            self._take(painter.paint(begun, laid))

    def _take(self, painted: Painted) -> None:
        self.refused = painted.refused
        self.editing.put(painted.document)

    def pick(self, cell: Cell) -> None:
        """Make the uppermost known element of a cell the element to draw, and choose the brush."""
        known = self.editing.document.tile(cell).known(self.speller)
        if known:
            name = number_name(known[-1].manifest)
            values = {key: value for key, value in known[-1].values.items() if key != name}
            self.brush = Brush.of(known[-1].kind, self.speller, **values)
            self.tool = BRUSH

    # --- selections -----------------------------------------------------------------------------------------------

    def _lift(self, document: Document, cell: Cell) -> None:
        selection = self.selection
        if selection is not None and selection.holds(cell):
            place = selection.corner, selection.width, selection.height
            part = self.painter.copy(document, *place)
            self._lifted = self.painter.cut(document, *place), part, selection
        else:
            self.selection = None

    def _select(self, cell: Cell) -> None:
        if self._lifted is None:
            self.selection = Selection.between(self._way[0], cell)
            return
        base, part, selection = self._lifted
        self.selection = selection.moved(cell[0] - self._way[0][0], cell[1] - self._way[0][1])
        self._take(self.painter.paste(base, part, self.selection.corner))

    def _selected(self) -> Selection:
        document = self.editing.document
        return self.selection or Selection((0, 0), document.width, document.height)

    def copy(self) -> None:
        """Copy the selection, or else the whole board."""
        chosen = self._selected()
        self.clipboard = self.painter.copy(self.editing.document, chosen.corner, chosen.width, chosen.height)

    def delete(self) -> None:
        """Replace the selection by open floor; do nothing if there is none."""
        if self.selection is not None:
            chosen = self.selection
            self.editing.put(self.painter.cut(self.editing.document, chosen.corner, chosen.width, chosen.height))

    def cut(self) -> None:
        """Copy the selection and replace it by open floor; without a selection, only copy the whole board."""
        self.copy()
        self.delete()

    def paste(self, corner: Cell) -> None:
        """Put the copied part on the board with its upper left corner on a cell, and select it."""
        if self.clipboard is None:
            return
        painted = self.painter.paste(self.editing.document, self.clipboard, corner)
        self._take(painted)
        width = min(self.clipboard.width, painted.document.width - corner[0])
        height = min(self.clipboard.height, painted.document.height - corner[1])
        self.selection, self.tool = Selection(corner, width, height), SELECT

    def select_all(self) -> None:
        """Select the whole board, and choose the tool for selections."""
        self.selection, self.tool = None, SELECT
        self.selection = self._selected()

    def move(self, motion: Motion) -> None:
        """Turn or mirror the selection, or else the whole board."""
        self.refused, self.problem = {}, None
        chosen, document = self.selection, self.editing.document
        if chosen is None:
            self.editing.put(document.moved(motion, self.speller))
            return
        painted = self.painter.move_part(
            document, chosen.corner, chosen.width, chosen.height, lambda part: part.moved(motion, self.speller)
        )
        self._take(painted)
        width, height = motion.size(chosen.width, chosen.height)
        x, y = chosen.corner
        self.selection = Selection(chosen.corner, min(width, document.width - x), min(height, document.height - y))

    def forget_selection(self) -> bool:
        """Drop the selection; return false if there was none."""
        selection, self.selection = self.selection, None
        return selection is not None
