"""Changes the start cells and archive markers of pieces (STD-102, CNB-1004)."""

from roborally.plugin import Match, Piece, replaced

from .state import ArchiveSlot, settings_of, slot_of


def keep_start(match: Match, piece: Piece) -> None:
    """Store a piece's cell and facing as its start, and by the setting as its first archive (STD-102, CLS-101)."""
    slot = slot_of(match)
    slot["starts"] = replaced(slot["starts"], piece.index, piece.cell)
    slot["facings"] = replaced(slot["facings"], piece.index, piece.facing)
    if settings_of(match)["start_is_archive"]:
        lay_marker(match, piece, piece.cell)


def mark_archive(match: Match, piece: Piece) -> None:
    """Move a piece's archive marker to the cell where it stands, unless another plugin forbids it (`may-archive`)."""
    slot = slot_of(match)
    if slot["cells"][piece.index] != piece.cell and match.value("may-archive", True, piece):
        move_marker(match, piece, piece.cell)


def move_marker(match: Match, piece: Piece, cell: int) -> None:
    """Lay a piece's archive marker on a cell, by index, and emit the event `archive`."""
    lay_marker(match, piece, cell)
    match.emit("archive", piece=piece.index, cell=match.floor.cells[cell])


def forget_choices(slot: ArchiveSlot, piece: Piece) -> None:
    """Clear the cell and facing that a piece's owner has chosen for its re-entry."""
    if slot["chosen_facings"][piece.index] >= 0:
        slot["chosen_facings"] = replaced(slot["chosen_facings"], piece.index, -1)
    if slot["chosen_cells"][piece.index] >= 0:
        slot["chosen_cells"] = replaced(slot["chosen_cells"], piece.index, -1)


def lay_marker(match: Match, piece: Piece, cell: int) -> None:
    """Lay a piece's archive marker on a cell, by index, on top of others there (CNB-1004); emit no event."""
    slot = slot_of(match)
    slot["count"] += 1
    slot["cells"] = replaced(slot["cells"], piece.index, cell)
    slot["stacked"] = replaced(slot["stacked"], piece.index, slot["count"])
