"""A guest's view of the host's table: the course of the host's code, and the guest's steps that are still pending."""

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
"""Seconds between two steps sent to the host; earlier steps with the same piece are merged."""
PATIENCE = 4.0
"""Seconds after which a step without an answer from the host is taken back."""


@dataclass
class _Step:
    """A step of the guest, and when it was sent."""

    step: TableStep
    shown_at: float | None = None


class GuestBench(Bench):
    """Shows the host's table with the guest's steps, as if the host had already accepted them.

    The shelf holds the boards of the game and its plugins, because the host has them, too. Cells are the host's.
    """

    def __init__(self, catalogue: Catalogue, mode: str, extras: Sequence[str] = ()) -> None:
        """Start with an empty table; raise `GameError` for unknown rules."""
        own = paths.user_board_folder()
        parts = read_parts(catalogue).fitting(catalogue, mode, extras)
        super().__init__(
            catalogue, mode, extras, [part for part in parts if part.file is not None and part.file.parent != own]
        )
        self.gone: list[str] = []
        """Forgotten boards; the owner of their pictures can delete those, too."""
        self._shelf = {part.name for part in self.parts}
        self._names: dict[str, str] = {}
        self._host_has = Layout()
        self._steps: list[_Step] = []
        self._next_at = float("-inf")

    @property
    def is_waiting(self) -> bool:
        """Whether steps are pending."""
        return bool(self._steps)

    def put(self, layout: Layout) -> None:
        """Take a step, which is soon sent to the host."""
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
        """Return the next step to send to the host, if it is time for one; it counts as sent at `now`, in seconds."""
        waiting = next((own for own in self._steps if own.shown_at is None), None)
        if waiting is None or now < self._next_at:
            return None
        waiting.shown_at, self._next_at = now, now + BETWEEN_STEPS
        return waiting.step

    def see(self, seen: SeenCourse | None, origin: Cell) -> None:
        """Show the host's current table, with the guest's steps that still fit; `None` is an empty table."""
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
        """Take back the guest's steps: the host has refused one."""
        self._steps.clear()
        self._show(self._host_has)

    def look_at_the_clock(self, now: float) -> bool:
        """Take back steps that the host has not answered in time; return whether there were any."""
        late = [own for own in self._steps if own.shown_at is not None and now - own.shown_at > PATIENCE]
        if late:
            self._steps = [own for own in self._steps if own not in late]
            self._take_again()
        return bool(late)

    def _take_again(self) -> None:
        """Apply the guest's steps to the host's layout again; steps that the host has accepted no longer fit."""
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
        """Return the local name of a board from the code: the name on the shelf if it is the same board."""
        if name not in self._names:
            short = name_in_code(name)
            file = self.table.parts[short].file if short in self._shelf else None
            self._names[name] = short if file is not None and part_name(short, content_of(file)) == name else name
        return self._names[name]

    def _forget_unused(self) -> None:
        """Forget boards of the code that are no longer on the table, because new ones keep coming."""
        used = {laid.name for laid in (*self._host_has.boards, *self.layout.boards)}
        for name in set(self.table.parts) - self._shelf - used:
            self.table.remove_part(name)
            self.gone.append(name)
        self._names = {name: called for name, called in self._names.items() if called in used}
