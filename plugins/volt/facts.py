"""The facts about VOLT that scenarios set and compare: programs, sides, start numbers, points and markers."""

from collections.abc import Mapping, Sequence
from typing import Any

from roborally.plugin import (
    FACTS,
    MATCH_FACTS,
    OFF,
    SCENARIO_ORDERS,
    SCENARIO_STARTS,
    Fact,
    Match,
    Piece,
    Rules,
    holds_named,
    replaced,
)

from .crosses import GOAL
from .program import NOTHING, SIDES, read_program
from .state import slot_of

MAX_NUMBERS = 4
"""The largest start number: there is one for each pillar of an arena (VLT-105)."""
SOUTH = 0


def add_facts(rules: Rules) -> None:
    """Register the facts; programs are written after the sides, which decide the keys of controllers."""
    rules.add(FACTS, "side", Fact(read_side, write_side))
    rules.add(FACTS, "start_number", Fact(read_number, write_number))
    rules.add(FACTS, "points", Fact(read_points, write_points))
    rules.add(FACTS, "points_goal", Fact(read_goal))
    rules.add(FACTS, "slots", Fact(read_slots))
    rules.add(FACTS, "entering", Fact(read_entering))
    rules.add(FACTS, "destroyed", Fact(None, write_destroyed, order=30))
    rules.add(FACTS, "program", Fact(None, write_program, order=20))
    rules.add(FACTS, "programs", Fact(None, write_programs, order=20))
    rules.add(MATCH_FACTS, "vp", Fact(read_markers, write_markers, holds=holds_named))
    rules.add(SCENARIO_STARTS, "volt", start_scripted)
    rules.add(SCENARIO_ORDERS, "cross", order_of_cross)


def start_scripted(match: Match) -> None:
    """Remove chance for a scenario: all sit in the south with numbers by seat, from 1 (docs/formats.md, Scenarios)."""
    count = len(match.state.pieces)
    numbers = [piece.index + 1 for piece in match.robots]
    numbers += [0] * (count - len(numbers))
    slot = slot_of(match)
    slot["scripted"] = True
    slot["sides"] = (SOUTH,) * count
    slot["numbers"] = slot["wanted"] = tuple(numbers)
    slot["draws"] = ()


def read_side(match: Match, piece: Piece) -> str:
    """Return the side of the operator, such as `south`."""
    return SIDES[slot_of(match)["sides"][piece.index]]


def write_side(match: Match, piece: Piece, value: Any) -> None:
    """Set the side of the operator, such as `south`."""
    if value not in SIDES:
        raise ValueError(f"{value!r} is no side of the arena; sides are {', '.join(SIDES)}")
    slot_of(match)["sides"] = replaced(slot_of(match)["sides"], piece.index, SIDES.index(value))


def read_number(match: Match, piece: Piece) -> int:
    """Return the operator's start number, 0 while it lies on its pillar."""
    return int(slot_of(match)["numbers"][piece.index])


def write_number(match: Match, piece: Piece, value: Any) -> None:
    """Set the start number that the operator has now and takes again each turn."""
    slot = slot_of(match)
    most = max(MAX_NUMBERS, len(match.seats))
    if type(value) is not int or not 1 <= value <= most:
        raise ValueError(f"must be a whole number from 1 to {most}, not {value!r}")
    slot["numbers"] = replaced(slot["numbers"], piece.index, value)
    slot["wanted"] = replaced(slot["wanted"], piece.index, value)
    slot["pillars"] = tuple(sorted({*slot["pillars"], value}))


def read_points(match: Match, piece: Piece) -> int:
    """Return the number of the operator's victory points."""
    return int(slot_of(match)["points"][piece.index])


def read_entering(match: Match, piece: Piece) -> bool:
    """Return whether the robot has not been in the arena yet (VLT-109)."""
    return piece.cell < 0 and match.state.turn <= 1 and match.state.stage == 0


def read_goal(match: Match, piece: Piece) -> int:
    """Return how many victory points an operator needs to win."""
    return GOAL


def read_slots(match: Match, piece: Piece) -> dict[str, str]:
    """Return the dice on each cross as text, by number of the cross; empty without dice."""
    crosses = slot_of(match)["crosses"][piece.index] or NOTHING
    return {str(number): dice for number, dice in enumerate(crosses, 1)}


def write_points(match: Match, piece: Piece, value: Any) -> None:
    """Set the number of victory points, fewer than win."""
    if type(value) is not int or not 0 <= value < GOAL:
        raise ValueError(f"must be a whole number from 0 to {GOAL - 1}, not {value!r}")
    slot_of(match)["points"] = replaced(slot_of(match)["points"], piece.index, value)


def write_destroyed(match: Match, piece: Piece, value: Any) -> None:
    """If `value` is true, leave the robot outside the arena at the start of the first turn."""
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    if value and piece.cell >= 0:
        match.state.at[piece.cell] = 0
        piece.cell = OFF


def write_program(match: Match, piece: Piece, value: Any) -> None:
    """Set the program of turn 1, a list of texts, one for each cross."""
    write_programs(match, piece, [value])


def write_programs(match: Match, piece: Piece, value: Any) -> None:
    """Set the programs of turns 1, 2 …, a list of such lists; they may hold illegal dice."""
    slot = slot_of(match)
    if not isinstance(value, list):
        raise ValueError("must be a list of programs, each a list of texts, one for each cross")
    for program in value:
        read_program(program, slot["sides"][piece.index])
    slot["programs"] = replaced(slot["programs"], piece.index, tuple(tuple(program) for program in value))


# --- markers --------------------------------------------------------------------------------------------------------


def read_markers(match: Match) -> dict[str, int]:
    """Return how many markers lie on each victory-point space, by its number as text."""
    return dict(slot_of(match)["lying"])


def write_markers(match: Match, value: Any) -> None:
    """Set the markers from a table: `lie` has those on spaces, `draw` the spaces of those drawn later, in order."""
    unknown = sorted(set(value) - {"lie", "draw"})
    if unknown:
        raise ValueError(f"has no key {unknown[0]!r}; possible are: draw, lie")
    slot = slot_of(match)
    lying = slot["lying"]
    lie, draw = value.get("lie", {}), value.get("draw", [])
    if not isinstance(lie, dict) or not isinstance(draw, list):
        raise ValueError("is written { lie = { 4 = 2 }, draw = [4, 1] }")
    for number, count in lie.items():
        _known_space(lying, number)
        if type(count) is not int or count < 0:
            raise ValueError(f"lays {count!r} markers on space {number}, which is no number of markers")
    for number in draw:
        _known_space(lying, str(number))
    slot["lying"] = lying | lie
    slot["draws"] = tuple(int(number) for number in draw)


def _known_space(lying: Mapping[str, int], number: str) -> None:
    if number not in lying:
        there = ", ".join(lying) or "none"
        raise ValueError(f"names victory-point space {number!r}, which the arena does not have; there are: {there}")


def order_of_cross(events: Sequence[dict[str, Any]]) -> list[int]:
    """Return the indexes of the robots in the order of their activated dice, from the events of one cross."""
    return [event["piece"] for event in events if event["type"] in ("volt-move", "volt-fire")]
