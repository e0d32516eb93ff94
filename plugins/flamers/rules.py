"""Flamers (CNB-705, CNB-806, CNB-R08): they burn on entry during cards, and in the board phase."""

from collections.abc import Iterable

from roborally.plugin import Floor, Hit, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Add the element and its fire in the board phase."""
    rules.element("flamer", enter=burn, enter_order=30)
    rules.table("flamers", by_register)
    rules.shooter("flamers", trace, reach=all_cells)
    rules.event("flames", {"cells": "the cells of the flamers that burn"})
    # Only in modes whose order does not name the flamers among those that fire.
    rules.phase("register", "flamers", fire, needs=("flamer",), after=("crushers", "gears"))


def by_register(floor: Floor) -> dict[int, frozenset[int]]:
    """Return the cells of the flamers that are active in each register."""
    table: dict[int, frozenset[int]] = {}
    for element in floor.board.of_kind("flamer"):
        for number in element.values["registers"]:
            table[number] = table.get(number, frozenset()) | {floor.index(element.cell)}
    return table


def all_cells(floor: Floor) -> Iterable[int]:
    """Return the cells of all flamers."""
    return [floor.index(element.cell) for element in floor.board.of_kind("flamer")]


def burn(match: Match, piece: Piece, registers: tuple[int, ...]) -> None:
    """Damage a piece that enters during a card by walking, sliding or being pushed (CNB-705, CNB-R08)."""
    if match.state.actor >= 0 and match.state.stage in registers:
        match.volley([(piece, 1, -1, -1, "flamer")])


def fire(match: Match) -> None:
    """Run a phase with only the flamers."""
    match.new_beat()
    match.volley(trace(match))


def trace(match: Match) -> list[Hit]:
    """Damage the pieces on active flamers in the board phase (CNB-806)."""
    active = match.floor.tables["flamers"].get(match.state.stage)
    if not active:
        return []
    if match.watch is not None:
        match.emit("flames", cells=tuple(match.floor.cells[cell] for cell in sorted(active)))
    return [(p, 1, -1, -1, "flamer") for p in match.robots if p.cell in active]
