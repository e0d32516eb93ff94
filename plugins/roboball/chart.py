"""Shortest ways on a floor around walls and pits, for bots, the window and the check whether the ball is in reach."""

from functools import lru_cache

from roborally.plugin import DIRECTIONS, Floor, Match, opposite, rotated
from roborally_plugins.archive.api import archive_cell
from roborally_plugins.program_cards.api import REGISTERS

from .ball import the_ball

MAX_MOVE = 3


class Chart:
    """The numbers of steps between cells of one floor, around walls and pits; `FAR` if there is no way."""

    FAR = 60

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.pits = {floor.index(element.cell) for element in floor.board.of_kind("pit")}
        self._homes: dict[int, int] = {number: cell for cell, number in floor.tables["homes"].items()}
        self._steps: dict[int, list[int]] = {}

    def home(self, team: int) -> int:
        """Return the cell of a team's home, -1 if the floor has none."""
        return self._homes.get(team, -1)

    def home_steps(self, team: int, cell: int) -> int:
        """Return the number of steps from a cell to the home of a team."""
        return self.steps(self.home(team), cell)

    def rival_steps(self, team: int, teams: int, cell: int) -> int:
        """Return the number of steps from a cell to the nearest home of another team, of teams 1 to `teams`."""
        others = [self.steps(home, cell) for number, home in self._homes.items() if number != team and number <= teams]
        return min(others, default=self.FAR)

    def steps(self, goal: int, cell: int) -> int:
        """Return the number of steps from a cell to a goal; `FAR` without a way, and for the goal -1."""
        if goal < 0:
            return self.FAR
        if goal not in self._steps:
            self._steps[goal] = self.floor.steps_to(goal, self.pits, self.FAR)
        steps: int = self._steps[goal][cell]
        return steps

    def way(self, goal: int, cell: int) -> list[int]:
        """Return the cells of a shortest way, straight on where it can, from a cell to a goal; empty without one."""
        if self.steps(goal, cell) == self.FAR:
            return []
        found, ahead = [cell], DIRECTIONS[0]
        while cell != goal:
            near = {direction: self.floor.way[direction][cell] for direction in (ahead, *DIRECTIONS)}
            left = self.steps(goal, cell)
            ahead, cell = next(step for step in near.items() if step[1] >= 0 and self.steps(goal, step[1]) < left)
            found.append(cell)
        return found


@lru_cache(maxsize=8)
def chart_of(floor: Floor) -> Chart:
    """Return the chart of a floor, from a cache of eight."""
    return Chart(floor)


def is_out_of_reach(match: Match) -> bool:
    """Return whether no robot can touch the ball within one turn, whatever its cards (RBL-R10)."""
    ball = the_ball(match)
    beside = {match.way[direction][ball.cell] for direction in DIRECTIONS} - {-1, -2}
    starts = [robot.cell if robot.cell >= 0 else archive_cell(match, robot) for robot in match.robots]
    return not any(cell >= 0 and _reaches(match, cell, beside) for cell in starts)


def _reaches(match: Match, start: int, goals: set[int]) -> bool:
    """Return whether a robot that may start with any facing reaches a cell of `goals` within five registers."""
    chart = chart_of(match.floor)
    seen = {(start, facing) for facing in DIRECTIONS}
    edge = set(seen)
    for _ in range(REGISTERS):
        if any(cell in goals for cell, _ in seen):
            return True
        reached = {place for cell, facing in edge for place in _after_register(match, chart, cell, facing)}
        edge = reached - seen
        seen |= edge
    return any(cell in goals for cell, _ in seen)


def _after_register(match: Match, chart: Chart, cell: int, facing: int) -> set[tuple[int, int]]:
    found = {(cell, rotated(facing, quarters)) for quarters in range(4)}
    for direction, most in ((facing, MAX_MOVE), (opposite(facing), 1)):
        target = cell
        for _ in range(most):
            target = match.way[direction][target]
            if target < 0 or target in chart.pits:
                break
            found.add((target, facing))
    return found
