"""Counts the steps to each checkpoint, for the progress that shows who leads."""

from collections.abc import Sequence

from roborally.plugin import Floor, Match, Piece
from roborally_plugins.archive.api import reentry_cell

from .state import settings_of, slot_of

UNREACHABLE = 1_000


class Distances(dict[int, list[int]]):
    """By goal (index of its cell), the steps to the goal from every cell, around walls and pits; found at first use."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._pits = {floor.index(element.cell) for element in floor.board.of_kind("pit")}

    def __missing__(self, goal: int) -> list[int]:
        steps = self[goal] = self._floor.steps_to(goal, self._pits, UNREACHABLE)
        return steps


def steps_between(match: Match, start: int, goal: int) -> int:
    """Return the number of steps between two cells around walls and pits; `UNREACHABLE` without a way."""
    steps: int = match.floor.tables["distances"][goal][start]
    return steps


def goals_of(match: Match, piece: Piece) -> Sequence[int]:
    """Return the cells that count for a robot now: the next of its list, or in free order all that are missing."""
    slot = slot_of(match)
    route, reached = slot["routes"][piece.index], slot["reached"][piece.index]
    if settings_of(match)["ordered"] or reached >= len(route):
        return route[reached : reached + 1]
    return sorted(set(route) - set(slot["done"][piece.index]))


def progress(match: Match, piece: Piece) -> float:
    """Return a robot's progress: the number of checkpoints reached, less 0.001 for each step to the next.

    Higher is better; a robot off the floor counts from its archive, where it comes back.
    """
    reached: int = slot_of(match)["reached"][piece.index]
    goals = goals_of(match, piece)
    if not goals:
        return float(reached)
    cell = piece.cell if piece.cell >= 0 else reentry_cell(match, piece)
    steps: int = min(match.floor.tables["distances"][goal][cell] for goal in goals)
    return reached - min(steps, UNREACHABLE) / UNREACHABLE
