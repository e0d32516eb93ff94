"""Where single commands lead a robot that is alone on a floor, carried out with the engine.

A register has two halves: the command, and what the floor does to the robot afterwards. The second half follows from
the place to which the first has led. So it is carried out once for each place, not once for each place and command,
and steps onto cells without anything to enter are looked up instead of carried out. Wherever that might not be the
whole truth, a register is carried out in one piece: where rules hook into cards or steps, and where the second half
has looked at how the robot came there (`_Newcomer`) or at its program (`_Programs`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from roborally.core.flow import sequence
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import read_fact

from .deck import EMPTY, MOVES, REGISTERS
from .middles import Middles, Rest, rest_of
from .state import slot_of

LOST = -1
"""Instead of a place: the robot has been destroyed."""


class Lead(NamedTuple):
    """Where a register with one command leads, and the damage that is taken; the place is `LOST` after a fall."""

    place: int
    damage: int


class Outcome(NamedTuple):
    """What a register does to the robot; whether it may have touched a goal, and whether it reached the next one."""

    lead: Lead
    touches: bool
    arrives: bool

    def turned_to(self, facing: int) -> "Outcome":
        """Return the same for another facing, where that has played no part."""
        (place, damage), touches, arrives = self
        return self if place == LOST else Outcome(Lead(place & ~3 | facing, damage), touches, arrives)


class _Newcomer(Piece):
    """A robot that notes whether anybody asks for its facing, or for the direction in which it has moved last."""

    __slots__ = ("_facing", "_heading", "facing_asked", "heading_asked")

    def __init__(self, robot: Piece) -> None:
        super().__init__(robot.index, robot.kind, robot.seat, damage=robot.damage, solid=robot.solid)
        self.facing_asked = self.heading_asked = False

    def put(self, cell: int, facing: int) -> None:
        """Put the robot on a cell, as if it had always stood there."""
        self.cell, self.damage = cell, 0
        self._facing, self._heading = facing, 0
        self.facing_asked = self.heading_asked = False

    @property
    def facing(self) -> int:
        self.facing_asked = True
        return self._facing

    @facing.setter
    def facing(self, facing: int) -> None:
        self._facing = facing

    @property
    def heading(self) -> int:
        self.heading_asked = True
        return self._heading

    @heading.setter
    def heading(self, heading: int) -> None:
        self._heading = heading


_Newcomer.__name__ = Piece.__name__  # an error in the rules of a plugin tells the name of the class


class _Programs(list[tuple[str, ...]]):
    """The registers of all pieces; notes whether anybody reads them."""

    asked = False

    def __getitem__(self, index: Any) -> Any:
        self.asked = True
        return super().__getitem__(index)

    def __iter__(self) -> Any:
        self.asked = True
        return super().__iter__()


class LoneRobot:
    """Carries out registers with one command each, always from the same state of all but the robot's place.

    `start` is a match whose only robot is off the floor and about to run a register. `reached` is how many goals the
    robot has reached; `set_reached(match, number)` tells it to a match.
    """

    def __init__(self, start: Match, middles: Middles, reached: int, set_reached: Callable[[Match, int], None]) -> None:
        """Prepare the match from which every register begins; `middles` are those of its floor."""
        self._start = start.clone()
        set_reached(self._start, reached)
        self._reached = reached
        self._archive = read_fact(self._start, "archive", self._start.state.pieces[0])
        self._behind_cards = _behind_cards(start)
        self._middles = middles
        self._seconds: list[Outcome | None] = [None] * (len(start.floor.cells) * 4)
        self._is_known = [False] * len(self._seconds)
        self._wholes: dict[tuple[int, str], Outcome] = {}
        self._falls: dict[tuple[int, int, str], Outcome | None] = {}
        self._kept: Match | None = None

    def outcome(self, place: int, command: str) -> Outcome:
        """Return what a register with a command does to the robot that begins it at a place."""
        middle = self._middles[command][place]
        if middle >= 0:
            return self.second(middle) or self._whole(place, command)
        if not self._behind_cards:
            return self._whole(place, command)
        rest = rest_of(middle)
        return self._fall(rest) or self._whole(rest.place, rest.command)

    def second(self, place: int) -> Outcome | None:
        """Return what the floor does to the robot that a command has led to a place.

        `None` if that is not the whole truth: it depends on more than the place.
        """
        if not self._behind_cards:
            return None
        if not self._is_known[place]:
            self._run_second_half(place)
        return self._seconds[place]

    def _fall(self, rest: Rest) -> Outcome | None:
        """Return what happens if the first step of the rest of a walk is a fall; what else is left does not matter.

        `None` if it is none, or if it depends on more than the cell that is entered, the direction and the command.
        """
        cell, direction = rest.place >> 2, rest.place + MOVES[rest.command][1] & 3
        target = self._start.way[direction][cell]
        key = target, direction, rest.command
        if key not in self._falls:
            self._carry_out_step(cell, key)
        return self._falls[key]

    def _carry_out_step(self, cell: int, key: tuple[int, int, str]) -> None:
        """Note what a step does if it is a fall, also for other directions and commands that play no part in it."""
        target, direction, command = key
        match = self._prepared()
        state = match.state
        robot, programs = _watched(match)
        programs[0] = _program(command)
        robot.put(cell, direction)
        state.at[cell] = state.actor = 0
        state.agenda.append(sequence("register", self._behind_cards))
        match.step(robot, direction)
        fallen: Outcome | None = None
        if robot.cell < 0 and not match.pending and not state.decisions:
            state.actor = -1
            match.run()
            if robot.cell < 0 and not robot.facing_asked:
                fallen = self._seen(match)
        for way in range(4) if fallen is not None and not robot.heading_asked else (direction,):
            for other in (command,) if programs.asked else MOVES:
                self._falls[target, way, other] = fallen

    def _run_second_half(self, place: int) -> None:
        """Carry out what the floor does at a place; where the facing plays no part, it is known for all four."""
        match = self._kept or self._prepared()
        state = match.state
        robot, programs = _watched(match)
        robot.put(place >> 2, place & 3)
        state.at[robot.cell] = 0
        programs.asked = False
        state.agenda.append(sequence("register", self._behind_cards))
        match.run()
        facing_asked = robot.facing_asked
        is_the_whole_truth = not robot.heading_asked and not programs.asked
        if robot.cell < 0 or self._has_changed(match):
            self._kept = None
            seen = self._seen(match)
        else:
            self._kept = match
            state.at[robot.cell] = -1
            seen = Outcome(Lead(robot.cell * 4 + robot.facing, robot.damage), touches=False, arrives=False)
        for facing in (place & 3,) if facing_asked else range(4):
            here = place & ~3 | facing
            self._is_known[here] = True
            if is_the_whole_truth:
                self._seconds[here] = seen if facing_asked else seen.turned_to(facing)

    def _prepared(self) -> Match:
        """Return a copy of the match with a robot and registers that note who looks at them."""
        match = self._start.clone()
        match.state.agenda.clear()
        match.state.pieces[0] = robot = _Newcomer(match.state.pieces[0])
        match.robots = (robot, *match.robots[1:])
        slot = slot_of(match)
        slot["slots"] = _Programs(slot["slots"])
        return match

    def _has_changed(self, match: Match) -> bool:
        """Return whether anything but the robot is different from the start."""
        state, start = match.state, self._start.state
        return bool(
            state.over
            or state.agenda
            or state.next_id != start.next_id
            or state.shut != start.shut
            or state.ext != start.ext
            or [piece.to_data() for piece in state.pieces[1:]] != [piece.to_data() for piece in start.pieces[1:]]
        )

    def _whole(self, place: int, command: str) -> Outcome:
        """Carry a register out in one piece."""
        known = self._wholes.get((place, command))
        if known is None:
            match = self._start.clone()
            piece = match.state.pieces[0]
            piece.cell, piece.facing = place >> 2, place & 3
            match.state.at[piece.cell] = 0
            slot_of(match)["slots"][0] = _program(command)
            match.run()
            known = self._wholes[place, command] = self._seen(match)
        return known

    def _seen(self, match: Match) -> Outcome:
        """Return what a match looks like at the end of the register."""
        piece = match.state.pieces[0]
        place = piece.cell * 4 + piece.facing if piece.cell >= 0 else LOST
        # Touching a goal moves the archive marker (STD-1001, CLS-201); so do repair sites, which does no harm.
        touches = read_fact(match, "archive", piece) != self._archive
        arrives = 0 in match.state.winners or read_fact(match, "checkpoint", piece) == self._reached + 1
        return Outcome(Lead(place, piece.damage), touches, arrives)


def _program(command: str) -> tuple[str, ...]:
    """Return the registers of a robot that plays one command, in the register behind the last one."""
    return (*[EMPTY] * REGISTERS, command)


def _watched(match: Match) -> tuple[_Newcomer, _Programs]:
    """Return the robot and the registers of a prepared match, which note who looks at them."""
    robot, programs = match.state.pieces[0], slot_of(match)["slots"]
    assert isinstance(robot, _Newcomer)
    assert isinstance(programs, _Programs)
    return robot, programs


def _behind_cards(start: Match) -> int:
    """Return the number of the phase behind that of the cards, 0 where a register cannot be carried out in halves."""
    floor, rules = start.floor, start.rules
    first = floor.plans[False]["register"].sure[0]
    phases = floor.phases["register"]
    at = next((at for at, phase in enumerate(phases, 1) if not isinstance(phase, tuple) and phase.name == "cards"), 0)
    is_plain = not floor.tables["cards-in-steps"] and not rules.listens("card-steps", "stepped")
    return at if is_plain and first and first[0][0] == at else 0
