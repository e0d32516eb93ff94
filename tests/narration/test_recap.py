"""The recap says of each robot what mattered in a turn, the heaviest first, and who caused it (CLI-2033)."""

from typing import Any

import pytest

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.core.observation import SPECTATOR
from roborally.game.course.courses import Course
from roborally.narration.chronicle import Chronicle
from roborally.narration.recap import ROOM, recap
from roborally.narration.turn_events import PlayedTurn, TurnEvents
from roborally.plugin_system.loader import Catalogue
from tests.shipped import drawn

ADA, BOB, COG, BALL = range(4)
EAST = 1
COURSE = ". . O . .\ndoor>3 . . . O\nd1>:e . .:e . c1"


@pytest.fixture(scope="module")
def course(catalogue: Catalogue) -> Course:
    return drawn(COURSE, catalogue)


@pytest.fixture
def told(catalogue: Catalogue, course: Course) -> Any:
    """Return a function that returns the text about a robot after some events."""
    chronicle = Chronicle(("Ada", "Bob", "Cog", "RoboBall"), catalogue.plugins.values(), course.board)

    def text(about: int, *events: Event, cells: dict[int, Cell] | None = None) -> str:
        turn = PlayedTurn(cells or {}, events)
        lines = {line.piece: line.text for line in recap(turn, chronicle, 3, course.board, ADA)}
        return lines.get(about, "")

    return text


def step(piece: int, start: tuple[int, int], *, by: int | None = None, how: str = "walk") -> Event:
    """Return a step to the east."""
    x, y = start
    by = piece if by is None else by
    return {"type": "step", "piece": piece, "from": start, "to": (x + 1, y), "direction": EAST, "how": how, "by": by}


def turn(piece: int, quarters: int, how: str) -> Event:
    return {"type": "turn", "piece": piece, "quarters": quarters, "how": how}


def destroy(piece: int, cell: tuple[int, int], cause: str, *by: int) -> Event:
    return {"type": "destroy", "piece": piece, "cell": cell, "by": by, "cause": cause}


def hurt(piece: int, by: int, cause: str, points: int = 1) -> Event:
    return {"type": "hurt", "piece": piece, "points": points, "damage": points, "by": by, "cause": cause}


def blocked(piece: int, cell: tuple[int, int], how: str = "walk") -> Event:
    return {"type": "blocked", "piece": piece, "cell": cell, "direction": EAST, "how": how}


def test_a_robot_that_nothing_happened_to_has_no_line(told: Any) -> None:
    assert told(ADA, step(ADA, (0, 0)), turn(ADA, 1, "walk")) == ""


def test_a_ride_is_told_if_it_ends_elsewhere_or_something_happens_there(told: Any) -> None:
    """CLI-2033: of all robots; a turn only of the own one, where there is room."""
    ride = "is carried 2 spaces by a belt"
    for piece, text in ((ADA, f"{ride}; is turned left by a gear"), (BOB, ride)):
        carried = [step(piece, (x, 0), by=-1, how="belt") for x in (0, 1)]
        bend = [turn(piece, quarters, "belt") for quarters in (1, -1)]
        assert told(piece, *carried, *bend, turn(piece, -1, "gear")) == text, "belts turned it back"
    bent = step(ADA, (0, 0), by=-1, how="belt"), turn(ADA, 1, "belt")
    assert told(ADA, *bent) == "is carried 1 space by a belt and turned right"
    assert told(ADA, bent[1]) == "is turned right by a belt"
    assert told(ADA, bent[0], *[bent[1]] * 3) == "is carried 1 space by a belt", "it has never been turned left"
    there = step(BOB, (0, 0), by=-1, how="belt")
    back = {**there, "from": there["to"], "to": there["from"]}
    assert told(BOB, there, back) == "", "it ends where it began"
    assert told(BOB, there, hurt(BOB, -1, "flamer"), back) == f"takes 1 damage (a flamer); {ride}"
    slide = step(BOB, (1, 0), how="slide"), destroy(BOB, (2, 0), "pit")
    assert told(BOB, *slide) == "falls into a pit, carried by oil", "also with its own card"


def test_who_pushes_a_robot_is_told_with_both(told: Any) -> None:
    events = [step(BOB, (1, 2), by=ADA, how="push"), step(BOB, (2, 2), by=ADA, how="push")]
    assert told(BOB, *events) == "is pushed 2 spaces by Ada"
    assert told(ADA, *events) == "pushes Bob"


def test_a_push_into_a_pit_is_told_with_who_pushed(told: Any) -> None:
    events = [step(BOB, (1, 0), by=ADA, how="push"), destroy(BOB, (2, 0), "pit", ADA)]
    assert told(BOB, *events) == "falls into a pit, pushed by Ada"
    assert told(ADA, *events) == "destroys Bob", "the push says no more"


def test_a_pusher_of_the_board_is_named_but_no_one_for_ones_own_step(told: Any) -> None:
    assert told(BOB, step(BOB, (1, 0)), destroy(BOB, (2, 0), "pit")) == "falls into a pit"
    events = [step(BOB, (1, 0), by=-1, how="pusher"), destroy(BOB, (2, 0), "pit")]
    assert told(BOB, *events) == "falls into a pit, pushed by a pusher"


def test_a_shot_that_comes_back_is_nobody_elses(told: Any) -> None:
    """STD-1507: the mirror of Peach."""
    events = [{"type": "hurt", "piece": BOB, "by": ADA, "points": 1, "damage": 1, "cause": "mirror"}]
    assert told(BOB, *events) == "takes 1 damage (its own shot, by Ada's mirror)"
    assert told(ADA, *events) == ""
    (event,) = events
    assert told(BOB, {**event, "cause": "flamer"}) == "takes 1 damage (Ada)", "a robot comes before a flamer"


def test_what_drags_a_robot_is_named(told: Any) -> None:
    away, after = step(BALL, (2, 0), by=-1, how="belt"), step(BOB, (1, 0), by=-1, how="drag")
    assert told(BOB, after, step(BOB, (2, 0), by=-1, how="drag")) == "is dragged 2 spaces (the ball)"
    assert told(BOB, away, after) == "is dragged 1 space by the ball"
    assert told(BOB, {**away, "by": ADA, "how": "push"}, after) == "is dragged 1 space by Ada"


def test_who_pushes_or_drags_a_ball_is_said(told: Any) -> None:
    """It is a piece without a seat, and follows into the space that was left."""
    pushed = step(BALL, (2, 1), by=ADA, how="push")
    towed = [step(BOB, (1, 0)), step(BALL, (0, 0), by=-1, how="drag")]
    assert told(ADA, pushed, *towed) == "pushes RoboBall"
    assert told(BOB, pushed, *towed) == "drags RoboBall"
    assert told(COG, pushed, *towed, step(BALL, (5, 0), by=-1, how="belt")) == ""


def test_a_push_onto_what_ends_a_robot_is_blamed_before_what_carried_it(told: Any) -> None:
    carried = {**step(BOB, (1, 0), by=-1, how="belt")}, destroy(BOB, (2, 0), "pit")
    assert told(BOB, *carried) == "falls into a pit, carried by a belt"
    pushed = step(BOB, (0, 0), by=ADA, how="push")
    assert told(BOB, pushed, *carried) == "falls into a pit after a push by Ada"
    ridden = step(BOB, (0, 0), by=-1, how="belt"), step(BOB, (1, 0)), destroy(BOB, (2, 0), "pit")
    assert told(BOB, *ridden) == "falls into a pit after a ride on a belt"


def test_a_push_off_the_way_is_blamed_for_a_later_fall(told: Any) -> None:
    """Without the push Bob would have ended one cell before the pit."""
    events = [step(BOB, (2, 1), by=ADA, how="push"), step(BOB, (3, 1)), destroy(BOB, (4, 1), "pit")]
    assert told(BOB, *events) == "falls into a pit, knocked off course by Ada"


def test_an_earlier_push_is_not_blamed_for_a_way_that_was_fatal_without_it(told: Any) -> None:
    """One row away Bob would have left the board, too."""
    aside = {**step(BOB, (4, 1), by=ADA, how="push"), "to": (4, 0)}
    events = [aside, step(BOB, (4, 0)), destroy(BOB, (5, 0), "edge")]
    assert told(BOB, *events) == "falls off the board"


def test_damage_names_all_who_did_it_the_most_first(told: Any) -> None:
    events = [hurt(BOB, ADA, "robot-laser"), hurt(BOB, COG, "robot-laser", 2), hurt(BOB, -1, "board-laser")]
    assert told(BOB, *events) == "takes 4 damage (Cog, Ada and a laser)"
    assert told(COG, *events) == "shoots Bob"


def test_a_laser_is_blamed_on_who_pushed_into_it(told: Any) -> None:
    pushed = step(BOB, (2, 0), by=ADA, how="push")
    text = "is pushed 1 space by Ada; takes 3 damage (a laser after a push by Ada)"
    assert told(BOB, pushed, hurt(BOB, -1, "board-laser", 3)) == text
    short = "is pushed 1 space by Ada; takes 1 damage"
    assert told(BOB, pushed, hurt(BOB, -1, "board-laser")) == short, "one line is enough, and holds both"
    text = "is pushed 1 space by Ada; takes 1 damage (a laser)"
    assert told(BOB, pushed, step(BOB, (3, 0)), hurt(BOB, -1, "board-laser")) == text


def test_ones_own_damage_is_always_told(told: Any) -> None:
    """CLI-2033: with all who did it on a line of its own; of the others only what has room."""
    first = "is out of the game; reaches checkpoint 1; destroys Bob"
    for piece, more in ((ADA, "; takes 2 damage (a laser and Bob)"), (COG, "")):
        goal, out = {"type": "checkpoint", "piece": piece, "number": 1}, {"type": "eliminated", "piece": piece}
        harm = hurt(piece, -1, "board-laser"), hurt(piece, BOB, "robot-laser")
        assert told(piece, out, goal, destroy(BOB, (2, 0), "pit", piece), *harm) == first + more


def test_a_long_line_about_damage_says_who_did_it_without_who_pushed(told: Any) -> None:
    events = [step(BOB, (2, 0), by=ADA, how="push"), hurt(BOB, -1, "flamer", 2), hurt(BOB, COG, "robot-laser")]
    pushed = "is pushed 1 space by Ada; takes"
    assert told(BOB, *events) == f"{pushed} 3 damage (Cog and a flamer after a push by Ada)", "robots come first"
    events += [hurt(BOB, ADA, "robot-laser"), hurt(BOB, -1, "board-laser")]
    assert told(BOB, *events) == f"{pushed} 5 damage (Cog, Ada, a flamer and a laser)", "before the push"
    both = [hurt(BOB, -1, "flamer"), events[0], hurt(BOB, -1, "flamer", 2)]
    assert told(BOB, *both) == f"{pushed} 3 damage (a flamer)", "not the same one twice"


def test_who_is_controlled_or_hit_by_equipment_is_told_of_both(told: Any) -> None:
    """OPT-22: else nobody would know why a robot leaves its program."""
    for card, deed, text in (
        ("radio-control", "controls Bob until the turn ends", "is controlled by Ada until the turn ends"),
        ("pressor-beam", "uses Pressor Beam", "is hit by Ada with Pressor Beam"),
    ):
        used = {"type": "option-used", "piece": ADA, "card": card, "target": BOB}
        assert (told(ADA, used), told(BOB, used)) == (deed, text)
    assert told(ADA, {"type": "option-used", "piece": ADA, "card": "recompile"}) == "uses Recompile"


def test_what_only_its_player_must_know_is_told_of_the_own_robot(told: Any) -> None:
    lock, late = {"type": "lock", "register": 5}, {"type": "unanswered", "reason": "laid"}
    for event, text in ((lock, "has register 5 locked; "), (late, "ran out of time; ")):
        for piece in (ADA, BOB):
            before = text if piece == ADA else ""
            shot = hurt(piece, COG, "robot-laser")
            assert told(piece, {**event, "piece": piece}, shot) == f"{before}takes 1 damage (Cog)"
    assert told(ADA, {**late, "piece": ADA}) == "ran out of time: what was missing was filled in"


def test_equipment_is_drawn_without_a_word_about_what_it_does(told: Any) -> None:
    assert told(BOB, {"type": "option-drawn", "piece": BOB, "card": "brakes"}) == "draws Brakes"


def test_repairs_are_added_up_but_not_what_goes_with_a_return(told: Any) -> None:
    heal = {"type": "heal", "piece": BOB, "points": 1, "damage": 1, "cause": "repair"}
    events = [hurt(BOB, ADA, "robot-laser"), heal, heal]
    assert told(BOB, *events, cells={BOB: (1, 0)}) == "takes 1 damage (Ada); is repaired by 2"
    back = {"type": "place", "piece": BOB, "cell": (5, 2), "how": "respawn"}, {"type": "lives", "piece": BOB}
    events = [destroy(BOB, (2, 0), "pit"), heal, *back, {**heal, "cause": "respawn"}, hurt(BOB, -1, "respawn", 2)]
    shot, pushed = hurt(BOB, ADA, "robot-laser", 2), step(BOB, (1, 0), by=-1, how="pusher")
    text = told(BOB, shot, *events, cells={BOB: (1, 0)})
    assert text == "falls into a pit; loses 1 life; returns on column 6, row 3", "the damage is gone"
    assert told(BOB, pushed, *events, cells={BOB: (1, 0)}) == "falls into a pit, pushed by a pusher; loses 1 life"
    assert told(BOB, back[0], events[-1]) == "returns on column 6, row 3; takes 2 damage for the return"


def test_what_a_robot_was_shut_out_by_is_known_in_later_turns(told: Any) -> None:
    turns = TurnEvents({ADA: (0, 1)})
    shut: Event = {"type": "gates", "shut": (((0, 1), EAST),)}
    first, second, third = ({"type": "moment", "name": "start", "turn": turn} for turn in (1, 2, 3))
    for event in (shut, first, second, blocked(ADA, (0, 1)), third):
        turns.on_event(event)
    assert told(ADA, *turns.last.events, cells=turns.last.cells) == "is stopped by a closed gate"


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([blocked(ADA, (0, 2))], "is stopped by a wall"),
        ([blocked(ADA, (4, 0))], "is stopped at the edge of the board"),
        ([blocked(ADA, (0, 0))], "is stopped by Bob"),
        ([blocked(BOB, (2, 2), "push"), blocked(ADA, (1, 2))], "is stopped by a wall behind Bob"),
        (
            [
                *(blocked(COG, (4, 0), "push"), blocked(BOB, (3, 0), "push"), blocked(ADA, (2, 0))),
                *(hurt(robot, ADA, "robot-laser") for robot in (BOB, COG)),
            ],
            "is stopped by Bob and Cog at the edge of the board; shoots Bob and Cog",
        ),
        ([blocked(BOB, (4, 0), "push"), blocked(ADA, (3, 0))], "is stopped by Bob at the edge of the board"),
        ([step(BOB, (1, 0)), blocked(ADA, (0, 0))], "is stopped"),
        ([{"type": "gates", "shut": (((0, 1), EAST),)}, blocked(ADA, (0, 1))], "is stopped by a closed gate"),
        ([{"type": "gates", "shut": ()}, step(BOB, (0, 1)), blocked(ADA, (0, 1))], "is stopped by Bob"),
    ],
)
def test_what_stops_a_robot_is_told(told: Any, events: list[Event], text: str) -> None:
    """Bob stands east of Ada, and may have left, or stands behind an open door."""
    assert told(ADA, *events, cells={ADA: (0, 0), BOB: (1, 0), COG: (2, 0)}) == text


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ({"type": "answer", "kind": "unhitch", "piece": ADA, "answer": "yes"}, "lets go of the ball"),
        ({"type": "ball-rises", "piece": BALL}, "loses the ball, which rises"),
        ({"type": "ball-rises", "piece": BALL, "beat": 0}, "loses the ball, which moves away"),
        (step(BALL, (1, 0)), "loses the ball, which moves away"),
        (step(ADA, (1, 0)), "gets too far from the ball and loses it"),
        ({"type": "ball-home", "team": 2, "by": ()}, "lets go of the ball, which goes back to its start"),
        (destroy(BOB, (1, 0), "crusher", COG), "loses the ball, which moves away"),
    ],
)
def test_what_ends_a_hitch_is_told(told: Any, before: Event, text: str) -> None:
    """By what comes before it in the same beat, of the kernel's events only by those about the robot itself."""
    assert told(ADA, {"beat": 1, **before}, {"type": "unhitch", "beat": 1, "piece": ADA}) == text


def test_the_heaviest_facts_are_there_in_the_order_of_time(told: Any) -> None:
    events = [
        blocked(ADA, (0, 2)),
        step(BOB, (1, 2), by=ADA, how="push"),
        hurt(ADA, BOB, "robot-laser", 3),
        hurt(BOB, ADA, "ramming"),
        {"type": "checkpoint", "piece": ADA, "number": 1},
        step(ADA, (1, 0), by=COG, how="push"),
    ]
    first, second = "is stopped by a wall; pushes Bob; takes 3 damage (Bob); rams Bob; ", "reaches checkpoint 1"
    assert told(ADA, *events) == f"{first}{second}; is pushed 1 space by Cog"
    events += [step(ADA, (2, 0), by=-1, how="belt"), turn(ADA, 1, "gear"), {"type": "eliminated", "piece": ADA}]
    text = told(ADA, *events)
    assert ("takes 3 damage" in text, "gear" in text) == (True, False)
    assert len(text) <= 2 * ROOM + 2


@pytest.mark.parametrize(("own", "order"), [(ADA, [ADA, COG, BOB]), (SPECTATOR, [COG, BOB, ADA])])
def test_the_own_robot_comes_first_and_then_the_one_with_the_heaviest_fact(
    catalogue: Catalogue, course: Course, own: int, order: list[int]
) -> None:
    """CLI-2033: a narrow box shows no light fact before a heavy one."""
    push, reached = step(BOB, (1, 2), by=ADA, how="push"), {"type": "checkpoint", "piece": COG, "number": 1}
    chronicle = Chronicle(("Ada", "Bob", "Cog"), catalogue.plugins.values(), course.board)
    lines = recap(PlayedTurn({}, [push, reached]), chronicle, 3, course.board, own)
    assert [line.piece for line in lines] == order


def test_of_equal_facts_the_latest_is_there_in_the_order_of_events(told: Any) -> None:
    """CLI-2033: so that the line ends as the turn has ended."""
    hitch, unhitch = {"type": "hitch", "piece": ADA, "beat": 1}, {"type": "unhitch", "piece": ADA, "beat": 2}
    first, last = told(ADA, hitch), told(ADA, unhitch)
    assert told(ADA, hitch, unhitch, hitch) == f"{last}; {first}"
    assert told(ADA, hitch, unhitch) == f"{first}; {last}"
    gone = {**destroy(ADA, (2, 0), "pit"), "beat": 3}, {**unhitch, "beat": 3}
    assert told(ADA, unhitch, *gone) == "loses the ball, which moves away; falls into a pit; loses the ball"


def test_an_event_without_a_robot_is_told_of_those_who_caused_it(told: Any) -> None:
    home = {"type": "ball-home", "piece": 7, "team": 2, "by": (BOB,)}
    assert told(BOB, home) == "brings the ball home: a goal for team 2"
    assert told(ADA, home) == ""


def test_facts_of_one_weight_stand_in_the_order_of_time(told: Any) -> None:
    """CLI-2033: and the last value of a gauge, such as the next checkpoint, takes the place of the one before."""
    down = {"type": "power-down", "piece": BOB}, {"type": "heal", "piece": BOB, "points": 1, "cause": "power-down"}
    hits = hurt(ADA, BOB, "robot-laser")
    assert told(BOB, hits, down[0]) == "shoots Ada; powers down"
    assert told(BOB, hits, *down, cells={BOB: (1, 0)}) == "shoots Ada; powers down and loses all its damage"
    reached = [{"type": "checkpoint", "piece": BOB, "number": number} for number in (1, 2)]
    assert told(BOB, *reached) == "reaches checkpoint 2"


def test_what_a_turn_will_bring_is_not_said_once_it_has_begun(told: Any) -> None:
    """CLI-2033: in the recap of several turns; what has happened is said instead."""
    start = {"type": "moment", "name": "start", "turn": 2}
    must, down = {"type": "announce", "piece": BOB}, {"type": "power-down", "piece": BOB}
    alone = told(BOB, start, must)
    assert alone.startswith("must power down next turn")
    assert told(BOB, start, must, start, down) == "powers down"
    assert told(BOB, start, must, start, down, must) == alone, "again"


def test_a_robot_that_must_rest_is_told_with_the_reason(told: Any) -> None:
    """CNB-1306: a rest by choice only to its own player."""
    chosen: Event = {"type": "answer", "kind": "power-down", "piece": ADA, "beat": 1}
    for piece, events, text in (
        (BOB, (), "must power down next turn: it has 3 damage or more"),
        (ADA, (chosen,), "will power down next turn"),
        (BOB, ({**chosen, "piece": BOB},), ""),
    ):
        assert told(piece, *events, {"type": "announce", "piece": piece, "beat": 1}) == text


@pytest.mark.parametrize("past", range(4))
def test_the_last_turn_is_kept_with_its_begin_until_the_next_one_is_over(past: int) -> None:
    """Also that of a match which is continued in the middle of it."""
    first, second = ({"type": "moment", "name": "start", "turn": turn} for turn in (1, 2))
    events: list[Event] = [
        {"type": "place", "piece": ADA, "cell": (0, 0)},
        first,
        step(ADA, (0, 0)),
        {"type": "blocked"},
        second,
    ]
    turns = TurnEvents({}, events[:past])
    for event in events[past:]:
        turns.on_event(event)
        turns.is_recalled = True
    assert turns.last == PlayedTurn({ADA: (0, 0)}, events[1:4])


@pytest.mark.parametrize(("is_recalled", "beats"), [(True, [2]), (False, [1, 2])])
def test_a_turn_that_nobody_has_been_told_of_is_told_with_the_next(is_recalled: bool, beats: list[int]) -> None:
    """CLI-2033: a robot that is powered down has nothing to program."""
    turns = TurnEvents({})
    for turn in (1, 2, 3):
        turns.on_event({"type": "moment", "name": "start", "turn": turn})
        turns.on_event({"type": "moment", "name": "end", "beat": turn})
        turns.is_recalled = is_recalled
    assert [event["beat"] for event in turns.last.events if event["name"] == "end"] == beats
