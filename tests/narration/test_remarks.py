"""Who says what at moments of a match (CLI-108)."""

from itertools import pairwise
from typing import Any

import pytest

from roborally.narration.remarks import Remarks
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.manifest_tables import MAX_LINE

MODELS = ("tanky", "james-bot", "lazybot", "albot", "peach")
SHOT = {"type": "hurt", "piece": 0, "cause": "robot-laser"}
PUSH = {"type": "step", "piece": 1, "how": "push"}
LOST = {"type": "destroy", "piece": 1, "cause": "pit"}
WON = {"type": "over", "winners": (2,)}


def begin(turn: int) -> dict[str, Any]:
    return {"type": "moment", "name": "start", "turn": turn, "stage": 0}


def register(turn: int, stage: int) -> dict[str, Any]:
    return {"type": "moment", "name": "register", "turn": turn, "stage": stage}


def remarks() -> Remarks:
    return Remarks(
        {
            0: {"hurt": ["ouch", "aua", "aj"], "hurt robot-laser": ["zap", "zip"], "moment start": ["a1", "a2"]},
            1: {"step push": ["hey"], "destroy": ["bye"], "moment start": ["b1", "b2"]},
            2: {"over won": ["mine"], "over lost": ["no"]},
        }
    )


def said(talk: Remarks, *events: dict[str, Any]) -> list[tuple[int, str] | None]:
    found: list[tuple[int, str] | None] = []
    for event in events:
        talk.on_event(event)
        found.append(talk.said)
    return found


def test_the_most_exact_moment_counts() -> None:
    talk = remarks()
    assert said(talk, register(1, 1), {**SHOT, "cause": "flamer"})[-1] in [(0, "ouch"), (0, "aua"), (0, "aj")]
    assert said(talk, register(1, 2), SHOT)[-1] in [(0, "zap"), (0, "zip")]


def test_a_line_is_not_said_twice_in_a_row() -> None:
    talk = remarks()
    lines = [said(talk, register(turn, 1), SHOT)[-1] for turn in range(1, 9)]
    assert all(one != other for one, other in pairwise(lines))
    lines = [said(talk, register(turn * 2, 2), SHOT)[-1] for turn in range(5, 9)]
    assert all(one != other for one, other in pairwise(lines))


def test_one_robot_speaks_in_a_register_and_gives_way_to_greater_things() -> None:
    talk = remarks()
    shot, pushed, lost, won = said(talk, register(1, 1), SHOT, PUSH, LOST, WON)[1:]
    assert shot == pushed
    assert lost == (1, "bye")
    assert won == (2, "mine")
    assert said(talk, register(1, 2), PUSH)[-1] == (1, "hey")
    assert said(talk, register(2, 1))[-1] is None, "it belongs to the turn before"


def test_at_the_beginning_of_a_turn_they_speak_by_turns() -> None:
    talk = remarks()
    speakers = [remark[0] for turn in range(1, 7) if (remark := said(talk, begin(turn))[-1]) is not None]
    assert speakers in ([0, 1] * 3, [1, 0] * 3)


def test_the_same_events_give_the_same_lines() -> None:
    turns = [(begin(turn), register(turn, 1), SHOT, register(turn, 2), PUSH) for turn in range(1, 6)]
    events = [event for turn in turns for event in turn]
    assert said(remarks(), *events) == said(remarks(), *events)


def test_who_has_no_lines_is_silent() -> None:
    talk = Remarks({})
    assert not talk.any
    assert set(said(talk, begin(1), SHOT, PUSH, LOST, WON)) == {None}
    assert said(remarks(), register(1, 1), {"type": "turn", "piece": 0, "how": "gear"})[-1] is None


@pytest.mark.parametrize("model", MODELS)
def test_each_of_the_five_has_a_paragraph_and_lines_of_its_own(catalogue: Catalogue, model: str) -> None:
    """CLI-108, STD-1401 to STD-1405: for being hurt, pushed, destroyed, a checkpoint, winning and a quiet moment."""
    robots = catalogue.plugins["classic-robots"].manifest.robot
    robot = robots[model]
    assert robot.about.count(".") >= 3
    for moment in ("hurt", "step push", "destroy", "checkpoint", "over won", "moment start"):
        assert len(robot.lines[moment]) > 1, moment
    own = {line for lines in robot.lines.values() for line in lines}
    others = {line for name in MODELS if name != model for lines in robots[name].lines.values() for line in lines}
    assert not own & others
    assert all(len(line) <= MAX_LINE for line in own)
