"""Where single commands lead a robot that is alone on a floor, carried out with the engine.

A register has two halves: the command, and what the floor does to the robot afterwards. The second half follows from
the place to which the first has led. So it is carried out once for each place, not once for each place and command,
and steps onto cells without anything to enter are looked up instead of carried out. Wherever that might not be the
whole truth, a register is carried out in one piece: where rules hook into cards or steps, and where the second half
looks at how the robot came there or at its program. Both are hidden from it, so that it fails if it looks.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from roborally.core.floor import Floor
from roborally.core.flow import sequence
from roborally.core.geometry import DIRECTIONS
from roborally.core.match import Match
from roborally.plugin import OUTSIDE, WALL, read_fact

from .deck import EMPTY, MOVES, REGISTERS, TURNS
from .state import slot_of

ENTERS = -3
"""Instead of a cell: one in which entering does something."""
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


class LoneRobot:
    """Carries out registers with one command each, always from the same state of all but the robot's place.

    `start` is a match whose only robot is off the floor and about to run a register. `reached` is how many goals the
    robot has reached; `set_reached(match, number)` tells it to a match.
    """

    def __init__(
        self, start: Match, free_steps: list[list[int]], reached: int, set_reached: Callable[[Match, int], None]
    ) -> None:
        """Prepare the match from which every register begins; `free_steps` are those of its floor."""
        self._start = start.clone()
        set_reached(self._start, reached)
        self._reached = reached
        self._archive = read_fact(self._start, "archive", self._start.state.pieces[0])
        self._behind_cards = _behind_cards(start)
        self._ahead = free_steps
        self._seconds: list[Outcome | None] = [None] * (len(start.floor.cells) * 4)
        self._is_known = [False] * len(self._seconds)
        self._wholes: dict[tuple[int, str], Outcome] = {}
        self._kept: Match | None = None
        self._programs = slot_of(self._start)["slots"]

    def outcome(self, place: int, command: str) -> Outcome:
        """Return what a register with a command does to the robot that begins it at a place."""
        return self.outcomes(place, (command,))[0]

    def outcomes(self, place: int, commands: Sequence[str]) -> list[Outcome]:
        """Return what registers with these commands do to the robot that begins them at a place."""
        if not self._behind_cards:
            return [self._whole(place, command) for command in commands]
        found = []
        seconds, is_known = self._seconds, self._is_known
        for command in commands:
            middle, shorter = self._middle(place, command)
            if shorter:
                found.append(self._whole(middle, shorter))
                continue
            if not is_known[middle]:
                self._run_second_half(middle)
            found.append(seconds[middle] or self._whole(place, command))
        return found

    def _middle(self, place: int, command: str) -> tuple[int, str]:
        """Return where the command leads, before the floor acts; with it the rest of a walk that must be carried out.

        The rest of a walk is a shorter command from there. A fall ends all of them alike.
        """
        quarters = TURNS.get(command)
        if quarters is not None:
            return place & ~3 | (place + quarters) & 3, ""
        cells, quarters, _how = MOVES[command]
        ahead = self._ahead[(place + quarters) & 3]
        at = place >> 2
        for left in range(cells, 0, -1):
            target = ahead[at]
            if target < 0:
                shorter = command if quarters else "move1" if target == OUTSIDE else f"move{left}"
                return at << 2 | place & 3, shorter
            at = target
        return at << 2 | place & 3, ""

    def _run_second_half(self, place: int) -> None:
        """Carry out what the floor does at a place; where the facing plays no part, it is known for all four."""
        seen = self._second_half(place, with_facing=False)
        facing_asked = seen is None
        if facing_asked:
            seen = self._second_half(place, with_facing=True)
        for facing in (place & 3,) if facing_asked else range(4):
            here = place & ~3 | facing
            self._is_known[here] = True
            if seen is not None:
                self._seconds[here] = seen if facing_asked else seen.turned_to(facing)

    def _second_half(self, place: int, *, with_facing: bool) -> Outcome | None:
        """Return what the floor does at a place, `None` where it asks for what is hidden.

        That is the program, the direction in which the robot has moved last, and without `with_facing` its facing.
        """
        match = self._kept or self._prepared()
        self._kept = None
        state = match.state
        robot = state.pieces[0]
        robot.cell, robot.damage = place >> 2, 0
        if with_facing:
            robot.facing = place & 3
        state.at[robot.cell] = 0
        state.agenda.append(sequence("register", self._behind_cards))
        try:
            match.run()
        except Exception:  # whatever comes of what is hidden; a fault of the rules comes again in the whole register
            return None
        if not hasattr(robot, "facing"):
            robot.facing = place & 3
        slot = cast(dict[str, Any], slot_of(match))
        slot["slots"] = self._programs
        if robot.cell < 0 or self._has_changed(match):
            return self._seen(match)
        seen = Outcome(Lead(robot.cell * 4 + robot.facing, robot.damage), touches=False, arrives=False)
        state.at[robot.cell] = -1
        del slot["slots"], robot.facing
        if hasattr(robot, "heading"):
            del robot.heading
        self._kept = match
        return seen

    def _prepared(self) -> Match:
        """Return a copy of the match in which the programs, and the robot's facing and heading, are hidden."""
        match = self._start.clone()
        match.state.agenda.clear()
        robot = match.state.pieces[0]
        del cast(dict[str, Any], slot_of(match))["slots"], robot.facing, robot.heading
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
            slot_of(match)["slots"][0] = (*[EMPTY] * REGISTERS, command)
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


def free_steps(floor: Floor) -> list[list[int]]:
    """Return by direction and cell where a step leads: to a cell with nothing to enter, `OUTSIDE`, or `ENTERS`.

    At a wall it leads nowhere, to the cell itself.
    """
    return [
        [
            cell if target == WALL else ENTERS if target >= 0 and floor.enter[target] is not None else target
            for cell, target in enumerate(floor.way[direction])
        ]
        for direction in DIRECTIONS
    ]


def _behind_cards(start: Match) -> int:
    """Return the number of the phase behind that of the cards, 0 where a register cannot be carried out in halves."""
    floor, rules = start.floor, start.rules
    first = floor.plans[False]["register"].sure[0]
    phases = floor.phases["register"]
    at = next((at for at, phase in enumerate(phases, 1) if not isinstance(phase, tuple) and phase.name == "cards"), 0)
    is_plain = not floor.tables["cards-in-steps"] and not rules.listens("card-steps", "stepped")
    return at if is_plain and first and first[0][0] == at else 0
