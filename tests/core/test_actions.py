"""The primitives, with what they tell when nothing more is said to them."""

from dataclasses import replace

import pytest

from roborally.core.events import Event, Watch
from roborally.core.floor import OUTSIDE, WALL
from roborally.core.match import Match
from roborally.core.state import OFF
from tests.fuzz.play import make

BOARD = """
d1> .  .  .  c1
d2> .  O  .  .
.   .  .  .  c2
"""


def begun(board: str = BOARD, mode: str = "standard") -> tuple[Match, list[Event]]:
    """Return a match before its first turn, and the list of what is told from now on."""
    match = make(mode, board, 2).start(1)
    received: list[Event] = []
    match.watch = Watch(received.append)
    return match, received


def test_damage_that_nobody_deals() -> None:
    match, received = begun()
    match.hurt(match.robots[0], 2, "test")
    match.lose(match.robots[0], 1, "test")
    assert [(event["points"], event["damage"], event["by"]) for event in received] == [(2, 2, -1), (1, 3, -1)]


def test_a_beam_that_nobody_fires() -> None:
    match, received = begun()
    match.show_beam((0, 1), 1, [match.robots[1]], "test")
    assert (received[0]["piece"], received[0]["targets"], received[0]["cells"]) == (-1, (1,), ((0, 0), (1, 0)))


def test_not_more_is_repaired_than_there_is() -> None:
    match, received = begun()
    robot = match.robots[0]
    robot.damage = 2
    assert [match.heal(robot, points, "test") for points in (1, 3, 1)] == [1, 1, 0]
    assert [(event["points"], event["damage"]) for event in received] == [(1, 1), (1, 0)]


def test_no_cell_is_free_off_the_floor_or_in_a_wall() -> None:
    match, _received = begun("d1> .  .  c1\nd2> .  .  c2\n")
    board = match.floor.board
    match.floor.board = replace(board, inside=board.inside - {(2, 1)})  # as between the boards of a course
    free = [index for index in range(-3, 8) if match.is_free(index)]
    assert [match.floor.cells[index] for index in free] == [(1, 0), (2, 0), (3, 0), (1, 1), (3, 1)]
    assert not match.is_free(OFF)
    assert not any(match.is_free(cell) for cell in (WALL, OUTSIDE))


@pytest.mark.parametrize(
    ("origin", "taken", "nearest"),
    [
        ((3, 0), [], (3, 0)),
        ((3, 0), [(3, 0)], (2, 0)),
        ((1, 1), [(1, 1), (1, 0)], (1, 2)),
        ((2, 1), [], (2, 0)),
        ((4, 2), [(4, 2), (4, 1)], (3, 2)),
        ((0, 0), [(1, 0)], (2, 0)),
    ],
)
def test_com_17_the_nearest_free_cell(
    origin: tuple[int, int], taken: list[tuple[int, int]], nearest: tuple[int, int]
) -> None:
    """COM-17: by distance, then by row from above, then from the left; no pit, nobody there."""
    match, _ = begun()
    for number, cell in enumerate(taken, 1):
        match.state.at[match.floor.index(cell)] = number
    assert match.floor.cells[match.nearest_free(match.floor.index(origin))] == nearest


def test_the_piece_on_a_cell_is_the_solid_one() -> None:
    match, _ = begun()
    robot = match.robots[0]
    assert match.piece_on(robot.cell) is robot
    assert not match.is_free(robot.cell)
    assert match.piece_on(match.floor.index((2, 1))) is None
    robot.solid = False
    match.state.at[robot.cell] = 0
    assert match.piece_on(robot.cell) is None
    assert match.is_free(robot.cell)
    match.state.at[-1] = 1  # the last cell of the floor, which is not "off the floor"
    assert match.piece_on(OFF) is None


def test_a_piece_off_the_floor_cannot_be_destroyed() -> None:
    match, received = begun()
    assert match.destroy(match.robots[0], "test", (1,))
    assert not match.destroy(match.robots[0], "test", (1,))
    assert [(event["cell"], event["by"]) for event in received if event["type"] == "destroy"] == [((0, 0), (1,))]
    assert match.first_on((0,)) is None


@pytest.mark.parametrize(("damage", "gone"), [(7, False), (8, True), (12, True)])
def test_com_11_a_volley_falls_at_once_and_all_are_credited(damage: int, gone: bool) -> None:
    """COM-11: a robot that has taken too much is destroyed once, by everybody whose hit was among those that fell."""
    match, received = begun()
    target = match.robots[0]
    target.damage = damage
    match.volley([(target, 1, 1, 2, "robot-laser"), (target, 1, -1, 0, "board-laser")][: 2 if gone else 1])
    assert (target.cell < 0) == gone
    text = [(event["by"], event["cause"]) for event in received if event["type"] == "destroy"]
    assert text == ([((1,), "robot-laser")] if gone else [])


def test_gates_are_told_when_they_change() -> None:
    board = "door^1 . c1 \n . door^23 c2"
    match, received = begun(board, "crash-and-burn")
    match.shut_gates((0,))
    match.shut_gates((0,))
    match.shut_gates(())
    assert [len(event["shut"]) for event in received if event["type"] == "gates"] == [1, 0]
