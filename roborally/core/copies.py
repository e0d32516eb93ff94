"""Copies of the state of a match: bots that search make thousands of them for one decision.

Where the kernel is not compiled, constructors are slow; a copy is then filled field by field.
"""

from roborally.core.data import IS_COMPILED
from roborally.core.state import Piece, State


def copied(state: State) -> State:
    """Return an independent copy of a state; it shares the decisions and answers, which are never changed in place."""
    at, decisions, sealed = state.at[:], state.decisions[:], state.sealed.copy()
    agenda = [frame.copy() for frame in state.agenda]
    ext = {name: slot.copy() for name, slot in state.ext.items()}
    if IS_COMPILED:
        pieces = [Piece(p.index, p.kind, p.seat, p.cell, p.facing, p.heading, p.damage, p.solid) for p in state.pieces]
        copy = State(state.dice, pieces, at, agenda, decisions, sealed, ext)
    else:
        copy = State.__new__(State)
        copy.dice = state.dice
        copy.pieces = _filled(state.pieces)
        copy.at = at
        copy.agenda = agenda
        copy.decisions = decisions
        copy.sealed = sealed
        copy.ext = ext
    copy.turn = state.turn
    copy.stage = state.stage
    copy.actor = state.actor
    copy.over = state.over
    copy.winners = state.winners
    copy.unsettled = state.unsettled
    copy.next_id = state.next_id
    copy.shut = state.shut
    return copy


def _filled(pieces: list[Piece]) -> list[Piece]:
    """Return copies of pieces, made without the slow constructor."""
    new_piece = Piece.__new__
    copies = []
    for piece in pieces:
        copy = new_piece(Piece)
        copy.index = piece.index
        copy.kind = piece.kind
        copy.seat = piece.seat
        copy.cell = piece.cell
        copy.facing = piece.facing
        copy.heading = piece.heading
        copy.damage = piece.damage
        copy.solid = piece.solid
        copies.append(copy)
    return copies
