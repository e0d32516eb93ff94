"""What a state may hold, and the path by which anything else is named."""

from typing import Any

import pytest

from roborally.core.data import Frame
from roborally.core.state import Piece, State
from roborally.plugin_system.plain import (
    MAX_ENTRIES,
    event_problems,
    frame_problems,
    round_trip_problem,
    slot_problems,
    state_problems,
)

PIECE = Piece(0, "robot", 0)
WRONG: dict[str, tuple[Any, str, str]] = {
    "set": ({1, 2}, 'ext["x"]["seen"]', "a set"),
    "frozenset": (frozenset((1,)), 'ext["x"]["seen"]', "a frozenset"),
    "list": ([1, 2], 'ext["x"]["seen"]', "a list; copies of the match would share it"),
    "list in a dict": ({"a": []}, 'ext["x"]["seen"]["a"]', "a list; copies"),
    "number as a key": ({3: 1}, 'ext["x"]["seen"]', "the key 3 is no text"),
    "endless table": (dict.fromkeys(map(str, range(MAX_ENTRIES + 1))), 'ext["x"]["seen"]', "grow without end"),
    "object": (PIECE, 'ext["x"]["seen"]', "a Piece"),
    "dict in a tuple": (({},), 'ext["x"]["seen"][0]', "a dict; copies"),
    "set in a tuple": (((1, (2, {3})),), 'ext["x"]["seen"][0][1][1]', "a set"),
    "list in a tuple": (((1, [2]),), 'ext["x"]["seen"][0][1]', "a list; copies"),
    "infinite": (float("inf"), 'ext["x"]["seen"]', "inf, which a file cannot hold"),
    "not a number": ((float("nan"),), 'ext["x"]["seen"][0]', "nan, which a file cannot hold"),
    "huge": (2**70, 'ext["x"]["seen"]', "which a file cannot hold"),
    "function": (len, 'ext["x"]["seen"]', "which cannot be saved"),
    "endless": ((0,) * (MAX_ENTRIES + 1), 'ext["x"]["seen"]', "grow without end"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_slot_holds_plain_data_only(case: str) -> None:
    value, path, problem = WRONG[case]
    (found,) = slot_problems('ext["x"]', {"seen": value, "right": (1, "a", None, True, 2.5, (1, ("b",)))})
    assert found.path == path
    assert problem in found.problem
    assert found.endless == case.startswith("endless")


@pytest.mark.parametrize("slot", [[1], {1: 2}, {(1, 2): 3}])
def test_a_slot_is_a_dict_with_texts_as_keys(slot: Any) -> None:
    assert len(list(slot_problems("slot", slot))) == 1


RIGHT = [1, "a", None, True, 0.5, (), (1, (2, 3)), {}, {"a": (1, "b"), "c": None}, (0.5,) * MAX_ENTRIES]


@pytest.mark.parametrize("value", RIGHT, ids=range(len(RIGHT)))
def test_plain_values_are_right(value: Any) -> None:
    assert list(slot_problems("slot", {"a": value})) == []
    state = State.empty(4, 1)
    state.ext["x"] = {"a": value}
    assert list(state_problems(state)) == []
    assert round_trip_problem(state) is None


def test_frames_hold_scalars_and_tuples() -> None:
    frame: Any = {"do": "walk", "cells": [1], "left": (1, 2)}
    (found,) = frame_problems(frame)
    assert found.path == 'frame "walk", ["cells"]'
    numbered: Any = {"do": "walk", 3: 4}
    assert [text.problem[:22] for text in frame_problems(numbered)] == ["the key 3 is no text, "]
    state = State.empty(4, 1)
    state.agenda.append(frame)
    assert list(state_problems(state)) == list(state_problems(State.empty(4, 1), [frame])) == [found]


def test_frames_without_end() -> None:
    frame: Frame = {"do": "walk"}
    (found,) = state_problems(State.empty(4, 1), [frame] * (MAX_ENTRIES + 1))
    assert found.endless


def test_questions_and_answers() -> None:
    state = State.empty(4, 1)
    question: Any = {"kind": "q", "choices": ("a", "b"), "default": "c", "info": {"more": {1}, "well": {"x": (1,)}}}
    state.decisions.append(question)
    state.sealed["q-1"] = [1]
    assert [found.path for found in state_problems(state)] == [
        'question "q", ["info"]["more"]',
        'question "q", ["default"]',
        'sealed["q-1"]',
    ]


@pytest.mark.plain  # a compiled piece refuses at once what its types do not allow
def test_pieces_and_events() -> None:
    state = State.empty(4, 1)
    piece: Any = Piece(0, "robot", 0)
    piece.cell = (1, 2)
    state.pieces.append(piece)
    assert [found.path for found in state_problems(state)] == ["pieces[0].cell"]
    event = {"type": "x", "cells": [(1, 2)], "piece": PIECE, "all": {"a": [{1}]}}
    assert [found.path for found in event_problems(event)] == ['event "x", ["piece"]', 'event "x", ["all"]["a"][0]']
    assert [text.path for text in event_problems({"type": "x", "of": {1: 2}})] == ['event "x", ["of"]']


def test_a_round_trip_names_what_changes() -> None:
    state = State.empty(4, 1)
    state.ext["x"] = {"a": (1,), "c": [1, 2]}
    changed = round_trip_problem(state)
    assert changed is not None
    assert changed.path == 'ext["x"]["c"]'
    state.ext["x"] = {"a": object()}
    changed = round_trip_problem(state)
    assert changed is not None
    assert "cannot be saved" in changed.problem
