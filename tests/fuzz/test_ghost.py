"""The ghost does what the robot does if nobody else acts (STD-1701, STD-R32), on random boards of card editions."""

from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, observe
from roborally.core.state import OFF
from roborally.game.forecast import Forecast, Forecaster
from tests.counting import work_of
from tests.slots import put_in

from .play import CARD_EDITIONS, choose, grid, make, random_game, stretches


def program_question(match: Match) -> Decision | None:
    return next((entry for entry in match.state.decisions if entry["kind"] == "program"), None)


def forecaster(match: Match, question: Decision) -> Forecaster:
    return Forecaster(observe(match, question["seat"]), question)


def act_alone(match: Match, index: int) -> None:
    """Ask nobody else, so that the registers of all others stay empty."""
    match.state.decisions[:] = [entry for entry in match.state.decisions if entry["piece"] == index]


def run_turn(match: Match) -> None:
    """Run to the end of the turn with defaults."""
    match.run("turn")
    while match.state.decisions and not match.halted and not match.state.over:
        for decision in match.state.decisions:
            match.state.sealed.setdefault(decision["id"], decision["default"])
        match.run("turn")


def full_program(match: Match, question: Decision, number: int) -> Any:
    """Return a random legal program without gaps, which chance would fill."""
    dice = Dice(number)
    return next(program for _ in range(100) if all(program := choose(match, question, dice)) and program)


def without_beams(mode: str, number: int) -> Any:
    """Return a game on a random board that has neither lasers nor what shoots by itself."""
    dice = Dice(number)
    rows = [row.split() for row in grid(mode, dice, 2, 7, 6).splitlines()]
    text = "\n".join(" ".join("." if "l" in token.split(":")[0] else token for token in row) for row in rows)
    return make(mode, text, 2, seed=number)


@pytest.mark.parametrize("mode", ["standard", "classic", "crash-and-burn", "auenland"])
@pytest.mark.parametrize("numbers", stretches(15, 45, 60))
def test_it_ends_where_the_robot_ends_if_nobody_else_acts(mode: str, numbers: range) -> None:
    for number in numbers:
        check_the_end(mode, number)


def check_the_end(mode: str, number: int) -> None:
    match = without_beams(mode, number).start(number)
    match.run()
    question = program_question(match)
    assert question is not None
    program = full_program(match, question, number)
    ghost = forecaster(match, question).ghost(program)
    index = question["piece"]
    act_alone(match, index)
    match.state.sealed[question["id"]] = program
    run_turn(match)
    piece = match.state.pieces[index]
    if ghost.lost:
        assert piece.cell == OFF, number
    else:
        assert (ghost.cell, ghost.facing) == (match.cell_of(piece), piece.facing), number
        assert match.state.over or set(ghost.stops) == {1, 2, 3, 4, 5}, number


@pytest.mark.parametrize("mode", CARD_EDITIONS)
@pytest.mark.parametrize("numbers", stretches(3, 9, 12))
def test_it_changes_nothing_and_its_way_hangs_together(mode: str, numbers: range) -> None:
    for number in numbers:
        check_some_ghosts(mode, number)


def check_some_ghosts(mode: str, number: int) -> None:
    match = random_game(mode, number).start(number)
    match.run()
    for _ in range(8):
        question = program_question(match)
        if question is not None:
            look_at(match, question, Dice(number))
        if match.state.over or not match.state.decisions:
            break
        answer_all(match, number)


def answer_all(match: Match, number: int, *, but: int = SPECTATOR) -> None:
    """Answer all questions by chance, except those of one seat, and run on."""
    for decision in list(match.state.decisions):
        if decision["id"] not in match.state.sealed and decision in match.state.decisions and decision["seat"] != but:
            match.seal(decision["id"], choose(match, decision, Dice(number)), decision["seat"])
    match.run()


def look_at(match: Match, question: Decision, dice: Dice) -> None:
    before = match.digest()
    program = list(choose(match, question, dice)) or [""] * 5
    planner = forecaster(match, question)
    for length in range(len(program) + 1):
        answer = (*program[:length], *[""] * (5 - length))
        ghost = planner.ghost(answer)
        assert ghost == planner.ghost(answer)
        assert_connected(ghost, match.cell_of(match.state.pieces[question["piece"]]))
    assert match.digest() == before


def assert_connected(ghost: Forecast, start: Any) -> None:
    at = start
    for leg in ghost.legs:
        assert at is None or leg.start == at
        at = leg.end
    if ghost.legs and not ghost.lost:
        assert at == ghost.cell


def test_empty_slots_do_nothing_others_stand_and_only_the_beams_of_the_board_hit() -> None:
    text = """
     .   .   .   .   l<  .
     d1> d2> >   v   .   .
     .   .   .   O   .   c1
    """
    match = make("standard", text, 2).start(1)
    match.run()
    match.state.pieces[0].damage = 8
    question = program_question(match)
    assert question is not None
    planner = forecaster(match, question)
    nothing = planner.ghost(("", "", "", "", ""))
    assert (nothing.cell, nothing.legs, nothing.stops, nothing.lost) == ((0, 1), [], {}, {})
    walk = planner.ghost(("move1@500", "", "", "", ""))  # against the other one, which the belt then takes to the pit
    assert (walk.cell, walk.stops) == ((1, 1), {1: (1, 1)})
    assert [event["to"] for event in dict(walk.events)[1] if event.get("how") == "push"] == [(2, 1)]
    hot = planner.ghost(("left@70", "move1@500", "", "", ""))  # into the beam, with 8 damage
    assert (hot.cell, hot.lost["cause"]) == ((0, 0), "board-laser")
    pit = planner.ghost(("move2@700", "", "", "", ""))  # onto the belt, and on into the pit
    assert (pit.cell, pit.lost["cause"]) == ((3, 2), "pit")
    assert pit.legs[-1].end == (3, 2)
    assert max(pit.stops) == 2
    edge = planner.ghost(("u-turn@10", "move1@500", "move3@800", "", ""))
    assert (edge.cell, edge.lost["cause"], edge.stops) == ((-1, 1), "edge", {1: (0, 1), 2: (-1, 1)})


@pytest.mark.parametrize("mode", [*CARD_EDITIONS, "volt"])
@pytest.mark.parametrize("numbers", stretches(3, 5, 8))
def test_nobody_else_acts_even_if_they_have_answered(mode: str, numbers: range) -> None:
    """In VOLT answers count at once, and what is not known of them is drawn from dice."""
    for number in numbers:
        match = random_game(mode, number).start(number)
        match.run()
        while (question := program_question(match)) is None:
            answer_all(match, number)
        answer_all(match, number, but=question["seat"])
        ghost = forecaster(match, question).ghost(choose(match, question, Dice(number)))
        acting = {event["by"] for _stage, events in ghost.events for event in events if event["type"] == "step"}
        assert acting <= {-1, question["piece"]}, number


def test_a_locked_register_is_played_and_the_hand_is_not() -> None:
    match = make("standard", "d1^ d2> . . c1", 2).start(1)
    match.run()
    put_in(match.state.ext["program-cards"], "locks", 0, (5,))
    put_in(match.state.ext["program-cards"], "slots", 0, ("", "", "", "", "right@80"))
    question = program_question(match)
    assert question is not None
    ghost = forecaster(match, question).ghost(("", "", "", "", ""))
    assert (ghost.cell, ghost.facing, ghost.stops) == ((0, 0), 1, {5: (0, 0)})


@pytest.mark.plain  # counts the calls that Python makes
def test_a_change_of_the_program_costs_little() -> None:
    """24 by 24 cells, eight robots: a program is played forward while the next frame is drawn, about 2300 calls.

    One turn of one robot is all the work there is: what the seat knows is not looked at again, which would be another
    1600 calls, and it does not become more from change to change.
    """
    match = make("standard", grid("standard", Dice(6), 8, 24, 24), 8).start(1)
    match.run()
    question = program_question(match)
    assert question is not None
    planner = forecaster(match, question)
    programs = [full_program(match, question, number) for number in range(10)]
    costs = [work_of(lambda program=program: planner.ghost(program)).calls for program in programs * 3]  # type: ignore[misc]
    # Collections of garbage may call something too, so the sums are nearly equal.
    assert sum(costs[20:]) < sum(costs[10:20]) * 1.05
    assert 500 < max(costs) < 3500
