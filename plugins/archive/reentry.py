"""How destroyed robots come back (STD-1003, STD-1004, STD-R10 to R12, CLS-302, CNB-1401 to CNB-1404)."""

from roborally.core.geometry import NAMES
from roborally.core.match import Match
from roborally.core.rules import Decision, Frame
from roborally.core.state import Piece


def start(match: Match) -> None:
    """Bring destroyed robots back, one after the other."""
    fallen = match.state.ext["archive"]["fallen"]
    if any(fallen):
        due = [piece for piece in match.state.pieces if fallen[piece.index] and _may_return(match, piece)]
        for piece in in_order(match, due):
            match.then({"do": "re-entry", "piece": piece.index})


def _may_return(match: Match, piece: Piece) -> bool:
    return piece.cell < 0 and not match.state.ext["archive"]["out"][piece.index]


def in_order(match: Match, due: list[Piece]) -> list[Piece]:
    """Return robots in the order in which they re-enter.

    `destroyed`: earlier destroyed first, in one phase by seat (STD-R11). `markers`: by seat, but those who share a
    cell from the lowest marker up (CNB-1404, CNB-R14).
    """
    slot = match.state.ext["archive"]
    if match.rules.settings["archive"]["reentry_order"] == "destroyed":
        return sorted(due, key=lambda piece: (slot["fallen"][piece.index], piece.index))
    first: dict[int, int] = {}
    for piece in due:
        first.setdefault(slot["cells"][piece.index], piece.index)
    return sorted(due, key=lambda piece: (first[slot["cells"][piece.index]], slot["stacked"][piece.index]))


def run(match: Match, frame: Frame) -> None:
    """Ask what there is to choose, then place the robot."""
    piece = match.state.pieces[frame["piece"]]
    if "asked" not in frame:
        frame["asked"] = True
        match.state.ext["archive"]["chosen"] = {}
        _ask(match, piece)
        if match.interrupted:
            return
    match.done(frame)
    _place(match, piece)


def _ask(match: Match, piece: Piece) -> None:
    settings = match.rules.settings["archive"]
    slot = match.state.ext["archive"]
    if settings["respawn_facing"] == "choose":
        match.ask("respawn-facing", piece, NAMES[slot["facings"][piece.index]], NAMES, secret=True)
    if settings["archive_occupied"] == "adjacent" and match.state.at[slot["cells"][piece.index]] >= 0:
        cells = free_neighbours(match, slot["cells"][piece.index])
        if len(cells) > 1:
            choices = tuple(match.floor.cells[cell] for cell in cells)
            match.ask("respawn-cell", piece, choices[0], choices, secret=True)


def free_neighbours(match: Match, origin: int) -> list[int]:
    """Return the free cells without a pit among the eight neighbours, in the order of COM-17; walls do not matter."""
    floor = match.floor
    fatal = match.value("fatal-cells", frozenset())
    ox, oy = floor.cells[origin]
    found = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            cell = (ox + dx, oy + dy)
            if cell in floor.board.inside and (index := floor.index(cell)) not in fatal and match.state.at[index] < 0:
                found.append((abs(dx) + abs(dy), cell[1], cell[0], index))
    return [index for *_, index in sorted(found)]


def commit_facing(match: Match, decision: Decision, answer: str) -> None:
    """Keep the facing that the owner has chosen."""
    match.state.ext["archive"]["chosen"]["facing"] = NAMES.index(answer)


def commit_cell(match: Match, decision: Decision, answer: tuple[int, int]) -> None:
    """Keep the neighbouring cell that the owner has chosen."""
    match.state.ext["archive"]["chosen"]["cell"] = match.floor.index(answer)


def _place(match: Match, piece: Piece) -> None:
    """Put the robot back: a life is paid, old damage is gone, the new damage is exactly what the edition says."""
    slot = match.state.ext["archive"]
    settings = match.rules.settings["archive"]
    chosen = slot["chosen"]
    slot["chosen"] = {}
    cell = chosen["cell"] if "cell" in chosen else _cell(match, piece)
    slot["lives"][piece.index] -= 1
    slot["fallen"][piece.index] = ()
    match.place(piece, cell, chosen.get("facing", slot["facings"][piece.index]), "respawn")
    match.emit("lives", piece=piece.index, lives=slot["lives"][piece.index])
    match.heal(piece, piece.damage, "respawn")
    damage = match.value("respawn-damage", settings["respawn_damage"], piece)
    # Where little destroys (`destroyed_at`), nobody comes back as destroyed.
    damage = min(damage, match.rules.toughness - 1)
    if damage:
        match.hurt(piece, damage, "respawn")


def _cell(match: Match, piece: Piece) -> int:
    """Return the cell on which a robot re-enters when its owner has no choice."""
    slot = match.state.ext["archive"]
    archive, own_start = slot["cells"][piece.index], slot["starts"][piece.index]
    at = match.state.at
    if at[archive] < 0:
        return int(archive)
    if match.rules.settings["archive"]["archive_occupied"] == "start":
        return int(own_start) if at[own_start] < 0 else match.nearest_free(own_start)
    neighbours = free_neighbours(match, archive)
    return neighbours[0] if neighbours else match.nearest_free(archive)
