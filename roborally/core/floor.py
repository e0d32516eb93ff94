"""A board compiled for the rules of one match: look-up tables by cell index, shared by all clones."""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from roborally.core.board import Board, both_sides
from roborally.core.geometry import DELTAS, DIRECTIONS, NORTH, WEST, Cell
from roborally.core.plan import ANYWHERE, Marks, Plan, PlanPart
from roborally.core.rules import Phase, Ruleset, StepFunction

WALL: Final = -1
"""The entry of `Floor.way`, in place of a neighbour, where a wall is."""
OUTSIDE: Final = -2
"""The entry of `Floor.way`, in place of a neighbour, where the floor ends."""

Effect = tuple[Callable[..., None], Mapping[str, Any]]
Compiled = list[tuple[StepFunction | None, Phase | tuple[str, ...]]]
"""The phases of a sequence that can act on a board, as (function, phase), or (`None`, names of shooters)."""
Layout = tuple[list[list[int]], list[list[tuple[int, ...]]]]


class Floor:
    """The tables of one board under one ruleset.

    `way[d][cell]` is the neighbour in direction `d`, `WALL` or `OUTSIDE`. `rays[d][cell]` are the cells that a beam
    from `cell` crosses in direction `d`, nearest first, without the cell itself. Both tables contain only walls;
    `layout(shut)` returns them with some gates shut as well. `enter[cell]` are the effects of entering the cell
    (COM-06) or `None`. `phases[name]` are the phases of a sequence that can act here. `plans[watched][name]` is the
    plan of the sequence in a match with a `Watch` or without: the latter lacks phases that only emit events, and skips
    others where they cannot act. `marks[cell]` are the marks of a cell (see `plan`), those of `OFF` last.
    `lines[d][cell]` is a bit for the column of a cell (`d` north or south) or its row (`d` east or west), 0 for `OFF`,
    the last; `across[cell]` are both.
    """

    __slots__ = (
        "_layouts",
        "_marks",
        "across",
        "board",
        "cells",
        "enter",
        "height",
        "lines",
        "marks",
        "phases",
        "plans",
        "rays",
        "rules",
        "tables",
        "way",
        "width",
    )

    def __init__(self, board: Board, rules: Ruleset) -> None:
        """Compile `board`; elements without a rule are ignored."""
        self.board = board
        self.rules = rules
        self.width: int = board.width
        self.height: int = board.height
        self.cells: tuple[Cell, ...] = tuple((x, y) for y in range(board.height) for x in range(board.width))
        self._layouts: dict[tuple[int, ...], Layout] = {}
        self.enter = self._enter_effects()
        present = {element.kind for element in board.elements}
        compiled = {
            name: [(self._compiled(phase), phase) for phase in phases if self._is_needed(phase, present)]
            for name, phases in rules.sequences.items()
        }
        self.phases = {name: tuple(phase for _step, phase in found) for name, found in compiled.items()}
        layout = self.layout(())
        self.way: list[list[int]] = layout[0]
        self.rays: list[list[tuple[int, ...]]] = layout[1]
        columns = [*(1 << x for x, _ in self.cells), 0]
        rows = [*(1 << self.width + y for _, y in self.cells), 0]
        self.lines: list[list[int]] = [columns, rows, columns, rows]
        self.across: list[int] = [column | row for column, row in zip(columns, rows, strict=True)]
        self._marks = Marks(len(self.cells))
        self.marks: list[int] = self._marks.of_cells
        self.plans: tuple[dict[str, Plan], dict[str, Plan]] = (
            {name: self._plan(found) for name, found in compiled.items()},
            {name: self._whole_plan(found) for name, found in compiled.items()},
        )
        self.tables: dict[str, Any] = {}
        for name, build in sorted(rules.tables.items()):
            self.tables[name] = build(self)

    def index(self, cell: Cell) -> int:
        """Return the index of `cell`; raise `ValueError` if it is not on the floor."""
        if cell not in self.board.inside:
            raise ValueError(f"cell [{cell[0]}, {cell[1]}] is not on the floor")
        return cell[1] * self.width + cell[0]

    def steps_to(self, goal: int, barred: Collection[int], far: int) -> list[int]:
        """Return by cell index the number of steps to `goal`, around walls and `barred` cells; `far` without a way."""
        found = {goal: 0}
        waiting = deque([goal])
        while waiting:
            cell = waiting.popleft()
            for direction in DIRECTIONS:
                before = self.way[direction][cell]
                if before >= 0 and before not in found and before not in barred:
                    found[before] = found[cell] + 1
                    waiting.append(before)
        return [found.get(cell, far) for cell in range(len(self.cells))]

    def layout(self, shut: tuple[int, ...]) -> "Layout":
        """Return the tables `way` and `rays` with the gates of these numbers shut; every combination is cached."""
        found = self._layouts.get(shut)
        if found is None:
            walls = self.board.walls | both_sides({self.board.gates[number] for number in shut})
            way = [[self._neighbour(cell, d, walls) for cell in self.cells] for d in DIRECTIONS]
            found = self._layouts[shut] = (way, [_rays(way[d], d) for d in DIRECTIONS])
        return found

    def _neighbour(self, cell: Cell, direction: int, walls: frozenset[tuple[Cell, int]]) -> int:
        board = self.board
        if cell not in board.inside:
            return OUTSIDE
        if (cell, direction) in walls:
            return WALL
        dx, dy = DELTAS[direction]
        target = (cell[0] + dx, cell[1] + dy)
        if target not in board.inside:
            return WALL if self.rules.edge_is_wall else OUTSIDE
        return target[1] * board.width + target[0]

    def _enter_effects(self) -> list[tuple[Effect, ...] | None]:
        found: dict[int, list[tuple[int, str, Effect]]] = {}
        for element in self.board.elements:
            rule = self.rules.elements.get(element.kind)
            if rule is not None and rule.enter is not None:
                effect = (rule.enter_order, rule.kind, (rule.enter, element.values))
                found.setdefault(self.index(element.cell), []).append(effect)
        effects: list[tuple[Effect, ...] | None] = [None] * len(self.cells)
        for index, entries in found.items():
            effects[index] = tuple(effect for *_, effect in sorted(entries, key=lambda entry: entry[:2]))
        return effects

    def _is_needed(self, phase: Phase | tuple[str, ...], present: set[str]) -> bool:
        if isinstance(phase, tuple):
            return True
        if phase.needs and present.isdisjoint(phase.needs):
            return False
        return phase.run is not None or bool(self._acts(phase.name))

    def _compiled(self, phase: Phase | tuple[str, ...]) -> StepFunction | None:
        if isinstance(phase, tuple):
            return None
        return phase.run or _act_step(self._acts(phase.name))

    def _plan(self, compiled: Compiled) -> Plan:
        """Return the plan of a sequence for a match without a `Watch`: it lacks phases that only emit events."""
        parts: list[PlanPart] = []
        for at, (step, phase) in enumerate(compiled, 1):
            if isinstance(phase, tuple):
                shooters = tuple((self._marks.mark(self._reach(name)), self.rules.traces[name]) for name in phase)
                parts.append(PlanPart(at, ANYWHERE, None, shooters))
            elif not phase.shown:
                parts.append(PlanPart(at, self._marks.mark(self._cells_of(phase)), step))
        return Plan(parts, len(compiled))

    def _whole_plan(self, compiled: Compiled) -> Plan:
        """Return the plan of a sequence for a match with a `Watch`: it leaves nothing out."""
        parts = []
        for at, (step, phase) in enumerate(compiled, 1):
            names = phase if isinstance(phase, tuple) else ()
            parts.append(PlanPart(at, ANYWHERE, step, tuple((ANYWHERE, self.rules.traces[name]) for name in names)))
        return Plan(parts, len(compiled))

    def _reach(self, shooter: str) -> frozenset[int] | None:
        """Return the only cells on which a shooter can hit a piece, or `None` if they are unknown."""
        reach = self.rules.reaches.get(shooter)
        return None if reach is None else frozenset(reach(self))

    def _cells_of(self, phase: Phase) -> frozenset[int] | None:
        """Return the only cells on which a phase can act, or `None` if they are unknown."""
        if phase.run is None:
            kinds = [rule.kind for rule in self.rules.elements.values() if rule.phase == phase.name and rule.act]
        elif phase.local:
            kinds = list(phase.needs)
        else:
            return None
        return frozenset(self.index(element.cell) for element in self.board.of_kind(*kinds))

    def _acts(self, phase: str) -> dict[int, list[Effect]]:
        """Return, by cell, the effects of the elements that act in a phase."""
        acts: dict[int, list[Effect]] = {}
        for element in self.board.of_kind(*self.rules.elements):
            rule = self.rules.elements[element.kind]
            if rule.phase == phase and rule.act is not None:
                acts.setdefault(self.index(element.cell), []).append((rule.act, element.values))
        return acts


def _rays(way: list[int], direction: int) -> list[tuple[int, ...]]:
    """Return, for each cell, the cells of the ray that starts there in one direction, nearest first."""
    rays: list[tuple[int, ...]] = [()] * len(way)
    order = range(len(way)) if direction in (NORTH, WEST) else range(len(way) - 1, -1, -1)
    for cell in order:
        ahead = way[cell]
        if ahead >= 0:
            rays[cell] = (ahead, *rays[ahead])
    return rays


def _act_step(acts: Mapping[int, list[Effect]]) -> StepFunction:
    """Return a function that lets elements act on the pieces that stand on them, all in one beat."""

    def act_on_all(match: Any) -> None:
        if match.watch is not None:
            match.watch.beat += 1
        for piece in match.state.pieces:
            cell = piece.cell
            if cell in acts:
                for act, values in acts[cell]:
                    if piece.cell == cell:
                        act(match, piece, **values)

    return act_on_all
