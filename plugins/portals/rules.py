"""Portals (CNB-704, CNB-R15): a piece that enters one continues from the other portal of the same colour."""

from roborally.plugin import Floor, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `portal` and the table of pairs."""
    rules.element("portal", enter=transfer, enter_order=20)
    rules.table("portals", twins)


def twins(floor: Floor) -> dict[int, int]:
    """Return, by the cell of each portal, the cell of the other portal of the same colour."""
    by_colour: dict[str, list[int]] = {}
    for element in floor.board.of_kind("portal"):
        by_colour.setdefault(element.values["colour"], []).append(floor.index(element.cell))
    pairs = [cells for cells in by_colour.values() if len(cells) == 2]
    return {here: there for first, second in pairs for here, there in ((first, second), (second, first))}


def transfer(match: Match, piece: Piece, colour: str) -> None:
    """Put a piece on the other portal of the colour unless a robot stands there; it then moves on in its direction."""
    target = match.floor.tables["portals"].get(piece.cell)
    if target is not None and (match.is_free(target) or not piece.solid):
        match.place(piece, target, piece.facing, "portal")
