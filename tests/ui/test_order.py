"""Who acts when in a register, and what a robot is about to do (CLI-2026, CLI-2027)."""

from itertools import product
from typing import Any

import pytest

from roborally.ui.board.display import Display
from roborally.ui.match.panel.moving_panel import LETTERS, MAX_PORTRAIT
from tests.slots import put_in

from .conftest import Driver


@pytest.fixture
def screen(open_mode: Any) -> Any:
    """A match of three robots, which have entered the board."""
    screen = open_mode("crash-and-burn", bots=2)
    for index in range(3):
        screen.context.display.apply(enters(index))
    screen.actors.settle_all()
    return screen


def enters(piece: int) -> dict[str, Any]:
    return {"type": "place", "beat": 1, "piece": piece, "cell": (1 + piece, 0), "facing": 1, "how": "entry"}


def reveal(*cards: str) -> dict[str, Any]:
    return {"type": "reveal", "beat": 1, "register": 1, "cards": tuple(enumerate(cards))}


def card(piece: int, name: str) -> dict[str, Any]:
    return {"type": "card", "beat": 2, "piece": piece, "register": 1, "card": name}


def step(piece: int, x: int, *, by: int = 0, beat: int = 3) -> dict[str, Any]:
    ends = {"from": (x - 1, 0), "to": (x, 0), "direction": 1}
    return {"type": "step", "beat": beat, "piece": piece, "how": "forward", "by": by, **ends}


def numbers(screen: Any) -> list[str]:
    """Return the numbers on the rows, by robot."""
    panel = screen.panels.moving
    panel.refresh()
    return [panel.rows[index].badge.label.text for index in sorted(panel.rows)]


def apply(screen: Any, *events: dict[str, Any]) -> None:
    for event in events:
        screen.context.display.apply(event)


def test_rows_are_numbered_in_the_order_of_the_register(screen: Any, driver: Driver) -> None:
    """CLI-2026, COM-14: by priority, then by seat, beside the pictures; who has no card has no number."""
    panel = screen.panels.moving
    assert numbers(screen) == ["", "", ""]
    apply(screen, reveal("move1@490", "", "move2@700"))
    assert numbers(screen) == ["2", "", "1"]
    for row in panel.rows.values():
        x, width = row.badge.label.x, row.size[0]
        assert row.rect.x + MAX_PORTRAIT + LETTERS / 2 < x < row.columns[0] - width / 2
    assert [panel.rows[index].badge.label.tint.a for index in (0, 2)] == [255, 255]
    apply(screen, card(2, "move2@700"), card(0, "move1@490"))
    assert numbers(screen) == ["2", "", "1"]
    assert panel.rows[2].badge.label.tint.a < 255, "it has acted"
    apply(screen, {"type": "moment", "name": "turn", "beat": 9, "turn": 1, "stage": 0})
    assert numbers(screen) == ["", "", ""]


def test_hidden_priorities_are_numbered_as_robots_act(screen: Any) -> None:
    """CLI-2026, AUE-205."""
    apply(screen, reveal("move1", "left", "move2"))
    assert numbers(screen) == ["", "", ""]
    apply(screen, card(1, "left"), card(2, "move2"))
    assert numbers(screen) == ["", "1", "2"]


def test_an_observation_tells_the_order_as_well(screen: Any) -> None:
    """CLI-2026: who goes on with a match in the middle of a register finds it."""
    match = screen.session.match
    match.state.stage = 1
    for index, name in enumerate(("left@90", "", "move1@500")):
        put_in(match.state.ext["program-cards"], "slots", index, (name, "", "", "", ""))
    shown = Display(screen.session.observe(0), screen.context.plugins, screen.context.views.changes)
    assert [robot.order for robot in shown.robots] == [2, 0, 1]


def plays(screen: Any, *events: dict[str, Any]) -> Any:
    """Play events until the first robot acts; return what the board shows of it."""
    screen.playback.drop()
    screen.playback.speed = "normal"
    screen.playback.feed(events)
    screen.playback.update(0)
    screen.board_pane.draw()
    return screen.action.actions.get(0)


def test_the_board_shows_the_own_card_and_the_way_of_who_acts(screen: Any, driver: Driver) -> None:
    """CLI-2027: its own steps until it has acted; the cards of the others are read in their rows."""
    belt = step(0, 4, by=-1, beat=6)
    apply(screen, reveal("move2@700", "move1@490", ""))
    pushes = [step(0, 2, beat=3), step(1, 4, by=0, beat=4), step(0, 3, beat=4)]
    action = plays(screen, card(0, "move2@700"), *pushes, belt)
    assert (action.piece, action.content) == (0, "move2@700")
    assert action.way == ((1, 0), (2, 0), (3, 0))
    assert len(screen.action.way) > 0
    assert len(screen.action.card) > 0
    while screen.playback.waiting > 1:
        screen.board_pane.draw()
        assert 0 in screen.action.actions
        screen.playback.update(1 / 20)
    screen.playback.update(1.0)
    screen.board_pane.draw()
    assert len(screen.action.way) == 0
    assert len(screen.action.card) == 0
    plays(screen, card(1, "move1@490"), step(1, 5, by=1, beat=7))
    assert list(screen.action.actions) == [1]
    assert len(screen.action.way) > 0
    assert len(screen.action.card) == 0


def test_a_robot_that_turns_has_a_card_and_no_arrow(screen: Any, driver: Driver) -> None:
    """CLI-2027."""
    apply(screen, reveal("left@90", "", ""))
    turn = {"type": "turn", "beat": 2, "piece": 0, "from": 1, "to": 0, "quarters": -1, "how": "card"}
    action = plays(screen, card(0, "left@90"), turn)
    assert action.way == ()
    assert len(screen.action.way) == 0
    assert len(screen.action.card) > 0


def test_the_card_lies_neither_on_the_robot_nor_on_its_way(screen: Any) -> None:
    """CLI-2027: nor outside the board's area, in whatever corner the robot stands."""
    board = screen.board
    for across, down in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for x, y in product((1, board.board.width - 2), (1, board.board.height - 2)):
            end = (x + across, y + down)
            apply(screen, reveal("move1@490", "", ""), {**enters(0), "cell": (x, y)})
            walk = {**step(0, 0), "from": (x, y), "to": end}
            assert plays(screen, card(0, "move1@490"), walk).way == ((x, y), end)
            frame = screen.action.card[0]
            for cell in ((x, y), end):
                spot = board.centre(cell)
                assert abs(frame.center_x - spot[0]) > 30 or abs(frame.center_y - spot[1]) > 30
        for side in (-1, 1):
            corner_at = (frame.center_x + side * frame.width / 2, frame.center_y + side * frame.height / 2)
            place = board.to_design(*corner_at)
            assert -6 <= place[0] - board.rect.x <= board.rect.width + 12
            assert -6 <= place[1] - board.rect.y <= board.rect.height + 12


def test_the_card_of_a_robot_that_enters_is_shown_where_it_has_entered(open_mode: Any) -> None:
    """CLI-2027: outside the board there is no place beside it."""
    screen = open_mode("crash-and-burn", bots=2)
    apply(screen, reveal("move1@490", "", ""))
    assert plays(screen, card(0, "move1@490"), {**enters(0), "beat": 3}, step(0, 2, beat=4)) is not None
    assert len(screen.action.card) == 0
    apply(screen, enters(0))
    screen.board_pane.draw()
    assert len(screen.action.card) > 0
