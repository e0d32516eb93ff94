"""The board in the board editor: its cells with the texts of all elements, and the texts for players.

A document is immutable. It holds the text of the file and not its meaning, so the elements of a missing plugin stay.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from roborally.core.board import Edge
from roborally.core.geometry import Cell, neighbour, opposite
from roborally.features.workshop.editor.atom_text import KnownAtom, Speller, number_name
from roborally.features.workshop.editor.motion import Motion
from roborally.features.workshop.editor.tile import EMPTY, Tile
from roborally.game.course.notation import CourseError

SMALLEST, LARGEST = 3, 24
"""The minimum and maximum length of a side of a board in the editor, in cells."""

Rows = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class BoardTexts:
    """The parts of a board's file besides the drawing; `players` is the least and the largest number, or `None`."""

    name: str = ""
    author: str = ""
    license: str = ""
    description: str = ""
    players: tuple[int, int] | None = None
    plugins: tuple[str, ...] = ()
    comments: tuple[tuple[str, str], ...] = ()
    """Pairs of the key that follows a comment, empty at the end of the file, and the comment's line."""


@dataclass(frozen=True)
class Document:
    """An immutable board: its rows of cells, from the north, and its texts."""

    rows: Rows
    texts: BoardTexts = BoardTexts()

    @staticmethod
    def blank(width: int, height: int) -> "Document":
        """Return a board of open floor; the size is in cells."""
        return Document(((EMPTY,) * width,) * height)

    @property
    def width(self) -> int:
        """The number of cells in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def cells(self) -> Iterator[Cell]:
        """Yield the positions of all cells, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def tile(self, cell: Cell) -> Tile:
        """Return the content of a cell."""
        return self.rows[cell[1]][cell[0]]

    def with_tiles(self, tiles: Mapping[Cell, Tile]) -> "Document":
        """Return the board with the content of some cells replaced."""
        changed = {cell: tile for cell, tile in tiles.items() if self.tile(cell) != tile}
        if not changed:
            return self
        touched = {y for _x, y in changed}
        rows = tuple(
            tuple(changed.get((x, y), tile) for x, tile in enumerate(row)) if y in touched else row
            for y, row in enumerate(self.rows)
        )
        return replace(self, rows=rows)

    def with_texts(self, **texts: Any) -> "Document":
        """Return the board with some fields of its `BoardTexts` replaced."""
        return replace(self, texts=replace(self.texts, **texts))

    # --- walls ----------------------------------------------------------------------------------------------------

    def has_wall(self, edge: Edge) -> bool:
        """Return whether a wall is drawn on an edge, from either side; walls that belong to an element do not count."""
        return any(self.tile(cell).has_wall(direction) for cell, direction in self.sides(edge))

    def sides(self, edge: Edge) -> list[Edge]:
        """Return an edge as seen from each of its one or two cells that are on the board."""
        cell, direction = edge
        both = (edge, (neighbour(cell, direction), opposite(direction)))
        return [side for side in both if side[0] in self]

    # --- elements -------------------------------------------------------------------------------------------------

    def elements(self, speller: Speller) -> Iterator[tuple[Cell, KnownAtom]]:
        """Yield pairs of cell and element, row by row, without the elements that no plugin knows."""
        for y, row in enumerate(self.rows):
            for x, tile in enumerate(row):
                for atom in tile.atoms:
                    if (known := speller.read(atom)) is not None:
                        yield (x, y), known

    def unknown(self, speller: Speller) -> dict[Cell, list[str]]:
        """Return by cell the texts of the elements that no plugin knows."""
        found = {
            (x, y): tile.unknown(speller)
            for y, row in enumerate(self.rows)
            for x, tile in enumerate(row)
            if tile is not EMPTY
        }
        return {cell: atoms for cell, atoms in found.items() if atoms}

    def free_number(self, kind: str, speller: Speller) -> Any:
        """Return an unused value for a new element of a numbered kind; raise `CourseError` if all are used."""
        manifest = speller.manifest(kind)
        name = number_name(manifest)
        counts = dict.fromkeys(speller.possible(kind, name), 0)
        for _cell, known in self.elements(speller):
            if known.kind == kind:
                counts[known.values[name]] = counts.get(known.values[name], 0) + 1
        if manifest.pairs and (single := [value for value, count in counts.items() if count == 1]):
            return single[0]
        free = [value for value, count in counts.items() if count == 0]
        if not free:
            raise CourseError("there is no further {kind}; all {count} are on the board", kind=kind, count=len(counts))
        return free[0]

    # --- the whole board ------------------------------------------------------------------------------------------

    def moved(self, motion: Motion, speller: Speller) -> "Document":
        """Return the board turned or mirrored."""
        width, height = motion.size(self.width, self.height)
        tiles = {
            motion.cell(cell, self.width, self.height): motion.tile(self.tile(cell), speller) for cell in self.cells()
        }
        return replace(self, rows=_rows(width, height, tiles.__getitem__))

    def resized(self, west: int = 0, north: int = 0, east: int = 0, south: int = 0) -> "Document":
        """Return the board with rows or columns added at each side; negative numbers remove them.

        Raise `CourseError` if a changed side is not from `SMALLEST` to `LARGEST`.
        """
        width, height = self.width + west + east, self.height + north + south
        for now, side in ((self.width, width), (self.height, height)):
            if side != now and not SMALLEST <= side <= LARGEST:
                raise CourseError(
                    "a board has {least} to {most} cells on a side, not {side}", least=SMALLEST, most=LARGEST, side=side
                )

        def tile(cell: Cell) -> Tile:
            there = cell[0] - west, cell[1] - north
            return self.tile(there) if there in self else EMPTY

        return replace(self, rows=_rows(width, height, tile))


def _rows(width: int, height: int, tile: Callable[[Cell], Tile]) -> Rows:
    return tuple(tuple(tile((x, y)) for x in range(width)) for y in range(height))
