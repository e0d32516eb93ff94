"""Gyroscopic Stabilizer: belts and gears turn the robot only if its owner wants it (OPT-08)."""

from roborally.plugin import WALL, Decision, Frame, Match, Piece, Rules, Settings

from ..deck import OptionCard
from ..holders import works
from ..state import Kept, keep, settings_of

NAME = "gyroscopic-stabilizer"
NOTHING: tuple[int, ...] = ()
STRAIGHT = Kept("straight", NOTHING)
"""The curve that a robot has avoided and its direction, or nothing; kept only if it then goes straight on (OPT-R08)."""
Proposal = tuple[Piece, int, int]
"""A piece, the cell that a device carries it to, and the direction."""


class GyroscopeFrame(Frame):
    """The frame that asks about a rotation by `quarters` quarter turns."""

    piece: int
    quarters: int
    how: str


def register(rules: Rules, settings: Settings) -> None:
    """Delay rotations until the owner has chosen."""
    rules.modify("turned-by-belt", lambda match, quarters, piece, start: resist(match, quarters, piece, "belt"))
    rules.modify("turned-by-gear", lambda match, quarters, piece: resist(match, quarters, piece, "gear"))
    if settings["gyroscopic_stabilizer"] == "straight":
        keep(rules, STRAIGHT)
        rules.modify("floor-moves", go_straight_on)
    rules.frame(NAME, run_gyroscope)
    rules.decision(NAME, commit_rotation)


def resist(match: Match, quarters: int, piece: Piece, how: str) -> int:
    """Delay a rotation by belt or gear until the owner has chosen whether it happens (OPT-08)."""
    if not quarters or not works(match, piece, NAME):
        return quarters
    match.then(GyroscopeFrame(do=NAME, piece=piece.index, quarters=quarters, how=how))
    return 0


def run_gyroscope(match: Match, frame: GyroscopeFrame) -> None:
    """Ask about one rotation."""
    match.done(frame)
    piece = match.state.pieces[frame["piece"]]
    if piece.cell >= 0:
        info = {"quarters": frame["quarters"], "how": frame["how"]}
        match.ask(NAME, piece, "accept", ("accept", "avoid"), info=info)


def commit_rotation(match: Match, decision: Decision, answer: str | None) -> None:
    """Turn the robot if the owner has chosen so; one that avoids a curve may go straight on from there (OPT-R08)."""
    info = decision["info"]
    piece = match.state.pieces[decision["piece"]]
    if answer == "accept":
        match.turn(piece, info["quarters"], info["how"])
    elif info["how"] == "belt" and settings_of(match)["gyroscopic_stabilizer"] == "straight":
        STRAIGHT.put(match, piece.index, (piece.cell, piece.heading))


def go_straight_on(match: Match, moves: list[Proposal]) -> list[Proposal]:
    """Let belts carry robots straight on from a curve that they have avoided, unless they came back there (OPT-R08)."""
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
