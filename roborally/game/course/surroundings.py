"""Looks at neighbours of board elements and elements below them, for code that draws boards."""

from collections.abc import Callable, Iterable

from roborally.core.board import Board, Element
from roborally.core.geometry import DIRECTIONS, Cell, neighbour, opposite
from roborally.plugin_system.manifest import ElementManifest

SIDES = {2: "south", 1: "east", 3: "west"}
LAYERS = ("floor", "marker", "edge")
PLATES = (2, 0, 1, 3)
"""Sides of a cell, 0 north to 3 west, where values of elements without a direction are printed, the best first."""


class Surroundings:
    """The elements of a board with their neighbours: belts that feed others, and elements in the same cell."""

    def __init__(self, board: Board, manifest: Callable[[str], ElementManifest | None]) -> None:
        """Examine a board; `manifest` returns the manifest of a kind of element, `None` for an unknown kind."""
        self._board = board
        self._layers: dict[str, int] = {}
        self._belts: dict[Cell, int] = {}
        self._flat: dict[Cell, set[str]] = {}
        self._plates: dict[Cell, list[str | int]] = {}
        for element in board.elements:
            found = manifest(element.kind)
            self._layers[element.kind] = LAYERS.index(found.layer) if found is not None else 0
            if found is None:
                continue
            direction = element.values.get("direction")
            if found.animation == "belt" and direction is not None:
                self._belts[element.cell] = direction
            if found.layer != "edge" or direction is None:
                self._flat.setdefault(element.cell, set()).add(element.kind)
            if found.printed:
                self._plates.setdefault(element.cell, []).append(element.kind if direction is None else direction)

    def upwards(self, elements: Iterable[Element]) -> list[Element]:
        """Return elements in drawing order: by cell in reading order, then from the floor up, edge elements last."""

        def place(element: Element) -> tuple[int, int, int, bool]:
            return *reading(element.cell), self._layers[element.kind], "direction" in element.values

        return sorted(elements, key=place)

    def is_over(self, element: Element) -> bool:
        """Return whether an element of the layer `edge` lies over another element of its cell."""
        is_edge = LAYERS[self._layers[element.kind]] == "edge"
        return is_edge and bool(self._flat.get(element.cell, set()) - {element.kind})

    def plate_side(self, element: Element) -> int:
        """Return the side of an element's cell, 0 north to 3 west, on which the element's values are printed."""
        plates = self._plates[element.cell]
        if (direction := element.values.get("direction")) is not None:
            return int(direction)
        free = [side for side in PLATES if side not in plates] or PLATES
        before = [plate for plate in plates if isinstance(plate, str)].index(element.kind)
        return free[before % len(free)]

    def feeders(self, element: Element) -> str:
        """Return the suffix of a belt's picture that names the sides where other belts feed it, such as `-from-east`.

        Sides are seen with the belt leading north. Empty for no belt, a `straight` one, or one fed only from behind.
        """
        cell, feeding = element.cell, set()
        if cell not in self._belts or element.values.get("straight"):
            return ""
        for side in DIRECTIONS:
            if self._belts.get(neighbour(cell, side)) == opposite(side) and (cell, side) not in self._board.walls:
                feeding.add((side - self._belts[cell]) & 3)
        sides = [name for side, name in SIDES.items() if side in feeding]
        if sides in ([], ["south"]):
            return ""
        return "-from-all" if len(sides) == 3 else "-from-" + "-".join(sides)


def reading(cell: Cell) -> tuple[int, int]:
    """Return a sort key that puts cells in reading order, row by row."""
    return cell[1], cell[0]


def floor_tile(cell: Cell) -> str:
    """Return the file name of a cell's floor picture: mostly the plain one, but always the same for a cell."""
    mixed = (cell[0] * 7349 + cell[1] * 9151 + cell[0] * cell[1] * 31) % 19
    return {3: "floor-2.png", 8: "floor-3.png", 14: "floor-4.png", 17: "floor-2.png"}.get(mixed, "floor-1.png")
