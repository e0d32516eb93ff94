"""When the events of a turn are shown: plain data, without a window."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from roborally.core.board import Element
from roborally.core.events import is_for
from roborally.core.observation import SPECTATOR
from roborally.ui.board.timetable import MIN_STAGE, Chain, Pacing, Timetable
from roborally.ui.plugin import Views, views_of
from tests.fuzz.play import EDITIONS, play, random_game

LENGTH = 0.5
"""The seconds that each beat takes in these tests."""
GEARS = (Element("gear", (0, 0), {}),)
PACING = Pacing({"open": "stage", "act": "action", "deal": "none"}, {"hum": "quiet", "step shove": "alone"}, GEARS)
Beat = list[dict[str, Any]]


def beat(*events: dict[str, Any]) -> Beat:
    return list(events)


def acts(piece: int, *more: dict[str, Any]) -> Beat:
    return beat({"type": "act", "piece": piece}, *more)


def step(piece: int, x: int, y: int, *, by: int | None = None, how: str = "forward") -> Beat:
    """Return a step to the right that ends on a cell."""
    by = piece if by is None else by
    return beat(
        {"type": "step", "piece": piece, "from": (x - 1, y), "to": (x, y), "direction": 1, "how": how, "by": by}
    )


def turn(piece: int, how: str = "act") -> dict[str, Any]:
    return {"type": "turn", "piece": piece, "from": 0, "to": 1, "quarters": 1, "how": how}


def beam(*targets: int) -> Beat:
    return beat({"type": "beam", "cells": ((0, 0),), "direction": 1, "piece": 0, "targets": targets, "cause": "test"})


OPEN = beat({"type": "open"})
CLOSE = beat({"type": "moment", "name": "stage", "turn": 1, "stage": 1})


def chains(*beats: Beat, pacing: Pacing = PACING) -> Iterator[Chain]:
    """Yield the chains of beats that are all known."""
    rest = list(beats)
    while rest:
        chain = pacing.first_chain(rest)
        assert chain.beats == rest[: len(chain.beats)]
        del rest[: len(chain.beats)]
        yield chain


def begins(*beats: Beat, own: Sequence[int] = (), robots: int = 4) -> list[float]:
    """Return when the chains of these beats begin, if every beat takes `LENGTH`."""
    timetable, found = Timetable(robots), []
    for chain in chains(*beats):
        begin = max(0.0, timetable.begin_of(chain, own))
        timetable.begin(chain, begin)
        timetable.end(chain, begin + LENGTH * len(chain.beats))
        found.append(round(begin, 3))
    return found


def test_a_card_and_all_that_follows_from_it_are_a_chain() -> None:
    first = [acts(0), step(0, 1, 0), step(0, 2, 0), beat({"type": "destroy", "piece": 0, "cell": (2, 0), "by": ()})]
    found = list(chains(*first, acts(1, turn(1)), step(1, 5, 5, by=-1), beat(turn(1, "gear")), beam(), OPEN))
    assert [len(chain.beats) for chain in found] == [4, 1, 1, 1, 1, 1]
    assert [chain.actor for chain in found] == [0, 1, -1, -1, -1, -1]
    assert found[0].pieces == {0}
    assert found[0].cells == {(0, 0), (1, 0), (2, 0)}


def test_cards_begin_one_after_the_other_and_are_shown_together() -> None:
    """CLI-2039."""
    second, third = begins(acts(0), step(0, 1, 0), acts(1), step(1, 1, 3), acts(2), step(2, 1, 6))[1:]
    assert 0 < second < third < 2 * LENGTH


def test_who_goes_where_another_one_leaves_waits_for_it() -> None:
    assert begins(acts(0), step(0, 2, 0), acts(1), step(1, 1, 0)) == [0, 2 * LENGTH]
    bumps = {"type": "blocked", "piece": 1, "cell": (3, 0), "direction": 3, "how": "forward"}
    assert begins(acts(0), step(0, 2, 0), acts(1), beat(bumps)) == [0, 2 * LENGTH], "it bumps into the first one"


def test_a_robot_that_acts_twice_waits_for_itself() -> None:
    assert begins(acts(0), step(0, 1, 0), acts(0), step(0, 2, 0)) == [0, 2 * LENGTH]


@pytest.mark.parametrize(
    "news",
    [
        [acts(3), step(1, 4, 4, by=3)],
        [step(1, 4, 4, by=-1, how="shove")],
        [acts(3), beat({"type": "destroy", "piece": 3, "cell": (4, 4), "by": ()})],
        [acts(3), beat({"type": "spell", "piece": 3})],
        [beat({"type": "spell"})],
    ],
    ids=["a push", "declared", "a loss", "of a plugin", "of a plugin and no robot"],
)
def test_what_matters_is_shown_alone(news: list[Beat]) -> None:
    """CLI-2039: also whatever a plugin does not pace."""
    end = (2 + len(news)) * LENGTH
    assert begins(acts(0), step(0, 1, 0), *news, acts(2), step(2, 1, 7)) == [0, 2 * LENGTH, end]


def test_the_board_acts_when_the_cards_are_over() -> None:
    """Two acts of the board that share nothing overlap; a robot that both move has one after the other."""
    belt, gear = step(0, 2, 0, by=-1, how="belt"), beat(turn(1, "gear"))
    card, first, second = begins(acts(0), step(0, 1, 0), belt, gear)
    assert (card, first) == (0, 2 * LENGTH)
    assert first < second < first + LENGTH
    assert begins(belt, beat(turn(0, "gear"))) == [0, LENGTH]


def test_nobody_waits_for_what_is_quiet() -> None:
    """A shot that misses, a repair, an event that a plugin declares, one that is no step of a replay."""
    heal = {"type": "heal", "piece": 2, "points": 1, "damage": 0, "cause": "test"}
    for quiet in (beam(), beat(heal), beat({"type": "hum"}), beat({"type": "deal", "piece": 2})):
        assert begins(quiet, acts(0), step(0, 1, 0)) == [0, 0]
        assert begins(quiet, OPEN) == [0, 0]


def test_a_shot_waits_until_all_robots_stand_and_volleys_overlap() -> None:
    assert begins(acts(0), step(0, 1, 0), beam()) == [0, 2 * LENGTH]
    first, second = begins(beam(1), beam(2))
    assert first < second < LENGTH
    assert begins(beam(1), beam(1)) == [0, LENGTH], "the same robot is hit twice"


def test_a_shot_that_a_player_aims_is_worth_a_look_though_it_misses() -> None:
    assert begins(acts(0, *beam()), acts(0)) == [0, LENGTH]
    assert begins(beam(), acts(0)) == [0, 0]


def test_what_is_quiet_does_not_come_before_news() -> None:
    """Lines of the log stand in the order of the events, and the loss of a robot is shown before its price."""
    lost = beat({"type": "destroy", "piece": 1, "cell": (4, 4), "by": ()})
    assert begins(lost, beat({"type": "hum"})) == [0, LENGTH]


def test_a_stage_waits_for_all_and_takes_its_time() -> None:
    assert begins(OPEN, acts(0), step(0, 1, 0), OPEN) == [0, LENGTH, 3 * LENGTH]
    quick = Timetable(2)
    for chain, length in zip(chains(OPEN, acts(0, turn(0)), CLOSE, OPEN), (0.1, 0.2, 0.0, 0.1), strict=True):
        begin = max(0.0, quick.begin_of(chain))
        quick.begin(chain, begin)
        quick.end(chain, begin + length)
    assert begin == MIN_STAGE, "something moves in it"
    assert begins(OPEN, CLOSE, OPEN) == [0, LENGTH, LENGTH], "nothing does"
    assert begins(beam(), CLOSE) == [0, LENGTH], "no title of the next turn while a shot flies"


def test_the_own_card_has_more_time_and_few_robots_have_more_than_many() -> None:
    cards = [acts(0), step(0, 1, 0), acts(1), step(1, 1, 3)]
    apart = {robots: begins(*cards, robots=robots)[1] for robots in (2, 4, 8)}
    assert apart[2] > apart[4] > apart[8]
    assert begins(*cards, robots=8, own=(1,))[1] == begins(*cards, robots=8, own=(0,))[1] > apart[8]
    turned = begins(acts(0, turn(0)), acts(1), step(1, 1, 3), robots=8)
    assert turned[1] < apart[8], "a turn in place is quickly read"


def test_an_end_that_is_not_known_is_waited_for() -> None:
    timetable = Timetable(2)
    first, second = chains(acts(0), step(0, 1, 0), acts(0), step(0, 2, 0))
    timetable.begin(first, 1.0)
    assert timetable.begin_of(second) == float("inf")
    timetable.end(first, 7.0)
    assert timetable.begin_of(second) == 7.0


def test_a_plugin_that_paces_the_event_of_another_is_refused() -> None:
    from roborally.plugin import PluginError

    views = Views()
    views.pace("spell", "quiet")
    views.owner = "second"
    with pytest.raises(PluginError, match="'second' says how 'spell' is paced"):
        views.pace("spell", "alone")


@pytest.mark.parametrize("mode", EDITIONS)
def test_in_real_games_the_order_is_kept_and_nothing_that_meets_overlaps(mode: str) -> None:
    """Beats that take random times: chains begin in the order of events, and what overlaps shares nothing."""
    for number in range(4):
        game = random_game(mode, 40 + number)
        beats: list[Beat] = []

        def follow(event: Any, beats: list[Beat] = beats) -> None:
            if not is_for(event, SPECTATOR):
                return
            if beats and beats[-1][0]["beat"] == event["beat"]:
                beats[-1].append(event)
            else:
                beats.append([event])

        play(game, number, 6, on_event=follow)
        views = views_of(game.plugins)
        pacing = Pacing(views.stops, views.paces, game.course.board.elements)
        timetable, shown, last = Timetable(len(game.seats)), list[tuple[Chain, float]](), 0.0
        for count, chain in enumerate(chains(*beats, pacing=pacing)):
            begin = max(last, timetable.begin_of(chain))
            assert begin >= last
            timetable.begin(chain, begin)
            timetable.end(chain, begin + 0.1 * (1 + count * 7 % 11))
            still = [other for other, end in shown if end > begin + 1e-9 and not other.is_quiet]
            if not chain.is_quiet:
                assert not any(other.meets(chain) or other.is_alone or chain.is_alone for other in still)
                assert not (chain.opens and still)
            shown.append((chain, begin + 0.1 * (1 + count * 7 % 11)))
            last = begin
        assert len(shown) > 20
