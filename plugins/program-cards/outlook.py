"""How good a place is: how many registers a robot needs from there to its next goal, found out by the engine itself.

For every cell and facing each command is carried out once by the real rules, with the robot alone on the floor; the
shortest ways through these moves are the table. So belts, gears, oil, walls and pits are all in it, without this
module knowing any of them. The table is made for a floor and a number of goals reached, and kept.
"""

import heapq
from typing import NamedTuple

from roborally.core.floor import Floor
from roborally.core.flow import sequence
from roborally.core.match import Match
from roborally.core.state import OFF, Piece
from roborally.plugin import Fact

from .deck import EMPTY, REGISTERS

FAR = 200.0
"""The registers that count for a place from which there is no way to the goal."""
GOAL = 400.0
"""The worth of a goal, in registers: always more than any way."""
DEATH = 60.0
"""What a destruction costs, in registers, beside the way back."""
LAST_LIFE = 1000.0
DAMAGE_COSTS = (0.0, 0.4, 0.9, 1.5, 2.5, 5.0, 8.0, 12.0, 17.0, 25.0, 40.0)
"""What damage costs, in registers: the hand shrinks, from 5 on registers lock, and destruction comes near."""

# Registers that a command costs on the way, more for those that are rare in the deck.
COSTS = {"move1": 1.0, "move2": 1.1, "move3": 1.4, "back-up": 1.7, "left": 1.0, "right": 1.0, "u-turn": 1.5}

# No element that acts in some registers only names this one, so that the table holds for all registers alike.
NEUTRAL_REGISTER = REGISTERS + 1


class Outlook(NamedTuple):
    """The registers from every cell and facing (`cell * 4 + facing`) to the next goal."""

    registers: list[float]


_kept: list[tuple[Floor, dict[int, Outlook]]] = []
_MOST_KEPT = 4


def worth(match: Match, piece: Piece) -> float:
    """Return how good a robot's situation is, in registers; the higher the better."""
    state = match.state
    if state.over:
        return GOAL * 100 if piece.index in state.winners else -GOAL * 100
    reached = _fact(match, piece, "checkpoint")
    if piece.cell < 0:
        if not _fact(match, piece, "lives", 1):
            return GOAL * reached - LAST_LIFE
        return GOAL * reached - DEATH - FAR
    return GOAL * reached - outlook(match, reached).registers[piece.cell * 4 + piece.facing] - damage_cost(piece.damage)


def damage_cost(damage: int) -> float:
    """Return what a damage costs, in registers."""
    return DAMAGE_COSTS[min(damage, len(DAMAGE_COSTS) - 1)]


def outlook(match: Match, reached: int) -> Outlook:
    """Return the table for robots that have reached so many goals."""
    floor = match.floor
    tables = next((tables for kept, tables in _kept if kept is floor), None)
    if tables is None:
        tables = {}
        _kept.append((floor, tables))
        del _kept[:-_MOST_KEPT]
    if reached not in tables:
        tables[reached] = _compute(match, reached)
    return tables[reached]


def alone(match: Match, piece: Piece) -> Match:
    """Return a copy of a match in which a piece is the only one on the floor and nothing is being asked."""
    copy = match.clone()
    for other in copy.state.pieces:
        if other.index != piece.index and other.cell >= 0:
            copy.state.at[other.cell] = -1
            other.cell = OFF
    copy.state.decisions.clear()
    copy.state.sealed.clear()
    return copy


def _fact(match: Match, piece: Piece, name: str, otherwise: int = 0) -> int:
    fact: Fact | None = match.rules.registry("facts").get(name)
    return int(fact.read(match, piece)) if fact is not None and fact.read is not None else otherwise


# --- the table ------------------------------------------------------------------------------------------------------


def _compute(match: Match, reached: int) -> Outlook:
    """Carry out every command from every place and find the shortest ways backwards from the goal."""
    start = _empty_floor(match, reached)
    places = len(match.floor.cells) * 4
    before: list[list[tuple[int, float]]] = [[] for _ in range(places)]
    registers = [FAR] * places
    waiting: list[tuple[float, int]] = []
    for cell, xy in enumerate(match.floor.cells):
        if xy not in match.floor.board.inside:
            continue
        for facing in range(4):
            for command, cost in COSTS.items():
                _try(start, reached, cell, facing, command, cost, before, registers)
    waiting = [(cost, place) for place, cost in enumerate(registers) if cost < FAR]
    heapq.heapify(waiting)
    while waiting:
        cost, place = heapq.heappop(waiting)
        if cost > registers[place]:
            continue
        for earlier, step in before[place]:
            if cost + step < registers[earlier]:
                registers[earlier] = cost + step
                heapq.heappush(waiting, (cost + step, earlier))
    return Outlook(registers)


def _empty_floor(match: Match, reached: int) -> Match:
    """Return a match with one robot that is about to run a register; it depends on nothing that has happened."""
    fresh = Match.start(match.rules, match.floor, match.seats, 0)
    lone = alone(fresh, fresh.state.pieces[0])
    piece = lone.state.pieces[0]
    if piece.cell >= 0:
        lone.state.at[piece.cell] = -1
        piece.cell = OFF
    fact: Fact | None = match.rules.registry("facts").get("checkpoint")
    if fact is not None and fact.write is not None:
        fact.write(lone, piece, reached)
    lone.state.turn = 1
    lone.state.stage = NEUTRAL_REGISTER
    lone.state.agenda = [sequence("register")]
    return lone


def _try(
    start: Match,
    reached: int,
    cell: int,
    facing: int,
    command: str,
    cost: float,
    before: list[list[tuple[int, float]]],
    registers: list[float],
) -> None:
    """Carry out one command from one place and note where it leads."""
    match = start.clone()
    piece = match.state.pieces[0]
    piece.cell, piece.facing = cell, facing
    match.state.at[cell] = 0
    match.state.ext["program-cards"]["slots"][0] = (*[EMPTY] * REGISTERS, command)
    match.run()
    place = cell * 4 + facing
    cost += damage_cost(piece.damage)
    if (match.state.over and 0 in match.state.winners) or _fact(match, piece, "checkpoint") > reached:
        registers[place] = min(registers[place], cost)
    elif piece.cell >= 0:
        before[piece.cell * 4 + piece.facing].append((place, cost))
