"""Locked registers (COM-16, STD-902 to STD-905, CNB-1502): damage locks cards in, repair frees them."""

from typing import Final

from roborally.plugin import Decision, Frame, Match, Piece, replaced

from .deck import REGISTERS
from .state import slot_of

FIRST_LOCK: Final = 5
"""The damage that locks the first register."""


class FreeRegistersFrame(Frame):
    """The frame that frees `left` registers of a robot, which its owner chooses."""

    piece: int
    left: int


def lock_count(damage: int) -> int:
    """Return how many registers an amount of damage locks (COM-16)."""
    return min(REGISTERS, max(0, damage + 1 - FIRST_LOCK))


def lock_by_damage(match: Match, piece: Piece) -> None:
    """Lock the highest free registers, with the cards in them, as the damage demands (STD-902, STD-904)."""
    if piece.damage < FIRST_LOCK or piece.cell < 0:
        return
    missing = lock_count(piece.damage) - len(slot_of(match)["locks"][piece.index])
    if missing <= 0 or match.value("locks-later", False, piece):
        return
    locked = slot_of(match)["locks"][piece.index]
    for number in [number for number in range(REGISTERS, 0, -1) if number not in locked][:missing]:
        lock(match, piece, number)


def lock(match: Match, piece: Piece, number: int) -> None:
    """Lock a register with the card in it."""
    slot = slot_of(match)
    locked = tuple(sorted((*slot["locks"][piece.index], number)))
    slot["locks"] = replaced(slot["locks"], piece.index, locked)
    match.emit("lock", piece=piece.index, register=number)


def free_by_repair(match: Match, piece: Piece, points: int) -> None:
    """Free registers when a repair lifts locks, lowest first unless the owner may choose (STD-R04, CNB-1203).

    A point frees one register at most: locks may exist below 5 damage (OPT-17).
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
    """Take the lock off a register; its card stays until the end of the turn (STD-905)."""
    slot = slot_of(match)
    locked = tuple(lock for lock in slot["locks"][piece.index] if lock != number)
    slot["locks"] = replaced(slot["locks"], piece.index, locked)
    match.emit("unlock", piece=piece.index, register=number)


def run_free_registers(match: Match, frame: FreeRegistersFrame) -> None:
    """Ask the owner, once for each lock to remove, which register to free (CNB-1203)."""
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
