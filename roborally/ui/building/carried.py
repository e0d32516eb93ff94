"""What the mouse holds over the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from roborally.workshop.building.course_table import Layout


@dataclass
class Carried:
    """What the mouse holds: a board, new or from the table, or a checkpoint by its place in the list."""

    start: tuple[float, float]
    name: str = ""
    quarters: int = 0
    number: int | None = None
    checkpoint: int | None = None
    grip: tuple[float, float] = (0.0, 0.0)
    """Where it is held, in cells from its upper left corner."""
    moving: bool = False
    point: tuple[float, float] = (0.0, 0.0)

    def follows(self, before: Layout, after: Layout) -> bool:
        """Find what is held in a layout that somebody else has changed; return whether it is still there."""
        if self.number is not None:
            self.number = again(self.number, before.boards, after.boards)
            return self.number is not None
        if self.checkpoint is not None:
            self.checkpoint = again(self.checkpoint, before.checkpoints, after.checkpoints)
            return self.checkpoint is not None
        return True


def again(number: int | None, before: Sequence[object], after: Sequence[object]) -> int | None:
    """Return the place of a thing in another list, or `None` where it is not in there."""
    return after.index(before[number]) if number is not None and before[number] in after else None
