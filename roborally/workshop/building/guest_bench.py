"""The table of somebody else: what their code shows, and one's own steps that they have not taken in yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from roborally.base import paths
from roborally.core.geometry import Cell
from roborally.course.code import content_of
from roborally.plugin_system.loader import Catalogue
from roborally.workshop.building.board_parts import read_parts
from roborally.workshop.building.course_table import Laid, Layout
from roborally.workshop.building.seen_course import SeenCourse, name_in_code, part_name
from roborally.workshop.building.table_step import StepError, TableStep, step_between, take_step
from roborally.workshop.building.workbench import Bench
from roborally.workshop.history import UndoHistory

BETWEEN_STEPS = 0.3
"""Seconds between two steps that are told; those with the same piece that come sooner are told as one."""
PATIENCE = 4.0
"""Seconds for which a step is shown of which nothing is heard."""


@dataclass
class _Step:
    """One's own step, and when it was told."""

    step: TableStep
    shown_at: float | None = None


class GuestBench(Bench):
    """Shows the host's table with one's own steps, as if the host had taken them in already.

    The shelf holds the boards that come with the game and its plugins: the host has them, too. Cells are the host's.
    """

    def __init__(self, catalogue: Catalogue, mode: str, extras: Sequence[str] = ()) -> None:
        """Begin with an empty table; raise `GameError` for rules that are not known here."""
        own = paths.user_board_folder()
        parts = read_parts(catalogue).fitting(catalogue, mode, extras)
        super().__init__(
            catalogue, mode, extras, [part for part in parts if part.file is not None and part.file.parent != own]
        )
        self.gone: list[str] = []
        """Boards that have been forgotten; who keeps pictures of them can forget these, too."""
        self._shelf = {part.name for part in self.parts}
        self._names: dict[str, str] = {}
        self._host_has = Layout()
        self._steps: list[_Step] = []
        self._next_at = float("-inf")

    @property
    def is_waiting(self) -> bool:
        """Whether the host has not taken in all steps yet."""
        return bool(self._steps)

    def put(self, layout: Layout) -> None:
        """Take a step, which the host is told of soon."""
        step = step_between(self.layout, layout)
        if step is None:
            return
        last = self._steps[-1] if self._steps else None
        if last is None or last.shown_at is not None or last.step.after is None or last.step.after != step.before:
            self._steps.append(_Step(step))
        elif last.step.before == step.after:
            self._steps.pop()
        else:
            last.step = TableStep(last.step.before, step.after)
        self._show(layout)

    def to_send(self, now: float) -> TableStep | None:
        """Return the next step to tell the host, if it is time for one; it counts as told at `now`, in seconds."""
        waiting = next((own for own in self._steps if own.shown_at is None), None)
        if waiting is None or now < self._next_at:
            return None
        waiting.shown_at, self._next_at = now, now + BETWEEN_STEPS
        return waiting.step

    def see(self, seen: SeenCourse | None, origin: Cell) -> None:
        """Show what the host's table is now, with one's own steps that still fit; `None` is an empty table."""
        layout = Layout()
        if seen is not None and seen.layout is not None:
            dx, dy = origin
            for name, part in seen.parts.items():
                if self._called(name) == name and name not in self.table.parts:
                    self.table.add_part(part)
            boards = [
                Laid(self._called(laid.name), (laid.at[0] + dx, laid.at[1] + dy), laid.quarters)
                for laid in seen.layout.boards
            ]
            layout = Layout(tuple(boards), tuple((x + dx, y + dy) for x, y in seen.layout.checkpoints))
        self._host_has = layout
        self._take_again()
        self._forget_unused()

    def refuse(self) -> None:
        """Take back one's own steps: the host has refused one."""
        self._steps.clear()
        self._show(self._host_has)

    def look_at_the_clock(self, now: float) -> bool:
        """Take back steps of which nothing has been heard for long; return whether there were any."""
        late = [own for own in self._steps if own.shown_at is not None and now - own.shown_at > PATIENCE]
        if late:
            self._steps = [own for own in self._steps if own not in late]
            self._take_again()
        return bool(late)

    def _take_again(self) -> None:
        """Take one's own steps on what the host has; those do not fit that the host has taken in."""
        layout, kept = self._host_has, []
        for own in self._steps:
            try:
                layout = take_step(self.table, layout, own.step)
            except StepError:
                continue
            kept.append(own)
        self._steps = kept
        self._show(layout)

    def _show(self, layout: Layout) -> None:
        self.history = UndoHistory(layout)

    def _called(self, name: str) -> str:
        """Return what a board of the code is called here: that of the shelf is used if it is the same."""
        if name not in self._names:
            short = name_in_code(name)
            file = self.table.parts[short].file if short in self._shelf else None
            self._names[name] = short if file is not None and part_name(short, content_of(file)) == name else name
        return self._names[name]

    def _forget_unused(self) -> None:
        """Forget boards of the code that do not lie on the table any more: there may be ever new ones."""
        used = {laid.name for laid in (*self._host_has.boards, *self.layout.boards)}
        for name in set(self.table.parts) - self._shelf - used:
            self.table.remove_part(name)
            self.gone.append(name)
        self._names = {name: called for name, called in self._names.items() if called in used}
