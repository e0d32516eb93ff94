"""Turns and mirrors the cells, directions and elements of a board in the board editor."""

from dataclasses import dataclass

from roborally.core.geometry import WALL_LETTERS, Cell, rotated
from roborally.features.workshop.editor.atom_text import DIRECTION, OTHER_SENSE, Speller
from roborally.features.workshop.editor.tile import Tile


@dataclass(frozen=True)
class Motion:
    """A movement of a board: mirrored left to right, if `mirrored`, then turned clockwise by 0 to 3 quarters."""

    quarters: int = 0
    mirrored: bool = False

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the width and height of a board after the motion."""
        return (height, width) if self.quarters % 2 else (width, height)

    def cell(self, cell: Cell, width: int, height: int) -> Cell:
        """Return the new place of a cell on a board that had this width and height."""
        x, y = (width - 1 - cell[0] if self.mirrored else cell[0]), cell[1]
        for _quarter in range(self.quarters):
            x, y, width, height = height - 1 - y, x, height, width
        return x, y

    def direction(self, direction: int) -> int:
        """Return where a direction, 0 north to 3 west, points after the motion."""
        return rotated(-direction & 3 if self.mirrored else direction, self.quarters)

    def atom(self, atom: str, speller: Speller) -> str:
        """Return the text of an element (atom) after the motion; unchanged if the element cannot be turned."""
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
        """Return the content of a cell after the motion."""
        atoms = tuple(self.atom(atom, speller) for atom in tile.atoms)
        turned = {self.direction(WALL_LETTERS.index(letter)) for letter in tile.walls}
        return Tile(atoms, "".join(WALL_LETTERS[direction] for direction in sorted(turned)))


STAY = Motion()
TURN_RIGHT, TURN_AROUND, TURN_LEFT = Motion(1), Motion(2), Motion(3)
MIRROR, FLIP = Motion(0, True), Motion(2, True)
"""The mirrors that exchange left and right (`MIRROR`), and above and below (`FLIP`)."""

SYMMETRIES: dict[str, tuple[Motion, ...]] = {
    "none": (STAY,),
    "left-right": (STAY, MIRROR),
    "up-down": (STAY, FLIP),
    "both": (STAY, MIRROR, FLIP, TURN_AROUND),
    "turn-2": (STAY, TURN_AROUND),
    "turn-4": (STAY, TURN_RIGHT, TURN_AROUND, TURN_LEFT),
}
"""The motions of each symmetry, by its name; an element is drawn once for each motion, where that would move it."""
