"""The edition `classic`: the order of its phases (CLS-201, CLS-301, CLS-401); the rest is in the plugins it needs."""

from collections.abc import Mapping
from typing import Any

from roborally.core.flow import TURNS
from roborally.plugin import Rules, hookimpl

TOGETHER: tuple[tuple[str, ...], ...] = (("board-lasers", "robot-lasers"),)
BOARD_FIRST: tuple[tuple[str, ...], ...] = (("board-lasers",), ("robot-lasers",))


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Name the phases in order."""
    rules.start_with(TURNS)
    rules.order("turn", ("power-down", "re-entry", "deal", "start", "program", "registers", "end-of-turn"))
    lasers = TOGETHER if settings["lasers"] == "together" else BOARD_FIRST
    rules.order(
        "register",
        (
            "reveal",
            "cards",
            "express-belts",
            "all-belts",
            "pushers",
            "gears",
            "crushers",
            "crusher-strokes",
            *lasers,
            "touch",
            "site-archives",
        ),
    )
    rules.order("end-of-turn", ("site-archives", "repairs", "shutdowns", "clean-up"))
