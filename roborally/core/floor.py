"""A board compiled for the rules of one match: look-up tables by cell index, shared by all clones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from roborally.core.board import Board, both_sides
from roborally.core.geometry import DELTAS, DIRECTIONS, Cell
from roborally.core.rules import Phase, Ruleset, StepFunction

WALL: Final = -1
"""What `way` holds where a wall stands."""
OUTSIDE: Final = -2
"""What `way` holds beyond the edge."""

Effect = tuple[Callable[..., None], Mapping[str, Any]]
Layout = tuple[list[list[int]], list[list[tuple[int, ...]]]]
PlannedStep = tuple[int, StepFunction, frozenset[int] | None]
"""The number of the next phase, the step, and the cells outside which it does nothing, `None` for all cells."""
Plan = list[tuple[PlannedStep, ...]]
"""What is left of a sequence from each phase on, by the number of the phase."""


class Floor:
    """The tables of one board under one ruleset.

    `way[d][cell]` is the neighbour in direction `d`, `WALL` or `OUTSIDE`. `rays[d][cell]` are the cells that a beam
    from `cell` crosses in direction `d`, nearest first, the cell itself left out. Both tables know walls only;
    `layout(shut)` returns them with some gates shut as well. `enter[cell]` are the effects of
    entering the cell (COM-06) or `None`. `phases[name]` are the phases of a sequence that have anything to do here.
    `plans[watched][name]` is how the sequence is run in a match that is watched or not: without a watch it lacks
    phases that are only shown, and knows where the others have anything to do.
    """

    __slots__ = (
        "_layouts",
        "board",
        "cells",
        "enter",
        "height",
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
        layout = self.layout(())
        self.way: list[list[int]] = layout[0]
        self.rays: list[list[tuple[int, ...]]] = layout[1]
        self.enter = self._enter_effects()
        present = {element.kind for element in board.elements}
        compiled = {
            name: [(step, phase) for phase in phases if (step := self._compiled(phase, present)) is not None]
            for name, phases in rules.sequences.items()
        }
        self.plans: tuple[dict[str, Plan], dict[str, Plan]] = (
            {name: self._plan(found) for name, found in compiled.items()},
            {
                name: _plan_of([(at, step, None) for at, (step, _) in enumerate(found, 1)], len(found))
                for name, found in compiled.items()
            },
        )
        self.phases = {name: tuple(phase for _step, phase in found) for name, found in compiled.items()}
        self.tables: dict[str, Any] = {}
        for name, build in sorted(rules.tables.items()):
            self.tables[name] = build(self)

    def index(self, cell: Cell) -> int:
        """Return the index of `cell`; raise `ValueError` when it is not on the floor."""
        if cell not in self.board.inside:
            raise ValueError(f"cell [{cell[0]}, {cell[1]}] is not on the floor")
        return cell[1] * self.width + cell[0]

    def layout(self, shut: tuple[int, ...]) -> "Layout":
        """Return `way` and `rays` with the gates of these numbers shut; computed once for every combination."""
        found = self._layouts.get(shut)
        if found is None:
            walls = self.board.walls | both_sides({self.board.gates[number] for number in shut})
            way = [[self._neighbour(cell, d, walls) for cell in self.cells] for d in DIRECTIONS]
            rays = [[_ray(way[d], index) for index in range(len(self.cells))] for d in DIRECTIONS]
            found = self._layouts[shut] = (way, rays)
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

    def _compiled(self, phase: Phase | tuple[str, ...], present: set[str]) -> StepFunction | None:
        if isinstance(phase, tuple):
            return _volley_step(tuple(self.rules.traces[name] for name in phase))
        if phase.needs and present.isdisjoint(phase.needs):
            return None
        return phase.run or self._cell_step(phase.name)

    def _plan(self, compiled: Sequence[tuple[StepFunction, Phase | tuple[str, ...]]]) -> Plan:
        """Return how a sequence is run in a match that nobody watches."""
        steps: list[PlannedStep] = []
        for at, (step, phase) in enumerate(compiled, 1):
            if isinstance(phase, tuple):
                steps.append((at, step, None))
            elif not phase.shown:
                steps.append((at, step, self._cells_of(phase)))
        return _plan_of(steps, len(compiled))

    def _cells_of(self, phase: Phase) -> frozenset[int] | None:
        """Return the cells outside which a phase does nothing, `None` where that is not known."""
        if phase.run is None:
            kinds = [rule.kind for rule in self.rules.elements.values() if rule.phase == phase.name and rule.act]
        elif phase.local:
            kinds = list(phase.needs)
        else:
            return None
        return frozenset(self.index(element.cell) for element in self.board.of_kind(*kinds))

    def _cell_step(self, phase: str) -> StepFunction | None:
        acts: dict[int, list[Effect]] = {}
        for element in self.board.of_kind(*self.rules.elements):
            rule = self.rules.elements[element.kind]
            if rule.phase == phase and rule.act is not None:
                acts.setdefault(self.index(element.cell), []).append((rule.act, element.values))
        return _act_step(acts) if acts else None


def _plan_of(steps: list[PlannedStep], count: int) -> Plan:
    """Return the steps that are left from each phase on; `count` is that of all phases."""
    return [tuple(step for step in steps if step[0] > at) for at in range(count + 1)]


def _ray(way: list[int], index: int) -> tuple[int, ...]:
    crossed = []
    while (index := way[index]) >= 0:
        crossed.append(index)
    return tuple(crossed)


def _act_step(acts: Mapping[int, list[Effect]]) -> StepFunction:
    """Return a step in which the elements act on the pieces that stand on them, all in one beat."""

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


def _volley_step(traces: tuple[Callable[..., Any], ...]) -> StepFunction:
    """Return a step in which several sources fire at the same time (COM-11)."""

    def fire_all(match: Any) -> None:
        if match.watch is not None:
            match.watch.beat += 1
        hits: list[Any] = []
        for trace in traces:
            hits += trace(match)
        if hits:
            match.volley(hits)

    return fire_all
