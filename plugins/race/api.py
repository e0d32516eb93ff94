"""The functions about checkpoints and lists of objectives that other plugins may import."""

from .distance import steps_between
from .facts import list_problem, set_route
from .facts import write_objectives as set_objectives
from .rules import common_route, reach

__all__ = ["common_route", "list_problem", "reach", "set_objectives", "set_route", "steps_between"]
