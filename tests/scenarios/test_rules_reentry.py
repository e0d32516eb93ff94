"""Which way a robot may face that comes back beside its respawn point (CLS-305, CLS-R02)."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from roborally.core.events import Event, Watch
from roborally.core.geometry import Cell
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.narration.chronicle import Chronicle

ROWS = """
 d1  .  .  .  .     .  .  .  .
 d2  .  .  .  .     .  .  .  .
 d3  .  .  .  .     .  .  .  .
 d4  .  .  .  .     .  .  .  .
 d5  .  .  .  .     .  .  .  .
 d6  .  .  .  .     .  .  .  c1
"""
WALLED = ROWS.replace("d4  .  .  .  .   ", "d4  .  .  .  .:e ")
PLACE = (4, 3)


@pytest.fixture
def back(game_of: Callable[..., Game]) -> Callable[..., Match]:
    """Return a function that puts the first robot on `PLACE`, facing east, and others on cells of their own."""

    def make(*others: Cell, grid: str = ROWS, mode: str = "classic") -> Match:
        match = game_of([""] * 6, mode, grid).start(1)
        match.run()
        for piece, cell in zip(match.robots[1:], others, strict=False):
            match.place(piece, match.floor.index(cell), 0, "test")
        for piece in match.robots[len(others) + 1 :]:
            match.destroy(piece, "test")
        match.place(match.robots[0], match.floor.index(PLACE), 1, "test")
        return match

    return make


def may_face(match: Match) -> str:
    reentry: Any = importlib.import_module("roborally_plugins.archive.reentry")
    return "".join("NESW"[facing] for facing in reentry.allowed_facings(match, match.robots[0]))


@pytest.mark.parametrize(
    ("others", "grid", "allowed"),
    [
        ((), ROWS, "NESW"),
        ([(7, 3)], ROWS, "NSW"),
        ([(8, 3)], ROWS, "NESW"),
        ([(5, 2)], ROWS, "NESW"),
        ([(7, 3)], WALLED, "NESW"),
        ([(4, 1), (6, 3), (4, 4)], ROWS, "W"),
        ([(4, 1), (6, 3), (4, 4), (3, 3)], ROWS, "NESW"),
    ],
    ids=["nobody", "three away", "four away", "diagonally", "behind a wall", "one way is left", "no way is left"],
)
def test_cls_305_which_ways_are_free(back: Callable[..., Match], others: list[Cell], grid: str, allowed: str) -> None:
    """CLS-305, CLS-R02: none that leads to a robot within three spaces, walls hide it; any if there is no other."""
    assert may_face(back(*others, grid=grid)) == allowed


def test_cls_305_on_its_own_respawn_point_a_robot_faces_where_it_likes(back: Callable[..., Match]) -> None:
    match = back((7, 3))
    archive: Any = importlib.import_module("roborally_plugins.archive.markers")
    archive.lay_marker(match, match.robots[0], match.robots[0].cell)
    assert may_face(match) == "NESW"


def test_cls_305_is_no_rule_of_other_editions(back: Callable[..., Match]) -> None:
    assert may_face(back((7, 3), mode="standard")) == "NESW"
    assert may_face(back((7, 3), mode="auenland")) == "NESW"


def test_cls_305_nobody_is_asked_where_one_way_is_left(
    back: Callable[..., Match], game_of: Callable[..., Game]
) -> None:
    """COM-18: the robot turns at once, since there is nothing to choose, and the log says why."""
    match = back((4, 1), (6, 3), (4, 4))
    reentry: Any = importlib.import_module("roborally_plugins.archive.reentry")
    match.state.decisions.clear()
    match.state.ext["archive"]["chosen_facings"] = (reentry.OPEN, *[-1] * 5)
    told: list[Event] = []
    match.watch = Watch(told.append)
    reentry.ask_facings(match)
    assert match.state.decisions == []
    assert match.robots[0].facing == 3
    assert [(event["type"], event["piece"]) for event in told] == [("one-facing", 0), ("turn", 0)]
    said = "Robots within three spaces leave P0 one direction to face."
    assert Chronicle.of(game_of([""] * 6, "classic", ROWS)).line(told[0]) == said
