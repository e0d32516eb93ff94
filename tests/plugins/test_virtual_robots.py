"""Which pieces keep a virtual robot from becoming real (AUE-303)."""

import pytest

from roborally.core.state import Piece
from tests.fuzz.play import make


@pytest.mark.parametrize(
    ("kind", "solid", "becomes"), [("robot", False, False), ("ball", True, False), ("ball", False, True)]
)
def test_a_virtual_robot_becomes_real_beside_what_nobody_can_touch(kind: str, solid: bool, becomes: bool) -> None:
    """AUE-303: other pieces than robots count only if they are solid."""
    match = make("auenland", "d1> . c1 \n d2> . .", 2).start(1)
    from roborally_plugins.virtual_robots.rules import materialise  # after the game's plugins are loaded

    robot, far = match.robots
    other = Piece(2, kind, robot.seat)
    other.cell, other.solid = robot.cell, solid
    match.state.pieces.append(other)
    materialise(match)
    assert (robot.solid, far.solid) == (becomes, True)
