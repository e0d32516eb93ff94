"""Checkpoints and the race (STD-104, STD-1001, STD-1301, CLS-201, CLS-501)."""

from collections.abc import Mapping
from typing import Any

from roborally.core.floor import Floor
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Fact, Rules, hookimpl

from . import distance


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Add the checkpoints; they count on entering or for those who stand there, as the mode says."""
    entering = settings["touch"] == "entering"
    rules.element("checkpoint", enter=touch if entering else None, enter_order=40)
    rules.phase("register", "touch", None if entering else touch_standing, needs=("checkpoint",))
    rules.table("checkpoints", checkpoint_cells)
    rules.table("checkpoint-distances", distance.tables)
    rules.declare_value("may-touch", "whether checkpoints count for a piece; (piece)")
    rules.modify("repair-points", repair_on_checkpoint)
    rules.add("objectives", "race", distance.progress)
    rules.add("facts", "checkpoint", Fact(read_reached, write_reached))


@hookimpl
def setup(match: Match) -> None:
    """Nobody has reached anything; `goal` is the number of checkpoints to reach (STD-103)."""
    cells = match.floor.tables["checkpoints"]
    wanted = match.rules.settings["race"]["checkpoints"]
    match.state.ext["race"] = {
        "reached": [0] * len(match.state.pieces),
        "goal": min(wanted, len(cells)) if wanted else len(cells),
    }


def checkpoint_cells(floor: Floor) -> dict[int, int]:
    """Return the number of the checkpoint on each cell that has one."""
    return {floor.index(element.cell): element.values["number"] for element in floor.board.of_kind("checkpoint")}


def touch(match: Match, piece: Piece, number: int) -> None:
    """Archive the robot here, and tick the checkpoint if it is the next one (STD-1001, STD-R08)."""
    if piece.kind != "robot" or not match.value("may-touch", True, piece):
        return
    slot = match.state.ext["race"]
    next_one = slot["reached"][piece.index] + 1 == number and number <= slot["goal"]
    if next_one:
        slot["reached"][piece.index] = number
        match.emit("checkpoint", piece=piece.index, number=number)
    match.react("mark-archive", piece)
    if next_one and number == slot["goal"]:
        match.finish((piece.index,))


def touch_standing(match: Match) -> None:
    """Let the checkpoints count for those who stand on them (CLS-201)."""
    cells = match.floor.tables["checkpoints"]
    for piece in match.state.pieces:
        if piece.cell in cells and not match.state.over:
            touch(match, piece, cells[piece.cell])


def repair_on_checkpoint(match: Match, points: int, piece: Piece) -> int:
    """Checkpoints repair too, where the edition says so; the larger number counts (CLS-301, CNB-R17, STD-1202)."""
    if piece.cell not in match.floor.tables["checkpoints"]:
        return points
    return max(points, int(match.rules.settings["race"]["checkpoints_repair"]))


def read_reached(match: Match, piece: Piece) -> int:
    """Return how many checkpoints the robot has reached in order."""
    reached: int = match.state.ext["race"]["reached"][piece.index]
    return reached


def write_reached(match: Match, piece: Piece, value: Any) -> None:
    """Set how many checkpoints the robot has reached in order."""
    goal = match.state.ext["race"]["goal"]
    if type(value) is not int or not 0 <= value <= goal:
        raise ValueError(f"must be a whole number from 0 to {goal}, the checkpoints that must be reached")
    match.state.ext["race"]["reached"][piece.index] = value
