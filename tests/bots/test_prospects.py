"""How `rival` counts the turns from a place to the last goal."""

from itertools import permutations
from statistics import mean
from typing import Any

import pytest

from roborally.core.match import Match
from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of

GRID = """
 d1>  .    .    .    .    .    .    .    c1   c2
 .    .    .    O    .    .    .    .    .    .
 .    .    .    .    .    .    .    .    .    .
 d2>  .    .    .    .    .    .    .    .    .
"""
NORTH, EAST, WEST = 0, 1, 3


class Prospects:
    """The counting, and the places of the floor."""

    def __init__(self, match: Match, catalogue: Catalogue) -> None:
        outlook = code_of(catalogue, "program-cards", "outlook")
        self.module = code_of(catalogue, "program-cards", "prospects")
        self.lost = code_of(catalogue, "program-cards", "lone").LOST
        self.outlook = outlook.outlook(match, match.state.pieces[0])
        self.floor = match.floor

    def turns(self, place: int, reached: int) -> float:
        turns: float = self.module.turns_to_go(self.outlook, place, reached)
        return turns

    def place(self, x: int, y: int, facing: int = EAST) -> int:
        return self.floor.index((x, y)) * 4 + facing


@pytest.fixture
def prospects(make: Any, catalogue: Catalogue) -> Prospects:
    match = make(GRID).start(1)
    match.run()
    return Prospects(match, catalogue)


def test_a_place_farther_away_takes_more_turns(prospects: Prospects) -> None:
    turns = [prospects.turns(prospects.place(x, 2), 0) for x in (8, 5, 2)]
    assert 0 < turns[0] < turns[1] < turns[2]


def test_who_can_arrive_in_this_turn_needs_no_more_than_a_turn(prospects: Prospects) -> None:
    beside_the_last = prospects.place(8, 0)
    assert 0 < prospects.turns(beside_the_last, 1) < 1
    assert prospects.turns(beside_the_last, 2) == 0


def test_what_was_asked_before_changes_nothing(prospects: Prospects) -> None:
    again = prospects.module.Prospects(prospects.outlook)
    places = [prospects.place(x, 2) for x in (2, 5, 8)]
    forwards = [prospects.turns(place, 0) for place in places]
    backwards = [again.turns_to_go(place, 0) for place in reversed(places)]
    assert forwards == backwards[::-1]


def _orders(prospects: Prospects, place: int, reached: int, commands: tuple[str, ...]) -> list[float]:
    """Return what all orders of some commands are worth, each walked by itself."""
    found = []
    for order in permutations(commands):
        at, goals, turns = place, reached, 0.0
        for number, command in enumerate(order):
            lead = prospects.outlook.leads[command][at]
            if lead.place == prospects.lost:
                turns += prospects.module.FALL
                break
            goals += (at, command) in prospects.outlook.reaching(goals)
            at = lead.place
            turns += prospects.module.DAMAGE * lead.damage
            if goals == len(prospects.outlook.route):
                turns -= (len(order) - number - 1) / 5
                break
        else:
            number = len(order)
        if goals < len(prospects.outlook.route):
            turns += prospects.outlook.remaining(at, goals, 0) / prospects.module.USUAL
        found.append(turns)
    return found


@pytest.mark.parametrize(
    ("x", "y", "facing", "reached"),
    [(1, 1, EAST, 0), (2, 0, EAST, 0), (3, 3, NORTH, 0), (7, 0, EAST, 0), (7, 0, EAST, 1)],
)
def test_a_set_is_worth_what_the_best_of_its_orders_is_worth(
    prospects: Prospects, x: int, y: int, facing: int, reached: int
) -> None:
    """Beside a pit, before it, and where one goal or both are reached on the way."""
    module = prospects.module
    place = prospects.place(x, y, facing)
    known = module.Prospects(prospects.outlook).after(place, reached, 3)
    for numbers, number in module.sets_of(3).items():
        commands = tuple(module.COMMANDS[command] for command in numbers)
        assert known[number] == pytest.approx(min(_orders(prospects, place, reached, commands))), commands


def test_a_fall_is_the_worst_that_can_come_of_a_set(prospects: Prospects) -> None:
    module = prospects.module
    before_the_pit = prospects.place(2, 1)
    known = module.Prospects(prospects.outlook).after(before_the_pit, 0, 1)
    by_command = dict(zip(module.COMMANDS, known, strict=True))
    assert max(by_command, key=lambda command: by_command[command]) == "move1"
    assert by_command["move1"] > by_command["back-up"] + 2


@pytest.mark.parametrize(("x", "y", "reached"), [(1, 1, 0), (4, 0, 0), (5, 0, 1)])
def test_the_end_of_a_turn_is_where_its_worth_comes_from(prospects: Prospects, x: int, y: int, reached: int) -> None:
    module, outlook = prospects.module, prospects.outlook
    known = module.Prospects(outlook)
    place = prospects.place(x, y)
    after = known.after(place, reached, 5)
    for number in range(0, len(after), 7):
        end = known.end_of(place, reached, number)
        left = 0.0 if end.reached == len(outlook.route) else outlook.remaining(end.place, end.reached, 0) / module.USUAL
        assert end.turns + left == pytest.approx(after[number], abs=1e-5)


@pytest.mark.parametrize(("x", "y", "facing", "reached"), [(1, 2, EAST, 0), (1, 2, WEST, 0), (7, 0, EAST, 0)])
def test_the_second_turn_is_thought_through_from_where_the_first_one_ends(
    prospects: Prospects, x: int, y: int, facing: int, reached: int
) -> None:
    """Each hand plays the set that the table has best; there it is each hand's turn again, and then the table's."""
    module = prospects.module
    known = module.Prospects(prospects.outlook)
    hands = module.hands_from(prospects.floor.tables["deck"])

    def best(at: int, goals: int) -> list[tuple[float, int]]:
        after = known.after(at, goals, 5)
        return [min((after[number], number) for number in hand) for hand in hands]

    place = prospects.place(x, y, facing)
    found = []
    for _turns, number in best(place, reached):
        end = known.end_of(place, reached, number)
        arrived = end.reached == len(prospects.outlook.route)
        second = 0.0 if arrived else 1 + mean(turns for turns, _number in best(end.place, end.reached))
        found.append(end.turns + second)
    assert prospects.turns(place, reached) == pytest.approx(1 + mean(found))
