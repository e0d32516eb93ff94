"""Changes of a course: in memory and in its files alike; those that help are found, and no others."""

import pytest

from roborally.arena.plan import ExhibitionGames
from roborally.features.workshop.rating.candidates import candidates
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.rated_game import RatedGame, play_rated
from roborally.features.workshop.rating.run import RatingRun, wait_for
from roborally.features.workshop.rating.suggestions import Suggestion, SuggestionRun, chance_of, suggest
from roborally.features.workshop.rating.words import RatingWords
from roborally.features.workshop.rating.workers import Workers
from roborally.game.course.notation import Notations
from tests.features.workshop.setting import PIT, SMALL_PIT, course, terms
from tests.shipped import catalogue

NOTATIONS = Notations.of(catalogue().plugins.values())
EDGE = """
 d1>:nws  >:ns  >:ns
 d2>:nws  >:ns  >:ns
 c1:nesw  .:ns  .:ne
"""
"""Belts carry robots over the east edge; walls are elsewhere, and around the checkpoint."""


def games(grid: str, bot: str, count: int) -> list[RatedGame]:
    table = ExhibitionGames(terms(grid, bot, count), catalogue())
    return [play_rated(table, number) for number in range(count)]


def suggestions(grid: str, bot: str, count: int, jobs: int) -> list[Suggestion]:
    run = RatingRun(terms(grid, bot, count), catalogue(), Workers(jobs))
    try:
        wait_for(run)
        text: list[tuple[int, int]] = []
        found = suggest(run, course(grid), catalogue(), lambda completed, total: text.append((completed, total)))
        assert not text or text[-1][0] == text[-1][1]
        return found
    finally:
        run.close()


def test_a_change_that_helps_is_found_with_any_number_of_processes() -> None:
    found = suggestions(SMALL_PIT, "random", 12, jobs=1)
    helpful = {(entry.change.name, entry.change.cell, entry.change.kind): entry for entry in found}
    pit = helpful["remove", (2, 1), "pit"]
    assert pit.spot == (2, 1)
    assert pit.after.mean < pit.before.mean
    text = RatingWords(catalogue().plugins.values()).suggestion(pit, course(SMALL_PIT).board)
    assert text.startswith("Plain floor instead of Pit at column 3, row 2: ")
    assert found == suggestions(SMALL_PIT, "random", 12, jobs=2)


@pytest.mark.long
def test_nothing_is_suggested_where_nobody_is_destroyed() -> None:
    assert suggestions(" d1>  .  c1\n d2>  .  .\n", "greedy", 10, jobs=1) == []


def test_few_games_suggest_nothing() -> None:
    assert suggestions(PIT, "random", 9, jobs=1) == []


def test_a_railing_is_tried_where_robots_fall_and_what_must_stay_stays() -> None:
    found = candidates(course(EDGE), games(EDGE, "random", 4), NOTATIONS, ["dock"])
    assert ((3, 0), Change("wall", (2, 0), direction=1)) in found
    assert all(change.kind not in ("dock", "checkpoint") for _spot, change in found if change.name == "remove")
    assert len(found) == len({change for _spot, change in found})


@pytest.mark.long
def test_stopping_the_rating_stops_the_trials() -> None:
    run = RatingRun(terms(PIT, "random", 10), catalogue(), Workers(1))
    wait_for(run)
    processes = run.workers.processes
    trying = SuggestionRun(run, course(PIT), catalogue())
    assert not trying.done
    run.close()
    for process in processes:
        process.join()
    assert not trying.poll()


@pytest.mark.parametrize(
    ("gains", "least", "most"), [([1.0, -1.0] * 10, 0.49, 0.51), ([1.0, 1.0, 0.0] * 7, 0.0, 1e-6), ([0.0] * 5, 1, 1)]
)
def test_chance_is_told_from_help(gains: list[float], least: float, most: float) -> None:
    assert least <= chance_of(gains) <= most
