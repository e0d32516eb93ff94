"""Checks whether a saved match can go on; a file of unknown origin may hold any state, with a digest that fits."""

from collections.abc import Iterable

from roborally.core.decisions import is_waiting
from roborally.core.match import Match
from roborally.core.observation import observe
from roborally.core.state import NOBODY


def is_playable(match: Match) -> bool:
    """Return whether the state of a saved match fits its rules, board and seats; may raise any error if it does not."""
    state, rules = match.state, match.rules
    return (
        is_waiting(state)
        and not state.over
        and all(frame["do"] in rules.frames for frame in state.agenda)
        and all(decision["kind"] in rules.decisions for decision in state.decisions)
        and _are_all(range(len(match.seats)), (decision["seat"] for decision in state.decisions))
        and _are_all(range(NOBODY, len(state.pieces)), (decision["piece"] for decision in state.decisions))
        and set(state.ext) <= set(rules.plugins)
        and _pieces_fit(match)
        and all(observe(match, seat) for seat in range(len(match.seats)))
    )


def _pieces_fit(match: Match) -> bool:
    pieces, robots = match.state.pieces, len(match.seats)
    kinds = [*("robot" for _seat in range(robots)), *match.rules.pieces]
    seats = [*range(robots), *(NOBODY for _kind in match.rules.pieces)]
    return (
        [(piece.index, piece.kind, piece.seat) for piece in pieces]
        == list(zip(range(len(kinds)), kinds, seats, strict=True))
        and _are_all(range(NOBODY, len(pieces)), (number for piece in pieces for number in (piece.index, piece.seat)))
        and _are_all(range(-1, len(match.floor.cells)), (piece.cell for piece in pieces))
        and _are_all(range(4), (way for piece in pieces for way in (piece.facing, piece.heading)))
        and all(type(piece.damage) is int and piece.damage >= 0 for piece in pieces)
    )


def _are_all(allowed: range, numbers: Iterable[int]) -> bool:
    """Return whether all numbers are of type `int` and in a range; `1.0` and `True` are not."""
    return all(type(number) is int and number in allowed for number in numbers)
