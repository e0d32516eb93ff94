"""Bots in RoboBall: legal answers, games that end, and bots that know what they do."""

from typing import Any

import pytest

from roborally.arena.play import Outcome, play
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import observe
from tests.fuzz.play import make
from tests.shipped import catalogue
from tests.slots import put_in

CATALOGUE = catalogue()
PITCH = """
 .  .      .  .  .     .  .  .      .
 .  home1  .  .  ball  .  .  home2  .
 .  .      .  .  .     .  .  .      .
"""


def outcome(grid: str, names: tuple[str, ...], seed: int, teams: int = 0) -> Outcome:
    bots = [make_bot(name, CATALOGUE) for name in names]
    return play(make("roboball", grid, len(names), teams=teams), names, bots, seed, 200)


def test_greedy_beats_random_and_games_end() -> None:
    for seed in range(8):
        played = outcome(PITCH, ("random", "greedy") if seed % 2 else ("greedy", "random"), seed)
        assert played.ended == "goal"
        assert [played.bots[seat] for seat in played.winners] == ["greedy"]


def test_a_team_wins_together() -> None:
    played = outcome(PITCH, ("greedy", "random", "greedy", "random"), 1, teams=2)
    assert played.winners == [0, 2]


def programming(
    hand: tuple[str, ...], cell: tuple[int, int], facing: int, hitched: bool = False, grid: str = PITCH
) -> Match:
    """Return a match whose first robot, on a cell of the pitch, programs from a given hand."""
    match = make("roboball", grid, 2).start(3)
    match.run()
    match.place(match.state.pieces[0], match.floor.index(cell), facing, "test")
    put_in(match.state.ext["roboball"], "hitched", 0, hitched)
    put_in(match.state.ext["program-cards"], "hands", 0, hand)
    return match


def ask(match: Match, kind: str, bot: str = "planner") -> Any:
    """Return a bot's answer to the first robot's question of a kind."""
    seen = observe(match, 0)
    decision = next(entry for entry in seen.decisions() if entry["kind"] == kind)
    return make_bot(bot, CATALOGUE).choose(seen, decision, Dice(1))


def finish(match: Match, program: Any) -> None:
    """Play the turn; the first robot hitches, the other one does nothing."""
    match.state.ext["program-cards"].update(scripted=True, programs=((), ()), deals=((), ()))
    while not match.state.over and not match.halted:
        for decision in match.state.decisions:
            answer = program if decision["kind"] == "program" and decision["seat"] == 0 else decision["default"]
            match.state.sealed[decision["id"]] = "yes" if decision["kind"] == "hitch" else answer
        match.run("turn")


@pytest.mark.parametrize(
    ("cell", "facing", "hitched"),
    [((5, 1), 3, False), ((3, 1), 3, True), ((3, 1), 1, True)],
    ids=["pushes", "drags", "drags backward"],
)
def test_it_brings_the_ball_home_when_the_hand_allows_it(cell: tuple[int, int], facing: int, hitched: bool) -> None:
    hand = ("left@70", "back-up@430", "move1@490", "move2@670", "back-up@440", "u-turn@10", "back-up@450", "right@80")
    match = programming(hand, cell, facing, hitched)
    finish(match, ask(match, "program"))
    assert match.state.winners == (0,)


def test_greedy_turns_away_from_a_ball_that_it_cannot_push_home() -> None:
    """Between it and the home are the ball and a wall: it must drag the ball around them."""
    grid = """
     .  .        O  .     .  .
     .  .        O  .     .  .
     .  home1:n  .  ball  .  home2
     .  .        .  .     .  .
    """
    hand = ("move1@490", "move1@500", "move1@510", "left@70", "left@90", "right@80", "u-turn@10", "right@100")
    match = programming(hand, (1, 0), 2, hitched=True, grid=grid)
    match.place(match.state.pieces[-1], match.floor.index((1, 1)), 0, "test")
    finish(match, ask(match, "program", "greedy"))
    assert match.cell_of(match.state.pieces[-1]) != (1, 1)


def test_greedy_takes_the_ball_past_the_home_to_drag_it_there() -> None:
    """The ball lies beside the home, at the edge, where nobody can push it: it must first be dragged away."""
    hand = ("move1@490", "move1@500", "move1@510", "left@70", "left@90", "right@80", "u-turn@10", "right@100")
    match = programming(hand, (2, 2), 0, hitched=True)
    match.place(match.state.pieces[-1], match.floor.index((1, 2)), 0, "test")
    finish(match, ask(match, "program", "greedy"))
    assert match.state.winners == (0,)


def test_it_hitches_and_lets_go_for_a_mate_before_it_powers_down() -> None:
    match = make("roboball", PITCH, 4, teams=2).start(1)
    match.run()
    match.state.decisions.clear()
    for index, cell in ((0, (3, 1)), (2, (4, 0))):
        match.state.pieces[index].solid = True
        match.place(match.state.pieces[index], match.floor.index(cell), 1, "test")
    match.ask("hitch", match.state.pieces[0], "no", ("yes", "no"))
    match.ask("unhitch", match.state.pieces[0], "no", ("yes", "no"))
    assert (ask(match, "hitch"), ask(match, "unhitch")) == ("yes", "no")
    put_in(match.state.ext["power-down"], "next", 0, True)
    assert ask(match, "unhitch") == "yes"


def test_it_comes_back_facing_the_ball() -> None:
    match = make("roboball", PITCH, 2).start(1)
    match.ask("respawn-facing", match.state.pieces[0], "north", ("north", "east", "south", "west"))
    assert ask(match, "respawn-facing") == "east"
