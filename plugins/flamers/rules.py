"""Flamers (CNB-705, CNB-806, CNB-R08): they damage pieces that enter by a card, and robots in the board phase."""

from collections.abc import Iterable

from roborally.plugin import Floor, Hit, Match, Piece, Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `flamer`, its shooter, and a phase for modes that do not list this shooter."""
    rules.element("flamer", enter=burn, enter_order=30)
    rules.table("flamers", by_register)
    rules.shooter("flamers", trace, reach=all_cells)
    rules.event("flames", {"cells": "the cells of the flamers that burn"})
    # Only in modes whose order does not name the flamers among those that fire.
    rules.phase("register", "flamers", fire, needs=("flamer",), after=("crushers", "gears"))


def by_register(floor: Floor) -> dict[int, frozenset[int]]:
    """Return the cells, as indexes, of the flamers that are active, by number of the register."""
    table: dict[int, frozenset[int]] = {}
    for element in floor.board.of_kind("flamer"):
        for number in element.values["registers"]:
            table[number] = table.get(number, frozenset()) | {floor.index(element.cell)}
    return table


def all_cells(floor: Floor) -> Iterable[int]:
    """Return the cells of all flamers as indexes."""
    return [floor.index(element.cell) for element in floor.board.of_kind("flamer")]


def burn(match: Match, piece: Piece, registers: tuple[int, ...]) -> None:
    """Damage a piece that enters a flamer active in this register during a card, also by a slide or push (CNB-705)."""
    if match.state.actor >= 0 and match.state.stage in registers:
        match.volley([(piece, 1, -1, -1, "flamer")])


def fire(match: Match) -> None:
    """Run a phase in which only the flamers fire."""
    match.new_beat()
    match.volley(trace(match))


def trace(match: Match) -> list[Hit]:
    """Return the hits on robots that stand on active flamers (CNB-806), and emit which flamers burn."""
    active = match.floor.tables["flamers"].get(match.state.stage)
    if not active:
        return []
    if match.watch is not None:
        match.emit("flames", cells=tuple(match.floor.cells[cell] for cell in sorted(active)))
    return [(p, 1, -1, -1, "flamer") for p in match.robots if p.cell in active]
