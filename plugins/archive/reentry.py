"""Brings destroyed robots back (STD-1003, STD-1004, STD-R10 to R12, CLS-302 to CLS-305, CNB-1401 to CNB-1404)."""

from collections.abc import Sequence
from typing import Final, NotRequired, cast

from roborally.plugin import DIRECTIONS, NAMES, Decision, Frame, Match, Piece, replaced

from .markers import forget_choices
from .state import settings_of, slot_of

REENTRY: Final = "re-entry"
SIGHT: Final = 3
"""The distance, in cells, within which a robot beside its archive may not face another one (CLS-305)."""
OPEN: Final = -2
"""The value in `chosen_facings` of a robot that has come back and whose owner has still to be asked."""


class ReentryFrame(Frame):
    """A frame that places a robot: `entry` if for the first time, `asked` after the question for its cell."""

    piece: int
    asked: NotRequired[bool]
    entry: NotRequired[bool]


def start(match: Match) -> None:
    """Add a `ReentryFrame` for each destroyed robot that may come back, in the order of `in_order`."""
    fallen = slot_of(match)["fallen"]
    if any(fallen):
        due = [piece for piece in match.state.pieces if fallen[piece.index] and _may_return(match, piece)]
        for piece in in_order(match, due) if len(due) > 1 else due:
            match.then(ReentryFrame(do=REENTRY, piece=piece.index))


def enter(match: Match, piece: Piece) -> None:
    """Let a robot enter the floor for the first time; if the cell is taken, next to it (CNB-602)."""
    match.then(ReentryFrame(do=REENTRY, piece=piece.index, entry=True))


def coming(match: Match) -> list[int]:
    """Return the indexes of the robots that are about to be placed, in reverse order: the next robot comes last."""
    return [cast(ReentryFrame, frame)["piece"] for frame in match.state.agenda if frame["do"] == REENTRY]


def _may_return(match: Match, piece: Piece) -> bool:
    return piece.cell < 0 and not slot_of(match)["out"][piece.index]


def in_order(match: Match, due: list[Piece]) -> list[Piece]:
    """Return the robots `due` to come back in the order of their re-entry, by the setting `reentry_order`.

    `destroyed`: the robot that was destroyed first comes first; robots destroyed in the same phase come by seat
    (STD-R11). `one_by_one`: the same, but robots destroyed by cards of one phase come in the order of their
    destruction (CLS-304). `markers`: by seat, but robots whose archive markers are on one cell come together, the
    lowest marker first (CNB-1404, CNB-R14).
    """
    slot = slot_of(match)
    if settings_of(match)["reentry_order"] != "markers":
        return sorted(due, key=lambda piece: (slot["fallen"][piece.index], piece.index))
    first: dict[int, int] = {}
    for piece in due:
        first.setdefault(slot["cells"][piece.index], piece.index)
    return sorted(due, key=lambda piece: (first[slot["cells"][piece.index]], slot["stacked"][piece.index]))


def run(match: Match, frame: ReentryFrame) -> None:
    """Ask for the cell of a robot if there is a choice, then place the robot.

    With `entry` in the frame the robot enters for the first time (CNB-602): no life is lost, and its facing is known.
    The owner of a robot that comes back chooses its facing after seeing the hand; until then it faces as at the start.
    """
    piece = match.state.pieces[frame["piece"]]
    if "asked" not in frame:
        frame["asked"] = True
        if "entry" not in frame:
            match.react("before-reentry", piece)
        _ask_cell(match, piece)
        if match.interrupted:
            return
    match.done(frame)
    if "entry" in frame:
        match.place(piece, _cell(match, piece), facing_of(match, piece), "entry")
        match.react("entry", piece)
    else:
        _bring_back(match, piece)
    forget_choices(slot_of(match), piece)
    if "entry" not in frame and settings_of(match)["respawn_facing"] == "choose":
        _keep_facing(match, piece, OPEN)


def ask_facings(match: Match) -> None:
    """Ask the owners of robots that have just come back for their facings, together with the programs (CNB-R05)."""
    for piece in match.robots:
        if slot_of(match)["chosen_facings"][piece.index] == OPEN:
            _keep_facing(match, piece, -1)
            if piece.cell >= 0:
                allowed = allowed_facings(match, piece)
                if len(allowed) > 1:
                    ask_facing(match, piece, allowed)
                else:
                    match.emit("one-facing", piece=piece.index)
                    _turn_to(match, piece, allowed[0])


def allowed_facings(match: Match, piece: Piece) -> list[int]:
    """Return the directions that a robot that has just come back may face.

    Beside its archive it must not face a robot near by, unless one stands near in every direction (CLS-305, CLS-R02).
    """
    if settings_of(match)["respawn_in_sight"] or piece.cell == archive_cell(match, piece):
        return [*DIRECTIONS]
    return [facing for facing in DIRECTIONS if not _sees_robot(match, piece, facing)] or [*DIRECTIONS]


def _sees_robot(match: Match, piece: Piece, facing: int) -> bool:
    seen = match.first_on(match.rays[facing][piece.cell][:SIGHT])
    return seen is not None and seen.kind == "robot"


def ask_facing(match: Match, piece: Piece, allowed: Sequence[int] = DIRECTIONS) -> None:
    """Ask the owner for the facing of a robot on the floor, or of one that will be placed (CNB-1402, CLS-302).

    `allowed` are the directions to choose from. The default is the present facing; if it is not allowed, the first
    allowed direction clockwise from it.
    """
    facing = piece.facing if piece.cell >= 0 else slot_of(match)["facings"][piece.index]
    default = min(allowed, key=lambda direction: (direction - facing) % 4)
    match.ask("respawn-facing", piece, NAMES[default], tuple(NAMES[direction] for direction in allowed), secret=True)


def _ask_cell(match: Match, piece: Piece) -> None:
    """Ask the owner for a cell if the archive cell is taken and several cells beside it are free (CNB-1403)."""
    if settings_of(match)["archive_occupied"] == "adjacent" and not match.is_free(origin := archive_cell(match, piece)):
        cells = free_neighbours(match, origin)
        if len(cells) > 1:
            choices = tuple(match.floor.cells[cell] for cell in cells)
            match.ask("respawn-cell", piece, choices[0], choices, secret=True)


def archive_cell(match: Match, piece: Piece) -> int:
    """Return the index of the cell where a robot enters: its archive as modified by plugins, or else its start."""
    slot = slot_of(match)
    cell: int = match.value("archive-cell", slot["cells"][piece.index], piece)
    return cell if cell >= 0 else max(0, int(slot["starts"][piece.index]))


def free_neighbours(match: Match, origin: int) -> list[int]:
    """Return the indexes of the free cells without a pit around `origin`, up to eight, nearest first (COM-17)."""
    floor = match.floor
    fatal = match.value("fatal-cells", frozenset())
    ox, oy = floor.cells[origin]
    found = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            cell = (ox + dx, oy + dy)
            if cell in floor.board.inside and (index := floor.index(cell)) not in fatal and match.is_free(index):
                found.append((abs(dx) + abs(dy), cell[1], cell[0], index))
    return [index for *_, index in sorted(found)]


def commit_facing(match: Match, decision: Decision, answer: str) -> None:
    """Turn a robot on the floor to the facing that its owner has chosen; off the floor, store the facing."""
    piece, facing = match.state.pieces[decision["piece"]], NAMES.index(answer)
    if piece.cell >= 0:
        _turn_to(match, piece, facing)
    else:
        _keep_facing(match, piece, facing)


def _turn_to(match: Match, piece: Piece, facing: int) -> None:
    match.turn(piece, (facing - piece.facing + 1) % 4 - 1, "respawn")


def _keep_facing(match: Match, piece: Piece, facing: int) -> None:
    slot = slot_of(match)
    slot["chosen_facings"] = replaced(slot["chosen_facings"], piece.index, facing)


def commit_cell(match: Match, decision: Decision, answer: tuple[int, int]) -> None:
    """Store the neighbouring cell (x, y) on which the owner wants the robot to be placed."""
    slot = slot_of(match)
    slot["chosen_cells"] = replaced(slot["chosen_cells"], decision["piece"], match.floor.index(answer))


def facing_of(match: Match, piece: Piece) -> int:
    """Return the facing for a robot to be placed: its owner's choice, else its facing at the start."""
    slot = slot_of(match)
    chosen = slot["chosen_facings"][piece.index]
    return int(chosen if chosen >= 0 else slot["facings"][piece.index])


def _bring_back(match: Match, piece: Piece) -> None:
    """Place a destroyed robot: take a life, remove its damage, and add the damage of a re-entry."""
    slot = slot_of(match)
    settings = settings_of(match)
    if settings["life_paid"] == "at_reentry" and not settings["unlimited_lives"]:
        slot["lives"] = replaced(slot["lives"], piece.index, slot["lives"][piece.index] - 1)
    cell = _cell(match, piece)
    match.react("placing", piece, cell)
    slot["fallen"] = replaced(slot["fallen"], piece.index, ())
    match.place(piece, cell, facing_of(match, piece), "respawn")
    if match.watch is not None:
        match.emit("lives", piece=piece.index, lives=slot["lives"][piece.index])
    if piece.damage:
        match.heal(piece, piece.damage, "respawn")
    damage = match.value("respawn-damage", settings["respawn_damage"], piece)
    # With a low `destroyed_at`, a robot must not return destroyed.
    damage = min(damage, match.rules.toughness - 1)
    if damage:
        match.lose(piece, damage, "respawn")
    match.react("re-entered", piece)


def _cell(match: Match, piece: Piece) -> int:
    """Return the cell on which a robot is placed: its owner's choice, or by the rules of the edition."""
    slot = slot_of(match)
    chosen, own_start = slot["chosen_cells"][piece.index], slot["starts"][piece.index]
    if chosen >= 0:
        return int(chosen)
    archive = archive_cell(match, piece)
    occupied = settings_of(match)["archive_occupied"]
    # Without a plugin for virtual robots, robots cannot share a cell.
    if match.is_free(archive) or (occupied == "virtual" and match.listens("placing")):
        return archive
    if occupied == "start" and own_start >= 0:
        return int(own_start) if match.is_free(own_start) else match.nearest_free(own_start)
    neighbours = free_neighbours(match, archive)
    return neighbours[0] if neighbours else match.nearest_free(archive)
