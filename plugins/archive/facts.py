"""The facts about lives, starts and archive markers that scenarios set and compare (docs/formats.md, Scenarios)."""

from typing import Any

from roborally.plugin import FACTS, SCENARIO_ROBOTS, Fact, Match, Piece, Rules, direction_named, replaced

from .markers import keep_start, lay_marker
from .state import settings_of, slot_of


def add_facts(rules: Rules) -> None:
    """Register the facts; a scenario sets `start` and `archive` after the robot's cell."""
    rules.add(FACTS, "lives", Fact(read_lives, write_lives))
    rules.add(FACTS, "lives_left", Fact(read_lives_left))
    rules.add(FACTS, "eliminated", Fact(read_eliminated))
    rules.add(FACTS, "start", Fact(None, write_start, order=10))
    rules.add(FACTS, "start_facing", Fact(None, write_start_facing, order=11))
    rules.add(FACTS, "archive", Fact(read_archive, write_archive, order=12))
    rules.add(FACTS, "destroyed", Fact(None, write_destroyed, order=30))
    rules.add(SCENARIO_ROBOTS, "archive", keep_place)


def keep_place(match: Match, piece: Piece) -> None:
    """Set a robot's start to the cell where a scenario puts it; the scenario may then set another start."""
    keep_start(match, piece)


def read_lives(match: Match, piece: Piece) -> int:
    """Return how often the robot may still come back, as a scenario sets it; players see `lives_left` instead."""
    lives: int = slot_of(match)["lives"][piece.index]
    return lives


def read_lives_left(match: Match, piece: Piece) -> int | None:
    """Return how often the robot may still come back; `None` for other pieces or unlimited lives.

    A destroyed robot has already lost the life that it pays on its return.
    """
    settings, slot = settings_of(match), slot_of(match)
    if settings["unlimited_lives"] or piece.kind != "robot":
        return None
    owed = settings["life_paid"] == "at_reentry" and slot["fallen"][piece.index] and not slot["out"][piece.index]
    return read_lives(match, piece) - bool(owed)


def write_lives(match: Match, piece: Piece, value: Any) -> None:
    """Set how often the robot may still come back, 0 or more."""
    if type(value) is not int or value < 0:
        raise ValueError("must be a whole number, 0 or more")
    slot_of(match)["lives"] = replaced(slot_of(match)["lives"], piece.index, value)


def read_eliminated(match: Match, piece: Piece) -> bool:
    """Return whether the robot is out of the game."""
    out: bool = slot_of(match)["out"][piece.index]
    return out


def read_archive(match: Match, piece: Piece) -> tuple[int, int] | None:
    """Return the cell of the archive marker as (x, y); `None` if the robot has no marker."""
    cell = slot_of(match)["cells"][piece.index]
    return match.floor.cells[cell] if cell >= 0 else None


def write_archive(match: Match, piece: Piece, value: Any) -> None:
    """Lay the robot's archive marker on the cell `value`, a list [x, y]."""
    lay_marker(match, piece, match.floor.index(_pair(value)))


def write_start(match: Match, piece: Piece, value: Any) -> None:
    """Set the robot's start cell to `value`, a list [x, y], and lay the archive marker there."""
    slot_of(match)["starts"] = replaced(slot_of(match)["starts"], piece.index, match.floor.index(_pair(value)))
    write_archive(match, piece, value)


def write_start_facing(match: Match, piece: Piece, value: Any) -> None:
    """Set the facing at the start of the game to `value`, the name of a direction."""
    slot_of(match)["facings"] = replaced(slot_of(match)["facings"], piece.index, direction_named(value))


def write_destroyed(match: Match, piece: Piece, value: Any) -> None:
    """Destroy a robot if `value` is true, as if in the turn before; raise `ValueError` if it has no archive marker."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    if value:
        slot = slot_of(match)
        if slot["cells"][piece.index] < 0:
            raise ValueError("the robot needs a 'cell', a 'start' or an 'archive' on which it can come back")
        if slot["starts"][piece.index] < 0:
            slot["starts"] = replaced(slot["starts"], piece.index, slot["cells"][piece.index])
        match.destroy(piece, "scenario")
        slot["fallen"] = replaced(slot["fallen"], piece.index, (0, 0))
        match.state.unsettled = False


def _pair(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or any(type(number) is not int for number in value):
        raise ValueError("must be a cell such as [3, 9]")
    return value[0], value[1]
