"""Checkpoints, which robots reach in a race (STD-104, STD-1001, STD-1301, CLS-201, CLS-501)."""

from roborally.plugin import FACTS, OBJECTIVES, Fact, Floor, Match, Piece, Rules, Settings, Slot, hookimpl, replaced
from roborally_plugins.archive.api import mark_archive, move_marker

from . import distance, facts
from .state import settings_of, slot_of


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register the checkpoints, which count on entering or at the end of a register, by the setting `touch`."""
    entering = settings["touch"] == "entering"
    rules.element("checkpoint", enter=touch_entering if entering else None, enter_order=40)
    rules.phase("register", "touch", None if entering else touch_standing)
    rules.table("checkpoints", checkpoint_cells)
    rules.table("distances", distance.Distances)
    rules.on("entry", begin_on_first)
    rules.modify("archive-cell", first_checkpoint)
    rules.declare_value("next-checkpoint", "number of the checkpoint that is due for a robot; (piece)")
    rules.modify("next-checkpoint", lambda match, number, piece: slot_of(match)["reached"][piece.index] + 1)
    rules.modify("repair-points", repair_on_checkpoint)
    rules.declare_value("secret-objectives", "whether lists and progress are for their owners' eyes only; ()")
    rules.slot(slot_of, redact)
    rules.add(OBJECTIVES, "race", distance.progress)
    rules.add(FACTS, "checkpoint", Fact(facts.read_reached, facts.write_reached, order=1))
    rules.add(FACTS, "goal", Fact(facts.read_goal))
    rules.add(FACTS, "objectives", Fact(facts.read_objectives, facts.write_objectives))
    rules.event(
        "checkpoint",
        {
            "piece": "who has reached what comes next on its list",
            "number": "the checkpoint's, or the place on the list of a cell that is none",
            "only_for?": "its seat, where lists are secret",
        },
    )


@hookimpl
def setup(match: Match) -> None:
    """Give all robots the common list, with no checkpoint reached."""
    route = common_route(match)
    count = len(match.state.pieces)
    slot_of.fill(
        match,
        {
            "reached": (0,) * count,
            "routes": (route,) * count,
            "done": ((),) * count,
            "goal": len(route),
            "own": False,
        },
    )


def common_route(match: Match) -> tuple[int, ...]:
    """Return the cells that all robots must reach, in order: as many checkpoints as the match sets (STD-103)."""
    cells = sorted(match.floor.tables["checkpoints"].items(), key=lambda entry: entry[1])
    wanted = settings_of(match)["checkpoints"] or len(cells)
    return tuple(cell for cell, _ in cells[:wanted])


def checkpoint_cells(floor: Floor) -> dict[int, int]:
    """Return the number of the checkpoint on each cell that has one."""
    return {floor.index(element.cell): element.values["number"] for element in floor.board.of_kind("checkpoint")}


def touch_entering(match: Match, piece: Piece, number: int) -> None:
    """Count a checkpoint that a robot enters; end the match if the robot's list is complete (STD-R07, CNB-1001)."""
    if touch(match, piece):
        match.finish((piece.index,))


def touch_standing(match: Match) -> None:
    """Count the checkpoints on which robots stand; robots that finish together share the win (CLS-201, AUE-R06)."""
    tables = match.floor.tables
    slot = slot_of(match)
    own = slot["own"]
    cells = tables["checkpoints"]
    winners = []
    for piece in match.state.pieces:
        if (piece.cell in cells or (own and piece.cell in slot["routes"][piece.index])) and touch(match, piece):
            winners.append(piece.index)
    if winners:
        match.finish(tuple(winners))


def touch(match: Match, piece: Piece) -> bool:
    """Count a robot's cell and set its archive there, if the cell is a checkpoint or on the robot's list (STD-1001).

    Return whether the list is now complete.
    """
    slot = slot_of(match)
    counts = piece.cell in match.floor.tables["checkpoints"] or piece.cell in slot["routes"][piece.index]
    if not counts or piece.kind != "robot" or not match.value("may-touch", True, piece):
        return False
    complete = tick(match, piece, piece.cell)
    mark_archive(match, piece)
    return complete


def reach(match: Match, piece: Piece, number: int, cell: int) -> None:
    """Count the checkpoint on `cell` for a robot beside it, and archive the robot there; end a won match (OPT-09)."""
    move_marker(match, piece, cell)
    if tick(match, piece, cell):
        match.finish((piece.index,))


def tick(match: Match, piece: Piece, cell: int) -> bool:
    """Count a cell if it is due on the robot's list (STD-R08); return whether the list is now complete."""
    slot = slot_of(match)
    route, reached = slot["routes"][piece.index], slot["reached"][piece.index]
    if reached >= len(route) or not _is_due(match, piece, cell):
        return False
    slot["reached"] = replaced(slot["reached"], piece.index, reached + 1)
    slot["done"] = replaced(slot["done"], piece.index, (*slot["done"][piece.index], cell))
    secret = {"only_for": piece.seat} if is_secret(match) else {}
    number = match.floor.tables["checkpoints"].get(cell, reached + 1)
    match.emit("checkpoint", piece=piece.index, number=number, **secret)
    return bool(reached + 1 == len(route))


def _is_due(match: Match, piece: Piece, cell: int) -> bool:
    slot = slot_of(match)
    route = slot["routes"][piece.index]
    if settings_of(match)["ordered"]:
        return bool(route[slot["reached"][piece.index]] == cell)
    return cell in route and cell not in slot["done"][piece.index]


def begin_on_first(match: Match, piece: Piece) -> None:
    """Count checkpoint 1 for a robot that enters the floor on or beside it, and archive the robot there (CNB-R05)."""
    cell = first_checkpoint(match, -1, piece)
    if cell >= 0:
        move_marker(match, piece, cell)
        tick(match, piece, cell)


def first_checkpoint(match: Match, cell: int, piece: Piece) -> int:
    """Return `cell`, a robot's archive; for -1 return the cell of checkpoint 1 (CNB-1401), or -1 if there is none."""
    if cell >= 0:
        return cell
    cells: dict[int, int] = match.floor.tables["checkpoints"]
    return next((found for found, number in cells.items() if number == 1), -1)


def repair_on_checkpoint(match: Match, points: int, piece: Piece) -> int:
    """Return `points`; on a checkpoint at least those of the setting `checkpoints_repair` (CLS-301, STD-1202)."""
    if piece.cell not in match.floor.tables["checkpoints"]:
        return points
    return max(points, int(settings_of(match)["checkpoints_repair"]))


def is_secret(match: Match) -> bool:
    """Return whether lists and progress are visible only to their owners (AUE-102c)."""
    return bool(match.value("secret-objectives", settings_of(match)["secret_objectives"]))


def redact(match: Match, seat: int, slot: Slot) -> None:
    """Hide secret lists of other seats, and their progress (AUE-807)."""
    if is_secret(match):
        for piece in match.state.pieces:
            if piece.seat != seat:
                slot["routes"] = replaced(slot["routes"], piece.index, ())
                slot["done"] = replaced(slot["done"], piece.index, ())
                slot["reached"] = replaced(slot["reached"], piece.index, 0)
