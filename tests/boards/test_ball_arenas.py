"""What is promised about the arenas of RoboBall: fair to all homes, and playable by as many teams."""

import importlib
from itertools import pairwise

import pytest

from roborally.core.board import Board, rotate_board
from roborally.core.geometry import DIRECTIONS, neighbour
from roborally.game.compatibility import fitting_modes
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.shipped import catalogue, courses

CATALOGUE = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
ARENAS = [course for course in courses() if course.board.of_kind("home")]
each_arena = pytest.mark.parametrize("arena", ARENAS, ids=lambda course: course.id)


def content(board: Board) -> object:
    """Return what stands where, homes without their numbers."""
    elements = {
        (element.kind, element.cell, *sorted((k, v) for k, v in element.values.items() if element.kind != "home"))
        for element in board.elements
    }
    return elements, board.walls


def mirrored(board: Board) -> object:
    """Return the content of a board without gears and pushers, left and right exchanged."""
    last = board.width - 1
    elements = {
        (
            element.kind,
            (last - element.cell[0], element.cell[1]),
            *sorted(
                (k, -v % 4 if k == "direction" else v) for k, v in element.values.items() if element.kind != "home"
            ),
        )
        for element in board.elements
    }
    return elements, {((last - cell[0], cell[1]), -direction % 4) for cell, direction in board.walls}


def test_there_are_arenas_for_two_to_eight_teams() -> None:
    assert sum(len(arena.board.of_kind("home")) == 4 for arena in ARENAS) >= 5
    assert {len(arena.board.of_kind("home")) for arena in ARENAS} == {2, 4, 8}


@each_arena
def test_no_home_can_be_reached_straight_from_the_ball(arena: Course) -> None:
    """A wall protects every home from a ball that is pushed home in a line."""
    board = arena.board
    (ball,) = board.of_kind("ball")
    reached = set()
    for direction in DIRECTIONS:
        cell = ball.cell
        while cell in board.inside and (cell, direction) not in board.walls:
            cell = neighbour(cell, direction)
            reached.add(cell)
    assert not reached & {home.cell for home in arena.board.of_kind("home")}


@each_arena
def test_an_arena_looks_the_same_from_every_home(arena: Course) -> None:
    homes = len(arena.board.of_kind("home"))
    quarters = 2 if homes == 2 else 1
    for turns in (quarters, quarters - 4, quarters + 4):
        assert content(rotate_board(arena.board, turns)) == content(arena.board)
    assert content(rotate_board(arena.board, -1)) == content(rotate_board(arena.board, 3))
    if homes == 8:
        assert mirrored(arena.board) == content(arena.board)


@each_arena
def test_homes_1_and_2_lie_opposite_each_other(arena: Course) -> None:
    cells = {element.values["number"]: element.cell for element in arena.board.of_kind("home")}
    (x1, y1), (x2, y2) = cells[1], cells[2]
    assert (x1 + x2, y1 + y2) == (arena.board.width - 1, arena.board.height - 1)


@each_arena
def test_as_many_teams_as_there_are_homes_can_play(arena: Course) -> None:
    assert [mode.id for mode in fitting_modes(arena, CATALOGUE)] == ["roboball"]
    for teams in range(2, len(arena.board.of_kind("home")) + 1):
        seats = [
            SeatConfig(f"S{number}", team=number % teams + 1) for number in range(teams * 2 if teams <= 4 else teams)
        ]
        make_game(MatchConfig(MatchSection("roboball", arena.id), seats=seats), CATALOGUE, course=arena)


@each_arena
def test_a_way_of_the_ball_goes_around_walls_and_pits(arena: Course) -> None:
    """The dots of the window follow it."""
    seats = [SeatConfig("A", team=1), SeatConfig("B", team=2)]
    floor = make_game(MatchConfig(MatchSection("roboball", arena.id), seats=seats), CATALOGUE, course=arena).floor
    chart = importlib.import_module("roborally_plugins.roboball.chart").Chart(floor)
    pits = {element.cell for element in arena.board.of_kind("pit")}
    (ball,) = arena.board.of_kind("ball")
    for home in arena.board.of_kind("home"):
        way = [floor.cells[cell] for cell in chart.way(floor.index(home.cell), floor.index(ball.cell))]
        assert (way[0], way[-1]) == (ball.cell, home.cell)
        assert not pits & set(way)
        for cell, following in pairwise(way):
            (direction,) = (side for side in DIRECTIONS if neighbour(cell, side) == following)
            assert (cell, direction) not in arena.board.walls
        assert len(way) == len(set(way)) == chart.steps(floor.index(home.cell), floor.index(ball.cell)) + 1
