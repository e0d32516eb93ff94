"""The content of one cell of a board: atoms and walls, including those that no plugin knows."""

from dataclasses import dataclass
from functools import cached_property

from roborally.core.geometry import WALL_LETTERS
from roborally.features.workshop.editor.atom_text import KnownAtom, Speller

OPEN = "."


@dataclass(frozen=True)
class Tile:
    """The atoms of a cell and the letters of its walls, in the order of the file."""

    atoms: tuple[str, ...] = ()
    walls: str = ""

    @staticmethod
    def read(token: str) -> "Tile":
        """Return the tile of a token; everything that has a meaning is kept."""
        content, _colon, walls = token.partition(":")
        return Tile(tuple(atom for atom in content.split("+") if atom != OPEN), walls)

    @cached_property
    def token(self) -> str:
        """The token of the cell in the drawing."""
        content = "+".join(self.atoms) or OPEN
        return f"{content}:{self.walls}" if self.walls else content

    def has_wall(self, direction: int) -> bool:
        """Return whether a wall is drawn on the edge in a direction."""
        return WALL_LETTERS[direction] in self.walls

    def with_wall(self, direction: int, there: bool) -> "Tile":
        """Return the tile with or without a wall."""
        if self.has_wall(direction) == there:
            return self
        letters = set(self.walls) ^ {WALL_LETTERS[direction]}
        return Tile(self.atoms, "".join(letter for letter in WALL_LETTERS if letter in letters))

    def known(self, speller: Speller) -> list[KnownAtom]:
        """Return the parsed atoms that plugins know."""
        return [known for atom in self.atoms if (known := speller.read(atom)) is not None]

    def unknown(self, speller: Speller) -> list[str]:
        """Return the atoms that no plugin knows."""
        return [atom for atom in self.atoms if speller.read(atom) is None]

    def with_atom(self, atom: str, speller: Speller) -> "Tile":
        """Return the tile with one more atom, which replaces those that cannot share the cell with it.

        Floor replaces floor, a marker replaces a marker, a device replaces one of its kind on the same edge. Unknown
        atoms remain.
        """
        new = speller.read(atom)
        if new is None:
            return Tile((*self.atoms, atom), self.walls)
        kept = [each for each in self.atoms if not _replaces(new, speller.read(each))]
        atoms = [atom, *kept] if new.manifest.layer == "floor" else [*kept, atom]
        return self if sorted(atoms) == sorted(self.atoms) else Tile(tuple(atoms), self.walls)

    def without(self, atom: str) -> "Tile":
        """Return the tile without an atom."""
        return Tile(tuple(each for each in self.atoms if each != atom), self.walls)


def _replaces(new: KnownAtom, old: KnownAtom | None) -> bool:
    if old is None or old.manifest.layer != new.manifest.layer:
        return False
    if new.manifest.layer != "edge":
        return True
    return old.kind == new.kind and old.values.get("direction") == new.values.get("direction")


EMPTY = Tile()
