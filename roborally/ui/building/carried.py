"""A board or checkpoint held by the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass

from roborally.workshop.building.course_table import Layout


@dataclass
class Carried:
    """A board or checkpoint held by the mouse: a new board, one from the table, or a checkpoint by its index."""

    start: tuple[float, float]
    name: str = ""
    quarters: int = 0
    number: int | None = None
    checkpoint: int | None = None
    grip: tuple[float, float] = (0.0, 0.0)
    """The point where it is held, in cells from its upper left corner."""
    moving: bool = False
    point: tuple[float, float] = (0.0, 0.0)

    def follows(self, before: Layout, after: Layout) -> bool:
        """Find the held piece in a layout changed by another player; return whether it is still there."""
        if self.number is not None:
            self.number = again(self.number, before.boards, after.boards)
            return self.number is not None
        if self.checkpoint is not None:
            self.checkpoint = again(self.checkpoint, before.checkpoints, after.checkpoints)
            return self.checkpoint is not None
        return True


def again(number: int | None, before: Sequence[object], after: Sequence[object]) -> int | None:
    """Return the index in `after` of the item at an index of `before`, or `None` if it is gone."""
    return after.index(before[number]) if number is not None and before[number] in after else None
