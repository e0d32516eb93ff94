"""A board for editing: its cells with all their atoms, and the texts for players.

A document is never changed in place. It holds the text of the file and not its meaning: an element of a missing plugin
stays as it is.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from roborally.core.board import Edge
from roborally.core.geometry import DIRECTIONS, Cell, neighbour, opposite
from roborally.features.workshop.editor.atom_text import KnownAtom, Speller, number_name
from roborally.features.workshop.editor.motion import Motion
from roborally.features.workshop.editor.tile import EMPTY, Tile
from roborally.game.course.notation import CourseError

SMALLEST, LARGEST = 3, 24
"""The minimum and maximum length of a side in the editor, in cells."""

Rows = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class BoardTexts:
    """The texts of a board's file beside its drawing; empty `players` and `plugins` are not written."""

    name: str = ""
    author: str = ""
    license: str = ""
    description: str = ""
    players: tuple[int, int] | None = None
    plugins: tuple[str, ...] = ()
    comments: tuple[tuple[str, str], ...] = ()
    """Comments of the file, each with the key that follows it; an empty key is the end of the file."""


@dataclass(frozen=True)
class Document:
    """A board: rows of cells from the north, and texts."""

    rows: Rows
    texts: BoardTexts = BoardTexts()

    @staticmethod
    def blank(width: int, height: int) -> "Document":
        """Return a board of open floor."""
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
        """Return whether a cell is on the board."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def cells(self) -> Iterator[Cell]:
        """Yield all cells, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def tile(self, cell: Cell) -> Tile:
        """Return the tile of a cell."""
        return self.rows[cell[1]][cell[0]]

    def with_tiles(self, tiles: Mapping[Cell, Tile]) -> "Document":
        """Return the board with other tiles on some of its cells."""
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
        """Return the board with other texts."""
        return replace(self, texts=replace(self.texts, **texts))

    # --- walls ----------------------------------------------------------------------------------------------------

    def has_wall(self, edge: Edge) -> bool:
        """Return whether an edge has a drawn wall, from either side; walls of devices do not count."""
        return any(self.tile(cell).has_wall(direction) for cell, direction in self.sides(edge))

    def sides(self, edge: Edge) -> list[Edge]:
        """Return an edge as seen from each of its cells that are on the board."""
        cell, direction = edge
        both = (edge, (neighbour(cell, direction), opposite(direction)))
        return [side for side in both if side[0] in self]

    def walls(self) -> frozenset[Edge]:
        """Return all drawn walls, each from the northern or western one of its two cells."""
        return frozenset(
            straight((cell, direction))
            for cell in self.cells()
            for direction in DIRECTIONS
            if self.tile(cell).has_wall(direction)
        )

    # --- elements -------------------------------------------------------------------------------------------------

    def elements(self, speller: Speller) -> Iterator[tuple[Cell, KnownAtom]]:
        """Yield the known elements with their cells, row by row."""
        for y, row in enumerate(self.rows):
            for x, tile in enumerate(row):
                for atom in tile.atoms:
                    if (known := speller.read(atom)) is not None:
                        yield (x, y), known

    def unknown(self, speller: Speller) -> dict[Cell, list[str]]:
        """Return the atoms that no plugin knows, by cell."""
        found = {
            (x, y): tile.unknown(speller)
            for y, row in enumerate(self.rows)
            for x, tile in enumerate(row)
            if tile is not EMPTY
        }
        return {cell: atoms for cell, atoms in found.items() if atoms}

    def free_number(self, kind: str, speller: Speller) -> Any:
        """Return the value for the next element of a numbered kind; raise `CourseError` if all are used."""
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
        """Return the board with rows and columns added at its sides, or removed for negative numbers.

        Raise `CourseError` for an impossible size.
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


def straight(edge: Edge) -> Edge:
    """Return an edge as seen from its western or northern cell, which makes it unique; that cell may be outside."""
    cell, direction = edge
    return edge if direction in (1, 2) else (neighbour(cell, direction), opposite(direction))
