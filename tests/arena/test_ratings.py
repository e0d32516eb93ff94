"""Ratings and intervals, against figures that are known otherwise."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from roborally.arena.intervals import percentile, wilson
from roborally.arena.play import Outcome
from roborally.arena.ratings import Pattern, Ratings, bradley_terry
from tests.sweeps import few_of


def game(number: int, bots: Sequence[str], winners: list[int]) -> Outcome:
    none = [0] * len(bots)
    return Outcome(number, 1, list(bots), winners, 5, "goal", none, none, none)


def season(chances: dict[str, float], table: Sequence[str], games: int) -> list[Outcome]:
    """Return games in which each seat wins in proportion to the strength of its bot."""
    dice = random.Random(4)
    seats = range(len(table))
    played = []
    for number in range(games):
        bots = [table[(seat + number) % len(table)] for seat in seats]
        played.append(game(number, bots, dice.choices(list(seats), [chances[bot] for bot in bots])))
    return played


def rated(games: Sequence[Outcome]) -> dict[str, dict[str, dict[str, Any]]]:
    ratings = Ratings(1)
    for played in games:
        ratings.feed(played)
    data = ratings.data()
    return {kind: {row["bot"]: row for row in data[kind]} for kind in ("bradley_terry", "plackett_luce")}


@pytest.mark.parametrize(
    ("wins", "played", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_are_those_of_the_books(wins: int, played: int, low: float, high: float) -> None:
    assert wilson(wins, played) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("share", "expected"), [(10, 1), (50, 5), (90, 9), (100, 10)])
def test_percentiles_are_values_that_occur(share: int, expected: int) -> None:
    assert percentile(list(range(1, 11)), share) == expected


def test_strength_follows_from_the_shares_of_two() -> None:
    # 3 of 4 games, with half a game to each side of an average bot: far above the prior's weight.
    patterns: Counter[Pattern] = Counter({(("a", "b"), ("a",)): 75_000, (("a", "b"), ("b",)): 25_000})
    a, b = bradley_terry(patterns, ["a", "b"], 1)
    assert a["rating"] - b["rating"] == pytest.approx(190.8, abs=0.1)  # 400 * log10(3)
    assert a["rating"] + b["rating"] == pytest.approx(0)


@pytest.mark.parametrize("table", few_of(["abbb", "aabbbccc"]))
def test_strength_does_not_depend_on_how_many_seats_a_bot_has(table: str) -> None:
    chances = {"a": 3.0, "b": 1.0, "c": 1.0}
    found = rated(season(chances, table, 3000))["bradley_terry"]
    assert found["a"]["rating"] - found["b"]["rating"] == pytest.approx(190.8, abs=25)
    assert found["a"]["low"] < found["a"]["rating"] < found["a"]["high"]


def test_equal_bots_are_rated_equal_in_uneven_company() -> None:
    found = rated(season({"a": 1.0, "b": 1.0}, "abbb", 1000))
    points = found["bradley_terry"]
    assert abs(points["a"]["rating"] - points["b"]["rating"]) < 25
    assert points["a"]["low"] < 0 < points["a"]["high"]
    assert abs(found["plackett_luce"]["a"]["rating"] - found["plackett_luce"]["b"]["rating"]) < 3


def test_the_stronger_bot_is_first_in_both_ratings() -> None:
    ratings = Ratings(1)
    for played in season({"a": 1.0, "b": 4.0, "c": 2.0}, "abc", 600):
        ratings.feed(played)
    data = ratings.data()
    assert [row["bot"] for row in data["bradley_terry"]] == ["b", "c", "a"]
    assert [row["bot"] for row in data["plackett_luce"]] == ["b", "c", "a"]


def test_only_one_of_the_ratings_depends_on_the_order() -> None:
    games = season({"a": 1.0, "b": 2.0}, "aabb", 200)
    forth, back = rated(games), rated(games[::-1])
    assert forth["bradley_terry"] == back["bradley_terry"]
    assert forth["plackett_luce"] != back["plackett_luce"]


def test_it_does_not_matter_which_of_its_seats_a_bot_wins_with() -> None:
    first, second = (rated([game(0, "abb", [seat])])["plackett_luce"] for seat in (1, 2))
    for bot in "ab":
        assert first[bot]["rating"] == pytest.approx(second[bot]["rating"])
    assert first["b"]["rating"] > first["a"]["rating"]


def test_a_bot_that_always_wins_has_an_interval() -> None:
    found = rated([game(number, "ab", [0]) for number in range(10)])["bradley_terry"]
    assert found["a"]["low"] < found["a"]["rating"] - 20
    assert found["b"]["high"] > found["b"]["rating"] + 20


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rated(season({"a": 2.0, "b": 1.0}, "ab", games))["bradley_terry"]["a"] for games in (50, 1800))
    assert many["high"] - many["low"] < (few["high"] - few["low"]) / 5


def test_the_interval_of_the_bootstrap_is_as_wide_as_theory_says() -> None:
    found = rated(season({"a": 1.0, "b": 1.0}, "ab", 1000))["bradley_terry"]["a"]
    # The share has a deviation of sqrt(1/4/1000), its logit one of 4 times that; points are halves of 400/ln(10).
    assert found["high"] - found["low"] == pytest.approx(2 * 1.96 * 0.0158 * 4 * 173.7 / 2, rel=0.15)


def test_teams_win_together_and_games_without_winner_say_nothing() -> None:
    teams = [game(number, "aabb", [0, 1] if number % 2 else [2, 3]) for number in range(100)]
    found = rated(teams)["bradley_terry"]
    assert found["a"]["rating"] == pytest.approx(found["b"]["rating"], abs=1e-6)
    nobody = rated([game(number, "ab", []) for number in range(9)])["bradley_terry"]
    assert (nobody["a"]["rating"], nobody["a"]["low"]) == (0, None)
