"""The option card Gyroscopic Stabilizer: belts and gears turn the robot only if its owner wants it (OPT-08)."""

from roborally.plugin import WALL, Decision, Frame, Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import works
from ..state import Kept, keep, settings_of

NAME = "gyroscopic-stabilizer"
NOTHING: tuple[int, ...] = ()
STRAIGHT = Kept("straight", NOTHING)
"""The (cell, direction) of the curve whose turn a robot has refused, to go straight on (OPT-R08); `()` for none."""
Proposal = tuple[Piece, int, int]
"""A piece, the cell to which a belt would carry it, and the direction."""


class GyroscopeFrame(Frame):
    """A frame that asks about one rotation of `piece` by `quarters` quarter turns to the right."""

    piece: int
    quarters: int
    how: str


def register(rules: Rules, settings: Settings) -> None:
    """Register the question before each rotation; in one variant, robots may go straight on from curves."""
    rules.modify("turned-by-belt", lambda match, quarters, piece, start: resist(match, quarters, piece, "belt"))
    rules.modify("turned-by-gear", lambda match, quarters, piece: resist(match, quarters, piece, "gear"))
    if settings["gyroscopic_stabilizer"] == "straight":
        keep(rules, STRAIGHT)
        rules.modify("floor-moves", go_straight_on)
    rules.frame(NAME, run_gyroscope)
    rules.decision(NAME, commit_rotation)


def resist(match: Match, quarters: int, piece: Piece, how: str) -> int:
    """Return `quarters`; for a robot whose card works, return 0 and add a frame that asks about the turn (OPT-08)."""
    if not quarters or not works(match, piece, NAME):
        return quarters
    match.then(GyroscopeFrame(do=NAME, piece=piece.index, quarters=quarters, how=how))
    return 0


def run_gyroscope(match: Match, frame: GyroscopeFrame) -> None:
    """Ask about the rotation of the frame, unless the robot has left the floor."""
    match.done(frame)
    piece = match.state.pieces[frame["piece"]]
    if piece.cell >= 0:
        info = {"quarters": frame["quarters"], "how": frame["how"]}
        match.ask(NAME, piece, "accept", ("accept", "avoid"), info=info)


def commit_rotation(match: Match, decision: Decision, answer: str | None) -> None:
    """Turn the robot if the owner accepts it; otherwise it may go straight on from a curve (OPT-R08)."""
    info = decision["info"]
    piece = match.state.pieces[decision["piece"]]
    if answer == "accept":
        match.turn(piece, info["quarters"], info["how"])
    elif info["how"] == "belt" and settings_of(match)["gyroscopic_stabilizer"] == "straight":
        STRAIGHT.put(match, piece.index, (piece.cell, piece.heading))


def go_straight_on(match: Match, moves: list[Proposal]) -> list[Proposal]:
    """Return the moves of belts, straight on for a robot that has refused the turn of its curve (OPT-R08)."""
    straight, belts = STRAIGHT.all(match), match.floor.tables["all-belts"]
    found: list[Proposal] = []
    for piece, target, direction in moves:
        avoids = straight[piece.index] == (piece.cell, piece.heading) and direction == belts[piece.cell]
        if avoids and works(match, piece, NAME):
            target, direction = match.way[piece.heading][piece.cell], piece.heading
        if target != WALL:
            found.append((piece, target, direction))
    return found


CARD = OptionCard(NAME, number=8, worth=3, register=register)
