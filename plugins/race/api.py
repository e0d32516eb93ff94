"""The interface for other plugins: checkpoints and lists of checkpoints."""

from .facts import set_route
from .facts import write_objectives as set_objectives
from .rules import reach

__all__ = ["reach", "set_objectives", "set_route"]
