"""Puts elements and walls on the board in the board editor, with a symmetry in several places at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from roborally.base.errors import Message
from roborally.core.board import Edge
from roborally.core.geometry import Cell, opposite
from roborally.features.workshop.editor.atom_text import DIRECTION, KnownAtom, Speller, number_name
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.motion import SYMMETRIES, Motion
from roborally.features.workshop.editor.tile import EMPTY, Tile
from roborally.features.workshop.rating.changes import Change
from roborally.game.course.notation import CourseError


@dataclass(frozen=True)
class Brush:
    """The element that is drawn: its kind and its values by name, without a number, which each copy gets when drawn."""

    kind: str
    values: tuple[tuple[str, Any], ...] = ()

    @staticmethod
    def of(kind: str, speller: Speller, **values: Any) -> "Brush":
        """Return the brush for a kind of element with some of its values; the others are the usual ones."""
        name = number_name(speller.manifest(kind))
        wanted = {**speller.usual(kind), **values}
        return Brush(kind, tuple(sorted((key, value) for key, value in wanted.items() if key != name)))

    def pointing(self, direction: int) -> "Brush":
        """Return the brush with another direction, 0 north to 3 west; unchanged if its element has none."""
        return Brush(self.kind, tuple((key, direction if key == DIRECTION else value) for key, value in self.values))

    @property
    def direction(self) -> int | None:
        """The direction of the element, 0 north to 3 west; `None` if it has none."""
        return dict(self.values).get(DIRECTION)


@dataclass
class Painted:
    """The board after painting, and by cell the reasons why an element could not be put there."""

    document: Document
    refused: dict[Cell, Message] = field(default_factory=dict)


class Painter:
    """Draws on boards with a symmetry, a key of `SYMMETRIES`; each method returns a new board."""

    def __init__(self, speller: Speller, symmetry: str = "none") -> None:
        self.speller = speller
        self.symmetry = symmetry
        self._turned: dict[tuple[Brush, Motion], Brush] = {}

    def motions(self, document: Document) -> Sequence[Motion]:
        """Return the motions of the symmetry; raise `CourseError` if they need a square board and this one is not."""
        motions = SYMMETRIES[self.symmetry]
        if document.width != document.height and any(motion.quarters % 2 for motion in motions):
            raise CourseError("turning by quarters needs a board that is as wide as it is high")
        return motions

    # --- cells ----------------------------------------------------------------------------------------------------

    def paint(self, document: Document, cells: Iterable[tuple[Cell, Brush]]) -> Painted:
        """Put an element on each cell as its brush describes, and on the cells to which the symmetry repeats it."""
        painted = Painted(document)
        for cell, brush in cells:
            self._paint_one(painted, cell, brush)
        return painted

    def _paint_one(self, painted: Painted, cell: Cell, brush: Brush) -> None:
        document = painted.document
        images: dict[Cell, Brush] = {}
        for motion in self.motions(document):
            image = motion.cell(cell, document.width, document.height)
            moved = self._turned.get((brush, motion)) or self._moved(brush, motion)
            self._turned[brush, motion] = moved
            if images.setdefault(image, moved) != moved:
                painted.refused[cell] = Message.of("it would have to point two ways at once here, by the symmetry")
                return
        for image, moved in images.items():
            try:
                painted.document = self._put(painted.document, image, moved)
            except CourseError as error:
                painted.refused[image] = error.message

    def _moved(self, brush: Brush, motion: Motion) -> Brush:
        atom = self._atom(brush, self._some_number(brush.kind))
        known = self.speller.read(motion.atom(atom, self.speller))
        assert known is not None, "what has been written can be read"
        return Brush.of(known.kind, self.speller, **known.values)

    def _some_number(self, kind: str) -> Any:
        name = number_name(self.speller.manifest(kind))
        return self.speller.usual(kind)[name] if name else None

    def _atom(self, brush: Brush, number: Any) -> str:
        name = number_name(self.speller.manifest(brush.kind))
        values = {**dict(brush.values), name: number} if name else dict(brush.values)
        atom = self.speller.write(brush.kind, values)
        if atom is None:
            raise CourseError("the notation of {kind} cannot say {values}", kind=brush.kind, values=str(values))
        return atom

    def _put(self, document: Document, cell: Cell, brush: Brush) -> Document:
        """Put an element on one cell; raise `CourseError` if it cannot be there, or no number is free for it."""
        before = document.tile(cell)
        manifest = self.speller.manifest(brush.kind)
        name, number = number_name(manifest), None
        if name:
            there = next((known for known in before.known(self.speller) if known.kind == brush.kind), None)
            if there is not None:
                number = there.number
            elif len(self.speller.possible(brush.kind, name)) == 1:
                document, number = self._without_kind(document, brush.kind), self._some_number(brush.kind)
                before = document.tile(cell)
            else:
                number = document.free_number(brush.kind, self.speller)
        tile = before.with_atom(self._atom(brush, number), self.speller)
        if problem := self._new_problem(before, tile):
            raise CourseError(problem)
        return document.with_tiles({cell: tile})

    def _new_problem(self, before: Tile, after: Tile) -> Message | None:
        """Return the problem of a cell after a change, `None` if there is none or the cell had one before."""
        problem = self.speller.problem(after.token)
        return None if problem is None or self.speller.problem(before.token) is not None else problem

    def _without_kind(self, document: Document, kind: str) -> Document:
        tiles = {}
        for cell, known in document.elements(self.speller):
            if known.kind == kind:
                tile = document.tile(cell)
                kept = tuple(atom for atom in tile.atoms if self._kind(atom) != kind)
                tiles[cell] = replace(tile, atoms=kept)
        return document.with_tiles(tiles)

    def _kind(self, atom: str) -> str:
        known = self.speller.read(atom)
        return known.kind if known is not None else ""

    def erase(self, document: Document, cells: Iterable[Cell]) -> Document:
        """Remove all elements from some cells and their mirrored or turned cells; drawn walls stay."""
        tiles = {}
        for cell in cells:
            for motion in self.motions(document):
                image = motion.cell(cell, document.width, document.height)
                tiles[image] = Tile((), document.tile(image).walls)
        return document.with_tiles(tiles)

    # --- edges ----------------------------------------------------------------------------------------------------

    def set_wall(self, document: Document, edge: Edge, there: bool) -> Document:
        """Draw a wall on an edge, or with `there` false remove it; do the same on mirrored or turned edges."""
        for motion in self.motions(document):
            document = _with_wall(document, _image(document, edge, motion), there)
        return document

    def clear_edge(self, document: Document, edge: Edge) -> Document:
        """Remove the wall on an edge and the devices mounted on it; do the same on mirrored or turned edges."""
        document = self.set_wall(document, edge, False)
        for motion in self.motions(document):
            for cell, direction in document.sides(_image(document, edge, motion)):
                tile = document.tile(cell)
                gone = [atom for atom in tile.atoms if mounted_on(self.speller.read(atom)) == direction]
                kept = tuple(atom for atom in tile.atoms if atom not in gone)
                document = document.with_tiles({cell: replace(tile, atoms=kept)})
        return document

    def mount(self, document: Document, edge: Edge, brush: Brush) -> Painted:
        """Put a device on an edge; its back is at the edge if its kind has a wall there, else it points at it."""
        cell, direction = edge
        behind = self.speller.manifest(brush.kind).wall == "behind"
        return self.paint(document, [(cell, brush.pointing(opposite(direction) if behind else direction))])

    # --- parts of a board -----------------------------------------------------------------------------------------

    def copy(self, document: Document, corner: Cell, width: int, height: int) -> Document:
        """Return a rectangle of cells as a board of its own; `corner` is its upper left cell."""
        rows = document.rows[corner[1] : corner[1] + height]
        return Document(tuple(row[corner[0] : corner[0] + width] for row in rows))

    def cut(self, document: Document, corner: Cell, width: int, height: int) -> Document:
        """Return the board with a rectangle of cells cleared of elements and walls; `corner` is its upper left cell."""
        cells = ((corner[0] + x, corner[1] + y) for y in range(height) for x in range(width))
        return document.with_tiles({cell: EMPTY for cell in cells if cell in document})

    def paste(self, document: Document, part: Document, corner: Cell) -> Painted:
        """Put a small board on the board with its upper left corner on a cell; what lies outside is left out.

        A number that is used already is replaced by the next free one; an element for which none is free is left out.
        """
        spots = {cell: (corner[0] + cell[0], corner[1] + cell[1]) for cell in part.cells()}
        spots = {cell: spot for cell, spot in spots.items() if spot in document}
        painted = Painted(document.with_tiles(dict.fromkeys(spots.values(), EMPTY)))
        for cell, spot in spots.items():
            tile, atoms = part.tile(cell), []
            for atom in tile.atoms:
                try:
                    atoms.append(self._numbered(painted.document, atom))
                except CourseError as error:
                    painted.refused[spot] = error.message
            painted.document = painted.document.with_tiles({spot: replace(tile, atoms=tuple(atoms))})
        return painted

    def _numbered(self, document: Document, atom: str) -> str:
        """Return an element's text with a free number, if possible its own; raise `CourseError` if none is free."""
        known = self.speller.read(atom)
        name = number_name(known.manifest) if known is not None else ""
        if known is None or not name:
            return atom
        count = sum(
            other.kind == known.kind and other.number == known.number for _, other in document.elements(self.speller)
        )
        if count < (2 if known.manifest.pairs else 1):
            return atom
        return self.speller.changed(atom, **{name: document.free_number(known.kind, self.speller)})

    def move_part(
        self, document: Document, corner: Cell, width: int, height: int, change: Callable[[Document], Document]
    ) -> Painted:
        """Replace a rectangle of cells, with the upper left cell `corner`, by the board that `change` makes of it."""
        part = change(self.copy(document, corner, width, height))
        return self.paste(self.cut(document, corner, width, height), part, corner)


def mounted_on(known: KnownAtom | None) -> int | None:
    """Return the edge of its cell, 0 north to 3 west, where an element is mounted; `None` if it is not on an edge."""
    if known is None or not known.manifest.wall or DIRECTION not in known.values:
        return None
    direction: int = known.values[DIRECTION]
    return opposite(direction) if known.manifest.wall == "behind" else direction


def _image(document: Document, edge: Edge, motion: Motion) -> Edge:
    return motion.cell(edge[0], document.width, document.height), motion.direction(edge[1])


def _with_wall(document: Document, edge: Edge, there: bool) -> Document:
    if there and document.has_wall(edge):
        return document
    sides = document.sides(edge)[:1] if there else document.sides(edge)
    tiles: Mapping[Cell, Tile] = {cell: document.tile(cell).with_wall(direction, there) for cell, direction in sides}
    return document.with_tiles(tiles)


def with_change(document: Document, change: Change, speller: Speller) -> Document:
    """Return the board with a change that was suggested for exactly this board.

    A wall behind a removed element stays, as in the games in which the change was tried.
    """
    tile = document.tile(change.cell)
    if change.name == "wall":
        return document.with_tiles({change.cell: tile.with_wall(change.direction, True)})
    atom, known = next(
        (atom, known) for atom in tile.atoms if (known := speller.read(atom)) is not None and known.kind == change.kind
    )
    left = tile.without(atom)
    if change.to is not None:
        return document.with_tiles({change.cell: left, change.to: document.tile(change.to).with_atom(atom, speller)})
    side = mounted_on(known) if known.manifest.wall == "behind" else None
    return document.with_tiles({change.cell: left if side is None else left.with_wall(side, True)})
