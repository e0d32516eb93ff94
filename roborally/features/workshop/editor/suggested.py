"""Applies the changes that a rating suggests to a drawn board."""

from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.painter import mounted_on
from roborally.features.workshop.rating.changes import Change


def with_change(document: Document, change: Change, speller: Speller) -> Document:
    """Return the board with a change that was suggested for exactly this board.

    The wall behind a removed element stays, as in the games that were played.
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
