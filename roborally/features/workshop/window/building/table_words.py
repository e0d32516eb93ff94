"""Sentences about the cells on the table of the course builder."""

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.building.course_table import CourseTable, Layout, Obstacle
from roborally.ui.board.board_art import BoardPainter


def reason(obstacle: Obstacle, painter: BoardPainter) -> str:
    """Return as a sentence why a cell cannot have a checkpoint."""
    if obstacle.why == "nothing":
        return _("Checkpoints stand on boards.")
    if obstacle.element is None:
        return _("A checkpoint stands here. Drag it, or remove it with the right mouse button.")
    return _("No checkpoint can stand here: {element}").format(element=painter.tooltip(obstacle.element))


def describe(table: CourseTable, layout: Layout, painter: BoardPainter, cell: Cell, *, picking: bool) -> str:
    """Return what is on a cell, or with `picking` whether it may have a checkpoint; empty if no board is there."""
    number = table.board_at(layout, cell)
    if number is None:
        return ""
    if picking:
        obstacle = table.obstacle(layout, cell)
        return reason(obstacle, painter) if obstacle is not None else _("Choose this space to set a checkpoint.")
    laid = layout.boards[number]
    inner = cell[0] - laid.at[0], cell[1] - laid.at[1]
    found = [painter.tooltip(e) for e in table.board(laid.name, laid.quarters).elements if e.cell == inner]
    return "\n".join([table.parts[laid.name].course.title, *found])
