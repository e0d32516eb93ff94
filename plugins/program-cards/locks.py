"""Locks registers by damage, with their cards, and frees them by repair (COM-16, STD-902 to STD-905, CNB-1502)."""

from typing import Final

from roborally.plugin import Decision, Frame, Match, Piece, replaced

from .deck import REGISTERS
from .state import slot_of

FIRST_LOCK: Final = 5
"""The points of damage at which the first register locks."""


class FreeRegistersFrame(Frame):
    """A frame that asks the owner of `piece` for `left` registers to free, one after the other."""

    piece: int
    left: int


def lock_count(damage: int) -> int:
    """Return how many registers this many points of damage lock (COM-16)."""
    return min(REGISTERS, max(0, damage + 1 - FIRST_LOCK))


def lock_by_damage(match: Match, piece: Piece) -> None:
    """Lock the highest free registers, with their cards, as the damage demands, unless delayed (STD-902, STD-904)."""
    if piece.damage < FIRST_LOCK or piece.cell < 0:
        return
    missing = lock_count(piece.damage) - len(slot_of(match)["locks"][piece.index])
    if missing <= 0 or match.value("locks-later", False, piece):
        return
    locked = slot_of(match)["locks"][piece.index]
    for number in [number for number in range(REGISTERS, 0, -1) if number not in locked][:missing]:
        lock(match, piece, number)


def lock(match: Match, piece: Piece, number: int) -> None:
    """Lock a register, by number from 1, with the card in it, and emit the event."""
    slot = slot_of(match)
    locked = tuple(sorted((*slot["locks"][piece.index], number)))
    slot["locks"] = replaced(slot["locks"], piece.index, locked)
    match.emit("lock", piece=piece.index, register=number)


def free_by_repair(match: Match, piece: Piece, points: int) -> None:
    """Free the registers that a repair of `points` unlocks, the lowest first unless the owner may choose.

    A point frees one register at most: locks may exist below 5 damage (STD-R04, CNB-1203, OPT-17).
    """
    locked = slot_of(match)["locks"][piece.index]
    surplus = min(points, len(locked) - lock_count(piece.damage))
    if surplus <= 0:
        return
    if surplus < len(locked) and match.value("chooses-freed-register", False, piece):
        match.then(FreeRegistersFrame(do="free-registers", piece=piece.index, left=surplus))
        return
    for number in locked[:surplus]:
        free(match, piece, number)


def free(match: Match, piece: Piece, number: int) -> None:
    """Unlock a register, by number from 1, and emit the event; its card stays until the end of the turn (STD-905)."""
    slot = slot_of(match)
    locked = tuple(lock for lock in slot["locks"][piece.index] if lock != number)
    slot["locks"] = replaced(slot["locks"], piece.index, locked)
    match.emit("unlock", piece=piece.index, register=number)


def run_free_registers(match: Match, frame: FreeRegistersFrame) -> None:
    """Ask the owner which register to free next, until the frame has none left (CNB-1203)."""
    piece = match.state.pieces[frame["piece"]]
    locked = slot_of(match)["locks"][piece.index]
    if frame["left"] == 0 or piece.cell < 0:
        match.done(frame)
        return
    frame["left"] -= 1
    match.ask("free-register", piece, locked[0], locked)


def commit_free_register(match: Match, decision: Decision, answer: int) -> None:
    """Free the register that the owner has chosen."""
    free(match, match.state.pieces[decision["piece"]], answer)
