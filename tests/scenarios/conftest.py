from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from tests.shipped import catalogue, drawn

CATALOGUE = catalogue()
DOCKS = """
 d1>  .  .  .  c1  .
 d2>  .  .  .  .   .
 d3>  .  .  .  c2  .
 d4>  .  .  .  .   .
 d5>  .  .  .  .   .
 d6>  .  .  .  .   .
 d7>  .  .  .  .   .
 d8>  .  .  .  .   .
"""


@pytest.fixture
def game_of() -> Callable[..., Game]:
    """Return a function that makes a game: `game_of(models, mode, grid, rules, controllers)`."""

    def make(
        models: list[str],
        mode: str = "standard",
        grid: str = DOCKS,
        rules: dict[str, Any] | None = None,
        controllers: list[str] | None = None,
        timer: int = 0,
    ) -> Game:
        who = controllers or ["human"] * len(models)
        config = parse_config(
            {
                "match": {"mode": mode, "course": "drawn", "timer": timer},
                "rules": rules or {},
                "seats": [
                    {"name": f"P{number}", "robot": model, "controller": controller}
                    for number, (model, controller) in enumerate(zip(models, who, strict=True))
                ],
            }
        )
        course = drawn(grid, CATALOGUE)
        course = replace(course, players=(1, max(1, len(course.board.of_kind("dock")))))
        return make_game(config, CATALOGUE, course=course)

    return make
