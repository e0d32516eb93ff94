"""Facts for scenarios about the race (docs/formats.md, Scenarios)."""

from typing import Any

from roborally.core.match import Match
from roborally.core.state import Piece

from .state import slot_of


def read_reached(match: Match, piece: Piece) -> int:
    """Return how many checkpoints the robot has reached in order."""
    reached: int = slot_of(match)["reached"][piece.index]
    return reached


def read_goal(match: Match, piece: Piece) -> int:
    """Return how many checkpoints the robot must reach."""
    return len(slot_of(match)["routes"][piece.index])


def write_reached(match: Match, piece: Piece, value: Any) -> None:
    """Set how many checkpoints the robot has reached in order."""
    slot = slot_of(match)
    most = len(slot["routes"][piece.index])
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"must be a whole number from 0 to {most}, not {value!r}")
    slot["reached"][piece.index] = value
    slot["done"][piece.index] = slot["routes"][piece.index][:value]


def read_objectives(match: Match, piece: Piece) -> list[tuple[int, int]]:
    """Return the cells that the robot must reach, as (x, y)."""
    return [match.floor.cells[cell] for cell in slot_of(match)["routes"][piece.index]]


def set_route(match: Match, piece: Piece, cells: tuple[int, ...]) -> None:
    """Give a robot a list of its own (AUE-102)."""
    slot = slot_of(match)
    slot["routes"][piece.index] = cells
    slot["own"] = True


def write_objectives(match: Match, piece: Piece, value: Any) -> None:
    """Give the robot a list of its own: checkpoint numbers or cells, such as `[2, [4, 0]]`."""
    set_route(match, piece, route_of(match, value))


def route_of(match: Match, value: Any) -> tuple[int, ...]:
    """Return the cells of a list of objectives; raise `ValueError` for what is neither checkpoint nor cell."""
    if not isinstance(value, list | tuple):
        raise ValueError("must be a list of checkpoint numbers or cells, such as [2, [4, 0]]")
    numbers = {number: cell for cell, number in match.floor.tables["checkpoints"].items()}
    route = []
    for entry in value:
        if type(entry) is int and entry in numbers:
            route.append(numbers[entry])
        elif isinstance(entry, list | tuple) and len(entry) == 2 and all(type(number) is int for number in entry):
            route.append(match.floor.index((entry[0], entry[1])))
        else:
            raise ValueError(f"names {entry!r}, which is neither a checkpoint's number nor a cell such as [4, 0]")
    return tuple(route)
