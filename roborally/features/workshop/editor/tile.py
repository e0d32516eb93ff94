"""The content of a cell in the board editor: its elements as text, known to a plugin or not, and its walls."""

from dataclasses import dataclass
from functools import cached_property

from roborally.core.geometry import WALL_LETTERS
from roborally.features.workshop.editor.atom_text import KnownAtom, Speller

OPEN = "."


@dataclass(frozen=True)
class Tile:
    """The content of a cell: its elements as text (atoms) and the letters of its walls, as in the file."""

    atoms: tuple[str, ...] = ()
    walls: str = ""

    @staticmethod
    def read(token: str) -> "Tile":
        """Return the content of a cell from its text, such as `>>+flame12:n`; keep unknown elements and walls."""
        content, _colon, walls = token.partition(":")
        return Tile(tuple(atom for atom in content.split("+") if atom != OPEN), walls)

    @cached_property
    def token(self) -> str:
        """The text of the cell in a file, such as `>>+flame12:n`; `.` for open floor."""
        content = "+".join(self.atoms) or OPEN
        return f"{content}:{self.walls}" if self.walls else content

    def has_wall(self, direction: int) -> bool:
        """Return whether a wall is drawn on the edge in a direction, 0 north to 3 west."""
        return WALL_LETTERS[direction] in self.walls

    def with_wall(self, direction: int, there: bool) -> "Tile":
        """Return the cell with the wall in a direction, or with `there` false without it."""
        if self.has_wall(direction) == there:
            return self
        letters = set(self.walls) ^ {WALL_LETTERS[direction]}
        return Tile(self.atoms, "".join(letter for letter in WALL_LETTERS if letter in letters))

    def known(self, speller: Speller) -> list[KnownAtom]:
        """Return the elements of the cell, without those that no plugin knows."""
        return [known for atom in self.atoms if (known := speller.read(atom)) is not None]

    def unknown(self, speller: Speller) -> list[str]:
        """Return the texts of the elements that no plugin knows."""
        return [atom for atom in self.atoms if speller.read(atom) is None]

    def with_atom(self, atom: str, speller: Speller) -> "Tile":
        """Return the cell with one more element, given as text; it replaces those that it cannot share the cell with.

        Floor replaces floor, a marker replaces a marker, a device replaces one of its kind on the same edge. Elements
        that no plugin knows stay.
        """
        new = speller.read(atom)
        if new is None:
            return Tile((*self.atoms, atom), self.walls)
        kept = [each for each in self.atoms if not _replaces(new, speller.read(each))]
        atoms = [atom, *kept] if new.manifest.layer == "floor" else [*kept, atom]
        return self if sorted(atoms) == sorted(self.atoms) else Tile(tuple(atoms), self.walls)

    def without(self, atom: str) -> "Tile":
        """Return the cell without the elements of this text."""
        return Tile(tuple(each for each in self.atoms if each != atom), self.walls)


def _replaces(new: KnownAtom, old: KnownAtom | None) -> bool:
    if old is None or old.manifest.layer != new.manifest.layer:
        return False
    if new.manifest.layer != "edge":
        return True
    return old.kind == new.kind and old.values.get("direction") == new.values.get("direction")


EMPTY = Tile()
