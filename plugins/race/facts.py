"""The facts about the race that scenarios set and compare, and the check of lists of objectives."""

from collections.abc import Mapping
from typing import Any

from roborally.base.errors import Message
from roborally.base.translation import texts_of
from roborally.plugin import AnswerError, Floor, Match, Piece, replaced

from .state import slot_of

MAX_GOALS = 8
"""The maximum length of a list of objectives: as many as a course has checkpoints."""


def read_reached(match: Match, piece: Piece) -> int:
    """Return how many objectives of its list the robot has reached."""
    reached: int = slot_of(match)["reached"][piece.index]
    return reached


def read_goal(match: Match, piece: Piece) -> int:
    """Return how many objectives the robot must reach."""
    return len(slot_of(match)["routes"][piece.index])


def write_reached(match: Match, piece: Piece, value: Any) -> None:
    """Set how many objectives of its list the robot has reached: those at the beginning of the list."""
    slot = slot_of(match)
    most = len(slot["routes"][piece.index])
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"must be a whole number from 0 to {most}, not {value!r}")
    slot["reached"] = replaced(slot["reached"], piece.index, value)
    slot["done"] = replaced(slot["done"], piece.index, slot["routes"][piece.index][:value])


def read_objectives(match: Match, piece: Piece) -> list[tuple[int, int]]:
    """Return the cells that the robot must reach, as (x, y)."""
    return [match.floor.cells[cell] for cell in slot_of(match)["routes"][piece.index]]


def set_route(match: Match, piece: Piece, cells: tuple[int, ...]) -> None:
    """Give a robot its own list of cells to reach, as indexes (AUE-102)."""
    slot = slot_of(match)
    slot["routes"] = replaced(slot["routes"], piece.index, cells)
    slot["own"] = True


def write_objectives(match: Match, piece: Piece, value: Any) -> None:
    """Give the robot its own list: checkpoint numbers or cells, such as `[2, [4, 0]]`."""
    set_route(match, piece, route_on(match.floor, value))


def route_on(floor: Floor, value: Any) -> tuple[int, ...]:
    """Return the cell indexes of a list such as `[2, [4, 0]]` (AUE-R19); raise `AnswerError` if it is wrong."""
    if not isinstance(value, list | tuple):
        raise AnswerError("must be a list of checkpoint numbers or cells, such as [2, [4, 0]]")
    numbers = {number: cell for cell, number in floor.tables["checkpoints"].items()}
    route: list[int] = []
    for entry in value[: MAX_GOALS + 1]:
        route.append(_cell_of(floor, numbers, entry))
        if route.count(route[-1]) > 1:
            raise AnswerError("names {entry} twice; every objective counts once", entry=_written(entry))
    if len(route) > MAX_GOALS:
        raise AnswerError("names {count} objectives; at most {most} are possible", count=len(value), most=MAX_GOALS)
    return tuple(route)


def list_problem(floor: Floor, value: Any) -> str:
    """Return the error in a list of objectives, translated, as a text to follow "the list …"; empty if it is valid."""
    try:
        route_on(floor, value)
    except AnswerError as error:
        return Message("", error.sentence, error.values).spoken(texts_of(__file__))
    return ""


def _cell_of(floor: Floor, numbers: Mapping[int, int], entry: Any) -> int:
    if type(entry) is int:
        if entry in numbers:
            return numbers[entry]
        known = ", ".join(str(number) for number in sorted(numbers))
        raise AnswerError(
            "names checkpoint {entry}, which is not on this course; there are: {known}", entry=entry, known=known
        )
    if isinstance(entry, list | tuple) and len(entry) == 2 and all(type(number) is int for number in entry):
        if tuple(entry) in floor.board.inside:
            return floor.index((entry[0], entry[1]))
        raise AnswerError("names the space {entry}, which is not on this course", entry=_written(entry))
    raise AnswerError(
        "names {entry}, which is neither a checkpoint's number nor a space such as [4, 0]", entry=repr(entry)
    )


def _written(entry: Any) -> str:
    return str(list(entry)) if isinstance(entry, list | tuple) else str(entry)
