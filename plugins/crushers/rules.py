"""Crushers (CNB-805): elements that destroy the piece on their cell in some registers."""

from roborally.plugin import Floor, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `crusher`, its phase, and the event with which the window shows a crusher."""
    rules.element("crusher", phase="crushers", act=crush, after=("gears", "pushers"))
    rules.phase("register", "crusher-strokes", show_strokes, needs=("crusher",), after=("crushers",), shown=True)
    rules.table("crushers", by_register)
    rules.event("crushers", {"cells": "the cells of the crushers that have come down"})


def by_register(floor: Floor) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the cells, as (x, y), of the crushers that are active, by number of the register."""
    table: dict[int, tuple[tuple[int, int], ...]] = {}
    for element in floor.board.of_kind("crusher"):
        for number in element.values["registers"]:
            table[number] = (*table.get(number, ()), element.cell)
    return table


def crush(match: Match, piece: Piece, registers: tuple[int, ...]) -> None:
    """Destroy a piece on a crusher if one of its `registers` is the current one (CNB-805)."""
    if match.state.stage in registers:
        match.destroy(piece, "crusher")


def show_strokes(match: Match) -> None:
    """Emit an event with the crushers that are active in this register, if any."""
    cells = match.floor.tables["crushers"].get(match.state.stage)
    if cells:
        match.emit("crushers", cells=cells)
