"""Moves robots and ball after a step, of any cause, that has separated a hitched robot from the ball (RBL 5 and 6)."""

from collections.abc import Mapping, Sequence

from roborally.plugin import Match, Piece

from .ball import direction_to, hitched_robots, in_contact, release, release_the_lost, the_ball
from .extraction import face_its_way

DRAG = "drag"


def follow(match: Match, moves: Sequence[tuple[Piece, int]], how: str) -> None:
    """Drag the ball or a robot that must follow a step (RBL-501), or end the hitch.

    `moves` are (piece, cell that it left). A drag is a step too: a ball that is pulled drags others. A robot that is
    dragged stays in contact and drags no other (RBL-R07).
    """
    ball = the_ball(match)
    starts = {piece.index: start for piece, start in moves}
    if ball.index in starts:
        face_its_way(match, how)
    release(match, *(robot for robot in hitched_robots(match) if robot.cell < 0 and robot.index not in starts))
    apart = [robot for robot in hitched_robots(match) if not in_contact(match, robot)]
    if not apart:
        return
    if ball.index in starts:
        # Robots that have moved away at the same time lose it (RBL-R05).
        release(match, *(robot for robot in apart if robot.index in starts))
        pull(match, [robot for robot in apart if robot.index not in starts], starts[ball.index])
    else:
        lead(match, [robot for robot in apart if robot.index in starts], starts)


def lead(match: Match, leaders: Sequence[Piece], starts: Mapping[int, int]) -> None:
    """Drag the ball into the cell that its robot has left (RBL-502, RBL-503, RBL-601).

    `leaders` are the hitched robots that have moved, `starts` the cells that pieces have left, by index of piece.
    Unhitch several leaders (RBL-R05), or a single leader if the ball cannot follow into its cell.
    """
    if len(leaders) != 1 or not drag(match, the_ball(match), starts[leaders[0].index]):
        release(match, *leaders)
    else:
        release_the_lost(match)  # also a robot that was drawn behind the ball before that


def pull(match: Match, robots: Sequence[Piece], cell: int) -> None:
    """Drag the robot into the cell that the ball has left; unhitch several robots, or one that cannot follow."""
    if len(robots) != 1 or not drag(match, robots[0], cell):
        release(match, *robots)
    else:
        release_the_lost(match)


def drag(match: Match, piece: Piece, cell: int) -> bool:
    """Move a piece to a neighbouring cell if the cell is free (RBL-R08); return whether it moved."""
    direction = direction_to(match, piece.cell, cell)
    if direction is None or not match.is_free(cell):
        return False
    match.move_together([(piece, cell, direction)], DRAG)
    match.entered(piece)
    return True
