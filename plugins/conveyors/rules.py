"""Conveyors (COM-08, COM-09): belts carry pieces and turn them around curves."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roborally.core.floor import WALL, Floor
from roborally.core.geometry import DIRECTIONS, opposite
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import Rules, hookimpl, replaced

from .state import settings_of, slot_of

NOWHERE: Final = -1
Proposal = tuple[Piece, int, int]
"""A piece, the cell (or `OUTSIDE`) that its belt carries it to, and the direction."""


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Add both belts and the phases that a mode may put in order: slow, express, and all together."""
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
    """Mark no piece as carried by a belt, in the modes that remember this."""
    if settings_of(match)["curve_rotation"] == "around":
        slot_of.fill(match, {"carried": (NOWHERE,) * len(match.state.pieces)})


def exits(floor: Floor, *kinds: str) -> list[int]:
    """Return the exit direction of the belt on each cell, -1 for none; the last entry is for pieces off the floor."""
    directions = [-1] * (len(floor.cells) + 1)
    for element in floor.board.of_kind(*kinds):
        directions[floor.index(element.cell)] = element.values["direction"]
    return directions


def bends(floor: Floor) -> list[int]:
    """Return the exit direction of the belt on each cell like `exits`, but -1 for a belt that never turns (COM-09)."""
    directions = exits(floor, "belt", "express")
    for element in floor.board.of_kind("belt", "express"):
        if element.values.get("straight"):
            directions[floor.index(element.cell)] = -1
    return directions


def turns(floor: Floor) -> list[list[int]]:
    """Return, by direction and cell, the quarter turns of a piece that comes onto a belt in that direction (COM-09).

    1 is a turn to the right, -1 to the left; straight on, head-on, onto a straight belt and onto no belt it is 0.
    """
    belts = bends(floor)
    return [[_TURNS[ahead - direction & 3] if ahead >= 0 else 0 for ahead in belts] for direction in DIRECTIONS]


_TURNS: Final = (0, 1, 0, -1)


def curves(floor: Floor) -> dict[int, int]:
    """Return the quarter turns of every belt cell that is fed from one side only (`curve_rotation = on_departure`)."""
    belts = exits(floor, "belt", "express")
    found: dict[int, int] = {}
    for cell, exit_direction in enumerate(bends(floor)[:-1]):
        if exit_direction < 0:
            continue
        feeding = [d for d in DIRECTIONS if (source := floor.way[opposite(d)][cell]) >= 0 and belts[source] == d]
        if len(feeding) == 1:
            quarters = (exit_direction - feeding[0]) & 3
            if quarters in (1, 3):
                found[cell] = 1 if quarters == 1 else -1
    return found


def run_slow(match: Match) -> None:
    """Carry the pieces on normal belts (STD-804)."""
    carry(match, match.floor.tables["slow-belts"])


def run_express(match: Match) -> None:
    """Carry the pieces on express belts (STD-805, CNB-801)."""
    carry(match, match.floor.tables["express-belts"])


def run_all(match: Match) -> None:
    """Carry the pieces on all belts (CNB-801)."""
    carry(match, match.floor.tables["all-belts"])


def carry(match: Match, belts: list[int]) -> None:
    """Run one conveyor step over a set of belts (COM-08)."""
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
        if moves := _without_conflicts(match, proposals):
            _carry_out(match, moves)
        return
    piece, target, _ = proposals[0]
    if target < 0 or match.is_free(target) or not piece.solid:  # belts never push (COM-R03)
        _carry_out(match, proposals)


def _without_conflicts(match: Match, proposals: list[Proposal]) -> list[Proposal]:
    """Return the proposals that are carried out (COM-08, 3 and 4): belts never push, and no piece yields."""
    at = match.state.at
    if len({target for _, target, _ in proposals}) == len(proposals):
        for _, target, _ in proposals:
            if target < 0 or at[target]:
                break
        else:
            return proposals  # no piece is in the way of another
    fatal = match.value("fatal-cells", frozenset())
    moves = list(proposals)
    while True:
        leaving = {piece.index: target for piece, target, _ in moves if piece.solid}
        wanted: dict[int, int] = {}
        for piece, target, _ in moves:
            if piece.solid:
                wanted[target] = wanted.get(target, 0) + 1
        kept = [move for move in moves if _may_move(move, at, leaving, wanted, fatal)]
        if len(kept) == len(moves):
            return kept
        moves = kept


def _may_move(
    move: Proposal, at: bytearray, leaving: dict[int, int], wanted: dict[int, int], fatal: frozenset[int]
) -> bool:
    piece, target, _ = move
    if target < 0 or target in fatal or not piece.solid:
        return True
    occupant = at[target] - 1
    if occupant >= 0 and (occupant not in leaving or leaving[occupant] == piece.cell):
        return False
    return wanted[target] == 1


def _carry_out(match: Match, moves: list[Proposal]) -> None:
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
    if not entering:
        return
    for piece in match.value("acting-order", entering) if len(entering) > 1 else entering:
        if piece.cell >= 0:
            match.entered(piece)
        if match.state.over:
            return


def only_off_a_curve(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Turn a piece when it is carried off a curve instead of onto it (the other setting of COM-09)."""
    turned: int = match.floor.tables["belt-curves"].get(start, 0)
    return turned


def around_a_curve(match: Match, quarters: int, piece: Piece, start: int) -> int:
    """Turn a piece that walked onto a curve when it is carried off, besides one that is carried onto it (CNB-R28)."""
    slot = slot_of(match)
    if slot["carried"][piece.index] != start:
        off: int = match.floor.tables["belt-curves"].get(start, 0)
        quarters += off
    slot["carried"] = replaced(slot["carried"], piece.index, piece.cell)
    return quarters


def forget_carried(match: Match, moves: Sequence[tuple[Piece, int]], how: str) -> None:
    """Clear the marks of pieces that have moved in another way since a belt carried them."""
    if how != "belt":
        for piece, _ in moves:
            slot_of(match)["carried"] = replaced(slot_of(match)["carried"], piece.index, NOWHERE)
