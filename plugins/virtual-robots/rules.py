"""Virtual robots (AUE-301 to AUE-305, AUE-604, AUE-R03, AUE-R16), which others pass through until they are real.

A virtual robot is a piece that is not solid: it neither blocks nor is blocked, is not pushed, does not fire and is not
shot by robots; the board acts on it as on any other.
"""

from typing import Final, TypedDict

from roborally.plugin import FACTS, SCENARIO_STARTS, Fact, Match, Piece, Rules, hookimpl, plugin_settings
from roborally_plugins.archive.api import coming, reentry_cell


class VirtualRobotsSettings(TypedDict):
    """The settings of the plugin `virtual-robots` in one match; plugin.toml describes each."""

    virtual_at_start: bool


settings_of: Final = plugin_settings("virtual-robots", VirtualRobotsSettings)


@hookimpl
def register(rules: Rules) -> None:
    """Register how robots become real at the end of a register, and virtual when they re-enter among others."""
    rules.phase("register", "materialise", materialise, after=("touch", "site-archives"))
    rules.on("placing", be_virtual_with_others)
    rules.add(SCENARIO_STARTS, "virtual-robots", all_real)
    rules.add(FACTS, "is_virtual", Fact(read_virtual))
    rules.event("real", {"piece": "who is solid from now on"})
    rules.event("virtual", {"piece": "who is about to enter without being solid"})


@hookimpl
def setup(match: Match) -> None:
    """Make all robots virtual if the mode says so (AUE-301)."""
    if settings_of(match)["virtual_at_start"]:
        for piece in match.robots:
            _set_solid(match, piece, False)


def materialise(match: Match) -> None:
    """Make all virtual robots real that are alone on their cells, at the same moment (AUE-303, AUE-402)."""
    standing: dict[int, int] = {}
    for piece in match.state.pieces:
        if piece.cell >= 0 and _counts(piece):
            standing[piece.cell] = standing.get(piece.cell, 0) + 1
    for piece in match.robots:
        if piece.cell >= 0 and not piece.solid and standing[piece.cell] == 1:
            _set_solid(match, piece, True)
            match.emit("real", piece=piece.index)


def be_virtual_with_others(match: Match, piece: Piece, cell: int) -> None:
    """Make a robot that comes to a cell virtual if another piece is or will be placed there, else real (AUE-604)."""
    there = any(other.cell == cell and _counts(other) for other in match.state.pieces)
    shared = there or _others_come(match, piece, cell)
    _set_solid(match, piece, not shared)
    if shared:
        match.emit("virtual", piece=piece.index)


def _counts(piece: Piece) -> bool:
    """Return whether a piece makes a robot share its cell: every robot does, and other pieces that are solid."""
    return piece.kind == "robot" or piece.solid


def _others_come(match: Match, piece: Piece, cell: int) -> bool:
    others = [match.state.pieces[index] for index in coming(match) if index != piece.index]
    return any(reentry_cell(match, other) == cell for other in others)


def _set_solid(match: Match, piece: Piece, solid: bool) -> None:
    """Make a piece solid or not; a solid one occupies its cell, which must be free of other solid pieces."""
    if piece.cell >= 0:
        match.state.at[piece.cell] = piece.index + 1 if solid else 0
    piece.solid = solid


def all_real(match: Match) -> None:
    """Make all robots of a scenario real at the start (docs/formats.md, Scenarios)."""
    for piece in match.robots:
        piece.solid = True


def read_virtual(match: Match, piece: Piece) -> bool:
    """Return whether the robot is virtual: other robots pass through it."""
    return not piece.solid
