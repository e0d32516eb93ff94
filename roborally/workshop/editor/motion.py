"""Turning and mirroring: cells, directions, and what is written on a cell."""

from dataclasses import dataclass

from roborally.core.geometry import WALL_LETTERS, Cell, rotated
from roborally.workshop.editor.atom_text import DIRECTION, OTHER_SENSE, Speller
from roborally.workshop.editor.tile import Tile


@dataclass(frozen=True)
class Motion:
    """A mirror at the vertical middle line, if `mirrored`, and then clockwise quarter turns, 0 to 3."""

    quarters: int = 0
    mirrored: bool = False

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the size of a board that has been moved."""
        return (height, width) if self.quarters % 2 else (width, height)

    def cell(self, cell: Cell, width: int, height: int) -> Cell:
        """Return where a cell of a board of this size comes to lie."""
        x, y = (width - 1 - cell[0] if self.mirrored else cell[0]), cell[1]
        for _quarter in range(self.quarters):
            x, y, width, height = height - 1 - y, x, height, width
        return x, y

    def direction(self, direction: int) -> int:
        """Return what becomes of a direction."""
        return rotated(-direction & 3 if self.mirrored else direction, self.quarters)

    def atom(self, atom: str, speller: Speller) -> str:
        """Return what becomes of an atom; one that cannot be turned stays as it is."""
        known = speller.read(atom)
        if known is None:
            return atom
        values = dict(known.values)
        for name, value in known.values.items():
            sides = known.manifest.sides.get(name, [])
            if name == DIRECTION:
                values[name] = self.direction(value)
            elif value in sides:
                values[name] = sides[self.direction(sides.index(value))]
            elif self.mirrored and value in ("<", ">"):
                values[name] = OTHER_SENSE[value]
        return atom if values == known.values else speller.changed(atom, **values)

    def tile(self, tile: Tile, speller: Speller) -> Tile:
        """Return what becomes of everything on a cell."""
        atoms = tuple(self.atom(atom, speller) for atom in tile.atoms)
        turned = {self.direction(WALL_LETTERS.index(letter)) for letter in tile.walls}
        return Tile(atoms, "".join(WALL_LETTERS[direction] for direction in sorted(turned)))


STAY = Motion()
TURN_RIGHT, TURN_AROUND, TURN_LEFT = Motion(1), Motion(2), Motion(3)
MIRROR, FLIP = Motion(0, True), Motion(2, True)
"""Left and right change places; above and below do."""

SYMMETRIES: dict[str, tuple[Motion, ...]] = {
    "none": (STAY,),
    "left-right": (STAY, MIRROR),
    "up-down": (STAY, FLIP),
    "both": (STAY, MIRROR, FLIP, TURN_AROUND),
    "turn-2": (STAY, TURN_AROUND),
    "turn-4": (STAY, TURN_RIGHT, TURN_AROUND, TURN_LEFT),
}
"""What is painted with each symmetry, by name: each a group, so that it does not matter where one begins."""
