"""Pits (COM-07): elements that destroy a piece that enters them."""

from roborally.plugin import Floor, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `pit`; other plugins, too, treat its cells as fatal."""
    rules.element("pit", enter=fall, enter_order=10)
    rules.table("pits", pit_cells)
    rules.modify("fatal-cells", add_pits)


def fall(match: Match, piece: Piece) -> None:
    """Destroy a piece that has entered a pit (COM-07)."""
    match.destroy(piece, "pit")


def pit_cells(floor: Floor) -> frozenset[int]:
    """Return the indexes of the cells with a pit."""
    return frozenset(floor.index(element.cell) for element in floor.board.of_kind("pit"))


def add_pits(match: Match, cells: frozenset[int]) -> frozenset[int]:
    """Return the cells that destroy a piece, with the pits: for placing robots (COM-17) and for belts (COM-08)."""
    pits: frozenset[int] = match.floor.tables["pits"]
    return cells | pits if cells else pits
