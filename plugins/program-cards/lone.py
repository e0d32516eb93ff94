"""Computes, with the engine, where one command leads a robot that is alone on a floor; tables for bots need it.

A place is a number: the robot's cell times 4, plus its facing. A register has two halves: the command, and then the
effect of the floor on the robot. The second half depends on the place where the first one ends. So it is carried out
once for each place, not once for each place and command, and steps onto cells that do nothing on entering are looked up
instead of carried out. Where that might be wrong, a register is carried out as a whole: where rules hook into cards or
steps, and where the second half reads the way by which the robot came or its program. Both are hidden from it, so that
it fails if it reads them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from roborally.core.flow import sequence
from roborally.plugin import Match, read_fact, replaced

from .deck import EMPTY, MOVES, REGISTERS
from .middles import Middles, Rest, rest_of
from .state import slot_of

LOST: Final = -1
"""The place of a robot that has been destroyed."""


class Lead(NamedTuple):
    """The place where a register with one command ends, or `LOST`, and the points of damage taken."""

    place: int
    damage: int


class RegisterOutcome(NamedTuple):
    """The effect of a register on a robot: where it ends, whether it may have touched a goal or reached the next."""

    lead: Lead
    touches: bool
    arrives: bool

    def turned_to(self, facing: int) -> "RegisterOutcome":
        """Return this outcome for another facing of the robot, where its facing made no difference."""
        (place, damage), touches, arrives = self
        return self if place == LOST else RegisterOutcome(Lead(place & ~3 | facing, damage), touches, arrives)


class LoneRobot:
    """A robot that carries out registers of one command each, always from the same state except for its own place.

    `start` is a match whose only robot is off the floor and about to run a register. `reached` is the number of goals
    that the robot has reached; `set_reached(match, number)` sets it in a match. `middles` are the floor's `middles_of`.
    """

    def __init__(self, start: Match, middles: Middles, reached: int, set_reached: Callable[[Match, int], None]) -> None:
        self._start = start.clone()
        set_reached(self._start, reached)
        self._reached = reached
        self._archive = read_fact(self._start, "archive", self._start.state.pieces[0])
        self._behind_cards = phase_behind_cards(start)
        self._middles = middles
        self._seconds: list[RegisterOutcome | None] = [None] * (len(start.floor.cells) * 4)
        self._is_known = [False] * len(self._seconds)
        self._wholes: dict[tuple[int, str], RegisterOutcome] = {}
        self._falls: dict[tuple[int, int, str], RegisterOutcome | None] = {}
        self._kept: Match | None = None
        self._programs = slot_of(self._start)["slots"]

    def outcome(self, place: int, command: str) -> RegisterOutcome:
        """Return the effect of a register with this command on the robot at a place (cell times 4, plus facing)."""
        middle = self._middles[command][place]
        if middle >= 0:
            return self.second(middle) or self._whole(place, command)
        if not self._behind_cards:
            return self._whole(place, command)
        rest = rest_of(middle)
        return self._fall(rest) or self._whole(rest.place, rest.command)

    def second(self, place: int) -> RegisterOutcome | None:
        """Return the effect of the floor on the robot after a command has led to a place (cell times 4, plus facing).

        Return `None` if the effect depends on more than the place.
        """
        if not self._behind_cards:
            return None
        if not self._is_known[place]:
            self._run_second_half(place)
        return self._seconds[place]

    def _fall(self, rest: Rest) -> RegisterOutcome | None:
        """Return the outcome if the first step of `rest` destroys the robot, else `None`.

        Return `None`, too, if the outcome depends on more than the command and the target of the step (a cell, or the
        edge in a direction).
        """
        cell, direction = rest.place >> 2, rest.place + MOVES[rest.command][1] & 3
        target = self._start.way[direction][cell]
        key = target, direction if target < 0 else -1, rest.command
        if key not in self._falls:
            self._falls[key] = self._after_fall(cell, direction, rest.command)
        return self._falls[key]

    def _after_fall(self, cell: int, direction: int, command: str) -> RegisterOutcome | None:
        """Return the outcome if a step of `command` from `cell` destroys the robot, otherwise `None`.

        The rules must not read the robot's facing, nor, on a cell, its direction: then the result is `None`, too.
        """
        match = self._prepared()
        cast(dict[str, Any], slot_of(match))["slots"] = [_program(command), *self._programs[1:]]
        state = match.state
        robot = state.pieces[0]
        state.agenda.append(sequence("register", self._behind_cards))
        state.actor = 0
        target = self._start.way[direction][cell]
        robot.cell = cell if target < 0 else target
        state.at[robot.cell] = 1
        try:
            if target < 0:
                match.step(robot, direction)
            else:
                match.entered(robot)
            if robot.cell >= 0 or match.pending or state.decisions:
                return None
            state.actor = -1
            match.run()
        except Exception:  # errors caused by hidden values; an error of the rules recurs in the whole register
            return None
        return self._seen(match) if robot.cell < 0 else None

    def _run_second_half(self, place: int) -> None:
        """Store what the floor does to a robot after its card, at a place (4 * cell + facing).

        One run is for all four facings if the facing makes no difference.
        """
        seen = self._second_half(place, with_facing=False)
        facing_asked = seen is None
        if facing_asked:
            seen = self._second_half(place, with_facing=True)
        for facing in (place & 3,) if facing_asked else range(4):
            here = place & ~3 | facing
            self._is_known[here] = True
            if seen is not None:
                self._seconds[here] = seen if facing_asked else seen.turned_to(facing)

    def _second_half(self, place: int, *, with_facing: bool) -> RegisterOutcome | None:
        """Return the effect of the floor at a place, or `None` if the rules read a hidden value.

        Hidden are the program, the direction of the robot's last move, and without `with_facing` the robot's facing.
        """
        match = self._kept or self._prepared()
        self._kept = None
        state = match.state
        robot = state.pieces[0]
        robot.cell, robot.damage = place >> 2, 0
        if with_facing:
            robot.facing = place & 3
        state.at[robot.cell] = 1
        state.agenda.append(sequence("register", self._behind_cards))
        try:
            match.run()
        except Exception:  # errors caused by hidden values; an error of the rules recurs in the whole register
            return None
        if not hasattr(robot, "facing"):
            robot.facing = place & 3
        slot = cast(dict[str, Any], slot_of(match))
        slot["slots"] = self._programs
        if robot.cell < 0 or self._has_changed(match):
            return self._seen(match)
        seen = RegisterOutcome(Lead(robot.cell * 4 + robot.facing, robot.damage), touches=False, arrives=False)
        state.at[robot.cell] = 0
        del slot["slots"], robot.facing
        if hasattr(robot, "heading"):
            del robot.heading
        self._kept = match
        return seen

    def _prepared(self) -> Match:
        """Return a copy of the start without programs, facing and heading, so that rules that read these fail."""
        match = self._start.clone()
        match.state.agenda.clear()
        robot = match.state.pieces[0]
        del cast(dict[str, Any], slot_of(match))["slots"], robot.facing, robot.heading
        return match

    def _has_changed(self, match: Match) -> bool:
        state, start = match.state, self._start.state
        return bool(
            state.over
            or state.agenda
            or state.next_id != start.next_id
            or state.shut != start.shut
            or state.ext != start.ext
            or [piece.to_data() for piece in state.pieces[1:]] != [piece.to_data() for piece in start.pieces[1:]]
        )

    def _whole(self, place: int, command: str) -> RegisterOutcome:
        known = self._wholes.get((place, command))
        if known is None:
            match = self._start.clone()
            piece = match.state.pieces[0]
            piece.cell, piece.facing = place >> 2, place & 3
            match.state.at[piece.cell] = 1
            slot_of(match)["slots"] = replaced(slot_of(match)["slots"], 0, _program(command))
            match.run()
            known = self._wholes[place, command] = self._seen(match)
        return known

    def _seen(self, match: Match) -> RegisterOutcome:
        piece = match.state.pieces[0]
        place = piece.cell * 4 + piece.facing if piece.cell >= 0 else LOST
        # Touching a goal moves the archive marker (STD-1001, CLS-201); so do repair sites, which does no harm.
        touches = read_fact(match, "archive", piece) != self._archive
        arrives = 0 in match.state.winners or read_fact(match, "checkpoint", piece) == self._reached + 1
        return RegisterOutcome(Lead(place, piece.damage), touches, arrives)


def _program(command: str) -> tuple[str, ...]:
    """Return the program of a robot that plays this command in the register behind the usual ones."""
    return (*[EMPTY] * REGISTERS, command)


def phase_behind_cards(match: Match) -> int:
    """Return the index of the phase after the cards, or 0 if cards and floor cannot be computed apart."""
    floor, rules = match.floor, match.rules
    first = floor.plans[False]["register"].sure[0]
    phases = floor.phases["register"]
    at = next((at for at, phase in enumerate(phases, 1) if not isinstance(phase, tuple) and phase.name == "cards"), 0)
    is_plain = not floor.tables["cards-in-steps"] and not rules.listens("card-steps", "stepped")
    return at if is_plain and first and first[0][0] == at else 0
