"""What a game waits for, in a line: the same in the window and on the command line."""

from typing import Any

import msgspec
import pytest

from roborally.features.post.server.client import state
from roborally.features.post.server.messages import GameStanding

ASKED = GameStanding("T1", "auenland", "Water Mills", "Ada", ["Ada", "Bo"], True, False, 0, 0)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "Waits for you; due on "),
        ({"has_orders": True, "missing": ["Bo", "Cleo"]}, "Waits for Bo, Cleo; due on "),
        ({"is_asked": False, "missing": ["Bo"]}, "Waits for Bo; due on "),
        ({"has_orders": True, "missing": []}, "All orders are there"),
        ({"paused": True}, "Paused"),
        ({"over": True, "paused": True, "winners": ["Ada", "Bo"]}, "Over; won by Ada, Bo"),
        ({"over": True}, "Over; nobody has won"),
    ],
)
def test_a_line_tells_what_a_game_waits_for(change: dict[str, Any], text: str) -> None:
    assert state(msgspec.structs.replace(ASKED, **change)).startswith(text)
