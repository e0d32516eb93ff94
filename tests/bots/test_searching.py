from typing import Any

import pytest

from roborally.arena.play import play
from roborally.bots.questions import next_decision
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.geometry import NAMES
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.plugin_system.loader import Catalogue
from tests.slots import put_in

LANE = """
 .    .    .    .    .    .    .    .
 d1>  .    .    .    c1   .    .    .
 .    .    .    .    .    .    .    d2<
"""
TURNS = ("left@70", "right@80", "u-turn@10", "left@90", "right@100", "u-turn@20", "left@110")


BOTS = ["greedy", "planner", "rival:40"]


def ask(match: Match, catalogue: Catalogue, kind: str, bot: str = "planner", seat: int = 0) -> Any:
    """Return a bot's answer to the open question of a kind."""
    seen = observe(match, seat)
    decision: Decision = next(d for d in seen.decisions() if d["kind"] == kind)
    return make_bot(bot, catalogue).choose(seen, decision, Dice(1))


def begin(game: Any, hand: tuple[str, ...], damage: int = 0) -> Match:
    """Return a match whose first robot programs from a given hand."""
    match: Match = game.start(3)
    match.run()
    put_in(match.state.ext["program-cards"], "hands", 0, hand)
    match.state.pieces[0].damage = damage
    return match


def finish_turn(match: Match, program: Any) -> None:
    """Play the first robot's program, with the other one off the floor."""
    other = match.state.pieces[1]
    match.state.at[other.cell] = 0
    other.cell = -1
    for decision in match.state.decisions:
        answer = program if decision["kind"] == "program" and decision["seat"] == 0 else decision["default"]
        match.state.sealed[decision["id"]] = answer
    match.run("turn")


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("mode", ["standard", "classic"])
def test_it_wins_at_once_when_the_hand_allows_it(make: Any, catalogue: Catalogue, mode: str, bot: str) -> None:
    hand = (
        "left@70",
        "right@80",
        "move1@490",
        "move3@790",
        "u-turn@10",
        "left@90",
        "right@100",
        "u-turn@20",
        "left@110",
    )
    match = begin(make(LANE, mode), hand)
    finish_turn(match, ask(match, catalogue, "program", bot))
    assert match.state.winners == (0,)


@pytest.mark.parametrize("bot", BOTS)
def test_it_does_not_walk_over_the_edge_or_into_a_pit(make: Any, catalogue: Catalogue, bot: str) -> None:
    grid = " O  O   O   O  c1\n O  d1> .   O  . \n O  .   .   .  . \n d2 O   O   O  O "
    hand = (
        "move3@790",
        "move3@800",
        "move2@670",
        "move2@680",
        "right@80",
        "left@70",
        "move1@490",
        "left@90",
        "u-turn@10",
    )
    match = begin(make(grid), hand)
    finish_turn(match, ask(match, catalogue, "program", bot))
    assert match.state.pieces[0].cell >= 0
    assert match.state.ext["archive"]["lives"][0] == 3


@pytest.mark.parametrize("beam", [1, 2, 3])
def test_it_does_not_stop_in_a_beam_without_need(make: Any, catalogue: Catalogue, beam: int) -> None:
    """All orders of the moves lead to the same place; some stop in the beam on the way."""
    tops = ["."] * 11
    tops[beam] = "l3v"
    grid = f"{' '.join(tops)}\n d1> {' .' * 9} c1\n d2> {' .' * 10}"
    match = begin(make(grid), ("move1@490", "move1@500", "move2@670", "left@70", "right@80"))
    finish_turn(match, ask(match, catalogue, "program"))
    assert match.state.pieces[0].damage == 0


@pytest.mark.parametrize("bot", BOTS)
def test_it_takes_its_highest_card_of_a_kind_first(make: Any, catalogue: Catalogue, bot: str) -> None:
    hand = ("move1@490", "move1@660", "move1@500", "move1@510", "u-turn@10")
    match = begin(make(LANE, "classic"), hand)
    program = ask(match, catalogue, "program", bot)
    moves = [card for card in program if card.startswith("move1")]
    assert moves == sorted(moves, reverse=True)
    assert moves[0] == "move1@660"


@pytest.mark.parametrize("bot", BOTS)
def test_locked_registers_stay_empty_and_are_reckoned_with(make: Any, catalogue: Catalogue, bot: str) -> None:
    match = begin(make(LANE), ("move2@670", "left@70", "u-turn@10", "move3@790"), damage=5)
    slot = match.state.ext["program-cards"]
    put_in(slot, "locks", 0, (5,))
    put_in(slot, "slots", 0, ("", "", "", "", "move1@490"))
    program = ask(match, catalogue, "program", bot)
    assert program[4] == ""
    assert sorted(program[:4]) == ["left@70", "move2@670", "move3@790", "u-turn@10"]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("damage", "answer"), [(0, "no"), (3, "no"), (6, "yes"), (8, "yes")])
def test_it_powers_down_when_damage_hinders(
    make: Any, catalogue: Catalogue, damage: int, answer: str, bot: str
) -> None:
    match = begin(make(LANE), ("move1@490",) * 3, damage)
    assert ask(match, catalogue, "power-down", bot) == answer


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("damage", "answer"), [(2, "no"), (8, "yes")])
def test_it_comes_back_powered_down_when_the_damage_of_a_return_hinders(
    make: Any, catalogue: Catalogue, damage: int, answer: str, bot: str
) -> None:
    """CLS-402: a robot that comes back powered down has no damage, but loses a turn."""
    match = begin(make(LANE, "classic", rules={"respawn_damage": damage}), ())
    match.state.sealed = {d["id"]: "yes" if d["kind"] == "power-down" else d["default"] for d in match.state.decisions}
    match.run("stage")
    match.destroy(match.robots[0], "test")
    match.run()
    assert ask(match, catalogue, "return-down", bot) == answer


def test_albot_exchanges_a_useless_hand_and_keeps_a_good_one(make: Any, catalogue: Catalogue) -> None:
    game = make(LANE, models=("albot", ""))
    useless = tuple(f"u-turn@{number}" for number in range(10, 61, 10))
    assert ask(begin(game, useless), catalogue, "new-commands") == "yes"
    assert ask(begin(game, ("move1@490", "move3@790", *useless)), catalogue, "new-commands") == "no"


def test_it_comes_back_facing_the_goal(make: Any, catalogue: Catalogue) -> None:
    grid = """
 .    .    .    .    .    .    c1
 O    .    .    .    .    .    .
 d1<  .    .    .    .    .    d2<
"""
    match = begin(make(grid, "classic"), ("move3@790",))
    for decision in match.state.decisions:
        is_own = decision["kind"] == "program" and decision["seat"] == 0
        match.state.sealed[decision["id"]] = ("move3@790",) if is_own else decision["default"]
    match.run()
    assert ask(match, catalogue, "respawn-facing") in ("east", "north")
    assert [d["default"] for d in match.state.decisions if d["kind"] == "respawn-facing"] == ["west"]


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_facing_is_chosen_for_the_cards_of_the_hand(make: Any, catalogue: Catalogue, bot: str) -> None:
    """CNB-1402: the checkpoint lies in the east, and the hand holds no turn; then the program fits the facing."""
    match = begin(make("d1^ . . . c1 \n d2^ . . . .", "classic"), ("move3@790", "move1@500"))
    robot, archive = match.state.pieces[0], match.state.ext["archive"]
    put_in(archive, "chosen_facings", 0, -2)
    match.react("programming")
    state = match.state
    state.decisions[:] = [entry for entry in state.decisions if entry["seat"] == 0 and not entry["optional"]]
    assert robot.facing == NAMES.index("north")
    asked = next_decision(match, 0)
    assert asked is not None
    assert asked["kind"] == "respawn-facing", "the program depends on it"
    answer = make_bot(bot, catalogue).choose(observe(match, 0), asked, Dice(1))
    assert answer == "east"
    match.seal(asked["id"], answer)
    program = make_bot(bot, catalogue).choose(observe(match, 0), match.state.decisions[0], Dice(1))
    assert {"move3@790", "move1@500"} <= set(program)


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_it_beats_the_random_bot(make: Any, catalogue: Catalogue, bot: str) -> None:
    game = make(LANE)
    wins = 0
    for seed in range(10):
        names = [bot, "random"]
        outcome = play(game, names, [make_bot(name, catalogue) for name in names], seed, 60)
        wins += outcome.winners == [0]
    assert wins == 10


@pytest.mark.parametrize("bot", BOTS)
def test_a_course_without_any_goal_is_no_trouble(make: Any, catalogue: Catalogue, bot: str) -> None:
    outcome = play(make(LANE.replace("c1", ". ")), [bot] * 2, [make_bot(bot, catalogue)] * 2, 1, 5)
    assert outcome.ended == "limit"
    assert outcome.faults == [0, 0]


@pytest.mark.bench
def test_speed_of_a_program(benchmark: Any, make: Any, catalogue: Catalogue) -> None:
    rows = [["."] * 12 for _ in range(12)]
    rows[11][3], rows[11][8], rows[1][2], rows[4][7] = "d1^", "d2^", "c1", "O"
    match: Match = make("\n".join(" ".join(row) for row in rows)).start(1)
    match.run()
    program = benchmark(lambda: ask(match, catalogue, "program"))
    assert len(program) == 5


OPTION_LANE = """
 c1  .   .   .   .   .   c2
 .   .   O   .   .   .   .
"""


def option_question(make: Any, held: tuple[str, ...], card: str, cell: int, facing: int) -> tuple[Match, Decision]:
    """Return a match in which seat 0 is asked about an option while its card comes up, and the question."""
    match: Match = make(OPTION_LANE, "crash-and-burn").start(1)
    cards = {"scripted": True, "programs": (((card,),), ((),)), "deals": ((), ())}
    match.state.ext["program-cards"].update(cards)
    match.state.ext["entering"]["waiting"] = (False, False)
    match.place(match.state.pieces[0], cell, facing, "test")
    match.place(match.state.pieces[1], 6 + 7, 1, "test")
    put_in(match.state.ext["option-cards"], "held", 0, held)
    match.state.ext["race"]["reached"] = (1, 1)
    match.run()
    while all(entry["kind"] not in held for entry in match.state.decisions):
        match.default_answers()
        assert match.state.stage <= 1, "nobody has asked"
    return match, next(entry for entry in match.state.decisions if entry["kind"] in held)


@pytest.mark.parametrize(
    ("held", "card", "cell", "facing", "answer"),
    [
        (("brakes",), "move1@500", 8, 1, "stop"),  # a pit is ahead
        (("brakes",), "move1@500", 2, 1, "move"),
        (("fourth-gear",), "move3@800", 1, 1, 4),  # nearer to the checkpoint
        (("fourth-gear",), "move3@800", 10, 1, 3),  # the fourth cell is beyond the edge
        (("reverse-gears",), "back-up@430", 10, 1, 1),  # two would end in the pit
    ],
)
def test_options_are_used_where_they_help(
    make: Any, catalogue: Catalogue, held: tuple[str, ...], card: str, cell: int, facing: int, answer: Any
) -> None:
    match, decision = option_question(make, held, card, cell, facing)
    assert make_bot("greedy", catalogue).choose(observe(match, 0), decision, Dice(1)) == answer


def test_each_robot_uses_its_own_list_of_goals(make: Any, catalogue: Catalogue) -> None:
    """Two robots that must change places both find their way (AUE-102)."""
    grid = " d1>  .  .  .  d2<\n .  .  .  .  c1"
    game = make(grid, "auenland", rules={"objectives": "swap"})
    bots = [make_bot("greedy", catalogue) for _ in range(2)]
    outcome = play(game, ["greedy", "greedy"], bots, 3, 12)
    assert outcome.winners
