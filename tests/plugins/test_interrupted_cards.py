"""What other plugins do in the middle of a card holds up the cards after it, and loses none of them."""

from pathlib import Path
from typing import Any

import pytest

from roborally.game.scenario.run import run_scenario

from .conftest import Workshop

PAUSING = """
from roborally.plugin import hookimpl

@hookimpl
def register(rules, settings):
    rules.on("stepped", pause)
    rules.frame("pausing", go_on)

def pause(match, moves, how):
    match.then({"do": "pausing"})

def go_on(match, frame):
    match.done(frame)
"""
GRID = """
 .  .  .  .
 .  .  .  .
 .  .  .  .
 .  .  .  .
"""
ROBOTS = 4


def robot(number: int, cells: int) -> dict[str, Any]:
    program = [f"move{cells}@{400 + 10 * (ROBOTS - number)}"]
    return {"name": f"R{number}", "cell": [0, number], "facing": "east", "program": program}


@pytest.mark.parametrize("cells", [1, 2])
@pytest.mark.parametrize("robots", range(1, ROBOTS + 1))
def test_after_an_interruption_every_card_is_executed_once(workshop: Workshop, robots: int, cells: int) -> None:
    """STD-701: each robot moves by its card, however often something comes between two steps."""
    catalogue = workshop(beside_the_game=True, pausing=('kind = "options"', PAUSING))
    scenario = {
        "name": "Every step is interrupted",
        "mode": "standard",
        "plugins": ["pausing"],
        "rules": ["STD-701"],
        "board": {"grid": GRID},
        "robots": [robot(number, cells) for number in range(robots)],
        "expect": [
            {"after": "register 1", "robots": {f"R{number}": {"cell": [cells, number]} for number in range(robots)}}
        ],
    }
    result = run_scenario(Path("interrupted.toml"), catalogue, scenario)
    assert result.ok, result.differences
