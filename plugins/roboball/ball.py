"""The ball (RBL sections 3 and 7): where it is, the robots that touch it or are hitched to it, and its pogo mode.

The ball is a piece without a seat. In pogo mode it is not solid, so robots and beams pass below it.
"""

from roborally.plugin import DIRECTIONS, OUTSIDE, Match, Piece, replaced

from .state import slot_of

BALL = "ball"
Move = tuple[Piece, int, int]


def the_ball(match: Match) -> Piece:
    """Return the ball, which is one of the pieces after the robots."""
    return next(piece for piece in reversed(match.state.pieces) if piece.kind == BALL)


def direction_to(match: Match, start: int, target: int) -> int | None:
    """Return the direction from `start` to its neighbour `target`; `None` for other cells or a wall between."""
    return next((direction for direction in DIRECTIONS if match.way[direction][start] == target), None)


def in_contact(match: Match, piece: Piece) -> bool:
    """Return whether a real robot and the ball on the floor touch, with no wall between (RBL-402, RBL-307, RBL-702)."""
    ball = the_ball(match)
    if piece.cell < 0 or ball.cell < 0 or not piece.solid or not ball.solid:
        return False
    return direction_to(match, ball.cell, piece.cell) is not None


def hitched_robots(match: Match) -> list[Piece]:
    """Return the robots that are hitched to the ball, by seat."""
    hitched = slot_of(match)["hitched"]
    return [robot for robot in match.robots if hitched[robot.index]] if any(hitched) else []


def hitch(match: Match, piece: Piece) -> None:
    """Hitch a robot to the ball and emit the event (RBL-403)."""
    slot_of(match)["hitched"] = replaced(slot_of(match)["hitched"], piece.index, True)
    match.emit("hitch", piece=piece.index)


def release(match: Match, *pieces: Piece) -> None:
    """Unhitch all of these robots that are hitched, and emit the events (RBL-408)."""
    slot = slot_of(match)
    for piece in pieces:
        if slot["hitched"][piece.index]:
            slot["hitched"] = replaced(slot["hitched"], piece.index, False)
            match.emit("unhitch", piece=piece.index)


def release_the_lost(match: Match) -> None:
    """Unhitch all robots that do not touch the ball any more (RBL-408)."""
    release(match, *(piece for piece in hitched_robots(match) if not in_contact(match, piece)))


# --- pogo mode ------------------------------------------------------------------------------------------------------


def is_lost(match: Match, target: int) -> bool:
    """Return whether the ball would be lost on `target`: a cell with a pit, or `OUTSIDE` (RBL-306)."""
    return target == OUTSIDE or (target >= 0 and target in match.value("fatal-cells", frozenset()))


def rise_when_pushed(match: Match, piece: Piece, other: Piece, direction: int, how: str) -> None:
    """Start pogo mode if a push of `other` would take the ball into a pit or off the board; free its cell (RBL-701)."""
    if other.kind == BALL and is_lost(match, match.way[direction][other.cell]):
        rise(match)


def hold_back(match: Match, moves: list[Move]) -> list[Move]:
    """Return a device's moves; leave out the ball's in pogo mode, or if the ball would be lost (RBL-702, RBL-705)."""
    for piece, target, _ in moves:
        if piece.kind == BALL:
            if piece.solid and is_lost(match, target):
                rise(match)
            if not piece.solid:
                return [other for other in moves if other[0] is not piece]
    return moves


def rise(match: Match) -> None:
    """Start pogo mode: free the ball's cell and unhitch all robots (RBL-701, RBL-408)."""
    ball = the_ball(match)
    match.state.at[ball.cell] = 0
    ball.solid = False
    match.emit("ball-rises", piece=ball.index)
    release(match, *hitched_robots(match))


def below(match: Match) -> Piece | None:
    """Return the robot below the ball in pogo mode, or `None`; virtual robots do not count."""
    ball = the_ball(match)
    return None if ball.solid else match.piece_on(ball.cell)


def bounce(match: Match) -> None:
    """Damage the robot below the ball by a point (RBL-703)."""
    robot = below(match)
    if robot is not None:
        match.new_beat()
        match.volley([(robot, 1, -1, -1, "pogo")])


def land(match: Match) -> None:
    """End pogo mode if no robot is below the ball (RBL-704)."""
    ball = the_ball(match)
    if not ball.solid and ball.cell >= 0 and below(match) is None:
        match.new_beat()
        ball.solid = True
        match.state.at[ball.cell] = ball.index + 1
        match.emit("ball-lands", piece=ball.index)
