"""Floor painters: a space belongs to the robot that was the last to end a register there."""

from typing import TypedDict

from roborally.plugin import (
    FACTS,
    MARKS,
    OBJECTIVES,
    Fact,
    FloorMark,
    Match,
    Piece,
    Rules,
    hookimpl,
    plugin_settings,
    plugin_slot,
    replaced,
)


class Slot(TypedDict):
    """The robot that painted each space, by the index of its cell; -1 for none."""

    painted: tuple[int, ...]


class Settings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    floor_painters_turns: int


slot_of = plugin_slot("floor-painters", Slot)
settings_of = plugin_settings("floor-painters", Settings)


@hookimpl
def register(rules: Rules) -> None:
    """Add the phases, the events, the number shown in the window, and the aim of bots."""
    rules.slot(slot_of)
    rules.phase("register", "painting", paint)
    rules.phase("end-of-turn", "floor-painters-end", look_for_end)
    rules.event("floor-painted", {"piece": "who paints", "cell": "the space", "count": "how many spaces it has now"})
    rules.event("floor-repainted", {"piece": "who loses the space", "count": "how many spaces it has left"})
    rules.add(FACTS, "floor_painters_spaces", Fact(spaces))
    rules.add(MARKS, "floor-painters", paint_marks)
    rules.add(OBJECTIVES, "floor-painters", come)


@hookimpl
def setup(match: Match) -> None:
    """Start with a clean floor; the plugin `docks` has put the robots on their docks."""
    slot_of.fill(match, {"painted": (-1,) * len(match.floor.cells)})


def paint(match: Match) -> None:
    """Let every robot paint its space."""
    slot = slot_of(match)
    for piece in match.robots:
        if piece.cell < 0 or slot["painted"][piece.cell] == piece.index:
            continue
        before = slot["painted"][piece.cell]
        slot["painted"] = replaced(slot["painted"], piece.cell, piece.index)
        match.new_beat()
        match.emit("floor-painted", piece=piece.index, cell=match.cell_of(piece), count=spaces(match, piece))
        if before >= 0:
            match.emit("floor-repainted", piece=before, count=spaces(match, match.robots[before]))


def spaces(match: Match, piece: Piece) -> int:
    """Return how many spaces belong to a robot."""
    return slot_of(match)["painted"].count(piece.index)


def paint_marks(match: Match) -> list[FloorMark]:
    """Return each painted space in the colour of its robot."""
    painted = zip(match.floor.cells, slot_of(match)["painted"], strict=True)
    return [FloorMark(cell, fill=piece) for cell, piece in painted if piece >= 0]


def look_for_end(match: Match) -> None:
    """End the game after the last turn; those with the most spaces win together."""
    if match.state.turn >= settings_of(match)["floor_painters_turns"]:
        counts = [spaces(match, piece) for piece in match.robots]
        match.finish(tuple(index for index, count in enumerate(counts) if count == max(counts)))


def come(match: Match, piece: Piece) -> float:
    """Return a robot's spaces, less a thousandth for each step to the nearest space that is not its own."""
    painted = slot_of(match)["painted"]
    here = match.cell_of(piece)
    if here is None:
        return spaces(match, piece) - 0.1
    others = [cell for index, cell in enumerate(match.floor.cells) if painted[index] != piece.index]
    return spaces(match, piece) - min((abs(here[0] - x) + abs(here[1] - y) for x, y in others), default=0) / 1000
