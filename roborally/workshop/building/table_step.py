"""A step of another player at a table: a piece before and after."""

from dataclasses import dataclass
from typing import Literal

from roborally.core.geometry import Cell
from roborally.workshop.building.course_table import CourseTable, Laid, Layout, TableError

Reason = Literal["gone", "taken", "full", "unknown", "unfit", "away"]
"""The reasons for refusing a step; `roborally.net.rooms.lobby` has the sentences."""


class StepError(Exception):
    """A step is not possible; `reason` is a word for the guest who took it."""

    def __init__(self, reason: Reason) -> None:
        """Store the reason."""
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass(frozen=True)
class TableStep:
    """A piece before and after a step: a board as it lies, or the cell of a checkpoint; `None` if there is none."""

    before: Laid | Cell | None
    after: Laid | Cell | None


def step_between(old: Layout, new: Layout) -> TableStep | None:
    """Return the step between two layouts; `None` if there is more than one, or none."""
    went: list[Laid] = [laid for laid in old.boards if laid not in new.boards]
    came: list[Laid] = [laid for laid in new.boards if laid not in old.boards]
    if not went and not came:
        cells = [cell for cell in old.checkpoints if cell not in new.checkpoints]
        others = [cell for cell in new.checkpoints if cell not in old.checkpoints]
        if len(cells) > 1 or len(others) > 1 or not (cells or others):
            return None
        return TableStep(cells[0] if cells else None, others[0] if others else None)
    if len(went) > 1 or len(came) > 1:
        return None
    return TableStep(went[0] if went else None, came[0] if came else None)


def take_step(table: CourseTable, layout: Layout, step: TableStep) -> Layout:
    """Return a layout after a step; raise `StepError` if the step does not fit any more."""
    before, after = step.before, step.after
    if isinstance(before, Laid) or isinstance(after, Laid):
        return _move_board(table, layout, before, after)
    if before is None and after is None:
        raise StepError("gone")
    if before is not None and before not in layout.checkpoints:
        raise StepError("gone")
    if after is not None and table.obstacle(layout, after) is not None:
        raise StepError("taken")
    if before is None:
        if not table.has_room(layout):
            raise StepError("full")
        assert after is not None, "one of the two is there"
        return table.set_checkpoint(layout, after)
    index = layout.checkpoints.index(before)
    return table.remove_checkpoint(layout, index) if after is None else table.move_checkpoint(layout, index, after)


def _move_board(table: CourseTable, layout: Layout, before: Laid | Cell | None, after: Laid | Cell | None) -> Layout:
    if not isinstance(before, Laid | None) or not isinstance(after, Laid | None):
        raise StepError("gone")  # a board does not become a checkpoint
    if before is not None and before not in layout.boards:
        raise StepError("gone")
    number = layout.boards.index(before) if before is not None else None
    if after is None:
        assert number is not None, "one of the two is there"
        return table.remove(layout, number)
    if after.name not in table.parts or (before is not None and before.name != after.name):
        raise StepError("unknown")
    try:
        return table.put_at(layout, after, number)
    except TableError:
        raise StepError("full" if number is None and not table.has_place(layout) else "taken") from None
