"""Phases 2 and 3 of a turn of VOLT: activates dice cross by cross, then gives victory points (VLT sections 6 and 7)."""

from typing import NamedTuple

from roborally.plugin import Frame, Match, Piece, replaced

from .arena import in_number_order, line_of_fire
from .markers import add_markers, without_one
from .program import MOVE, PlacedDie, on_cross
from .state import slot_of

GOAL = 3
"""The number of victory points with which an operator wins (VLT-201)."""
CAUSE = "volt-laser"


class DiceFrame(Frame):
    """A frame that activates the dice of the present cross from index `at` on."""

    at: int


class DieTurn(NamedTuple):
    """A die of the present cross; such tuples are sorted in the order of activation (VLT-603).

    The order is by number, then blue before red, then by start number.
    """

    number: int
    is_red: bool
    start_number: int
    piece: int
    die: PlacedDie


def begin_cross(match: Match) -> None:
    """Reveal the dice of this cross and activate them, the smallest number first (VLT-602)."""
    if match.watch is not None:
        _emit(match, match.state.stage)
    match.then(DiceFrame(do="volt-dice", at=0))


def _emit(match: Match, cross: int) -> None:
    """Emit the dice of a cross in the order of activation, and the robots whose dice are removed (VLT-601)."""
    match.new_beat()
    match.emit("reveal", register=cross, cards=tuple((turn.piece, turn.die.written) for turn in turns_of(match)))
    for piece in match.robots:
        if piece.cell >= 0 and on_cross(slot_of(match)["crosses"][piece.index], cross)[1]:
            match.emit("volt-removed", piece=piece.index, cross=cross)


def turns_of(match: Match) -> list[DieTurn]:
    """Return the dice of the present cross in the order of activation, those of destroyed robots included (VLT-603)."""
    slot = slot_of(match)
    found = []
    for piece in match.robots:
        die, _ = on_cross(slot["crosses"][piece.index], match.state.stage)
        if die is not None:
            found.append(DieTurn(die.number, die.action != MOVE, slot["numbers"][piece.index], piece.index, die))
    return sorted(found)


def run_dice(match: Match, frame: DiceFrame) -> None:
    """Activate the dice left in the frame, one after the other; skip those of destroyed robots (VLT-604, VLT-R07)."""
    state = match.state
    turns = turns_of(match)
    while frame["at"] < len(turns):
        turn = turns[frame["at"]]
        frame["at"] += 1
        piece = state.pieces[turn.piece]
        if piece.cell >= 0:
            state.actor = piece.index
            activate(match, piece, turn.die)
            if match.interrupted:
                return
    state.actor = -1
    match.done(frame)


def activate(match: Match, piece: Piece, die: PlacedDie) -> None:
    """Carry out the action of one die: walk with pushes (VLT-611 to VLT-614), or fire (VLT-621, VLT-622)."""
    match.new_beat()
    entry = {"piece": piece.index, "direction": die.direction, "number": die.number, "cross": match.state.stage}
    if die.action == MOVE:
        match.emit("volt-move", **entry)
        match.walk(piece, die.direction, die.number)
        return
    match.emit("volt-fire", **entry)
    cells, target = match.beam_along(line_of_fire(match, piece, die.direction))
    targets = [] if target is None else [target]
    match.show_beam(cells, die.direction, targets, CAUSE, piece.index)
    match.volley([(target, 1, piece.index, die.direction, CAUSE) for target in targets])


# --- victory points -------------------------------------------------------------------------------------------------


def reward_destruction(match: Match, piece: Piece) -> None:
    """Give a point to the operator whose robot has destroyed another (VLT-615, VLT-622, VLT-R06), not itself (VLT-616).

    A random marker of the supply is used up. Destructions are emitted one after the other, the front robot of a push
    first (VLT-R09).
    """
    actor = match.state.actor
    if piece.kind != "robot" or actor in (-1, piece.index):
        return
    slot = slot_of(match)
    supply = slot["supply"]
    if supply:
        slot["supply"] = without_one(supply, match.dice("prize", match.state.turn, piece.index).pick(supply))
    give_point(match, actor)


def give_point(match: Match, index: int) -> None:
    """Give the operator of the robot with this index a victory point; the third one ends the match (VLT-202)."""
    slot = slot_of(match)
    total = slot["points"][index] + 1
    slot["points"] = replaced(slot["points"], index, total)
    match.emit("volt-points", piece=index, total=total)
    if total >= GOAL:
        match.finish((index,))


def take_markers(match: Match) -> None:
    """Give robots all markers on their spaces, in ascending order of start numbers (VLT-701, VLT-R13)."""
    spaces = {cell: number for number, cell in match.floor.tables["volt-points"].items()}
    for piece in in_number_order(match):
        number = spaces.get(piece.cell)
        while number is not None and slot_of(match)["lying"][str(number)]:
            add_markers(match, number, -1)
            match.new_beat()
            match.emit("volt-taken", piece=piece.index, number=number, cell=match.cell_of(piece))
            give_point(match, piece.index)
            if match.state.over:
                return
