"""Rules about seats, secrets, clocks and boards, which no scenario can say."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.game.course.notation import CourseError
from roborally.game.factory import Game
from roborally.game.match_file import ConfigError
from roborally.game.session.local import LocalSession
from roborally.game.statistics import Tally
from tests.net.table import NeverThinker

GameOf = Callable[..., Game]


def running(game: Game, seed: int = 3) -> Match:
    match = game.start(seed)
    match.run()
    return match


def seal_all(match: Match, order: int = 1, **answers: Any) -> None:
    """Answer what has no answer yet, in the order of seats or against it."""
    entries = sorted(match.state.decisions, key=lambda entry: entry["seat"] * order)
    for entry in sorted(entries, key=lambda entry: not entry["at_once"]):
        if entry["id"] not in match.state.sealed:
            match.seal(entry["id"], answers.get(entry["kind"].replace("-", "_"), entry["default"]))


@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_std_r35_two_to_eight_players(game_of: GameOf, mode: str) -> None:
    """STD-R35, CLS-101: 2 to 8, and not more than there are docks."""
    for count in (2, 8):
        assert len(game_of([""] * count, mode).seats) == count
    for count in (1, 9):
        with pytest.raises(ConfigError):
            game_of([""] * count, mode)
    with pytest.raises(ConfigError):
        game_of(["", "", ""], mode, grid=" d1 . c1\n d2 . c2")


def test_std_r35_the_same_model_twice(game_of: GameOf) -> None:
    """STD-R35, STD-106: a model may be chosen more than once, and only one that is offered."""
    assert [seat.model for seat in game_of(["tanky", "tanky", "peach"]).seats] == ["tanky", "tanky", "peach"]
    with pytest.raises(ConfigError, match="hal"):
        game_of(["hal", ""])


def test_std_102_each_robot_on_its_own_dock(game_of: GameOf) -> None:
    """STD-101, STD-102, CLS-101: a robot for each seat, on the docks in the order of seats, facing as drawn."""
    match = running(game_of([""] * 3, grid=" d3^ . c1\n d1< . .\n d2 . ."))
    assert [(match.cell_of(piece), piece.facing, piece.seat) for piece in match.state.pieces] == [
        ((0, 1), 3, 0),
        ((0, 2), 1, 1),
        ((0, 0), 0, 2),
    ]


def test_std_105_bots_may_fill_any_seats(game_of: GameOf) -> None:
    """STD-105: alone or together with people."""
    for controllers in (["random"] * 3, ["human", "random", "greedy"]):
        game = game_of([""] * 3, controllers=controllers)
        assert [seat.controller for seat in game.config.seats] == controllers


def test_com_18_the_order_of_answers_does_not_matter(game_of: GameOf) -> None:
    """COM-18, STD-501: all program at the same time; answers are collected and disclosed together."""
    game = game_of(["albot", "lazybot", "albot", ""])
    digests = set()
    for order in (1, -1):
        match = running(game)
        seal_all(match, order, new_commands="yes", power_down="yes")
        match.run()
        digests.add(match.digest())
    assert len(digests) == 1


def test_com_18_every_question_has_a_default_that_is_allowed(game_of: GameOf) -> None:
    """COM-18: a match in which only the clock answers ends."""
    for mode in ("standard", "classic"):
        match = running(game_of(["", "", ""], mode, rules={"lives": 1}))
        for _ in range(300):
            for entry in match.state.decisions:
                assert match.checked(entry, entry["default"]) is not None
            match.default_answers()
            if match.state.over:
                break
        assert match.state.over


def test_std_602_what_others_see_of_a_program(game_of: GameOf) -> None:
    """STD-602: the own program and all locked cards are visible from the beginning of the moving phase."""
    match = game_of(["", ""]).start(3)
    match.hurt(match.state.pieces[0], 6, "test")
    match.run()
    seal_all(match)
    match.run(until="stage")
    slots = match.state.ext["program-cards"]["slots"]
    other = observe(match, 1).data["ext"]["program-cards"]["slots"]
    assert other[1] == slots[1]
    assert match.state.ext["program-cards"]["locks"][0] == (4, 5)
    assert other[0] == (slots[0][0], "?", "?", slots[0][3], slots[0][4])


def test_std_1101_the_announcement_is_shown_in_the_moving_phase(game_of: GameOf) -> None:
    """STD-1101: others see it, but not before all programs are confirmed."""
    match = running(game_of(["", ""]))
    events: list[Event] = []
    match.watch = Watch(events.append)
    announcement = next(entry for entry in match.state.decisions if entry["kind"] == "power-down")
    match.seal(announcement["id"], "yes")
    assert not observe(match, 1).data["sealed"]
    assert [event["type"] for event in events] == []
    seal_all(match)
    match.run(until="stage")
    types = [event["type"] for event in events]
    assert types.index("announce") < types.index("reveal")


def confirm(session: LocalSession, seat: int) -> None:
    for entry in session.decisions(seat):
        if entry["kind"] == "program":
            session.answer(seat, entry["id"], entry["default"])


def test_std_504_the_phase_ends_when_all_have_confirmed(game_of: GameOf) -> None:
    """STD-504: no clock where the host wants none; the phase ends with the last confirmation."""
    clock = [0.0]
    session = LocalSession.start(game_of(["", ""]), 3, NeverThinker(), now=lambda: clock[0])
    clock[0] = 1e6
    session.poll()
    assert session.match.state.stage == 0
    confirm(session, 0)
    assert session.match.state.stage == 0
    confirm(session, 1)
    assert session.match.state.turn == 2


def test_std_504_the_hosts_timer_ends_the_phase(game_of: GameOf) -> None:
    """STD-504, STD-506: when the time is over, what is missing is filled and the turn is played."""
    clock = [0.0]
    session = LocalSession.start(game_of(["", ""], timer=60), 3, NeverThinker(), now=lambda: clock[0])
    clock[0] = 59.0
    session.poll()
    assert session.match.state.turn == 1
    clock[0] = 60.0
    session.poll()
    assert session.match.state.turn == 2


@pytest.mark.parametrize(("timer", "least", "after"), [(5, 15, 15.0), (30, 15, 30.0), (5, 0, 5.0), (0, 15, None)])
def test_std_r27_a_person_always_has_the_least_seconds(
    game_of: GameOf, timer: int, least: int, after: float | None
) -> None:
    """STD-R27, STD-R39: a shorter timer of the host takes no seconds away, a longer one stays, none stays none."""
    clock = [0.0]
    game = game_of(["", ""], controllers=["human", "slow"], timer=timer, rules={"least_seconds": least})
    session = LocalSession.start(game, 3, NeverThinker(), now=lambda: clock[0])
    assert session.deadline == after
    if after is not None:
        clock[0] = after - 1
        session.poll()
        assert session.match.state.turn == 1
        clock[0] = after
        session.poll()
        assert session.match.state.turn == 2


def test_std_505_bots_are_waited_for_but_not_for_ever(game_of: GameOf) -> None:
    """STD-505, STD-R27: a confirmation does not end the phase before the bots, which have `ai_seconds` at most."""
    clock = [0.0]
    game = game_of(["", ""], controllers=["human", "slow"], rules={"ai_seconds": 15})
    session = LocalSession.start(game, 3, NeverThinker(), now=lambda: clock[0])
    session.poll()
    confirm(session, 0)
    assert session.match.state.turn == 1
    for _ in range(4):  # announcement and program are questions of their own
        clock[0] += 15.5
        session.poll()
    assert session.match.state.turn == 2


def test_std_1512_all_statistics_of_a_game_can_be_shown(game_of: GameOf) -> None:
    """STD-1512, STD-1513: every counter has a title, for every robot."""
    game = game_of(["", "", ""])
    tally = Tally(game.rules, 3)
    names = ["fwd", "back", "left", "right", "uturn", "taken", "deaths", "dealt", "kills", "repaired", "pdowns"]
    names.append("pushed")
    assert list(tally.titles()) == names, "in the order of the rules"
    assert all(tally.titles().values())
    assert [sorted(counts) for counts in tally.counts] == [sorted(names)] * 3


def test_com_01_one_floor_element_a_cell(game_of: GameOf) -> None:
    """COM-01: a rectangle, and at most one floor element in a cell beside what stands on its edges."""
    for grid in (" d1 . >+w1\n d2 c1 .", " d1 .\n d2 . .", " d1 O+c1\n d2 ."):
        with pytest.raises(CourseError):
            game_of(["", ""], grid=grid)
    game = game_of(["", ""], grid=" d1 . >+l>+c1:s\n d2 . .")
    there = [element.kind for element in game.course.board.elements if element.cell == (2, 0)]
    assert there == ["belt", "laser", "checkpoint"]


def test_std_1201_the_order_at_the_end_of_a_turn(game_of: GameOf) -> None:
    """STD-1201, STD-R36: sites archive and repair, then regeneration, then shutdowns, then cards are discarded."""
    match = game_of(["tanky", ""], grid=" d1>+w1:nesw . c1\n d2>:nesw . c2").start(3)
    match.hurt(match.state.pieces[0], 4, "test")
    events: list[Event] = []
    match.watch = Watch(events.append)
    match.run()
    seal_all(match, power_down="yes")
    match.run(until="turn")
    healed = [event["cause"] for event in events if event["type"] == "heal" and event["piece"] == 0]
    assert healed == ["repair", "regeneration", "power-down"]
    assert match.state.pieces[0].damage == 0


def test_std_r20_a_mirrored_shot_comes_from_no_side(game_of: GameOf) -> None:
    """STD-1405, STD-R20: the shooter takes the points, and no mirror can turn that shot again."""
    match = running(game_of(["peach", "peach"]))
    mirror = importlib.import_module("roborally_plugins.classic_robots.rules").mirror
    first, second = match.robots[:2]
    hit = mirror(match, (first, 2, second.index, first.facing, "laser"))
    assert hit == (second, 2, first.index, -1, "mirror")
    assert mirror(match, hit) == hit
