"""Robots begin outside the floor and enter it in the first register (CNB-202, CNB-602, CNB-R05)."""

from typing import Any, Final, TypedDict

from roborally.plugin import FACTS, SCENARIO_STARTS, Cell, Fact, Match, Piece, Rules, hookimpl, plugin_slot, replaced
from roborally_plugins.archive.api import ask_facing, keep_start, reentry_cell
from roborally_plugins.archive.api import enter as enter_floor


class EnteringSlot(TypedDict):
    """Which pieces wait outside the floor, by index of piece."""

    waiting: tuple[bool, ...]


slot_of: Final = plugin_slot("entering", EnteringSlot)


@hookimpl
def register(rules: Rules) -> None:
    """Register how robots that wait outside are programmed, and enter when their first card comes up."""
    rules.slot(slot_of)
    rules.modify("programmers", with_waiting)
    rules.modify("acting", with_waiting)
    rules.on("programming", ask_facings)
    rules.on("card-due", enter)
    rules.add(FACTS, "entering", Fact(read_entering, write_entering, order=30))
    rules.add(FACTS, "entry_cell", Fact(read_entry))
    rules.add(SCENARIO_STARTS, "entering", nobody_waits)


@hookimpl
def setup(match: Match) -> None:
    """Start with all robots waiting outside (CNB-202)."""
    slot_of.fill(match, {"waiting": tuple(piece.kind == "robot" for piece in match.state.pieces)})


def with_waiting(match: Match, pieces: list[Piece]) -> list[Piece]:
    """Return `pieces` and the robots that wait outside, by seat, so that these are dealt cards and play them."""
    waiting = slot_of(match)["waiting"]
    if not any(waiting):
        return pieces
    inside = {piece.index for piece in pieces}
    return [piece for piece in match.state.pieces if piece.index in inside or waiting[piece.index]]


def ask_facings(match: Match) -> None:
    """Ask the owners of waiting robots for the facings, secretly, together with the first program (CNB-R05)."""
    for piece in match.state.pieces:
        if slot_of(match)["waiting"][piece.index]:
            ask_facing(match, piece)


def enter(match: Match, piece: Piece, card: str) -> None:
    """Place a waiting robot on its entry cell or beside it, where it executes `card` at once (CNB-602)."""
    slot = slot_of(match)
    if slot["waiting"][piece.index]:
        slot["waiting"] = replaced(slot["waiting"], piece.index, False)
        enter_floor(match, piece)


def nobody_waits(match: Match) -> None:
    """Let no robot of a scenario wait outside."""
    slot_of(match)["waiting"] = (False,) * len(match.state.pieces)


def read_entering(match: Match, piece: Piece) -> bool:
    """Return whether the robot waits outside the floor."""
    waiting: bool = slot_of(match)["waiting"][piece.index]
    return waiting


def read_entry(match: Match, piece: Piece) -> Cell | None:
    """Return the cell (x, y) where the robot will enter, or `None` for a robot that does not wait outside."""
    cell = reentry_cell(match, piece) if slot_of(match)["waiting"][piece.index] else -1
    return match.floor.cells[cell] if cell >= 0 else None


def write_entering(match: Match, piece: Piece, value: Any) -> None:
    """Set whether the robot waits outside the floor, to enter with the cell and facing of its start."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    slot_of(match)["waiting"] = replaced(slot_of(match)["waiting"], piece.index, value)
    keep_start(match, piece)
