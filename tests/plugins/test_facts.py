"""What a scenario may say of a robot, at the ends of what is possible: it is taken, or refused in words."""

from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.game.scenario.run import run_scenario
from roborally.game.statistics import Tally
from roborally.plugin_system.registries import read_fact
from tests.fuzz.play import make
from tests.shipped import catalogue
from tests.slots import put_in

GRIDS = {
    "standard": "d1> . c1 \n d2> . c2",
    "crash-and-burn": ". . c1 \n . . c2",
    "roboball": ". O home1 \n . ball home2",
    "volt": "s1 . vp1 \n . . s2",
    "auenland": "d1> . c1 \n d2> . c2",
    "classic": "d1> . c1 \n d2> . c2",
}


def result(mode: str, keys: dict[str, Any], expected: dict[str, Any], top: dict[str, Any]) -> list[Any]:
    """Return what differs in a scenario with a robot that has these keys; it stands on the first cell."""
    robots = [{"name": "A", "cell": [0, 0], **keys}, {"name": "B", "cell": [1, 1]}]
    if mode != "volt":
        robots[0].setdefault("facing", "north")
        robots[1]["facing"] = "north"
    if mode == "roboball":
        robots[1]["cell"] = [0, 1]
    expect = {"after": "start", "robots": {"A": expected}, **top.pop("expect", {})}
    data = {"name": "x", "mode": mode, "rules": [], "board": {"grid": GRIDS[mode]}, "robots": robots, **top}
    return list(run_scenario(Path("x.toml"), catalogue(), {**data, "expect": [expect]}).differences)


@pytest.mark.parametrize(
    ("mode", "keys"),
    [
        ("standard", {"lives": 0}),
        ("standard", {"lives": 3}),
        ("standard", {"archive": [0, 0]}),
        ("standard", {"archive": [2, 1]}),
        ("standard", {"checkpoint": 0}),
        ("standard", {"checkpoint": 1}),
        ("standard", {"damage": 0}),
        ("standard", {"damage": 8}),
        ("standard", {"powered_down": True}),
        ("standard", {"powered_down": False}),
        ("auenland", {"virtual": True}),
        ("crash-and-burn", {"options": ["brakes", "turret"]}),
        ("crash-and-burn", {"options": ["mini-howitzer"], "tokens": {"mini-howitzer": 0}}),
        ("crash-and-burn", {"options": ["mini-howitzer"], "tokens": {"mini-howitzer": 5}}),
        ("volt", {"points": 0}),
        ("volt", {"points": 2}),
        ("volt", {"side": "north"}),
    ],
)
def test_what_is_written_is_read(mode: str, keys: dict[str, Any]) -> None:
    assert result(mode, keys, keys, {}) == []


@pytest.mark.parametrize("mode", ["standard", "classic", "crash-and-burn", "auenland"])
def test_the_length_of_the_way_is_read(mode: str) -> None:
    """STD-103: all checkpoints of the course."""
    assert result(mode, {}, {"goal": 2}, {}) == []
    assert result(mode, {}, {"goal": 1}, {}) != []


@pytest.mark.parametrize(("mode", "left"), [("standard", 2), ("auenland", 3), ("roboball", None)])
def test_a_life_that_is_owed_is_lost_at_once(mode: str, left: int | None) -> None:
    """STD-R01: who pays on the return has one less, also if it never returns."""
    match = make(mode, GRIDS[mode], 2).start(1)
    match.run()
    robot = match.robots[0]
    put_in(match.state.ext["archive"], "fallen", robot.index, (0, 0))
    assert read_fact(match, "lives_left", robot) == left


@pytest.mark.parametrize(("goals", "known"), [(1, (None, None)), (3, (0, 3))])
def test_goals_are_counted_where_more_than_one_wins(goals: int, known: tuple[int | None, int | None]) -> None:
    """RBL-R14."""
    match = make("roboball", GRIDS["roboball"], 2, settings={"goals": goals}).start(1)
    robot = match.robots[0]
    assert (read_fact(match, "goals", robot), read_fact(match, "goals_to_win", robot)) == known


def test_the_monitors_of_cards_are_read() -> None:
    """COM-01: the highest priority acts first; who has no card in this register has no place."""
    match = make("standard", GRIDS["standard"], 2).start(1)
    match.run()
    a, b = match.robots
    assert (read_fact(match, "hand", a), read_fact(match, "card_order", a)) == (9, 0)
    hand = read_fact(match, "held_cards", a)
    assert len(hand) == 9
    slot = match.state.ext["program-cards"]
    put_in(slot, "slots", 0, ("", "move1@500", "", "", ""))
    put_in(slot, "slots", 1, ("", "move1@600", "", "", ""))
    assert read_fact(match, "hand_has", a) == [*hand, "move1@500"]
    match.state.stage = 2
    assert [read_fact(match, "card_order", piece) for piece in (a, b)] == [2, 1]
    match.state.stage = 1
    assert [read_fact(match, "card_order", piece) for piece in (a, b)] == [0, 0]


def test_the_ball_has_other_facts_than_robots() -> None:
    match = make("roboball", GRIDS["roboball"], 2, settings={"goals": 3}).start(1)
    names = ("hitched", "extraction", "goals", "goals_to_win")
    found = [[read_fact(match, name, piece) for name in names] for piece in match.state.pieces]
    ball = next(piece.index for piece in match.state.pieces if piece.kind == "ball")
    assert found.pop(ball) == [None, False, None, None]
    assert found == [[False, None, 0, 3]] * 2


def test_goals_count_first_and_then_hitches() -> None:
    """RBL-R14: a goal is an event of the ball."""
    tally = Tally(make("roboball", GRIDS["roboball"], 2).rules, 2)
    for piece in ({"piece": 2}, {}):
        tally.feed({"type": "ball-home", "team": 1, "by": [1], **piece})
    tally.feed({"type": "hitch", "piece": 0})
    assert [tally.rank(robot) for robot in range(2)] == [(0, -1), (-2, 0)]


@pytest.mark.parametrize("number", [1, 4])
def test_a_start_number_is_on_the_monitor_until_the_turn_ends(number: int) -> None:
    data = {"expect": {"after": "register 1", "robots": {"A": {"start_number": number}}}}
    assert result("volt", {"start_number": number}, {}, data) == []


def test_locked_registers_hold_their_cards() -> None:
    keys = {"damage": 6, "locked": {"1": "move1@500", "5": "left@70"}}
    assert result("classic", keys, {"locked": [1, 5], "slots": {"1": "move1@500", "5": "left@70", "2": ""}}, {}) == []


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"cell": [0, 0], "facing": "west"}, {"cell": [0, 0], "facing": "west", "pogo": False}),
        ({"cell": [2, 1], "hitched": ["B"]}, {"cell": [2, 1], "facing": "north", "hitched": ["B"]}),
        ({"cell": [0, 1], "pogo": True}, {"pogo": True, "hitched": []}),
    ],
)
def test_the_ball_is_where_it_is_said_to_be(keys: dict[str, Any], expected: dict[str, Any]) -> None:
    robots = [{"name": "A", "cell": [2, 0], "facing": "north"}, {"name": "B", "cell": [0, 1], "facing": "north"}]
    if keys.get("hitched"):
        robots[1]["cell"] = [1, 1]
    top = {"ball": keys, "robots": robots, "expect": {"ball": expected}}
    assert result("roboball", {}, {}, top) == []


def test_markers_lie_where_they_are_said_to_lie() -> None:
    assert result("volt", {}, {}, {"vp": {"lie": {"1": 2}, "draw": []}, "expect": {"vp": {"1": 2}}}) == []
    assert result("volt", {}, {}, {"vp": {"lie": {"1": 0}, "draw": [1]}, "expect": {"vp": {"1": 1}}}) == []


@pytest.mark.parametrize(
    ("mode", "keys", "text"),
    [
        ("standard", {"damage": 9}, "must be a whole number from 0 to 8, not 9"),
        ("standard", {"damage": -1}, "must be a whole number from 0 to 8, not -1"),
        ("standard", {"lives": -1}, "must be a whole number, 0 or more"),
        ("standard", {"lives": True}, "must be a whole number, 0 or more"),
        ("standard", {"checkpoint": -1}, "must be a whole number from 0 to 2, not -1"),
        ("standard", {"checkpoint": 3}, "must be a whole number from 0 to 2, not 3"),
        ("standard", {"checkpoint": True}, "must be a whole number from 0 to 2, not True"),
        ("standard", {"powered_down": 1}, "true or false"),
        ("standard", {"archive": [3, 0]}, "archive"),
        ("standard", {"program": ["move1"] * 6}, "has 6 cards; at most 5 are possible"),
        ("standard", {"program": ["move9"]}, "'move9' is no card"),
        ("standard", {"program": ["move1@1234567"]}, "'move1@1234567' is no card"),
        ("standard", {"program": "move1"}, "must be a list of cards"),
        ("standard", {"deal": [1]}, "1 is no card"),
        ("classic", {"locked": ["move1"]}, "must be a table"),
        ("classic", {"locked": {"6": "move1"}}, "registers are 1 to 5"),
        ("crash-and-burn", {"entering": 1}, "must be true or false"),
        ("crash-and-burn", {"options": "brakes"}, "must be a list of option cards"),
        ("crash-and-burn", {"options": ["wheels"]}, "'wheels' is no option card"),
        ("crash-and-burn", {"options": ["brakes"], "tokens": {"brakes": 1}}, "names 'brakes' = 1"),
        ("crash-and-burn", {"options": ["mini-howitzer"], "tokens": {"mini-howitzer": -1}}, "= -1"),
        ("crash-and-burn", {"tokens": 5}, "must be a table"),
        ("volt", {"points": -1}, "must be a whole number from 0 to 2, not -1"),
        ("volt", {"points": 3}, "must be a whole number from 0 to 2, not 3"),
        ("volt", {"points": False}, "must be a whole number from 0 to 2, not False"),
        ("volt", {"start_number": 0}, "must be a whole number from 1 to 4, not 0"),
        ("volt", {"start_number": 5}, "must be a whole number from 1 to 4, not 5"),
        ("volt", {"side": "up"}, "'up' is no side"),
        ("volt", {"destroyed": 1}, "must be true or false, not 1"),
        ("volt", {"programs": "move"}, "must be a list of programs"),
        ("volt", {"program": ["", "", "", ""]}, "at most 3 texts"),
    ],
)
def test_what_cannot_be_is_refused(mode: str, keys: dict[str, Any], text: str) -> None:
    with pytest.raises(GameError) as caught:
        result(mode, keys, {}, {})
    assert text in str(caught.value)
    assert next(iter(reversed(keys))) in str(caught.value)


@pytest.mark.parametrize(
    ("mode", "top", "text"),
    [
        ("volt", {"vp": {"lie": {"2": 1}}}, "names victory-point space '2'"),
        ("volt", {"vp": {"lie": {"1": -1}}}, "lays -1 markers on space 1"),
        ("volt", {"vp": {"lie": {"1": True}}}, "lays True markers on space 1"),
        ("volt", {"vp": {"lie": [1]}}, "is written { lie"),
        ("volt", {"vp": {"draw": 1}}, "is written { lie"),
        ("volt", {"vp": {"draw": [2]}}, "names victory-point space '2'"),
        ("volt", {"vp": {"lay": 1}}, "has no key 'lay'"),
        ("roboball", {"ball": {"cell": [1, 0]}}, "is a pit"),
        ("roboball", {"ball": {"cell": [3, 0]}}, "ball"),
        ("roboball", {"ball": {"pogo": 1}}, "must be true or false, not 1"),
        ("roboball", {"ball": {"hitched": ["C"]}}, "'C'"),
        ("roboball", {"ball": {"facing": "up"}}, "up"),
    ],
)
def test_what_cannot_be_of_the_match_is_refused(mode: str, top: dict[str, Any], text: str) -> None:
    with pytest.raises(GameError) as caught:
        result(mode, {}, {}, top)
    assert text in str(caught.value)
