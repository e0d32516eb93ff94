"""The edition `standard`: the order of its phases (STD-301, STD-603, STD-1201); the rest is in the plugins it needs."""

from collections.abc import Mapping
from typing import Any

from roborally.core.flow import TURNS
from roborally.plugin import Rules, hookimpl


@hookimpl
def register(rules: Rules, settings: Mapping[str, Any]) -> None:
    """Name the phases in order."""
    together = settings["lasers"] == "together"
    lasers = (("board-lasers", "robot-lasers"),) if together else (("board-lasers",), ("robot-lasers",))
    rules.start_with(TURNS)
    rules.order("turn", ("power-down", "re-entry", "deal", "start", "program", "registers", "end-of-turn"))
    rules.order(
        "register",
        (
            "reveal",
            "cards",
            "oil",
            "slow-belts",
            "express-belts",
            "express-belts",
            "gears",
            *lasers,
            "touch",
            "site-archives",
        ),
    )
    rules.order("end-of-turn", ("site-archives", "repairs", "regeneration", "shutdowns", "clean-up"))
