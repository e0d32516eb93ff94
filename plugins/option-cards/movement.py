"""Options of movement: Brakes, Reverse Gears, Fourth Gear, Gyroscopic Stabilizer, Ramming Gear, Mechanical Arm."""

from collections.abc import Mapping
from typing import Any

from roborally.core.data import Decision, Frame
from roborally.core.floor import WALL
from roborally.core.geometry import DELTAS, DIRECTIONS, opposite
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, replaced
from roborally_plugins.program_cards.api import command_of
from roborally_plugins.race.api import reach

from .cards import users, works
from .state import settings_of, slot_of

Proposal = tuple[Piece, int, int]
"""A piece, the cell that a device carries it to, and the direction."""
NOT_CHOSEN = -1
# # For each card: the option that offers a choice, the answers to the question, and the steps that each stands for.
CHOICES: dict[str, tuple[str, tuple[str | int, ...], tuple[int, ...]]] = {
    "move1": ("brakes", ("move", "stop"), (1, 0)),
    "back-up": ("reverse-gears", (1, 2), (1, 2)),
    "move3": ("fourth-gear", (3, 4), (3, 4)),
}
NO_CHOICE: tuple[str, tuple[str | int, ...], tuple[int, ...]] = ("", (), ())


class ArmFrame(Frame):
    """The frame that asks about the checkpoints of these numbers."""

    piece: int
    numbers: tuple[int, ...]


class GyroscopeFrame(Frame):
    """The frame that asks about a rotation by `quarters` quarter turns."""

    piece: int
    quarters: int
    how: str


def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Add the six cards."""
    rules.on("before-card", ask_steps)
    for option, _, _ in CHOICES.values():
        rules.decision(option, choose_steps)
    rules.modify("card-steps", chosen_steps)
    rules.modify("turned-by-belt", lambda match, quarters, piece, start: resist(match, quarters, piece, "belt"))
    rules.modify("turned-by-gear", lambda match, quarters, piece: resist(match, quarters, piece, "gear"))
    if settings["gyroscopic_stabilizer"] == "straight":
        rules.modify("floor-moves", go_straight_on)
    rules.frame("gyroscopic-stabilizer", run_gyroscope)
    rules.decision("gyroscopic-stabilizer", commit_rotation)
    rules.on("contact", ram)
    rules.phase("register", "arms", start_arms, after=("touch", "site-archives", "robot-lasers"))
    rules.frame("mechanical-arm", run_arm)
    rules.decision("mechanical-arm", use_arm)


# --- OPT-02, OPT-12, OPT-16: how many steps -------------------------------------------------------------------------


def ask_steps(match: Match, piece: Piece, card: str) -> None:
    """Ask when the robot's own card comes up; a remote-controlled copy is played as printed (OPT-G11, OPT-22)."""
    slot = slot_of(match)
    slot["steps"] = replaced(slot["steps"], piece.index, NOT_CHOSEN)
    slot["rammed"] = ()
    option, answers, _ = CHOICES.get(command_of(card), NO_CHOICE)
    if option and works(match, piece, option) and slot["controller"][piece.index] < 0:
        match.ask(option, piece, answers[0], answers)


def choose_steps(match: Match, decision: Decision, answer: str | int) -> None:
    """Store the number of steps that the owner has chosen."""
    for option, answers, steps in CHOICES.values():
        if option == decision["kind"]:
            slot = slot_of(match)
            slot["steps"] = replaced(slot["steps"], decision["piece"], steps[answers.index(answer)])


def chosen_steps(match: Match, cells: int, piece: Piece) -> int:
    """Move by the chosen number of steps; wheel-spin reduces it by one (CNB-R06)."""
    chosen: int = slot_of(match)["steps"][piece.index]
    return cells if chosen == NOT_CHOSEN else chosen


# --- OPT-08 Gyroscopic Stabilizer -----------------------------------------------------------------------------------


def resist(match: Match, quarters: int, piece: Piece, how: str) -> int:
    """Delay a rotation by belt or gear until the owner has chosen whether it happens (OPT-08)."""
    if not quarters or not works(match, piece, "gyroscopic-stabilizer"):
        return quarters
    match.then(GyroscopeFrame(do="gyroscopic-stabilizer", piece=piece.index, quarters=quarters, how=how))
    return 0


def run_gyroscope(match: Match, frame: GyroscopeFrame) -> None:
    """Ask about one rotation."""
    match.done(frame)
    piece = match.state.pieces[frame["piece"]]
    if piece.cell >= 0:
        info = {"quarters": frame["quarters"], "how": frame["how"]}
        match.ask("gyroscopic-stabilizer", piece, "accept", ("accept", "avoid"), info=info)


def commit_rotation(match: Match, decision: Decision, answer: str | None) -> None:
    """Turn the robot if the owner has chosen so; one that avoids a curve may go straight on from there (OPT-R08)."""
    info = decision["info"]
    piece = match.state.pieces[decision["piece"]]
    if answer == "accept":
        match.turn(piece, info["quarters"], info["how"])
    elif info["how"] == "belt" and settings_of(match)["gyroscopic_stabilizer"] == "straight":
        slot_of(match)["straight"] = replaced(slot_of(match)["straight"], piece.index, (piece.cell, piece.heading))


def go_straight_on(match: Match, moves: list[Proposal]) -> list[Proposal]:
    """Let belts carry robots straight on from a curve that they have avoided, unless they came back there (OPT-R08)."""
    straight, belts = slot_of(match)["straight"], match.floor.tables["all-belts"]
    found: list[Proposal] = []
    for piece, target, direction in moves:
        avoids = straight[piece.index] == (piece.cell, piece.heading) and direction == belts[piece.cell]
        if avoids and works(match, piece, "gyroscopic-stabilizer"):
            target, direction = match.way[piece.heading][piece.cell], piece.heading
        if target != WALL:
            found.append((piece, target, direction))
    return found


# --- OPT-11 Ramming Gear --------------------------------------------------------------------------------------------


def ram(match: Match, piece: Piece, other: Piece, direction: int, how: str) -> None:
    """Damage the robot that is touched directly, once for each card, whether or not it can be moved (OPT-11)."""
    own = piece.index == match.state.actor and how in ("forward", "backward", "slide")
    slot = slot_of(match)
    if own and other.index not in slot["rammed"] and works(match, piece, "ramming-gear"):
        slot["rammed"] = (*slot["rammed"], other.index)
        match.volley([(other, 1, piece.index, direction, "ramming")])


# --- OPT-09 Mechanical Arm ------------------------------------------------------------------------------------------


def start_arms(match: Match) -> None:
    """Let the arms reach when a register is over (OPT-09, R6)."""
    for piece in users(match, "mechanical-arm"):
        numbers = tuple(number for number, _ in _within_reach(match, piece))
        if numbers:
            match.then(ArmFrame(do="mechanical-arm", piece=piece.index, numbers=numbers))


def run_arm(match: Match, frame: ArmFrame) -> None:
    """Ask for each checkpoint within reach, the lowest number first, since taking one may make the next one due."""
    piece = match.state.pieces[frame["piece"]]
    if not frame["numbers"] or not works(match, piece, "mechanical-arm"):
        match.done(frame)
        return
    number, frame["numbers"] = frame["numbers"][0], frame["numbers"][1:]
    due = match.value("next-checkpoint", 0, piece) == number
    match.ask("mechanical-arm", piece, "yes" if due else "no", ("yes", "no"), info={"number": number})


def use_arm(match: Match, decision: Decision, answer: str | None) -> None:
    """Count the checkpoint; the robot stays where it is, or is lifted onto it (OPT-R03)."""
    if answer == "yes":
        piece = match.state.pieces[decision["piece"]]
        number = decision["info"]["number"]
        for found, cell in _within_reach(match, piece):
            if found == number:
                match.emit("option-used", piece=piece.index, card="mechanical-arm")
                if settings_of(match)["mechanical_arm"] == "lifts":
                    match.place(piece, cell, piece.facing, "lifted")
                reach(match, piece, number, cell)
                return


def _within_reach(match: Match, piece: Piece) -> list[tuple[int, int]]:
    """Return (number, cell) of the checkpoints beside the robot without a wall between, lowest number first.

    An arm that lifts the robot needs a free cell: two robots never share one (OPT-R03).
    """
    cells: dict[int, int] = match.floor.tables["checkpoints"]
    lifts = settings_of(match)["mechanical_arm"] == "lifts"
    return sorted(
        (number, cell)
        for cell, number in cells.items()
        if _can_reach(match, piece.cell, cell) and (match.is_free(cell) or not lifts)
    )


def _can_reach(match: Match, start: int, goal: int) -> bool:
    """Return whether an arm reaches a neighbouring cell; a diagonal cell needs only one way around the corner."""
    (x, y), (goal_x, goal_y) = match.floor.cells[start], match.floor.cells[goal]
    dx, dy = goal_x - x, goal_y - y
    if start == goal or max(abs(dx), abs(dy)) > 1:
        return False
    ways = [
        direction for direction in DIRECTIONS if DELTAS[direction] in ((dx, 0), (0, dy)) and DELTAS[direction] != (0, 0)
    ]
    # Check the last edge from the goal, since a corner may lie outside the floor.
    return any(
        match.way[first][start] != WALL and match.way[opposite(last)][goal] != WALL
        for first, last in zip(ways, reversed(ways), strict=True)
    )
