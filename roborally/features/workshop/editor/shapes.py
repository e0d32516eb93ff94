"""Returns the cells that a tool of the board editor draws on: lines, rectangles, areas and belts."""

from collections.abc import Iterator, Sequence

from roborally.core.geometry import DELTAS, DIRECTIONS, Cell, neighbour
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.painter import Brush


def line(first: Cell, last: Cell) -> Iterator[Cell]:
    """Yield the cells from the first to the last along a straight line, without diagonal steps."""
    (x, y), (across, down) = first, (last[0] - first[0], last[1] - first[1])
    yield x, y
    for _step in range(abs(across) + abs(down)):
        # Go on along the axis that is further behind the straight line.
        done_x, done_y = abs(x - first[0]), abs(y - first[1])
        if done_x * abs(down) < done_y * abs(across) or (
            done_x * abs(down) == done_y * abs(across) and abs(across) >= abs(down)
        ):
            x += 1 if across > 0 else -1
        else:
            y += 1 if down > 0 else -1
        yield x, y


def rectangle(first: Cell, last: Cell) -> list[Cell]:
    """Return the cells of the rectangle with these opposite corners, row by row."""
    left, right = sorted((first[0], last[0]))
    top, bottom = sorted((first[1], last[1]))
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def area(document: Document, start: Cell) -> list[Cell]:
    """Return the connected cells that hold the same elements as the start cell, row by row."""
    wanted, found, waiting = document.tile(start).atoms, {start}, [start]
    while waiting:
        cell = waiting.pop()
        for direction in DIRECTIONS:
            beside = neighbour(cell, direction)
            if beside in document and beside not in found and document.tile(beside).atoms == wanted:
                found.add(beside)
                waiting.append(beside)
    return sorted(found, key=lambda cell: (cell[1], cell[0]))


def along(way: Sequence[Cell], brush: Brush) -> list[tuple[Cell, Brush]]:
    """Return pairs of cell and brush for a belt along neighbouring cells: each piece points to the next cell.

    The last one points on like the one before; a single cell keeps the direction of the brush.
    """
    laid = []
    for number, cell in enumerate(way):
        if len(way) > 1:
            here, there = (cell, way[number + 1]) if number + 1 < len(way) else (way[number - 1], cell)
            brush = brush.pointing(DELTAS.index((there[0] - here[0], there[1] - here[1])))
        laid.append((cell, brush))
    return laid
