"""Marks pieces that enter oil with the direction of the slide, and slides marked pieces."""

from roborally.plugin import Match, Piece, replaced

from .state import slot_of

NO_MARK = -1


def mark(match: Match, piece: Piece) -> None:
    """When a robot enters oil, store its heading as the direction of its slide (STD-R19, RBL-302)."""
    if piece.kind == "robot":
        slot_of(match)["marks"] = replaced(slot_of(match)["marks"], piece.index, piece.heading)


def unmark(match: Match, piece: Piece) -> None:
    """Clear the mark of a piece."""
    slot_of(match)["marks"] = replaced(slot_of(match)["marks"], piece.index, NO_MARK)


def read_mark(match: Match, piece: Piece) -> int:
    """Return the direction of the piece's next slide on oil, or -1 if it will not slide."""
    direction: int = slot_of(match)["marks"][piece.index]
    return direction


def slide_across(match: Match, piece: Piece, push: bool) -> bool:
    """Slide a marked piece over all oil ahead onto the first dry cell, with `push` pushing others.

    Return false if the slide was interrupted. A slide through portals ends on a cell that it has crossed before.
    """
    oil = match.floor.tables["oil"]
    direction = read_mark(match, piece)
    crossed: set[int] = set()
    while direction != NO_MARK and piece.cell in oil and piece.cell not in crossed:
        crossed.add(piece.cell)
        if not match.step(piece, direction, push=push, how="slide") or match.state.over:
            break
        if match.interrupted:
            return False
    unmark(match, piece)
    return True
