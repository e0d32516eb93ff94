"""Plays registers on a board to find out what its elements do to a robot, for the overlays of the board editor.

A robot is put on every cell and the engine plays one register, so this works for the elements of all plugins. Cells are
numbers here, row by row from the north: `y * width + x`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from roborally.base.errors import GameError
from roborally.core.data import StagesFrame, WalkFrame
from roborally.core.events import Event, Watch
from roborally.core.flow import stages
from roborally.core.geometry import DIRECTIONS, NORTH
from roborally.core.match import Match
from roborally.core.rules import Phase
from roborally.game.board_check import with_all_plugins
from roborally.game.compatibility import fitting_modes, knows_all
from roborally.game.course.courses import Course
from roborally.game.course.notation import CourseError
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.narration.chronicle import ROBOT_KEYS
from roborally.plugin_system.loader import Catalogue

GONE = -1
"""Stands for the cell of a robot that has been destroyed."""
MODE = "standard"
"""The mode whose rules are used if it fits the board; else the first mode that does."""
DAMAGED = 1
"""The damage of the robot before a register, so that a repair shows; 0 is used if this would destroy the robot."""
MAX_QUESTIONS = 20
"""The maximum number of questions that are answered in a register, in case a plugin asks for ever."""

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Consequences:
    """The effects of a board on a robot in each register; the first index is the register, from 0, cells are numbers.

    `ends[register][cell]` is the final cell of a robot that stood on a cell, `GONE` if it was destroyed; `hurt` is the
    damage that it took. `steps[register][direction][cell]` is the cell after a step, before the elements act: the same
    cell if the step is not possible, and `GONE` if it destroys the robot.
    """

    width: int
    height: int
    ends: tuple[Numbers, ...]
    hurt: tuple[Numbers, ...]
    steps: tuple[tuple[Numbers, ...], ...]

    @property
    def registers(self) -> int:
        """The number of registers of a turn."""
        return len(self.ends)


RegisterEvents = dict[tuple[int, int], tuple[Event, ...]]
"""The events of a robot that stands still, by register (from 0) and cell number, where there are any."""


def consequences(course: Course, catalogue: Catalogue) -> Iterator[Consequences | RegisterEvents]:
    """Yield first how robots end on each cell, then the events there, which take longer to find.

    Raise `GameError` if no mode fits the course; errors of plugins are raised, too.
    """
    play = _Play(asked_game(course, catalogue))
    yield play.outcome()
    yield play.events()


def asked_game(course: Course, catalogue: Catalogue) -> Game:
    """Return a game in which to try a course, which may be unfinished; raise `GameError` if no mode fits it."""
    course = with_all_plugins(course, catalogue)
    fitting = fitting_modes(course, catalogue)
    problem: GameError = CourseError("no mode knows all elements of this board")
    for mode in sorted(fitting or catalogue.modes(), key=lambda mode: mode.id != MODE):
        section = MatchSection(mode.id, course.id, plugins=list(course.plugins))
        try:
            if not fitting and not knows_all(course.board, catalogue.resolve([mode.id, *course.plugins])):
                continue
            game = make_game(MatchConfig(section, seats=[SeatConfig("A")]), catalogue, course=course, strict=False)
        except GameError as error:
            problem = error
            continue
        if game.rules.inner:
            return game
    raise problem


class _Play:
    """Plays single registers of a game with one robot that stands still."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._base = game.start(0)
        self._base.state.agenda.clear()
        self._base.state.turn = 1
        self._name, self._last = _registers(self._base)
        self._robot = self._base.robots[0].index
        self._damage = DAMAGED if game.rules.toughness > DAMAGED else 0
        self._cells = range(len(game.floor.cells))
        self._details: list[tuple[int, int]] = []
        """Pairs of register and cell where something may happen to the robot."""

    def outcome(self) -> Consequences:
        """Return where a robot ends and how much damage it takes, by register and by the cell where it stands."""
        board = self._game.floor.board
        ends, hurt, steps = [], [], []
        by_gates: dict[Numbers, tuple[Numbers, ...]] = {}
        for register in range(self._last):
            matches = [self._played(register, cell) for cell in self._cells]
            robots = [match.state.pieces[self._robot] for match in matches]
            ends.append(tuple(max(robot.cell, GONE) for robot in robots))
            hurt.append(tuple(max(robot.damage - self._damage, 0) for robot in robots))
            usual = matches[0].state.ext
            for cell, (match, robot) in enumerate(zip(matches, robots, strict=True)):
                same = robot.cell == cell and robot.facing == NORTH and robot.damage == self._damage
                if not same or match.state.ext != usual:
                    self._details.append((register, cell))
            shut = matches[0].state.shut
            if shut not in by_gates:
                by_gates[shut] = self._steps(shut)
            steps.append(by_gates[shut])
        return Consequences(board.width, board.height, tuple(ends), tuple(hurt), tuple(steps))

    def events(self) -> RegisterEvents:
        """Return what happens to a robot, by register and cell."""
        found: RegisterEvents = {}
        for register, cell in self._details:
            emitted: list[Event] = []
            self._played(register, cell, Watch(emitted.append))
            if own := tuple(event for event in emitted if self._concerns(event)):
                found[register, cell] = own
        return found

    def _concerns(self, event: Event) -> bool:
        """Return whether an event is about the robot; beams never are, because hits show as damage."""
        values = [event[key] for key in ROBOT_KEYS & event.keys()]
        return event["type"] not in ("beam", "over") and any(
            self._robot in value if isinstance(value, tuple) else value == self._robot for value in values
        )

    def _placed(self, cell: int, watch: Watch | None = None) -> Match:
        match = self._base.clone()
        robot = match.robots[0]
        match.place(robot, cell, NORTH, "start")
        robot.damage = self._damage
        match.watch = watch
        return match

    def _played(self, register: int, cell: int, watch: Watch | None = None) -> Match:
        """Return the match after one register; the robot stands on a cell at its beginning."""
        match = self._placed(cell, watch)
        match.state.stage = register
        match.state.agenda.append(stages(self._name, register + 1))
        return _run(match)

    def _steps(self, shut: Numbers) -> tuple[Numbers, ...]:
        """Return `steps[direction][cell]` of `Consequences` for a register with the gates `shut` (indexes) closed."""
        floor, rules = self._game.floor, self._game.rules
        way = floor.layout(shut)[0]
        plain = not rules.on_stepped
        found = []
        for direction in DIRECTIONS:
            targets = []
            for cell in self._cells:
                target = way[direction][cell]
                if plain and target >= 0 and floor.enter[target] is None:
                    targets.append(target)
                else:
                    targets.append(self._stepped(cell, direction, shut))
            found.append(tuple(targets))
        return tuple(found)

    def _stepped(self, cell: int, direction: int, shut: Numbers) -> int:
        match = self._placed(cell)
        match.shut_gates(shut)
        walk: WalkFrame = {
            "do": "walk",
            "piece": self._robot,
            "direction": direction,
            "left": 1,
            "how": "walk",
        }
        match.state.agenda.append(walk)
        return max(_run(match).robots[0].cell, GONE)


def _run(match: Match) -> Match:
    """Play until nothing is left to do, with the default answers to questions of elements."""
    match.run()
    for _question in range(MAX_QUESTIONS):
        if not match.state.decisions:
            break
        match.default_answers()
    return match


def _registers(match: Match) -> tuple[str, int]:
    """Return the name of the sequence of phases that runs in each register, and the number of registers."""
    for sequence, name in match.rules.inner:
        for phase in match.rules.sequences[sequence]:
            if isinstance(phase, Phase) and phase.name == name and phase.run is not None:
                asked = match.clone()
                phase.run(asked)
                for frame in asked.pending:
                    if frame["do"] == "stages":
                        of_registers = cast(StagesFrame, frame)
                        return of_registers["name"], of_registers["last"]
    raise CourseError("mode {mode!r} has no registers", mode=match.rules.plugins[0])
