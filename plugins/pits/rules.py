"""Pits (COM-07): a piece that enters one is destroyed at once."""

from roborally.plugin import Floor, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Add the element, and mark its cells as fatal for other plugins."""
    rules.element("pit", enter=fall, enter_order=10)
    rules.table("pits", pit_cells)
    rules.modify("fatal-cells", add_pits)


def fall(match: Match, piece: Piece) -> None:
    """Destroy a piece that enters (COM-07)."""
    match.destroy(piece, "pit")


def pit_cells(floor: Floor) -> frozenset[int]:
    """Return the cells that are pits."""
    return frozenset(floor.index(element.cell) for element in floor.board.of_kind("pit"))


def add_pits(match: Match, cells: frozenset[int]) -> frozenset[int]:
    """Declare pits as fatal: no robot is placed there (COM-17), and belts carry any number into one (COM-08)."""
    pits: frozenset[int] = match.floor.tables["pits"]
    return cells | pits if cells else pits
