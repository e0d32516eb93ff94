"""How far robots have come in a race, for those who want to know who leads."""

from collections.abc import Sequence

import pytest

from roborally.core.match import Match
from roborally.plugin import OBJECTIVES
from tests.fuzz.play import make
from tests.slots import put_in

SPIRAL = """
d1>  .    .:s  .
d2>  .:s  O    c1
.    .    .    .:n
"""
STEP = 1 / 1000


def progress(match: Match) -> list[float]:
    """Return how far each robot has come."""
    found: Sequence[float] = [OBJECTIVES.of(match.rules)["race"](match, piece) for piece in match.robots]
    return list(found)


@pytest.mark.parametrize(
    ("cell", "steps"),
    [((3, 0), 1), ((2, 0), 2), ((0, 0), 4), ((0, 1), 5), ((0, 2), 6), ((1, 2), 7), ((3, 2), 9), ((3, 1), 0)],
)
def test_steps_lead_around_walls_and_pits(cell: tuple[int, int], steps: int) -> None:
    match = make("standard", SPIRAL, 2).start(1)
    match.destroy(match.robots[0], "test")
    match.place(match.robots[1], match.floor.index(cell), 0, "test")
    assert progress(match)[1] == pytest.approx(-steps * STEP)


def test_off_the_floor_a_robot_counts_from_its_archive() -> None:
    match = make("standard", SPIRAL, 2).start(1)
    match.destroy(match.robots[0], "test")
    assert progress(match) == pytest.approx([-4 * STEP, -5 * STEP])


def test_a_checkpoint_that_cannot_be_reached_is_as_far_as_can_be() -> None:
    match = make("standard", "d1>:e c1 \n d2>:e .", 2).start(1)
    assert progress(match) == [-1, -1]


def test_checkpoints_count_one_each_and_the_nearest_is_next_without_an_order() -> None:
    course = "c1 . d1> c2 \n . . d2> ."
    for ordered, steps in ((True, 2), (False, 1)):
        match = make("standard", course, 2, settings={} if ordered else {"ordered": False}).start(1)
        assert progress(match)[0] == pytest.approx(-steps * STEP)
        slot = match.state.ext["race"]
        put_in(slot, "reached", 0, 1)
        put_in(slot, "done", 0, (slot["routes"][0][0],))
        assert progress(match)[0] == pytest.approx(1 - STEP)
        put_in(slot, "reached", 0, 2)
        assert progress(match)[0] == 2
