"""The table of the course builder without its picture: the chosen board, the changes, and the keys."""

from collections.abc import Callable
from functools import partial

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.building.course_table import Layout
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.window.building.table_words import reason
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut, act_on
from roborally.ui.toolkit.theme import Rect

BOARDS, CHECKPOINTS = "boards", "checkpoints"
"""The tools of the table; mouse and keys act on either boards or checkpoints."""
ARROWS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}


class KeyedTable(Widget):
    """The table with its tool, chosen board and cursor; the subclass `TableView` draws it."""

    def __init__(
        self,
        rect: Rect,
        bench: Workbench,
        painter: BoardPainter,
        changed: Callable[[], None],
        complain: Callable[[Message], None],
    ) -> None:
        """Show the layout of `bench`; call `changed()` after a change, and `complain` with the reason if it fails."""
        super().__init__(rect)
        self.wants_keys = True
        self.bench = bench
        self.painter = painter
        self._changed = changed
        self._complain = complain
        self.tool = BOARDS
        self.chosen: int | None = None
        """The index of the chosen board, `None` if none is chosen."""
        self.cursor: Cell = (0, 0)
        """The cell of the table that the keys act on with the tool for checkpoints."""
        self.gripped: int | None = None
        """The index of the checkpoint that is moved with the keys, `None` if there is none."""

    def fit(self) -> None:
        """Scale and place the view so that the whole course is visible; a subclass does it."""

    def refresh(self) -> None:
        """Show the current state; a subclass does it."""

    @property
    def layout(self) -> Layout:
        """The boards and checkpoints on the table."""
        return self.bench.layout

    # --- changes --------------------------------------------------------------------------------------------------

    def put(self, change: Callable[[], Layout]) -> bool:
        """Take over the layout that `change` returns; if it raises `GameError`, complain and return false."""
        try:
            self.bench.put(change())
        except GameError as error:
            self._complain(error.message)
            return False
        self.settle()
        return True

    def settle(self) -> None:
        """Show the layout after a change; a checkpoint that was picked up, or a board that is gone, is let go."""
        if self.chosen is not None and self.chosen >= len(self.layout.boards):
            self.chosen = None
        self.gripped = None
        self.fit()
        self._changed()

    def remove(self) -> None:
        """Remove the chosen board, or the checkpoint under the cursor."""
        if self.tool == CHECKPOINTS:
            if self.cursor in self.layout.checkpoints:
                index = self.layout.checkpoints.index(self.cursor)
                self.put(lambda: self.bench.table.remove_checkpoint(self.layout, index))
        elif (number := self.chosen) is not None:
            self.chosen = None
            self.put(lambda: self.bench.table.remove(self.layout, number))

    def set_checkpoint(self, cell: Cell) -> None:
        """Move the cursor to a cell and set a checkpoint there, or complain why it cannot have one."""
        self.cursor = cell
        if not self.complain_about(cell):
            self.put(lambda: self.bench.table.set_checkpoint(self.layout, cell))

    def complain_about(self, cell: Cell) -> bool:
        """Return whether a cell cannot have a checkpoint, and complain why, unless it has one already."""
        obstacle = self.bench.table.obstacle(self.layout, cell)
        if obstacle is not None and obstacle.why != "taken":
            self._complain(Message.of("{text}", text=reason(obstacle, self.painter)))
        return obstacle is not None

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the table while it has the focus."""
        checkpoints = self.tool == CHECKPOINTS
        arrows = _("Move the cursor to another space") if checkpoints else _("Push the board to the next free place")
        found = [
            *(Shortcut((key,), arrows, partial(self._go, *way)) for key, way in ARROWS.items()),
            Shortcut(("PAGEDOWN",), _("The next board or checkpoint"), lambda: self._next(1)),
            Shortcut(("PAGEUP",), _("The board or checkpoint before"), lambda: self._next(-1)),
            Shortcut(("DELETE", "BACKSPACE"), _("Remove the board or checkpoint"), self.remove),
        ]
        if checkpoints:
            does = _("Set a checkpoint; take the one that stands there, and set it down")
            return [*found, Shortcut((*ENTER, "SPACE"), does, self._enter)]
        return found

    def _go(self, dx: int, dy: int) -> None:
        if self.tool == CHECKPOINTS:
            extent = self.bench.table.extent(self.layout)
            x, y = self.cursor[0] + dx, self.cursor[1] + dy
            self.cursor = (
                max(extent.left, min(extent.right - 1, x)),
                max(extent.top, min(extent.bottom - 1, y)),
            )
            self.refresh()
        elif self.layout.boards:
            number = self.chosen = self.chosen or 0
            self.put(lambda: self.bench.table.push(self.layout, number, dx, dy))

    def _next(self, step: int) -> None:
        """Choose the next board or go to the next checkpoint (`step` 1), or the previous one (-1)."""
        cells = self.layout.checkpoints
        if self.tool == CHECKPOINTS and cells:
            at = cells.index(self.cursor) + step if self.cursor in cells else 0
            self.cursor = cells[at % len(cells)]
        elif self.tool == BOARDS and self.layout.boards:
            at = self.chosen + step if self.chosen is not None else 0
            self.chosen = at % len(self.layout.boards)
            self._changed()
        self.refresh()

    def _enter(self) -> None:
        """Set a checkpoint at the cursor; if there is one, pick it up; if one is picked up, put it down."""
        index, cell = self.gripped, self.cursor
        if index is not None:
            if cell == self.layout.checkpoints[index]:
                self.gripped = None
            elif not self.complain_about(cell):
                self.put(lambda: self.bench.table.move_checkpoint(self.layout, index, cell))
        elif cell in self.layout.checkpoints:
            self.gripped = self.layout.checkpoints.index(cell)
        else:
            self.set_checkpoint(cell)
        self.refresh()

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key while the table has the focus; return whether it was used."""
        return act_on(self.shortcuts(), symbol, modifiers)
