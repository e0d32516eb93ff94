"""Conveyors (COM-08, COM-09): belts carry pieces and turn them around curves."""

from collections.abc import Sequence
from typing import Final, TypedDict

from roborally.plugin import WALL, Match, Piece, Rules, Settings, hookimpl, plugin_settings, plugin_slot, replaced

from .conflicts import Proposal, without_conflicts
from .tables import curves, exits, turns


class ConveyorSlot(TypedDict):
    """Where belts have carried pieces; only in modes where a robot that walks onto a curve is turned, too (CNB-R28)."""

    carried: tuple[int, ...]
    """By piece, the cell to which a belt carried the piece, unless it has moved since in another way; else -1."""


class ConveyorSettings(TypedDict):
    """The settings of the plugin `conveyors` in one match; plugin.toml describes each."""

    curve_rotation: str


slot_of: Final = plugin_slot("conveyors", ConveyorSlot)
settings_of: Final = plugin_settings("conveyors", ConveyorSettings)
NOWHERE: Final = -1


@hookimpl
def register(rules: Rules, settings: Settings) -> None:
    """Register belts of both kinds, and the phases that a mode may put in order: slow, express, and all together."""
    rules.element("belt")
    rules.element("express")
    rules.table("belts-are-modified", lambda floor: floor.rules.listens("turned-by-belt"))
    rules.table("belt-moves-are-modified", lambda floor: floor.rules.listens("floor-moves"))
    rules.table("slow-belts", lambda floor: exits(floor, "belt"))
    rules.table("express-belts", lambda floor: exits(floor, "express"))
    rules.table("all-belts", lambda floor: exits(floor, "belt", "express"))
    rules.table("belt-curves", curves)
    rules.table("belt-turns", turns)
    rules.phase("register", "slow-belts", run_slow, needs=("belt",), local=True)
    rules.phase("register", "express-belts", run_express, needs=("express",), local=True)
    rules.phase("register", "all-belts", run_all, needs=("belt", "express"), local=True)
    rules.declare_value("turned-by-belt", "quarter turns by which a belt turns; (piece, index of its last cell)")
    if settings["curve_rotation"] == "on_departure":
        rules.modify("turned-by-belt", only_off_a_curve)
    elif settings["curve_rotation"] == "around":
        rules.slot(slot_of)
        rules.modify("turned-by-belt", around_a_curve)
        rules.on("stepped", forget_carried)


@hookimpl
def setup(match: Match) -> None:
    """If the setting `curve_rotation` is `around`, start with no piece marked as carried by a belt."""
    if settings_of(match)["curve_rotation"] == "around":
        slot_of.fill(match, {"carried": (NOWHERE,) * len(match.state.pieces)})


def run_slow(match: Match) -> None:
    """Move the pieces on normal belts by one cell (STD-804)."""
    carry(match, match.floor.tables["slow-belts"])


def run_express(match: Match) -> None:
    """Move the pieces on express belts by one cell (STD-805, CNB-801)."""
    carry(match, match.floor.tables["express-belts"])


def run_all(match: Match) -> None:
    """Move the pieces on belts of both kinds by one cell (CNB-801)."""
    carry(match, match.floor.tables["all-belts"])


def carry(match: Match, belts: list[int]) -> None:
    """Move pieces on belts by one cell (COM-08); `belts` has, by cell, the direction to move in, -1 for none."""
    way = match.way
    proposals: list[Proposal] = []
    for piece in match.state.pieces:
        cell = piece.cell
        if (direction := belts[cell]) >= 0 and (target := way[direction][cell]) != WALL:
            proposals.append((piece, target, direction))
    if proposals and match.floor.tables["belt-moves-are-modified"]:
        proposals = match.value("floor-moves", proposals)
    if not proposals:
        return
    if match.watch is not None:
        match.new_beat()
    if len(proposals) > 1:
        proposals = without_conflicts(match, proposals)
    else:
        piece, target, _ = proposals[0]
        if target >= 0 and piece.solid and match.state.at[target]:
            return  # belts never push (COM-R03)
    carry_out(match, proposals)


def carry_out(match: Match, moves: list[Proposal]) -> None:
    """Move pieces at the same time, turn the pieces that come onto a curve (COM-09), then let all enter (COM-06)."""
    tables = match.floor.tables
    turns, enter = tables["belt-turns"], match.floor.enter
    modified = tables["belts-are-modified"]
    starts = {piece.index: piece.cell for piece, _, _ in moves} if modified else {}
    match.move_together(moves, "belt")
    entering = []
    for piece, _, direction in moves:
        cell = piece.cell
        if cell < 0:
            continue
        quarters = turns[direction][cell]
        if modified:
            quarters = match.value("turned-by-belt", quarters, piece, starts[piece.index])
        if quarters:
            match.turn(piece, quarters, "belt")
        if enter[cell] is not None:
            entering.append(piece)
    for piece in match.value("acting-order", entering) if len(entering) > 1 else entering:
        if piece.cell >= 0:
            match.entered(piece)
        if match.state.over:
            return


def only_off_a_curve(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Return, in place of `quarters`, the turn of the curve at `start`, from which a belt has carried the piece."""
    turned: int = match.floor.tables["belt-curves"].get(start, 0)
    return turned


def around_a_curve(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Return `quarters`, plus the turn of the curve at `start` for a piece that had walked onto it (CNB-R28)."""
    slot = slot_of(match)
    if slot["carried"][piece.index] != start:
        off: int = match.floor.tables["belt-curves"].get(start, 0)
        quarters += off
    slot["carried"] = replaced(slot["carried"], piece.index, piece.cell)
    return quarters


def forget_carried(match: Match, moves: Sequence[tuple[Piece, int]], how: str) -> None:
    """Set `carried` to -1 for the pieces of `moves`, pairs (piece, cell left), unless the belts moved them (`how`)."""
    if how != "belt":
        for piece, _ in moves:
            slot_of(match)["carried"] = replaced(slot_of(match)["carried"], piece.index, NOWHERE)
