"""Options of the main laser: Double-Barreled, High-Power, Turret, Rear-Firing, Fire Control (OPT-G03)."""

from roborally.core.data import Decision, Frame
from roborally.core.floor import Floor
from roborally.core.geometry import DELTAS, rotated
from roborally.core.match import Match
from roborally.core.rules import Hit
from roborally.core.state import Piece
from roborally.plugin import Rules
from roborally_plugins.program_cards.api import REGISTERS, lock_register, locks

from .cards import give_back, lay, players_of, users, works
from .state import slot_of

SIDES = ("forward", "right", "backward", "left")


class FireControlFrame(Frame):
    """The frame that asks the shooter about each of the `left` points of a shot at `piece`."""

    piece: int
    shooter: int
    direction: int
    left: int


def register(rules: Rules) -> None:
    """Add the five cards."""
    rules.modify("laser-power", two_barrels)
    rules.modify("laser-targets", go_through)
    rules.modify("laser-direction", turned)
    rules.table("fires-in-registers", fires_in_registers)
    rules.decision("turret", mark_turret)
    rules.shooter("rear-firing-laser", fire_backward, along="robot-lasers")
    rules.modify("robot-hit", take_over, order=100)
    rules.frame("fire-control", run_fire_control)
    rules.decision("fire-control", apply_point)


def two_barrels(match: Match, power: int, piece: Piece) -> int:
    """Deal 2 damage (OPT-03)."""
    return 2 if works(match, piece, "double-barreled-laser") else power


# --- OPT-04 Turret --------------------------------------------------------------------------------------------------


def fires_in_registers(floor: Floor) -> bool:
    """Return whether robots fire in every register, not only at the end of the turn (CNB-R11)."""
    return any("robot-lasers" in phase for phase in floor.rules.sequences["register"] if isinstance(phase, tuple))


def ask_turret(match: Match) -> None:
    """Ask for this register's direction, if there is a shot to come; marks do not carry over (OPT-04, R0)."""
    if match.state.stage < REGISTERS and not match.floor.tables["fires-in-registers"]:
        return
    for index, quarters in enumerate(slot_of(match)["turret"]):
        if quarters:
            lay(match, index, "turret", 0)
    for piece in players_of(match, "turret"):
        match.ask("turret", piece, SIDES[0], SIDES, secret=True)


def mark_turret(match: Match, decision: Decision, answer: str) -> None:
    """Store the direction, relative to the robot."""
    lay(match, decision["piece"], "turret", SIDES.index(answer))


def turned(match: Match, direction: int, piece: Piece) -> int:
    """Fire in the turret's direction."""
    return rotated(direction, slot_of(match)["turret"][piece.index])


# --- OPT-07 High-Power Laser ----------------------------------------------------------------------------------------


def go_through(match: Match, targets: list[Piece], shooter: Piece, direction: int) -> list[Piece]:
    """Pass through one robot and one wall at most; the second of either ends the beam (OPT-07, OPT-R02).

    An indestructible piece counts as a wall (RBL-305).
    """
    if not works(match, shooter, "high-power-laser"):
        return targets
    dx, dy = DELTAS[direction]
    x, y = match.floor.cells[shooter.cell]
    cell, walls = shooter.cell, 0
    found: list[Piece] = []
    while len(found) < 2:
        walls += match.way[direction][cell] == -1
        x, y = x + dx, y + dy
        if walls > 1 or (x, y) not in match.floor.board.inside:
            break
        cell = match.floor.index((x, y))
        if (piece := match.piece_on(cell)) is not None:
            if piece.kind not in match.rules.indestructible:
                found.append(piece)
            elif walls:
                break
            else:
                walls += 1
    return found


# --- OPT-19 Rear-Firing Laser ---------------------------------------------------------------------------------------


def fire_backward(match: Match) -> list[Hit]:
    """Fire backward in every register, unmodified (OPT-19)."""
    hits: list[Hit] = []
    for shooter in users(match, "rear-firing-laser"):
        direction = rotated(shooter.facing, 2)
        cells, target = match.beam_along(match.rays[direction][shooter.cell])
        targets = [] if target is None else [target]
        hits += [(target, 1, shooter.index, direction, "rear-laser") for target in targets]
        match.show_beam(cells, direction, targets, "rear-laser", shooter.index)
    return hits


# --- OPT-17 Fire Control --------------------------------------------------------------------------------------------


def take_over(match: Match, hit: Hit | None) -> Hit | None:
    """Take a shot out of the volley: its owner decides about every point that would count (OPT-17).

    It is applied in the same phase, before destructions are checked, so it is still simultaneous with the others.
    """
    if hit is None or hit[4] != "robot-laser":
        return hit
    target, points, shooter, direction, _ = hit
    if target.kind != "robot" or not works(match, match.state.pieces[shooter], "fire-control"):
        return hit
    match.then(
        FireControlFrame(do="fire-control", piece=target.index, shooter=shooter, direction=direction, left=points)
    )
    return None


def run_fire_control(match: Match, frame: FireControlFrame) -> None:
    """Ask about one point after another; an absorbed point gives no choice."""
    target = match.state.pieces[frame["piece"]]
    if frame["left"] == 0 or target.cell < 0 or target.damage >= match.rules.toughness:
        match.done(frame)
        if target.damage >= match.rules.toughness:
            match.destroy(target, "robot-laser", (frame["shooter"],))
        return
    frame["left"] -= 1
    shooter = match.state.pieces[frame["shooter"]]
    if match.value("damage", 1, target, "robot-laser", shooter.index, frame["direction"]) < 1:
        return
    locked = locks(match, target)
    to_lock = [f"lock {number}" for number in range(1, REGISTERS + 1) if number not in locked]
    strips = [f"strip {card}" for card in slot_of(match)["held"][target.index]]
    choices = ("damage", *to_lock, *strips)
    if len(choices) == 1:
        match.lose(target, 1, "robot-laser", shooter.index)
    else:
        match.ask("fire-control", shooter, "damage", choices, info={"target": target.index})


def apply_point(match: Match, decision: Decision, answer: str) -> None:
    """Apply a point: damage, a lock with damage, or a stripped card instead of damage (OPT-R01)."""
    target = match.state.pieces[decision["info"]["target"]]
    action, _, what = answer.partition(" ")
    if action == "strip":
        give_back(match, target, what)
        return
    if action == "lock":
        lock_register(match, target, int(what))
    match.lose(target, 1, "robot-laser", decision["piece"])
