"""RBL-R15: which team wins after an agreed last turn, and what is said of it."""

import pytest

from roborally.core.events import Event, Watch
from tests.fuzz.play import make
from tests.slots import put_in

BOARD = f"""
home1 {". " * 5} ball {". " * 15} home2
{". " * 23}
"""


@pytest.mark.parametrize(("goals", "nearest"), [((0, 1), []), ((1, 1), [1]), ((0, 0), [1])])
def test_the_nearest_home_is_named_in_a_tie_alone(goals: tuple[int, int], nearest: list[int]) -> None:
    settings = {"last_turn": 1, "goals": 3, "tie": "nearest"}
    match = make("roboball", BOARD, 2, settings=settings).start(1)
    for team, count in enumerate(goals):
        put_in(match.state.ext["roboball"], "goals", team, count)
    received: list[Event] = []
    match.watch = Watch(received.append)
    while not match.state.over:
        match.run()
        match.default_answers()
    assert [event["team"] for event in received if event["type"] == "nearest-home"] == nearest
    assert match.state.winners == ((0,) if nearest else (1,))
