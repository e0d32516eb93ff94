"""What `planner` is better at than `greedy`."""

import itertools
from typing import Any

import pytest

from roborally.arena.play import play
from roborally.base.errors import TimeLimitExceeded
from roborally.bots.registry import make_bot
from roborally.bots.so_far import best_so_far, forget_best, note_best
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.plugin_system.loader import Catalogue
from tests.plugin_code import code_of
from tests.slots import put_in

HAND = ("move1@490", "move2@670", "left@70", "right@80", "u-turn@10", "back-up@430")
GRID = """
 .    .    >    >    v    .    c2
 d1>  .    .    O    v    g>   .
 .    l1^  .    .    v    .    .:n
 .    c1   .    g<   <    .    d2<
"""


def after_turn(match: Match, program: tuple[str, ...]) -> Match:
    """Return the match after a turn in which the first robot, alone on the floor, plays a program."""
    copy = match.clone()
    other = copy.state.pieces[1]
    copy.state.at[other.cell] = 0
    other.cell = -1
    for decision in copy.state.decisions:
        own = decision["kind"] == "program" and decision["seat"] == 0
        copy.state.sealed[decision["id"]] = program if own else decision["default"]
    copy.run("turn")
    return copy


def begin(make: Any, hand: tuple[str, ...]) -> Match:
    match: Match = make(GRID, "classic").start(3)
    match.run()
    put_in(match.state.ext["program-cards"], "hands", 0, hand)
    match.state.pieces[0].damage = 3
    return match


@pytest.mark.parametrize("number", range(4))
def test_no_order_of_its_cards_is_better_than_its_own(make: Any, catalogue: Catalogue, number: int) -> None:
    deck = list(HAND) * 2
    Dice(derive(number, "hand")).shuffle(deck)
    match = begin(make, tuple(sorted(set(deck[:8]))))
    worth = code_of(catalogue, "program-cards", "outlook").worth
    decision = observe(match, 0).decisions()[0]
    answer = make_bot("planner", catalogue).choose(observe(match, 0), decision, Dice(1))

    def value(program: tuple[str, ...]) -> float:
        end = after_turn(match, program)
        return float(worth(end, end.state.pieces[0]))

    hand = match.state.ext["program-cards"]["hands"][0]
    assert value(answer) == max(value(program) for program in itertools.permutations(hand, min(5, len(hand))))


def test_what_rival_expects_of_others_is_what_it_plays(make: Any, catalogue: Catalogue) -> None:
    """Nearly always: the quick walk keeps fewer places on the way."""
    likely_program = code_of(catalogue, "program-cards", "programs").likely_program
    planner = make_bot("planner", catalogue)
    same = 0
    for seed in range(20):
        match = make(GRID).start(seed)
        match.run()
        decision = next(entry for entry in observe(match, 0).decisions() if entry["kind"] == "program")
        same += likely_program(match, decision, Dice(1)) == planner.choose(observe(match, 0), decision, Dice(1))
    assert same >= 17


def test_a_search_goes_through_few_situations(make: Any, catalogue: Catalogue) -> None:
    """Nine cards have 15,120 orders; what leads to the same situation is continued once."""
    search, hands, outlook = (
        code_of(catalogue, "program-cards", name) for name in ("search", "hand_counts", "outlook")
    )
    match = begin(make, (*HAND, "move3@790", "move1@500", "right@90"))
    piece = match.state.pieces[0]
    thought = search.Search(match, piece, hands.hand_of(match, piece), outlook.worth)
    ends = thought.run()
    assert 200 < thought.nodes < 1500
    distinct = {program for end in ends for program in end.plans.values()}
    assert len(distinct) > len(ends) > 20


@pytest.mark.long
def test_it_beats_greedy(make: Any, catalogue: Catalogue) -> None:
    names = ["planner", "greedy"]
    wins = 0
    for seed in range(12):
        seats = names if seed % 2 else names[::-1]
        outcome = play(make(GRID), seats, [make_bot(name, catalogue) for name in seats], seed, 60)
        wins += outcome.winners == [seats.index("planner")]
    assert wins >= 9


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_what_was_found_so_far_is_a_legal_program(
    make: Any, catalogue: Catalogue, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search is interrupted at every tenth of its way: it has always noted something, better and better."""
    programs = code_of(catalogue, "program-cards", "programs")
    search = {"greedy": "nearest_program", "planner": "best_program"}[name]
    value = {"greedy": "nearness", "planner": "worth"}[name]
    match = begin(make, HAND)
    decision = next(entry for entry in match.state.decisions if entry["kind"] == "program" and entry["seat"] == 0)
    real, calls = getattr(programs, value), [0]

    def counted(match: Match, piece: Any) -> float:
        calls[0] += 1
        if calls[0] == calls[1]:
            raise TimeLimitExceeded
        return float(real(match, piece))

    monkeypatch.setattr(programs, value, counted)
    calls[:] = [0, 0]
    full = getattr(programs, search)(match, decision, Dice(1), note_best)
    steps = calls[0]
    noted = []
    for tenth in range(3, 10):
        forget_best()
        calls[:] = [0, max(8, steps * tenth // 10)]
        with pytest.raises(TimeLimitExceeded):
            getattr(programs, search)(match, decision, Dice(1), note_best)
        noted.append(best_so_far())
        assert match.checked(decision, noted[-1])
    assert full == getattr(programs, search)(match, decision, Dice(1), note_best)
    assert noted[-1][:2] == full[:2]
