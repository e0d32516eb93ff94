"""The best moments of a match, found by what the kernel tells (CLI-2046)."""

from typing import Any

import pytest

from roborally.core.events import Event
from roborally.narration.highlights import MAX_MOMENTS, best_moments, score
from tests.sweeps import few_of


def push(piece: int) -> Event:
    return {"type": "step", "piece": piece, "how": "push"}


def destroy(piece: int) -> Event:
    return {"type": "destroy", "piece": piece}


def hurt(points: int) -> Event:
    return {"type": "hurt", "piece": 0, "points": points}


WON = {"type": "over", "winners": (0,)}
DRAWN = {"type": "over", "winners": ()}


def film(beats: dict[int, list[Event]]) -> list[Event]:
    return [{**event, "beat": beat} for beat, events in beats.items() for event in events]


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ([push(0)], [push(0), push(1)]),
        ([push(0), push(0)], [push(0), push(1)]),
        ([push(0), push(1)], [push(0), push(1), push(2)]),
        ([push(0), push(1), push(2)], [destroy(0)]),
        ([destroy(0)], [destroy(0), destroy(1)]),
        ([hurt(1)], [hurt(3)]),
        ([destroy(0)], [WON]),
        ([DRAWN], [hurt(1)]),
    ],
)
def test_what_counts_more(less: list[Event], more: list[Event]) -> None:
    """CLI-2046."""
    assert score(less) < score(more)


def test_moments_come_in_their_order_and_the_end_is_among_them() -> None:
    events = film({1: [destroy(0)], 10: [push(0), push(1)], 20: [hurt(1)], 30: [destroy(0), destroy(1)], 40: [WON]})
    assert [moment.beat for moment in best_moments(events)] == [1, 10, 30, 40]
    assert [moment.beat for moment in best_moments(events, 2)] == [30, 40]


def test_of_equal_moments_the_later_ones_are_shown() -> None:
    events = film({beat * 10: [destroy(0)] for beat in range(MAX_MOMENTS + 3)})
    assert [moment.beat for moment in best_moments(events)] == [beat * 10 for beat in range(3, MAX_MOMENTS + 3)]


def test_moments_that_are_close_are_one() -> None:
    events = film({5: [destroy(0)], 6: [{"type": "moment"}], 7: [destroy(1), {"type": "blocked"}]})
    (moment,) = best_moments(events)
    assert (moment.first, moment.last) == (0, 3)
    assert moment.score == 2 * score([destroy(0)])


def test_a_long_fight_is_several_moments() -> None:
    events = film({beat: [destroy(0)] for beat in range(30)})
    assert all(moment.beat - moment.since < 12 for moment in best_moments(events))
    assert len(best_moments(events)) == 3


def test_a_match_in_which_nothing_happens_has_none() -> None:
    assert best_moments(film({1: [push(0)], 2: [hurt(1)], 3: [DRAWN]})) == []


@pytest.mark.parametrize("mode", few_of(["standard", "volt", "roboball", "classic", "auenland", "crash-and-burn"], 3))
def test_every_edition_has_its_moments(library: Any, mode: str) -> None:
    """CLI-2046: without naming a rule of any of them."""
    events: list[Any] = library.finished(mode).recorder.record.events
    moments = best_moments(events)
    assert 1 <= len(moments) <= MAX_MOMENTS
    assert events[-1]["type"] != "over" or moments[-1].last >= len(events) - 12
