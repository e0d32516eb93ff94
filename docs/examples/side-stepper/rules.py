"""Side-stepper: a robot whose owner is asked in the middle of a move whether it steps aside."""

from collections.abc import Sequence

from roborally.plugin import WALL, Decision, Match, Piece, Rules, hookimpl

TURNS = {"left": -1, "right": 1}
"""Quarter turns clockwise from the robot's facing to the direction of the step."""


@hookimpl
def register(rules: Rules) -> None:
    """Ask after each step, and carry out the answer."""
    rules.on("stepped", ask)
    rules.decision("side-step", step_aside)


def ask(match: Match, moves: Sequence[tuple[Piece, int]], how: str) -> None:
    """Ask the owner of a side-stepper that has walked up to a wall; the rest of its move waits."""
    if how != "forward":
        return
    for piece, _ in moves:
        if piece.index == match.state.actor and match.model(piece) == "side-stepper" and at_wall(match, piece):
            match.ask("side-step", piece, "stay", ("stay", *TURNS))


def at_wall(match: Match, piece: Piece) -> bool:
    """Return whether a wall is in front of a piece that is still on the floor."""
    return piece.cell >= 0 and match.way[piece.facing][piece.cell] == WALL


def step_aside(match: Match, decision: Decision, answer: str) -> None:
    """Step aside; the interrupted move then continues by itself."""
    if answer in TURNS:
        piece = match.state.pieces[decision["piece"]]
        match.step(piece, (piece.facing + TURNS[answer]) % 4, how="side-step")
