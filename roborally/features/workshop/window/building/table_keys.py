"""The keys of the table: choose and push boards, set, take and move checkpoints."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.building.course_table import Layout
from roborally.features.workshop.building.workbench import Workbench
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut

BOARDS, CHECKPOINTS = "boards", "checkpoints"
"""The tools that keys and mouse act on."""
ARROWS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}


class Table(Protocol):
    """The part of the table that the keys need: see `TableView`."""

    bench: Workbench
    tool: str
    chosen: int | None
    cursor: Cell
    gripped: int | None

    @property
    def layout(self) -> Layout:
        """The layout on the table."""

    def put(self, change: Callable[[], Layout]) -> bool:
        """Carry out a change."""

    def set_checkpoint(self, cell: Cell) -> None:
        """Set a checkpoint, or say why the cell cannot have one."""

    def complain_about(self, cell: Cell) -> bool:
        """Say why a cell cannot have a checkpoint; return whether there is a reason."""

    def remove(self) -> None:
        """Remove the chosen piece."""

    def notify(self) -> None:
        """Report that another piece is chosen."""

    def refresh(self) -> None:
        """Show the changes."""


class TableKeys:
    """The keys of a table that has the focus."""

    def __init__(self, view: Table) -> None:
        """Act on a view of the table."""
        self._view = view

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the focused table."""
        view = self._view
        checkpoints = view.tool == CHECKPOINTS
        arrows = _("Move the cursor to another space") if checkpoints else _("Push the board to the next free place")
        found = [
            *(Shortcut((key,), arrows, partial(self._go, *way)) for key, way in ARROWS.items()),
            Shortcut(("PAGEDOWN",), _("The next board or checkpoint"), lambda: self._next(1)),
            Shortcut(("PAGEUP",), _("The board or checkpoint before"), lambda: self._next(-1)),
            Shortcut(("DELETE", "BACKSPACE"), _("Remove the board or checkpoint"), view.remove),
        ]
        if checkpoints:
            does = _("Set a checkpoint; take the one that stands there, and set it down")
            return [*found, Shortcut((*ENTER, "SPACE"), does, self._enter)]
        return found

    def _go(self, dx: int, dy: int) -> None:
        view = self._view
        if view.tool == CHECKPOINTS:
            extent = view.bench.table.extent(view.layout)
            x, y = view.cursor[0] + dx, view.cursor[1] + dy
            view.cursor = (
                max(extent.left, min(extent.right - 1, x)),
                max(extent.top, min(extent.bottom - 1, y)),
            )
            view.refresh()
        elif view.layout.boards:
            number = view.chosen = view.chosen or 0
            view.put(lambda: view.bench.table.push(view.layout, number, dx, dy))

    def _next(self, step: int) -> None:
        """Choose the next board, or go to the next checkpoint."""
        view = self._view
        cells = view.layout.checkpoints
        if view.tool == CHECKPOINTS and cells:
            at = cells.index(view.cursor) + step if view.cursor in cells else 0
            view.cursor = cells[at % len(cells)]
        elif view.tool == BOARDS and view.layout.boards:
            at = view.chosen + step if view.chosen is not None else 0
            view.chosen = at % len(view.layout.boards)
            view.notify()
        view.refresh()

    def _enter(self) -> None:
        """Set a checkpoint at the cursor, take the one there, or put down the taken one."""
        view = self._view
        index, cell = view.gripped, view.cursor
        if index is not None:
            if cell == view.layout.checkpoints[index]:
                view.gripped = None
            elif not view.complain_about(cell):
                view.put(lambda: view.bench.table.move_checkpoint(view.layout, index, cell))
        elif cell in view.layout.checkpoints:
            view.gripped = view.layout.checkpoints.index(cell)
        else:
            view.set_checkpoint(cell)
        view.refresh()
