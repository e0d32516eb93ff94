"""Copies of a state, part by part: random matches leave some parts at rest at every question."""

from typing import Any, cast

import msgspec
import pytest

from roborally.core.copies import copied
from roborally.core.data import Decision, Frame, SequenceFrame
from roborally.core.state import OFF, PIECE_FIELDS, STATE_FIELDS, Piece, State

CELLS = 12


def unlike_any_other() -> State:
    """Return a state in which every part differs from what a new state has."""
    state = State.empty(CELLS, 77)
    state.turn, state.stage, state.actor, state.next_id = 4, 3, 1, 99
    state.over, state.unsettled, state.winners, state.shut = True, True, (1, 0), (0, 2)
    state.pieces = [Piece(0, "robot", 0, 5, 1, 2, 3, True), Piece(1, "ball", -1, 7, 3, 1, 0, True)]
    state.pieces.append(Piece(2, "ghost", 2, 5, 2, 3, 4, False))
    # The first cell and no cell at all, for solid pieces.
    state.pieces += [Piece(3, "robot", 3, 0, 1, 2, 5, True), Piece(4, "robot", 4, OFF, 1, 2, 6, True)]
    state.at[5], state.at[7], state.at[0] = 1, 2, 4
    state.agenda = [
        cast(Frame, {"do": "walk", "piece": 1, "cells": ((1, 2), (3, 4))}),
        SequenceFrame(do="sequence", name="turn", at=2),
    ]
    state.decisions = [
        Decision(
            id="program-1",
            kind="program",
            seat=1,
            piece=1,
            choices=((1, 2),),
            default=("",),
            secret=True,
            optional=False,
            at_once=False,
            info={"a": (1,)},
        )
    ]
    state.sealed = {"program-1": ("move1@490", "")}
    state.ext = {"a": {"list": ((1, 2), ()), "pairs": (("x", (1,)),), "number": 2, "text": "t"}, "b": {}}
    return state


def parts(state: State) -> dict[str, Any]:
    """Return all parts of a state, with tuples and lists told apart."""
    found = {name: repr(getattr(state, name)) for name in STATE_FIELDS if name != "pieces"}
    found["pieces"] = repr([{name: getattr(piece, name) for name in PIECE_FIELDS} for piece in state.pieces])
    return found


def test_every_part_of_the_sample_is_unlike_a_new_state() -> None:
    new, sample = parts(State.empty(CELLS, 0)), parts(unlike_any_other())
    assert [name for name in STATE_FIELDS if new[name] == sample[name]] == []


def test_a_clone_has_every_part() -> None:
    state = unlike_any_other()
    assert parts(copied(state)) == parts(state)
    assert [parts(state)["pieces"]] == [repr([piece.to_data() for piece in state.pieces])]


def test_json_keeps_every_part() -> None:
    state = unlike_any_other()
    again = State.from_data(msgspec.json.decode(msgspec.json.encode(state.to_data())), CELLS)
    assert parts(again) == parts(state)


def test_data_shares_nothing_with_the_state() -> None:
    state = unlike_any_other()
    before = parts(state)
    data = state.to_data()
    data["pieces"][0]["cell"] = 1
    data["agenda"][0]["do"] = "x"
    data["agenda"].clear()
    data["decisions"][0]["id"] = "x"
    data["sealed"].clear()
    data["ext"]["a"].clear()
    data["ext"].clear()
    assert parts(state) == before


@pytest.mark.parametrize("name", [name for name in STATE_FIELDS if name != "at"])
def test_the_digest_sees_every_part(name: str) -> None:
    """Occupancy follows from the pieces; everything else is saved and compared."""
    whole, partly = unlike_any_other(), unlike_any_other()
    setattr(partly, name, getattr(State.empty(CELLS, 0), name))
    assert msgspec.json.encode(whole.to_data()) != msgspec.json.encode(partly.to_data())
