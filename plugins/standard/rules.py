"""The edition `standard`: the order of its phases (STD-301, STD-603, STD-1201); the rest is in the plugins it needs."""

from roborally.core.flow import TURNS
from roborally.plugin import Rules, hookimpl


@hookimpl
def register(rules: Rules) -> None:
    """Name the phases in order."""
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
            ("board-lasers",),
            ("robot-lasers",),
            "touch",
            "site-archives",
        ),
    )
    rules.order("end-of-turn", ("site-archives", "repairs", "regeneration", "shutdowns", "clean-up"))
