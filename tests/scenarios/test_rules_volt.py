"""Rules of `volt` that a scenario cannot say: chance, secrets, refusals, the clock, and that it needs no cards."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.observation import imagine, observe
from roborally.game.factory import Game, make_game
from roborally.game.match_file import ConfigError, parse_config
from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import Recorder, load_replay
from roborally.game.scenario.file import find_scenarios
from roborally.game.scenario.run import run_scenario
from roborally.game.session.bot_pool import BotPool
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.registries import read_fact
from tests.fuzz.play import make
from tests.shipped import catalogue, drawn

ROOT = Path(__file__).resolve().parents[2]
WORKED_EXAMPLES = Path(__file__).parent / "volt.toml"
ARENA = """
 .   .    s3  .    .
 .   vp1  .   vp2  .
 s2  .    O   .    s4
 .   .    .   .    .
 .   .    s1  .    .
"""
NEEDED = ("pits", "volt")
PROGRAM = ("move up 1", "fire left 3", "move right 2")


def started(players: int = 4, seed: int = 4, watch: Watch | None = None, grid: str = ARENA) -> Match:
    """Return a match that waits for the first programs."""
    match = make("volt", grid, players).start(seed, watch)
    match.run()
    return match


def asked(match: Match, kind: str, seat: int) -> Decision:
    return next(entry for entry in match.state.decisions if (entry["kind"], entry["seat"]) == (kind, seat))


def refused(match: Match, decision: Decision, answer: Any) -> str:
    """Return the sentence with which an answer is refused; nothing is harmed."""
    before = match.digest()
    with pytest.raises(AnswerError) as caught:
        match.answer(decision["id"], answer, decision["seat"])
    assert match.digest() == before
    return str(caught.value)


# --- chance ---------------------------------------------------------------------------------------------------------


def test_vlt_109_random_start_numbers_and_all_robots_outside() -> None:
    """VLT-109, VLT-R02, VLT-R12: 1 to n in any order; they say who is placed first."""
    orders = set()
    for seed in range(60):
        events: list[Event] = []
        match = make("volt", ARENA, 3).start(seed, Watch(events.append))
        numbers = match.state.ext["volt"]["numbers"]
        assert sorted(numbers) == [1, 2, 3]
        assert all(piece.cell < 0 for piece in match.state.pieces)
        assert all(read_fact(match, "entering", piece) for piece in match.state.pieces)
        match.run()
        assert not any(read_fact(match, "entering", piece) for piece in match.state.pieces)
        placed = [event["piece"] for event in events if event["type"] == "place"]
        assert [numbers[piece] for piece in placed] == [1, 2, 3]
        orders.add(tuple(numbers))
    assert len(orders) == 6


def test_vlt_r01_three_markers_for_each_space() -> None:
    """VLT-R01, VLT-107, VLT-401: one is drawn a turn until three lie; whichever comes has its number's space."""
    match = started()
    slot = match.state.ext["volt"]
    drawn = set()
    for seed in range(20):
        one = started(seed=seed).state.ext["volt"]
        assert sorted([*one["supply"], *(int(number) for number, count in one["lying"].items() if count)]) == [
            *(1, 1, 1, 2, 2, 2)
        ]
        drawn |= {number for number, count in one["lying"].items() if count}
    assert drawn == {"1", "2"}
    for lying in (1, 2, 3, 3):
        assert sum(slot["lying"].values()) == lying
        assert len(slot["supply"]) == 6 - lying
        turn = match.state.turn
        while match.state.turn == turn:
            match.default_answers()


@pytest.mark.parametrize("empty", [False, True])
def test_vlt_r15_a_point_costs_the_supply_a_marker_and_counts_without_one(empty: bool) -> None:
    """VLT-615, VLT-622, VLT-R01, VLT-R15: points for destruction come from the supply, and go on when it is empty."""
    match = started(2)
    slot = match.state.ext["volt"]
    if empty:
        slot["supply"] = ()
        slot["lying"] = {"1": 0, "2": 0}
    before = len(slot["supply"])
    match.state.actor = 0
    match.destroy(match.state.pieces[1], "pit")
    assert len(slot["supply"]) == (0 if empty else before - 1)
    assert slot["points"] == (1, 0)
    while empty and match.state.turn == 1:
        match.default_answers()
    assert not empty or slot["lying"] == {"1": 0, "2": 0}


# --- programming ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (["move up 1", "move up 1", "move up 1"], "3 dice of one colour are used, but each player has 2"),
        (["fire up 1", "fire left 1", "fire up 1"], "3 dice of one colour are used, but each player has 2"),
        (
            ["", "move up-left 3", ""],
            "a die with round pips lies on a diagonal key of cross 2, but robots move straight only",
        ),
        (["move up 2, fire left 3"], "cross 1 holds 2 dice, but one is put on each cross"),
        (["fire up 7"], "'fire up 7' is not a die"),
        (["fire up 0"], "'fire up 0' is not a die"),
        (["fire up ٣"], "is not a die"),
        (["jump up 1"], "'jump up 1' is not a die"),
        (["fire upwards 1"], "'upwards' is not a direction; use north"),
        (["", "", "", ""], "a program is a list of at most 3 texts, one for each cross"),
        ("move up 1", "a program is a list of at most 3 texts"),
        ([1], "a program is a list of at most 3 texts"),
        (None, "a program is a list of at most 3 texts"),
    ],
)
def test_vlt_r10_impossible_dice_are_refused(program: Any, reason: str) -> None:
    """VLT-R10, VLT-503, VLT-504, VLT-601: with a plain sentence, before it can do any harm."""
    match = started()
    assert reason in refused(match, asked(match, "program", 0), program)


def test_vlt_601_all_see_that_dice_are_removed() -> None:
    """VLT-601: a blue die on a diagonal key, or two dice on one cross; what is right is activated."""
    events: list[Event] = []
    match = started(3, watch=Watch(events.append))
    while match.state.turn < 2:
        for decision in list(match.state.decisions):
            match.answer(decision["id"], decision["default"], decision["seat"])
        match.state.ext["volt"]["crosses"] = (
            ("move up-left 3", "move up 2, fire left 3", "fire up 1"),
            *[("",) * 3] * 2,
        )
        match.run()
    removed = [(event["piece"], event["cross"]) for event in events if event["type"] == "volt-removed"]
    assert removed == [(0, 1), (0, 2)]


def test_vlt_506_a_program_is_kept_in_directions_of_the_compass() -> None:
    """VLT-506: by default seats sit in the south, west, north and east."""
    match = started()
    for seat in range(4):
        match.answer(asked(match, "program", seat)["id"], ["move up 1", "fire up-right 2"], seat)
    assert match.state.ext["volt"]["crosses"] == (
        ("move north 1", "fire north-east 2", ""),
        ("move east 1", "fire south-east 2", ""),
        ("move south 1", "fire south-west 2", ""),
        ("move west 1", "fire north-west 2", ""),
    )


def test_vlt_501_dice_are_hidden_until_their_cross() -> None:
    """VLT-501, VLT-405, COM-18: not in observations, not in events, not while others still program."""
    events: list[Event] = []
    match = started(watch=Watch(events.append))
    match.answer(asked(match, "program", 0)["id"], PROGRAM, 0)
    own = match.state.ext["volt"]["crosses"][0]
    assert observe(match, 0).data["ext"]["volt"]["crosses"][0] == own
    for seat in (-1, 1):
        data = observe(match, seat).data
        assert data["ext"]["volt"]["crosses"][0] == ("?", "?", "?")
        assert not any(die in str(data) for die in own)
    public = [event for event in events if "only_for" not in event]
    assert not any(die in str(public) for die in own)
    for seat in range(1, 4):
        match.seal(asked(match, "program", seat)["id"], PROGRAM, seat)
    for seat in range(4):
        match.seal(asked(match, "start-number", seat)["id"], 0, seat)
    match.run("stage")
    assert observe(match, 1).data["ext"]["volt"]["crosses"][0] == (own[0], "?", "?")
    match.run("stage")
    assert observe(match, -1).data["ext"]["volt"]["crosses"][0] == (own[0], own[1], "?")
    match.run("start")
    assert match.state.ext["volt"]["crosses"] == ((), (), (), ())


@pytest.mark.parametrize("stages", [0, 1, 2])
def test_imagined_dice_are_such_as_their_owners_have(stages: int) -> None:
    """Revealed dice count: no operator has a third blue one."""
    match = started(2)
    for seat in (0, 1):
        match.seal(asked(match, "program", seat)["id"], ["move up 1", "fire up 1", "move up 1"], seat)
    for entry in list(match.state.decisions) if stages else ():
        match.seal(entry["id"], 0)
    for _ in range(stages):
        match.run("stage")
    own = match.state.ext["volt"]["crosses"]
    for seed in range(50):
        idea = imagine(observe(match, 1), Dice(seed)).state.ext["volt"]["crosses"]
        actions = [die.partition(" ")[0] for die in idea[0]]
        assert actions.count("move") <= 2
        assert actions.count("fire") <= 2
        assert idea[0][:stages] == own[0][:stages]
        assert idea[1] == own[1]


def test_vlt_621_a_beam_is_told_up_to_the_robot_that_it_hits() -> None:
    """VLT-621: shown on a diagonal too, with the direction that lies between the two."""
    events: list[Event] = []
    match = started(2, watch=Watch(events.append), grid=". . . . \n . . vp1 . \n s1 . s2 . \n . . . .")
    match.place(match.state.pieces[0], match.floor.index((0, 3)), 0, "test")
    match.place(match.state.pieces[1], match.floor.index((2, 1)), 0, "test")
    match.seal(asked(match, "program", 0)["id"], ["fire up-right 1"], 0)
    match.default_answers()
    match.default_answers()
    (beam,) = [event for event in events if event["type"] == "beam"]
    assert (beam["cells"], beam["direction"], beam["targets"]) == (((1, 2), (2, 1)), 4, (1,))


def test_a_scenarios_future_is_hidden() -> None:
    match = started(2)
    match.state.ext["volt"].update(programs=((PROGRAM,), ()), draws=(1,))
    seen = observe(match, 0).data["ext"]["volt"]
    assert (seen["programs"], seen["draws"]) == (((), ()), ())


# --- start numbers --------------------------------------------------------------------------------------------------


def finish_in(order: tuple[int, ...], answers: dict[int, int], recorder: Recorder, match: Match) -> list[int]:
    """Let seats program in an order; return the start numbers that they hold then, by seat."""
    for seat in order:
        for kind, answer in (("program", PROGRAM), ("start-number", answers.get(seat, 0))):
            if open_ := [entry for entry in match.state.decisions if (entry["kind"], entry["seat"]) == (kind, seat)]:
                match.seal(open_[0]["id"], answer, seat)
                recorder.note(seat, open_[0]["id"], answer)
    return list(match.state.ext["volt"]["numbers"])


def test_vlt_507_the_order_of_answers_is_the_order_of_finishing(tmp_path: Path) -> None:
    """VLT-507, VLT-R04: and a replay, which holds the answers in that order, is equal."""
    game = make("volt", ARENA, 4)
    ends = []
    for order, answers, expected in (((0, 1, 2, 3), {}, [1, 2, 3, 4]), ((2, 0, 3, 1), {2: 4}, [1, 3, 4, 2])):
        recorder = Recorder(game, 7)
        match = game.start(7, Watch())
        match.run()
        recorder.follow(match)
        assert finish_in(order, answers, recorder, match) == expected
        match.run()
        recorder.finish(tmp_path / "a.rrreplay")
        again, record = load_replay(tmp_path / "a.rrreplay", catalogue())
        assert verify(record, again) == ""
        ends.append(record.marks[0].digest)
    assert ends[0] != ends[1]


def test_vlt_507_dice_and_a_number_are_given_in_one_answer() -> None:
    """VLT-507, CLI-1503: whoever is ready takes a number; one that is gone leaves the dice free."""
    match = started()
    first, second = asked(match, "program", 0), asked(match, "program", 1)
    match.answer(first["id"], (*PROGRAM, 2), 0)
    assert match.state.ext["volt"]["numbers"] == (2, 0, 0, 0)
    assert len(match.state.ext["volt"]["crosses"][0]) == 3
    assert not any(entry["kind"] == "start-number" for entry in match.state.decisions)
    assert refused(match, second, (*PROGRAM, 2)) == "start number 2 is taken; left are: 1, 3, 4"
    assert refused(match, second, (*PROGRAM, True)).startswith("start number True is taken")
    assert refused(match, second, (*PROGRAM, "3")).startswith("a program is a list of at most 3 texts")
    assert match.state.ext["volt"]["crosses"][1] == ()
    match.answer(second["id"], ["", "", "", 4], 1)
    assert match.state.ext["volt"]["numbers"] == (2, 4, 0, 0)


def test_vlt_r11_unfinished_operators_get_the_smallest_number_left() -> None:
    """VLT-R11: the clock leaves crosses empty; operators who were ready keep their choice."""
    now = [0.0]
    session = LocalSession.start(seated("", "", "", timer=30, controller="human"), 5, BotPool(), now=lambda: now[0])
    slot = session.match.state.ext["volt"]
    now[0] = 20.0
    session.answer(2, asked(session.match, "program", 2)["id"], PROGRAM)
    assert session.seconds_left() == 10.0, "the question that follows gives nobody more time"
    session.answer(2, asked(session.match, "start-number", 2)["id"], 1)
    session.answer(1, asked(session.match, "program", 1)["id"], PROGRAM)
    numbers: list[list[int]] = []
    session.match.watch.listeners.append(  # type: ignore[union-attr]
        lambda event: numbers.append(list(slot["numbers"])) if event["type"] == "reveal" else None
    )
    now[0] = 30.5
    while session.match.state.turn == 1:
        session.poll()
    assert numbers[0] == [3, 2, 1]


# --- seats ----------------------------------------------------------------------------------------------------------


def seated(*sides: str, grid: str = ARENA, timer: int = 0, controller: str = "random") -> Game:
    """Return a game with seats at these sides; an empty text names none."""
    seats = [{"name": f"P{number}", "controller": controller, "side": side} for number, side in enumerate(sides)]
    config = parse_config({"match": {"mode": "volt", "course": "drawn", "timer": timer}, "seats": seats})
    return make_game(config, catalogue(), course=drawn(grid, catalogue()))


@pytest.mark.parametrize(
    ("sides", "expected"), [(("", ""), (0, 1)), (("west", "", "", ""), (1, 0, 2, 3)), (("", "south"), (1, 0))]
)
def test_vlt_101_seats_without_a_side_get_the_next_free_one(sides: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert seated(*sides).start(1).state.ext["volt"]["sides"] == expected


def test_sides_without_start_spaces_are_passed_over() -> None:
    assert seated("", "", grid="s3 vp1 s1").start(1).state.ext["volt"]["sides"] == (0, 2)


@pytest.mark.parametrize(
    ("sides", "grid", "reason"),
    [
        (("left", ""), ARENA, "has no side 'left', which 'P0' names; sides are south, west, north, east"),
        (("west", "west"), ARENA, "takes one operator at each side, but 'P0' and 'P1' both have the side 'west'"),
        (("", ""), "s1 vp1 .", "has no side with start spaces \\(s1 to s4\\) that is left for 'P1'"),
        (("", "north"), "s1 vp1 .", "has no start space \\(s3\\) on the side 'north', which is that of 'P1'"),
        (("", ""), "s1 . s2", "has no volt-point, without which 'volt' cannot be played"),
        (("", ""), ". vp1 .", "has no volt-start, without which 'volt' cannot be played"),
    ],
)
def test_vlt_101_invalid_seats_are_refused_with_a_reason(sides: tuple[str, ...], grid: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=f"course 'Drawn' {reason}"):
        seated(*sides, grid=grid)


# --- without cards --------------------------------------------------------------------------------------------------


def test_it_needs_no_card_plugin(tmp_path: Path) -> None:
    """All scenarios hold, and a match goes its way, where there is nothing but the mode and the pits."""
    for name in NEEDED:
        shutil.copytree(ROOT / "plugins" / name, tmp_path / name)
    found = find_plugins([tmp_path], installed=False)
    assert sorted(found.plugins) == list(NEEDED)
    files = find_scenarios([ROOT / "plugins" / "volt" / "scenarios", WORKED_EXAMPLES])
    assert len(files) > 55
    for path in files:
        result = run_scenario(path, found)
        assert result.ok, f"{path.name}: {result.differences}"
