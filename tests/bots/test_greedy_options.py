"""What `greedy` answers where a default would do: options, weapons, locks; it must differ where there is a reason."""

from typing import Any

import pytest

from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.plugin_system.loader import Catalogue
from tests.slots import put_in

HALL = """
 c1  .   .   .   .   .   c2
 .   .   .   .   .   .   w1
 .   .   .   .   O   .   .
"""
NORTH, EAST, SOUTH, WEST = range(4)
Standing = tuple[int, int, int]
"""A robot's column, row and facing."""
AHEAD: Standing = (0, 1, EAST)


def standing(make: Any, robots: list[Standing], program: tuple[str, ...], held: tuple[str, ...] = ()) -> Match:
    """Return a match that has not run: robots stand here, the first has a program and option cards, the others none."""
    match: Match = make(HALL, "crash-and-burn", ["greedy"] * len(robots)).start(1)
    count = len(robots)
    programs = tuple(((*program, *[""] * 5)[:5],) if index == 0 else ((),) for index in range(count))
    match.state.ext["program-cards"].update(scripted=True, programs=programs, deals=((),) * count)
    match.state.ext["entering"]["waiting"] = (False,) * count
    match.state.ext["race"]["reached"] = (1,) * count
    match.state.ext["option-cards"].update(held=(held, *[()] * (count - 1)))
    for piece, (x, y, facing) in zip(match.state.pieces, robots, strict=True):
        match.place(piece, match.floor.index((x, y)), facing, "test")
    return match


def asked(match: Match, kind: str) -> Decision:
    """Run a match, with defaults for everything else, until its first robot is asked something."""
    match.run()
    while not (found := [entry for entry in match.state.decisions if (entry["kind"], entry["piece"]) == (kind, 0)]):
        assert match.state.turn == 1, f"nobody has asked {kind!r}"
        match.default_answers()
    return found[0]


def answer(match: Match, catalogue: Catalogue, kind: str) -> tuple[Any, Any]:
    """Return what greedy answers to a question, and the default; the answer is legal as greedy gives it."""
    decision = asked(match, kind)
    given = make_bot("greedy", catalogue).choose(observe(match, 0), decision, Dice(1))
    try:
        return match.checked(decision, given), decision["default"]
    except AnswerError as error:
        pytest.fail(f"{given!r} is refused: {error}")


@pytest.mark.parametrize(
    ("held", "markers", "least"),
    [
        (("extra-memory", "brakes", "shield"), {}, "brakes"),
        (("shield", "superior-archive-copy", "turret"), {}, "superior-archive-copy"),
        (("recompile", "mini-howitzer", "tractor-beam"), {}, "tractor-beam"),
        (("recompile", "mini-howitzer", "tractor-beam"), {"mini-howitzer": 1}, "mini-howitzer"),
        (("brakes", "ablative-coat"), {}, "brakes"),
        (("gyroscopic-stabilizer", "ablative-coat"), {"ablative-coat": 2}, "ablative-coat"),
        (("reverse-gears", "brakes"), {}, "reverse-gears"),
    ],
)
def test_it_gives_the_card_back_that_is_worth_least(
    make: Any, catalogue: Catalogue, held: tuple[str, ...], markers: dict[str, int], least: str
) -> None:
    """CNB-1206: the default is the first that it holds."""
    match = standing(make, [(0, 1, WEST), (6, 2, NORTH)], ("move1@500",), held)
    match.state.ext["option-cards"]["markers"] = {f"0:{card}": count for card, count in markers.items()}
    assert answer(match, catalogue, "give-back") == (least, held[0])


@pytest.mark.parametrize(
    ("nearest", "far", "target"),
    [
        ((2, 1, SOUTH), (4, 1, SOUTH), "S2"),  # the own Move 1 leads the far one into the pit
        ((2, 1, NORTH), (4, 1, EAST), "S1"),  # either comes a step closer to its goal: the default
    ],
)
def test_it_controls_the_robot_that_its_own_cards_hurt(
    make: Any, catalogue: Catalogue, nearest: Standing, far: Standing, target: str
) -> None:
    """OPT-22: the default is the nearest."""
    match = standing(make, [AHEAD, nearest, far], ("", "move1@500"), ("radio-control",))
    weapon = asked(match, "weapon")
    match.answer(weapon["id"], "radio-control", 0)
    assert answer(match, catalogue, "radio-control") == (target, "S1")


@pytest.mark.parametrize(
    ("held", "damage", "weapon"),
    [
        (("scrambler",), 0, "scrambler"),
        (("scrambler",), 9, "main-laser"),  # which destroys
        (("scrambler", "double-barreled-laser"), 0, "main-laser"),  # two points for one card
        (("radio-control",), 0, "radio-control"),
        (("radio-control", "scrambler"), 0, "radio-control"),  # four cards instead of one
        (("pressor-beam",), 0, "main-laser"),
    ],
)
def test_it_robs_others_of_their_cards_when_that_hurts_more_than_a_shot(
    make: Any, catalogue: Catalogue, held: tuple[str, ...], damage: int, weapon: str
) -> None:
    """OPT-G04, OPT-22, OPT-23: the default is the main laser."""
    match = standing(make, [AHEAD, (3, 1, NORTH)], ("", "left@70"), held)
    match.state.pieces[1].damage = damage
    assert answer(match, catalogue, "weapon") == (weapon, "main-laser")


@pytest.mark.parametrize(
    ("cards", "freed"),
    [
        (("left@70", "u-turn@10", "right@80"), 4),
        (("left@70", "right@80", "u-turn@10"), 5),
        (("left@70", "right@80", "left@90"), 3),
        (("left@70", "", "u-turn@10"), 4),
    ],
)
def test_it_frees_the_register_with_the_worst_card(
    make: Any, catalogue: Catalogue, cards: tuple[str, ...], freed: int
) -> None:
    """CNB-1203: the default is the lowest."""
    match = standing(make, [(6, 1, NORTH), (0, 2, NORTH)], ())
    match.state.pieces[0].damage = 7
    slot = match.state.ext["program-cards"]
    put_in(slot, "locks", 0, (3, 4, 5))
    put_in(slot, "slots", 0, ("", "", *cards))
    assert answer(match, catalogue, "free-register") == (freed, 3)


@pytest.mark.parametrize(
    ("others", "side"),
    [
        ([(3, 1, WEST)], "front"),
        ([(3, 1, NORTH)], "none"),  # it looks elsewhere: the default
        ([(3, 1, WEST), (0, 2, NORTH)], "right"),  # the nearer one
        ([(1, 1, NORTH), (4, 1, WEST), (0, 0, SOUTH)], "left"),
    ],
)
def test_it_shields_the_side_of_the_nearest_robot_that_looks_at_it(
    make: Any, catalogue: Catalogue, others: list[Standing], side: str
) -> None:
    """OPT-13."""
    match = standing(make, [AHEAD, *others], ("left@70",), ("shield",))
    assert answer(match, catalogue, "shield") == (side, "none")


@pytest.mark.parametrize(("damage", "given"), [(3, "run"), (4, "run"), (5, "shut-down")])
def test_it_runs_on_while_no_register_is_locked(make: Any, catalogue: Catalogue, damage: int, given: str) -> None:
    """OPT-15: the default is to run."""
    match = standing(make, [AHEAD, (6, 2, NORTH)], ("left@70",), ("circuit-breaker",))
    match.state.pieces[0].damage = damage
    assert answer(match, catalogue, "circuit-breaker") == (given, "run")


def test_it_reaches_for_the_goal_with_the_arm(make: Any, catalogue: Catalogue) -> None:
    """OPT-09, CNB-1005: to win is better than any place from which one could still win."""
    match = standing(make, [(5, 1, NORTH), (0, 2, NORTH)], ("",), ("mechanical-arm",))
    assert answer(match, catalogue, "mechanical-arm") == ("yes", "yes")


TURNS = ("left@70", "right@80", "u-turn@10")


@pytest.mark.parametrize(
    ("movement", "damage", "given"),
    [
        (("move1@500",), 6, TURNS),
        (("move1@500",), 7, ()),
        (("move1@500", "move2@700"), 0, ()),
    ],
)
def test_it_exchanges_its_turns_while_it_has_little_movement_and_damage(
    make: Any, catalogue: Catalogue, movement: tuple[str, ...], damage: int, given: tuple[str, ...]
) -> None:
    """OPT-06: the default is to exchange nothing."""
    match = standing(make, [AHEAD, (6, 2, NORTH)], (), ("recompile",))
    match.state.ext["program-cards"]["deals"] = (((*movement, *TURNS),), ())
    match.state.pieces[0].damage = damage
    assert answer(match, catalogue, "recompile") == (given, ())


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        (("move1@500", "move3@800", "left@70", "move2@700"), "move3@800"),
        (("left@70", "move1@500", "back-up@430"), "move1@500"),
        (("left@70", "back-up@430"), "none"),
    ],
)
@pytest.mark.parametrize("card", ["flywheel", "conditional-program"])
def test_it_keeps_the_longest_movement(
    make: Any, catalogue: Catalogue, card: str, hand: tuple[str, ...], kept: str
) -> None:
    """OPT-01, OPT-14: the default is to keep nothing."""
    match = standing(make, [AHEAD, (6, 2, NORTH)], (), (card,))
    match.state.ext["program-cards"]["deals"] = ((hand,), ())
    assert answer(match, catalogue, card) == (kept, "none")
