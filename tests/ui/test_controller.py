"""The controller of VOLT as its operator lays dice on it, without a window."""

import pytest

from tests.plugin_code import code_of
from tests.shipped import catalogue

MODULE = code_of(catalogue(), "volt", "controller")
assert MODULE is not None
Controller = MODULE.Controller
STRAIGHT_KEY, DIAGONAL_KEY = 0, 4
MOVE_DIE, FIRE_DIE = 0, 2


@pytest.mark.parametrize(("face", "shown"), [(1, 1), (5, 5), (6, 6), (7, 1), (0, 6)])
def test_behind_the_largest_face_comes_the_smallest(face: int, shown: int) -> None:
    controller = Controller()
    controller.show(FIRE_DIE, face)
    assert [die.number for die in controller.dice] == [1, 1, shown, 1]
    assert controller.chosen == FIRE_DIE


def test_blue_dice_lie_on_straight_keys_alone() -> None:
    """VLT-504, VLT-505."""
    controller = Controller()
    assert not controller.put(MOVE_DIE, (0, DIAGONAL_KEY))
    assert controller.at((0, DIAGONAL_KEY)) is None
    assert controller.put(MOVE_DIE, (0, DIAGONAL_KEY - 1))
    assert controller.put(FIRE_DIE, (1, DIAGONAL_KEY))
    assert controller.at((0, DIAGONAL_KEY - 1)) == MOVE_DIE
    assert controller.at((1, DIAGONAL_KEY)) == FIRE_DIE


def test_a_cross_holds_one_die() -> None:
    controller = Controller()
    controller.put(0, (0, 0))
    controller.put(1, (1, 0))
    controller.put(FIRE_DIE, (0, 3))
    assert [die.spot for die in controller.dice] == [None, (1, 0), (0, 3), None]
    assert not controller.full
    controller.put(3, (2, 0))
    assert controller.full
    assert controller.take_back(3)
    assert not controller.take_back(3)
    assert not controller.full


def test_the_answer_names_keys_from_the_operators_side() -> None:
    controller = Controller()
    controller.put(MOVE_DIE, (2, 3))
    controller.put(FIRE_DIE, (0, 6))
    controller.show(FIRE_DIE, 4)
    assert controller.answer() == ("fire down-left 4", "", "move left 1")


def test_from_key_to_key_around_the_middle_of_a_cross_and_on_to_the_next() -> None:
    """The keys of a cross from the upper left are 7 0 4, 3 - 1, 6 2 5; the crosses lie one below the other."""

    def way(spot: tuple[int, int], dx: int, dy: int, steps: int) -> list[tuple[int, int]]:
        found = []
        for _ in range(steps):
            spot = MODULE.beside(spot, dx, dy)
            found.append(spot)
        return found

    assert way((0, 7), 1, 0, 3) == [(0, 0), (0, 4), (0, 7)]
    assert way((1, 3), 1, 0, 2) == [(1, 1), (1, 3)]
    assert way((1, 3), -1, 0, 2) == [(1, 1), (1, 3)]
    assert way((0, 0), 0, 1, 6) == [(0, 2), (1, 0), (1, 2), (2, 0), (2, 2), (0, 0)]
    assert way((0, 7), 0, -1, 4) == [(2, 6), (2, 3), (2, 7), (1, 6)]


def test_the_next_die_is_a_free_one_of_the_same_colour() -> None:
    controller = Controller()
    controller.put(1, (0, 0))
    controller.choose_next()
    assert controller.chosen == 0
    controller.put(0, (1, 0))
    controller.choose_next()
    assert controller.chosen == FIRE_DIE
    controller.put(FIRE_DIE, (2, 0))
    controller.choose_next()
    assert controller.chosen == FIRE_DIE, "all crosses are full"
    controller.take_back(MOVE_DIE)
    controller.chosen = 3
    controller.choose_next()
    assert controller.chosen == 3, "that of the same colour comes first"
    controller.step(1)
    assert controller.chosen == 0
    controller.step(-1)
    assert controller.chosen == 3
    controller.clear()
    assert [die.spot for die in controller.dice] == [None] * 4
    assert controller.chosen == 0
