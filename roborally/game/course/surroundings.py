"""The neighbours of board elements and the elements below them, from their manifests, for code that draws them."""

from collections.abc import Callable, Iterable

from roborally.core.board import Board, Element
from roborally.core.geometry import DIRECTIONS, Cell, neighbour, opposite
from roborally.plugin_system.manifest import ElementManifest

SIDES = {2: "south", 1: "east", 3: "west"}
LAYERS = ("floor", "marker", "edge")
PLATES = (2, 0, 1, 3)
"""Where the values of elements without a direction are printed, the best side first."""


class Surroundings:
    """The neighbours of the elements of a board: belts, and elements that share a cell."""

    def __init__(self, board: Board, manifest: Callable[[str], ElementManifest | None]) -> None:
        """Look at a board; `manifest` returns the description of a kind of element, `None` for an unknown one."""
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
        """Return elements in reading order, on each cell from the floor up, those that point to an edge last."""

        def place(element: Element) -> tuple[int, int, int, bool]:
            return *reading(element.cell), self._layers[element.kind], "direction" in element.values

        return sorted(elements, key=place)

    def is_over(self, element: Element) -> bool:
        """Return whether an element of the layer `edge` shares its cell with another one that fills it."""
        is_edge = LAYERS[self._layers[element.kind]] == "edge"
        return is_edge and bool(self._flat.get(element.cell, set()) - {element.kind})

    def plate_side(self, element: Element) -> int:
        """Return the side, 0 north to 3 west, where the values of an element are printed: where it points, or free."""
        plates = self._plates[element.cell]
        if (direction := element.values.get("direction")) is not None:
            return int(direction)
        free = [side for side in PLATES if side not in plates] or PLATES
        before = [plate for plate in plates if isinstance(plate, str)].index(element.kind)
        return free[before % len(free)]

    def feeders(self, element: Element) -> str:
        """Return the suffix that names the sides where other belts feed a belt, seen with its exit to the north.

        It is empty if they feed it only from behind, for a belt with a value `straight`, and for other elements.
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
    """Return a cell's index in reading order."""
    return cell[1], cell[0]


def floor_tile(cell: Cell) -> str:
    """Return a floor picture: mostly the plain one, the others at random, but always the same for a cell."""
    mixed = (cell[0] * 7349 + cell[1] * 9151 + cell[0] * cell[1] * 31) % 19
    return {3: "floor-2.png", 8: "floor-3.png", 14: "floor-4.png", 17: "floor-2.png"}.get(mixed, "floor-1.png")
