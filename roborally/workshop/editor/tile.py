"""What is written on one cell of a board: atoms and walls, also such as no plugin knows."""

from dataclasses import dataclass
from functools import cached_property

from roborally.core.geometry import WALL_LETTERS
from roborally.workshop.editor.atom_text import KnownAtom, Speller

OPEN = "."


@dataclass(frozen=True)
class Tile:
    """The atoms of a cell in their order, and the letters of its walls, each as the file has them."""

    atoms: tuple[str, ...] = ()
    walls: str = ""

    @staticmethod
    def read(token: str) -> "Tile":
        """Return what a token of a drawing says; nothing of it is lost that means something."""
        content, _colon, walls = token.partition(":")
        return Tile(tuple(atom for atom in content.split("+") if atom != OPEN), walls)

    @cached_property
    def token(self) -> str:
        """The cell as it is drawn."""
        content = "+".join(self.atoms) or OPEN
        return f"{content}:{self.walls}" if self.walls else content

    def has_wall(self, direction: int) -> bool:
        """Whether a wall is written here on the edge in a direction."""
        return WALL_LETTERS[direction] in self.walls

    def with_wall(self, direction: int, there: bool) -> "Tile":
        """Return the tile with or without a wall."""
        if self.has_wall(direction) == there:
            return self
        letters = set(self.walls) ^ {WALL_LETTERS[direction]}
        return Tile(self.atoms, "".join(letter for letter in WALL_LETTERS if letter in letters))

    def known(self, speller: Speller) -> list[KnownAtom]:
        """Return what the known ones of its atoms stand for."""
        return [known for atom in self.atoms if (known := speller.read(atom)) is not None]

    def unknown(self, speller: Speller) -> list[str]:
        """Return those of its atoms that no plugin knows."""
        return [atom for atom in self.atoms if speller.read(atom) is None]

    def with_atom(self, atom: str, speller: Speller) -> "Tile":
        """Return the tile with one more atom, which takes the place of what cannot share the cell with it.

        Floor takes the place of floor, a marker that of a marker, a device that of its like on the same edge. What no
        plugin knows stays.
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
