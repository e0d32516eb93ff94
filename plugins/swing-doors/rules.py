"""Swing doors (CNB-706, CNB-R16): walls that are open in the registers printed on them, and shut in all others."""

from roborally.plugin import Floor, Match, Rules, hookimpl

STAGES = range(1, 6)


@hookimpl
def register(rules: Rules) -> None:
    """Register the element `door`, and the phase in which all doors swing."""
    rules.element("door")
    rules.table("doors", shut_by_register)
    rules.phase("register", "doors", swing, needs=("door",), after=("reveal",))


def shut_by_register(floor: Floor) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the gates that are shut, ascending, by number of the register."""
    numbers = {edge: number for number, edge in enumerate(floor.board.gates)}
    shut: dict[int, list[int]] = {stage: [] for stage in STAGES}
    for door in floor.board.of_kind("door"):
        for stage in STAGES:
            if stage not in door.values["registers"]:
                shut[stage].append(numbers[door.cell, door.values["direction"]])
    return {stage: tuple(sorted(gates)) for stage, gates in shut.items()}


def swing(match: Match) -> None:
    """Open the doors that are open in this register and shut the others, before anything moves."""
    match.shut_gates(match.floor.tables["doors"].get(match.state.stage, ()))
