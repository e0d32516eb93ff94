"""Repair sites (STD-1002, STD-1201, CLS-201, CLS-301, CNB-1003, CNB-1202): they repair robots and move archives."""

from typing import Final

from roborally.plugin import Floor, Frame, Match, Piece, Rules, Settings, hookimpl
from roborally_plugins.archive.api import mark_archive

NOT_BEGUN: Final = -2
BEGUN: Final = -1


class RepairFrame(Frame):
    """A frame that repairs the robot `piece` by `left` points; `NOT_BEGUN` and `BEGUN` stand for an unknown number."""

    piece: int
    left: int


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register the element `repair` and its phases for repairs and archives, which the mode puts in order."""
    entering = settings["site_archives"] == "entering"
    rules.element("repair", enter=archive_in_passing if entering else None, enter_order=40)
    rules.table("wrenches", wrenches)
    rules.table("repairs-are-asked", lambda floor: floor.rules.listens("before-repair"))
    rules.declare_value("repair-points", "damage repaired at the end of a turn; (piece)")
    rules.modify("repair-points", by_site)
    at_end = settings["site_archives"] == "turn"
    in_register, in_turn = (None, archive_on_sites) if at_end else (archive_on_sites, None)
    rules.phase("register", "site-archives", in_register, needs=("repair",), local=True)
    rules.phase("end-of-turn", "site-archives", in_turn, needs=("repair",), local=True)
    rules.phase("end-of-turn", "repairs", start_repairs)
    rules.frame("repair", repair)
    rules.point("before-repair", "(piece): a robot is about to be repaired; ask or change what it gets")


def wrenches(floor: Floor) -> dict[int, int]:
    """Return the number of wrenches on each cell with a repair site."""
    return {floor.index(element.cell): element.values["wrenches"] for element in floor.board.of_kind("repair")}


def by_site(match: Match, points: int, piece: Piece) -> int:
    """Return the points that are repaired: at least one for each wrench on the piece's cell (CNB-R17)."""
    return max(points, int(match.floor.tables["wrenches"].get(piece.cell, 0)))


def archive_on_sites(match: Match) -> None:
    """Move the archive markers of robots on repair sites to their cells (STD-R06, CNB-1003)."""
    sites = match.floor.tables["wrenches"]
    for piece in match.robots:
        if piece.cell in sites:
            mark_archive(match, piece)


def archive_in_passing(match: Match, piece: Piece, wrenches: int) -> None:
    """Move a robot's archive marker to a repair site that the robot enters, even if it moves on (CNB-R29)."""
    if piece.kind == "robot":
        mark_archive(match, piece)


def start_repairs(match: Match) -> None:
    """Add a frame for each robot that is repaired at the end of the turn."""
    asks = match.floor.tables["repairs-are-asked"]
    for piece in match.robots:
        if piece.cell >= 0 and (piece.damage or asks):
            points = match.value("repair-points", 0, piece)
            if points:
                match.then(RepairFrame(do="repair", piece=piece.index, left=NOT_BEGUN if asks else points))


def repair(match: Match, frame: RepairFrame) -> None:
    """Repair the frame's robot point by point, since rules may ask before the first or each one (CNB-1203)."""
    piece = match.state.pieces[frame["piece"]]
    if frame["left"] == NOT_BEGUN:
        frame["left"] = BEGUN
        match.react("before-repair", piece)
        if match.interrupted:
            return
    if frame["left"] == BEGUN:
        frame["left"] = match.value("repair-points", 0, piece)
    while frame["left"] > 0 and piece.damage:
        frame["left"] -= 1
        match.heal(piece, 1, "repair")
        if match.interrupted:
            return
    match.done(frame)
