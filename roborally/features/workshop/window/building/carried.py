"""A board or checkpoint held by the mouse."""

from dataclasses import dataclass


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
