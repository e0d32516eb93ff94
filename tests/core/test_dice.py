"""Chance is SplitMix64, so that it is the same everywhere and for ever."""

import pytest

from roborally.core.dice import Dice

SPLITMIX64 = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
"""The first numbers for the seed 1234567, as they are published with the algorithm."""


def test_bits_are_those_of_the_published_algorithm() -> None:
    dice = Dice(1234567)
    assert [dice.bits() for _ in SPLITMIX64] == SPLITMIX64


def test_a_random_number_is_made_of_the_highest_53_bits() -> None:
    dice = Dice(1234567)
    assert [dice.random() for _ in SPLITMIX64] == [(bits >> 11) / 2**53 for bits in SPLITMIX64]
    numbers = [dice.random() for _ in range(10_000)]
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1


def test_an_integer_is_a_share_of_64_bits() -> None:
    dice = Dice(1234567)
    assert [dice.below(1000) for _ in SPLITMIX64] == [bits * 1000 // 2**64 for bits in SPLITMIX64]
    assert Dice(3).below(1) == 0
    for limit in (0, -1):
        with pytest.raises(ValueError, match="positive"):
            Dice(3).below(limit)


def test_everything_can_be_picked_and_lie_anywhere() -> None:
    dice = Dice(5)
    assert {dice.pick("abc") for _ in range(100)} == set("abc")
    orders = set()
    for _ in range(200):
        items = list("abc")
        dice.shuffle(items)
        orders.add("".join(items))
    assert orders == {"abc", "acb", "bac", "bca", "cab", "cba"}
