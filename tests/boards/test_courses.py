"""What is promised about the courses that come with the game."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.core.board import Board
from roborally.game.board_check import check_file
from roborally.game.compatibility import fitting_modes
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue
from tests.shipped import catalogue, courses

CATALOGUE: Catalogue = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
FILES = sorted(paths.board_folder().glob("*.toml"))
COURSES = courses()
WITH_DOCKS = [course for course in COURSES if course.board.of_kind("dock") and fitting_modes(course, CATALOGUE)]
WITHOUT_DOCKS = [
    course
    for course in COURSES
    if "crash-and-burn" in [mode.id for mode in fitting_modes(course, CATALOGUE)] and not course.board.of_kind("dock")
]
"""Courses for Crash and Burn, where all robots enter on checkpoint 1 (CNB-602)."""
PLAYABLE = [*WITH_DOCKS, *WITHOUT_DOCKS]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_sound_and_says_what_it_is(path: Path) -> None:
    found = check_file(path, CATALOGUE)
    assert found.errors + found.doubts == []
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (data["author"], data["license"]) == ("The RoboRally desktop authors", "CC0-1.0")
    assert data["description"].endswith(".")
    assert len(data["description"]) <= 120


def test_there_are_courses_for_beginners_and_for_a_long_race() -> None:
    assert len(PLAYABLE) >= 8
    sizes = {course.id: (course.board.width, course.board.height) for course in PLAYABLE}
    assert sizes["first-steps"] == (12, 12)
    assert sizes["grand-tour"] == (24, 24)
    assert {mode.id for course in PLAYABLE for mode in fitting_modes(course, CATALOGUE)} >= {"standard", "classic"}
    assert any(course.players == (2, 8) for course in PLAYABLE)


def tokens(board: Board) -> Iterator[str]:
    """Yield what stands on a board, with what tells its variants apart."""
    belts = {e.cell: e.values["direction"] for e in board.of_kind("belt", "express")}
    for element in board.elements:
        variant = [str(element.values[name]) for name in ("beams", "wrenches", "turn") if name in element.values]
        yield " ".join([element.kind, *variant])
        if element.cell in belts:
            yield f"{element.kind} fed from {len(feeders(element.cell, board, belts))} sides"
    if board.walls:
        yield "wall"


def feeders(cell: tuple[int, int], board: Board, belts: dict[tuple[int, int], int]) -> list[int]:
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return [
        direction for direction, (dx, dy) in enumerate(steps) if belts.get((cell[0] - dx, cell[1] - dy)) == direction
    ]


def test_between_them_they_use_every_element_of_the_two_editions() -> None:
    used = {token for course in PLAYABLE for token in tokens(course.board)}
    plugins = [p for mode in ("standard", "classic") for p in CATALOGUE.resolve([mode])]
    kinds = {kind for plugin in plugins for kind in plugin.manifest.element}
    assert {token.partition(" ")[0] for token in used} >= kinds
    variants = {"laser 1", "laser 2", "laser 3", "repair 1", "repair 2", "gear <", "gear >", "wall"}
    assert variants | {"express fed from 2 sides", "belt fed from 1 sides"} <= used


@pytest.mark.parametrize("course", WITH_DOCKS, ids=lambda course: course.id)
def test_docks_do_not_push_each_other_into_pits(course: Course) -> None:
    """With full speed ahead from every dock no robot is in a pit or over the edge after the first card."""
    pits = {element.cell for element in course.board.of_kind("pit")}
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    docks = course.board.of_kind("dock")
    assert len(docks) >= course.players[1]
    for dock in docks:
        x, y = dock.cell
        dx, dy = steps[dock.values["direction"]]
        for distance in range(1, 4):
            cell = (x + dx * distance, y + dy * distance)
            assert cell in course.board.inside
            assert cell not in pits
            assert cell not in {other.cell for other in docks}


@pytest.mark.parametrize("course", WITHOUT_DOCKS, ids=lambda course: course.id)
def test_robots_enter_on_a_checkpoint_with_room_around_it(course: Course) -> None:
    """Without docks a course is for Crash and Burn alone, and no first step from checkpoint 1 is into a pit."""
    assert [mode.id for mode in fitting_modes(course, CATALOGUE)] == ["crash-and-burn"]
    entrance = next(e.cell for e in course.board.of_kind("checkpoint") if e.values["number"] == 1)
    harmful = {e.cell for e in course.board.of_kind("pit", "crusher", "flamer", "portal")}
    around = {(entrance[0] + dx, entrance[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert around <= course.board.inside
    assert not around & harmful
    assert len({edge for edge in course.board.walls if edge[0] == entrance}) <= 2


@pytest.mark.parametrize("course", WITHOUT_DOCKS, ids=lambda course: course.id)
def test_no_robot_is_shut_down_for_ever(course: Course) -> None:
    """Who takes three to nine points in every turn that it is shut down must stay down (CNB-R13); ten destroy it."""
    flamers = [len(element.values["registers"]) for element in course.board.of_kind("flamer")]
    lasers = [element.values["beams"] * 5 for element in course.board.of_kind("laser")]
    assert [points for points in flamers + lasers if 3 <= points < 10] == []


def test_the_figures_in_the_documents_cover_every_course() -> None:
    page = paths.board_folder().parent / "docs" / "courses.md"
    text = page.read_text(encoding="utf-8")
    for course in PLAYABLE:
        assert f"| `{course.id}` | {course.board.width} × {course.board.height} |" in text
