"""Finds values in a state that are not plain data, as `roborally.core.state` demands, for checks and scenarios."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

import msgspec

from roborally.core.data import Decision, Frame
from roborally.core.decisions import HIDDEN
from roborally.core.state import PIECE_FIELDS, Piece, State

MAX_ENTRIES = 10_000
"""The maximum number of entries in a tuple or dict; a longer one is assumed to grow without end."""
MAX_NUMBER = 2**63 - 1
"""The largest whole number that a file can hold."""
SHARED = "; copies of the match would share it: make it a tuple"
_SCALARS = frozenset({bool, int, float, str, type(None)})
_SIMPLE = frozenset({bool, str, type(None)})
_QUICK = frozenset({bool, int, str, type(None)})
_STATE_NUMBERS = ("actor", "dice", "next_id", "stage", "turn")
_PIECE_KINDS: dict[str, type] = dict.fromkeys(PIECE_FIELDS, int) | {"kind": str, "solid": bool}
_KINDS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}
_NAMES: dict[type, str] = {list: "a list", dict: "a dict", tuple: "a tuple", set: "a set", frozenset: "a frozenset"}


class PathProblem(NamedTuple):
    """A wrong value in a state: where it is, such as `ext["oil"]["seen"]`, and what is wrong, with the remedy."""

    path: str
    problem: str
    endless: bool = False
    """Whether the value grows without end, so that checking further is useless."""


def state_problems(state: State, pending: Sequence[Frame] = ()) -> Iterator[PathProblem]:
    """Yield the problems of a state, and of `pending`, the frames that are about to be added to its agenda."""
    for name, slot in state.ext.items():
        yield from slot_problems(f'ext["{name}"]', slot)
    if len(state.agenda) + len(pending) > MAX_ENTRIES:
        yield PathProblem("agenda", "frames are added without end; end them with match.done(frame)", True)
        return
    for frame in (*state.agenda, *pending):
        yield from frame_problems(frame)
    for decision in state.decisions:
        yield from decision_problems(decision)
    for id_, answer in state.sealed.items():
        yield from _loose(f'sealed["{id_}"]', answer, lists=False)
    for name in _STATE_NUMBERS:
        if getattr(state, name).__class__ is not int:
            yield PathProblem(name, f"{getattr(state, name)!r}; it is a whole number")
    if state.winners.__class__ is not tuple or not all(seat.__class__ is int for seat in state.winners):
        yield PathProblem("winners", f"{state.winners!r}; it is a tuple of whole numbers")
    for piece in state.pieces:
        for name, kind in _PIECE_KINDS.items():
            value = getattr(piece, name)
            if value.__class__ is not kind:
                yield PathProblem(f"pieces[{piece.index}].{name}", f"{_said(value)}; it is {_KINDS[kind]}")


def cell_problems(state: State) -> Iterator[PathProblem]:
    """Yield a problem for each piece whose `cell` contradicts `state.at`, as it does in the middle of a move."""
    standing = 0
    for piece in state.pieces:
        if piece.solid and isinstance(piece.cell, int) and piece.cell >= 0:
            standing += 1
            if piece.cell >= len(state.at) or state.at[piece.cell] != piece.index + 1:
                text = f"{piece.cell}, but the floor does not have it there; use match.place(piece, cell, ...)"
                yield PathProblem(f"pieces[{piece.index}].cell", text)
    if len(state.at) - state.at.count(0) > standing:
        yield PathProblem("at", "a cell is taken on which no solid piece stands")


def slot_problems(path: str, slot: object) -> Iterator[PathProblem]:
    """Yield a problem for each value of a slot that is no scalar, tuple, or dict of these; `path` names the slot."""
    if slot.__class__ is not dict:
        yield PathProblem(path, f"{_called(slot)}; a slot is a dict")
        return
    assert isinstance(slot, dict)
    for key, value in slot.items():
        kind = value.__class__
        if key.__class__ is str and (kind in _SIMPLE or (kind is tuple and _is_quick(value))):
            continue  # the usual case
        here = f"{path}[{_quoted(key)}]"
        if key.__class__ is not str:
            yield PathProblem(here, "this key is no text, and JSON would make one of it; name it by a text")
        elif kind is tuple and len(value) > MAX_ENTRIES:
            yield PathProblem(here, f"{len(value):,} entries, so it seems to grow without end", True)
        elif kind is dict:
            yield from _table_problems(here, value)
        elif not _is_frozen(value):
            yield from _within(here, value, SHARED)


def _table_problems(path: str, table: Mapping[Any, Any]) -> Iterator[PathProblem]:
    if len(table) > MAX_ENTRIES:
        yield PathProblem(path, f"{len(table):,} entries, so it seems to grow without end", True)
        return
    for key, item in table.items():
        if key.__class__ is not str:
            yield _numbered(path, key)
        if not _is_frozen(item):
            yield from _within(f"{path}[{_quoted(key)}]", item, SHARED)


def frame_problems(frame: Mapping[str, Any]) -> Iterator[PathProblem]:
    """Yield a problem for each key of a frame that is no text, and each value that is neither scalar nor tuple."""
    for key, value in frame.items():
        if key.__class__ is not str:
            yield _numbered(f'frame "{frame.get("do")}"', key)
        if not _is_frozen(value):
            path = f'frame "{frame.get("do")}", ["{key}"]'
            yield from _within(path, value, SHARED)


def decision_problems(decision: Decision) -> Iterator[PathProblem]:
    """Yield a problem for each part of a question that is not plain data, and for a default that is no choice."""
    for key, value in decision.items():
        yield from _loose(f'question "{decision["kind"]}", ["{key}"]', value, lists=False)
    choices, default = decision["choices"], decision["default"]
    is_hidden = default is None and choices == HIDDEN
    if choices is not None and not is_hidden and not any(default == choice for choice in choices):
        path = f'question "{decision["kind"]}", ["default"]'
        yield PathProblem(path, f"{default!r} is not among the choices {choices!r}")


def event_problems(event: Mapping[str, Any]) -> Iterator[PathProblem]:
    """Yield a problem for each value in an event that neither a record nor a network message can hold."""
    for key, value in event.items():
        if value.__class__ not in _SCALARS:
            yield from _loose(f'event "{event.get("type")}", ["{key}"]', value, lists=True)


def round_trip_problem(state: State) -> PathProblem | None:
    """Return the first part of a state that a round trip through JSON changes, or `None` if there is none."""
    before = state.to_data()
    try:
        text = msgspec.json.encode(before)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return PathProblem("state", f"it cannot be saved: {error}")
    after = State.from_data(msgspec.json.decode(text), len(state.at)).to_data()
    if after == before:
        return None
    path, one, other = difference("", before, after)
    return PathProblem(path, f"saved as {one!r}, it comes back as {other!r}")


# --- values ---------------------------------------------------------------------------------------------------------


def _is_frozen(value: Any) -> bool:
    """Return whether a value is a scalar that JSON can hold, or a tuple of these."""
    kind = value.__class__
    if kind in _SIMPLE:
        return True
    if kind is int:
        return bool(-MAX_NUMBER <= value <= MAX_NUMBER)
    if kind is tuple:
        return _QUICK.issuperset(map(type, value)) or all(map(_is_frozen, value))
    return kind is float and isfinite(value)


def _is_quick(value: tuple[Any, ...]) -> bool:
    """Return whether a tuple is short and holds only scalars; numbers too large for a file count as scalars here."""
    return len(value) <= MAX_ENTRIES and _QUICK.issuperset(map(type, value))


def _within(path: str, value: Any, advice: str) -> Iterator[PathProblem]:
    """Yield the first part of a value that is neither scalar nor tuple; `advice` is added to the problem."""
    kind = value.__class__
    if kind is tuple:
        at = next(at for at, item in enumerate(value) if not _is_frozen(item))
        yield from _within(f"{path}[{at}]", value[at], advice)
    elif kind is list or kind is dict:
        yield PathProblem(path, _called(value) + advice)
    else:
        yield PathProblem(path, _what(value))


def _loose(path: str, value: Any, *, lists: bool) -> Iterator[PathProblem]:
    """Yield the parts of a value that are not scalar, tuple or dict; lists are allowed if `lists` is true."""
    kind = value.__class__
    if kind is dict:
        for key, item in value.items():
            if key.__class__ is not str:
                yield _numbered(path, key)
            yield from _loose(f"{path}[{_quoted(key)}]", item, lists=lists)
    elif kind is tuple or (lists and kind is list):
        for at, item in enumerate(value):
            if not _is_frozen(item):
                yield from _loose(f"{path}[{at}]", item, lists=lists)
    elif kind is list:
        yield PathProblem(path, "a list, which comes back from a saved match as a tuple; make it a tuple")
    elif not _is_frozen(value):
        yield PathProblem(path, _what(value))


def _numbered(path: str, key: object) -> PathProblem:
    return PathProblem(path, f"the key {key!r} is no text, and JSON would make one of it; use str(...)")


def _what(value: object) -> str:
    """Return a text with a value's type, why it cannot be stored, and what to do."""
    if isinstance(value, set | frozenset):
        return f"{_called(value)}, which has no order and cannot be saved; make it a sorted tuple"
    if isinstance(value, Piece):
        return "a Piece, which copies of the match would share; keep its index"
    if value.__class__ is float or value.__class__ is int:
        return f"{str(value)[:40]}, which a file cannot hold"
    return f"{_called(value)}, which cannot be saved; keep texts, numbers, tuples and dicts"


def _said(value: object) -> str:
    return f"{value!r}" if value.__class__ in _SCALARS else _called(value)


def _called(value: object) -> str:
    return _NAMES.get(value.__class__) or f"an object of the class {value.__class__.__name__!r}"


def _quoted(key: object) -> str:
    return f'"{key}"' if isinstance(key, str) else repr(key)


def difference(path: str, one: Any, other: Any) -> tuple[str, Any, Any]:
    """Return (path, value in `one`, value in `other`) for the first difference; `path` is where both are in a state."""
    if one.__class__ is other.__class__ and isinstance(one, dict) and one.keys() == other.keys():
        key = next(key for key in one if one[key] != other[key])
        return difference(f"{path}[{_quoted(key)}]" if path else str(key), one[key], other[key])
    if one.__class__ is other.__class__ and isinstance(one, list | tuple) and len(one) == len(other):
        at = next(at for at, item in enumerate(one) if item != other[at])
        return difference(f"{path}[{at}]", one[at], other[at])
    return path, one, other
