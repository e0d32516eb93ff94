"""Finds cells of a course where a robot that must power down can never power up again (CNB-1306, CNB-R13)."""

from roborally.plugin import NORTH, SCENARIO_STARTS, CourseDoubt, Floor, Match, Seat, replaced
from roborally_plugins.archive.api import keep_start

from .state import slot_of


def never_again(floor: Floor) -> list[CourseDoubt]:
    """Return a doubt for each cell on which a powered-down robot takes so much damage that it can never power up."""
    cells = [floor.cells[cell] for cell in range(len(floor.cells)) if is_trap(floor, cell)]
    return [
        CourseDoubt(
            f"a robot that is shut down in column {x + 1}, row {y + 1} never gets up again, "
            "so much is it hurt every turn",
            ((x, y),),
        )
        for x, y in cells
    ]


def is_trap(floor: Floor, cell: int) -> bool:
    """Return whether a robot that is powered down on this cell must stay down after the turn, by playing the turn.

    A turn that ends with a question is no trap: a robot that must stay down is not asked (CNB-R13).
    """
    match = Match.start(floor.rules, floor, (Seat("A"),), 0)
    (robot,) = match.robots
    if floor.cells[cell] not in floor.board.inside or cell in match.value("fatal-cells", frozenset()):
        return False
    for start in SCENARIO_STARTS.of(floor.rules).values():
        start(match)
    match.place(robot, cell, NORTH, "start")
    keep_start(match, robot)
    slot = slot_of(match)
    slot["next"] = replaced(slot["next"], robot.index, True)
    match.run("turn")
    return robot.cell == cell and bool(slot["next"][robot.index])
