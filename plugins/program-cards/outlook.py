"""Computes how many registers a robot needs from a place to its goals, by trying all commands with the engine.

A place is a number: the robot's cell times 4, plus its facing. From every place each command is carried out once by the
real rules, with the robot alone on the floor; the table holds the shortest ways through these moves. So it includes
belts, gears, oil, walls and pits, although this module knows none of them. The table is cached for a floor, a list of
goals and a number of goals reached.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from roborally.core.flow import sequence
from roborally.plugin import FACTS, OFF, SCENARIO_STARTS, Fact, Match, Piece, read_fact

from .deck import REGISTERS
from .lone import Lead, LoneRobot, RegisterOutcome
from .middles import middles_of
from .nearness import nearness
from .ways import FAR, Edges, Ways

WON = 10_000.0
"""The worth of a won match: more registers than any match takes."""
DEATH = 3.0
"""The cost of a destruction in registers, besides the way back and the rest of the turn: two damage and a life."""
LOST_WAY: Final = 80.0
"""The largest distance to the next goal that counts, in registers."""
DAMAGE_COSTS = (0.0, 0.9, 1.9, 3.1, 4.2, 4.8, 5.2, 5.6, 6.0, 7.0, 8.0)
"""The cost of damage in registers, by points: the loss of wins in 240 games of four planners, smoothed."""

# The registers that a command costs on the way, more for commands that are rare in the deck.
COSTS = {"move1": 1.0, "move2": 1.1, "move3": 1.4, "back-up": 1.7, "left": 1.0, "right": 1.0, "u-turn": 1.5}

COMMANDS = tuple(COSTS)

# No element acts only in the register of this number, so the table holds for all registers alike.
NEUTRAL_REGISTER = REGISTERS + 1


class RegisterStep(NamedTuple):
    """One register with one command, from a place (cell times 4, plus facing); `cost` is in registers."""

    place: int
    command: str
    cost: float


class Outlook:
    """The tables of one floor and list of goals: where every command leads, and the distance to each goal."""

    def __init__(self, match: Match, route: Any) -> None:
        """Carry out every command from every place; `route` are the goals in order, as cells (x, y)."""
        self.floor = match.floor
        self.route = route
        self._start = empty_floor(match, route)
        self._middles = middles_of(match.floor)
        self._into: dict[int, list[RegisterStep]] = {}
        """The steps whose command leads to a place where the floor might let the robot touch a goal, by this place."""
        self._touching: list[RegisterStep] = []
        """Other steps by which the robot might touch a goal."""
        self._to_goals: dict[int, Ways] = {}
        self._later: dict[int, float] = {}
        self._ways: dict[int, list[float]] = {}
        self._reaching: dict[int, set[tuple[int, str]]] = {}
        self.kept: dict[str, Any] = {}
        """Values that other modules compute from the tables and cache here, by name."""
        self.leads: dict[str, list[Lead]] = self._try_all()
        """Where every command leads, and the damage, by command and starting place (cell times 4, plus facing)."""
        self._before: Edges = self._edges()

    def registers(self, place: int, reached: int) -> float:
        """Return how many registers a robot needs from a place (cell * 4 + facing) to goal number `reached` + 1."""
        return self._to_goal(reached).from_place(place)

    def reaching(self, reached: int) -> set[tuple[int, str]]:
        """Return the (place, command) pairs by which a robot with `reached` goals reaches its next goal."""
        self._to_goal(reached)
        return self._reaching[reached]

    def later(self, reached: int) -> float:
        """Return how many registers a robot with `reached` goals needs from its next goal to the last one."""
        if reached not in self._later:
            total = 0.0
            for number in range(reached + 1, len(self.route)):
                place = self.floor.index(self.route[number - 1]) * 4
                ways = self._to_goal(number).from_places(range(place, place + 4))
                total += sum(min(way, LOST_WAY) for way in ways) / 4
            self._later[reached] = total
        return self._later[reached]

    def remaining(self, place: int, reached: int, damage: int) -> float:
        """Return the number of registers from a place to the last goal (`way`), plus the cost of the damage."""
        return self.way(place, reached) + damage_cost(damage)

    def way(self, place: int, reached: int) -> float:
        """Return how many registers a robot with `reached` goals needs from a place (cell, facing) to its last goal."""
        return min(self.registers(place, reached), LOST_WAY) + self.later(reached)

    def ways(self, reached: int) -> list[float]:
        """Return how many registers a robot with `reached` goals needs to its last goal, by place (cell and facing)."""
        if reached not in self._ways:
            later = self.later(reached)
            everywhere = self._to_goal(reached).from_everywhere()
            self._ways[reached] = [min(registers, LOST_WAY) + later for registers in everywhere]
        return self._ways[reached]

    def _try_all(self) -> dict[str, list[Lead]]:
        """Return where every command leads from every place; store the steps that might touch a goal."""
        robot = LoneRobot(self._start, self._middles, 0, _set_reached)
        inside = self.floor.board.inside
        places = [cell * 4 + facing for cell, xy in enumerate(self.floor.cells) if xy in inside for facing in range(4)]
        behind: dict[int, Lead] = {}
        for place in places:
            second = robot.second(place)
            if second is not None:
                behind[place] = second.lead
                if second.touches:
                    self._into[place] = []
        found = {}
        for command, cost in COSTS.items():
            row = self._middles[command]
            leads = [behind.get(middle) for middle in row]
            for place in [place for place, lead in enumerate(leads) if lead is None]:
                leads[place] = self._lead_of_whole(robot, RegisterStep(place, command, cost))
            for place in [place for place, middle in enumerate(row) if middle in self._into]:
                self._into[row[place]].append(RegisterStep(place, command, cost))
            found[command] = cast(list[Lead], leads)
        return found

    def _lead_of_whole(self, robot: LoneRobot, step: RegisterStep) -> Lead:
        """Carry out the register of a step; return where it leads, and store the step if it might touch a goal."""
        if self.floor.cells[step.place >> 2] not in self.floor.board.inside:
            return Lead(step.place, 0)
        outcome = robot.outcome(step.place, step.command)
        if outcome.touches:
            self._touching.append(step)
        return outcome.lead

    def _edges(self) -> Edges:
        before: Edges = [[] for _ in range(len(self.floor.cells) * 4)]
        for command, cost in COSTS.items():
            for place, (to, damage) in enumerate(self.leads[command]):
                if to >= 0 and to != place:
                    before[to].append((place, cost + damage_cost(damage) if damage else cost))
        return before

    def _to_goal(self, reached: int) -> Ways:
        if reached not in self._to_goals:
            robot = LoneRobot(self._start, self._middles, reached, _set_reached)
            ends: dict[int, float] = {}
            reaching = self._reaching[reached] = set()
            for step, outcome in self._outcomes_near_goals(robot):
                if outcome.arrives:
                    reaching.add((step.place, step.command))
                    cost = step.cost + damage_cost(outcome.lead.damage)
                    ends[step.place] = min(ends.get(step.place, FAR), cost)
            self._to_goals[reached] = Ways(self._before, ends)
        return self._to_goals[reached]

    def _outcomes_near_goals(self, robot: LoneRobot) -> Iterator[tuple[RegisterStep, RegisterOutcome]]:
        """Yield all steps that might touch a goal, each with its outcome."""
        for middle, steps in self._into.items():
            second = robot.second(middle)
            if second is None:
                yield from ((step, robot.outcome(step.place, step.command)) for step in steps)
            elif second.arrives:
                yield from ((step, second) for step in steps)
        for step in self._touching:
            yield step, robot.outcome(step.place, step.command)


_kept: list[Outlook] = []
_MAX_KEPT = 8


def has_route(match: Match) -> bool:
    """Return whether the mode gives robots a list of cells to reach, which the tables need."""
    return any(read_fact(match, "objectives", piece) for piece in match.robots)


def worth(match: Match, piece: Piece) -> float:
    """Return how good a robot's situation is; higher is better.

    The unit is registers, or steps in a mode without a list of cells to reach.
    """
    state = match.state
    route = read_fact(match, "objectives", piece)
    if not route and not has_route(match):
        return nearness(match, piece)
    if state.over:
        return WON if piece.index in state.winners else -WON
    if is_out(match, piece):
        return -WON
    # The registers to the last goal, with the cost of its damage or its destruction.
    known, reached = _outlook_of(match, route), reached_by(match, piece)
    place = start_place(match, piece, known)
    return -(known.way(place, reached) + (damage_cost(piece.damage) if piece.cell >= 0 else DEATH))


def is_out(match: Match, piece: Piece) -> bool:
    """Return whether a robot is destroyed and has no life left to come back."""
    return piece.cell < 0 and not read_fact(match, "lives", piece, 1)


def reached_by(match: Match, piece: Piece) -> int:
    """Return how many goals a robot has reached."""
    return int(read_fact(match, "checkpoint", piece, 0))


def start_place(match: Match, piece: Piece, known: Outlook) -> int:
    """Return a robot's place (cell times 4, plus facing); for a destroyed one its archive, with the best facing."""
    if piece.cell >= 0:
        return piece.cell * 4 + piece.facing
    archive = read_fact(match, "archive", piece)
    place = match.floor.index(archive) * 4 if archive is not None else 0
    reached = reached_by(match, piece)
    return min(range(place, place + 4), key=lambda at: known.registers(at, reached))


def damage_cost(damage: int) -> float:
    """Return the cost of this many points of damage, in registers."""
    return DAMAGE_COSTS[min(damage, len(DAMAGE_COSTS) - 1)]


def outlook(match: Match, piece: Piece) -> Outlook:
    """Return the tables for the floor of a match and a robot's own list of goals, from a cache of eight."""
    return _outlook_of(match, read_fact(match, "objectives", piece))


def _outlook_of(match: Match, route: Any) -> Outlook:
    for known in _kept:
        if known.floor is match.floor and known.route == route:
            return known
    _kept.append(Outlook(match, route))
    del _kept[:-_MAX_KEPT]
    return _kept[-1]


def empty_floor(match: Match, route: Any) -> Match:
    """Return a new match with one robot, off the floor and about to run a register; `route` are its goals as (x, y)."""
    fresh = Match.start(match.rules, match.floor, match.seats[:1], 0)
    for start in SCENARIO_STARTS.of(match.rules).values():
        start(fresh)
    _write(fresh, "objectives", route)
    piece = fresh.state.pieces[0]
    if piece.cell >= 0:
        fresh.state.at[piece.cell] = 0
        piece.cell = OFF
    fresh.state.turn = 1
    fresh.state.stage = NEUTRAL_REGISTER
    fresh.state.agenda = [sequence("register")]
    return fresh


def _set_reached(match: Match, reached: int) -> None:
    _write(match, "checkpoint", reached)


def _write(match: Match, name: str, value: Any) -> None:
    fact: Fact | None = FACTS.of(match.rules).get(name)
    if fact is not None and fact.write is not None and value is not None:
        fact.write(match, match.state.pieces[0], value)
