"""The functions about archive markers, start cells and lives that other plugins may import."""

from roborally.plugin import Match, Piece

from .markers import keep_start, mark_archive, move_marker
from .reentry import ask_facing, coming, enter
from .state import slot_of

__all__ = [
    "archive_cell",
    "ask_facing",
    "coming",
    "enter",
    "is_destroyed",
    "is_eliminated",
    "keep_start",
    "mark_archive",
    "move_marker",
    "reentry_cell",
]


def archive_cell(match: Match, piece: Piece) -> int:
    """Return the index of the cell with a piece's archive marker, -1 if the piece has none."""
    return slot_of(match)["cells"][piece.index]


def reentry_cell(match: Match, piece: Piece) -> int:
    """Return the index of the cell where a piece will re-enter, as modified by other plugins; -1 if unknown yet."""
    cell: int = match.value("archive-cell", archive_cell(match, piece), piece)
    return cell


def is_destroyed(match: Match, piece: Piece) -> bool:
    """Return whether a robot is destroyed and has not come back yet."""
    return bool(slot_of(match)["fallen"][piece.index])


def is_eliminated(match: Match, piece: Piece) -> bool:
    """Return whether a robot is out of the game for good (STD-1005)."""
    return slot_of(match)["out"][piece.index]
