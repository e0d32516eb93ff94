"""Figures of boards in the profile: they belong to what is drawn, and a damaged file costs nothing."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced

from roborally.base import paths
from roborally.core.board import Element
from roborally.game.course.courses import find_course
from roborally.game.course.notation import Notations
from roborally.profile import board_figures
from roborally.profile.board_figures import (
    MAX_KEPT,
    BoardFigures,
    Verdict,
    board_text,
    digest_of,
    put_figures,
    stored_figures,
)
from tests.shipped import catalogue

CATALOGUE = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
RING = find_course("ring", NOTATIONS)
FIGURES = BoardFigures("standard", 30, 14.23, 21.4, 1.26)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "figures.toml"
    monkeypatch.setattr(paths, "figures_file", lambda: path)
    return path


def test_figures_are_told_as_long_as_the_board_is_as_it_was(file: Path) -> None:
    assert board_text(RING.board) == ""
    put_figures(RING.board, FIGURES)
    expected = "Played by bots: 14 turns, about 21 minutes, 1.3 destructions per robot."
    assert board_text(RING.board) == expected
    assert board_text(replace(RING.board, name="another name")) == expected
    wall = replace(RING.board, walls=RING.board.walls | {((0, 0), 0)})
    assert wall != RING.board
    assert board_text(wall) == ""
    more = replace(RING.board, elements=(*RING.board.elements, Element("checkpoint", (1, 1), {"number": 8})))
    assert board_text(more) == ""


def test_an_element_that_is_turned_is_another_board() -> None:
    element = next(e for e in RING.board.elements if "direction" in e.values)
    rest = tuple(e for e in RING.board.elements if e is not element)
    turned = replace(element, values={**element.values, "direction": (element.values["direction"] + 1) % 4})
    assert digest_of(replace(RING.board, elements=(*rest, turned))) != digest_of(RING.board)
    in_another_order = replace(RING.board, elements=(*rest, element))
    assert digest_of(in_another_order) == digest_of(RING.board)


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (Verdict("too-long"), "Too long."),
        (Verdict("too-deadly"), "Too deadly."),
        (Verdict("unfair", number=3), "Unfair to start 3."),
        (Verdict("never-used", kind="laser"), "Some elements are never used."),
    ],
)
def test_what_is_wrong_is_told(file: Path, verdict: Verdict, text: str) -> None:
    figures = replaced(FIGURES, verdicts=[verdict, verdict])
    put_figures(RING.board, figures)
    assert stored_figures(RING.board) == figures
    assert board_text(RING.board).count(text) == 1


def test_new_figures_take_the_place_of_old_ones_and_the_oldest_are_dropped(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_figures, "MAX_KEPT", 2)
    courses = [find_course(name, NOTATIONS) for name in ("ring", "canyon", "first-steps")]
    for course in courses[:2]:
        put_figures(course.board, FIGURES)
    put_figures(RING.board, replaced(FIGURES, turns=20.0))
    put_figures(courses[2].board, FIGURES)
    assert "20 turns" in board_text(RING.board)
    assert board_text(courses[1].board) == ""
    assert board_text(courses[2].board) != ""
    assert MAX_KEPT > 100


@pytest.mark.parametrize(
    "text",
    [
        "board = 3",
        "[board]\nDIGEST = 3",
        "[board.DIGEST]\nmode = 3",
        "[board.DIGEST]\nmode = 'standard'\ngames = 'many'",
        "version = 99",
        "[[[",
    ],
)
def test_a_damaged_file_says_nothing_and_is_written_again(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text.replace("DIGEST", digest_of(RING.board)))
    assert board_text(RING.board) == ""
    put_figures(RING.board, FIGURES)
    assert board_text(RING.board) != ""
