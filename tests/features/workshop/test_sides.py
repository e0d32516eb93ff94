"""Values that name a side of the board turn with it, whoever brings the element; boards are turned in two places."""

import re
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.core.board import Board, in_order, rotate_board
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.board_text import document_of, read_document
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.motion import FLIP, MIRROR, TURN_AROUND, TURN_LEFT, TURN_RIGHT
from roborally.features.workshop.editor.painter import Brush, Painter
from roborally.game.course.courses import load_course
from roborally.game.course.notation import Notations, parse_grid
from roborally.plugin_system.manifest_tables import ElementManifest
from tests.shipped import catalogue

NOTATIONS = Notations.of(catalogue().plugins.values())
SPELLER = Speller(NOTATIONS)
BOARDS = [path for path in sorted(paths.board_folder().glob("*.toml")) if "[[boards]]" not in path.read_text()]

GATE = ElementManifest("gate-(?P<side>[nesw])(?P<colour>[a-z]?)", "A gate.", sides={"side": ["n", "e", "s", "w"]})
STRANGE = Notations({"gate": (re.compile(GATE.notation), GATE, "strange")})


def grid(document: Document) -> list[str]:
    """Return the cells of a board, row by row."""
    return [" ".join(tile.token for tile in row) for row in document.rows]


def board_of(document: Document) -> Board:
    """Return what a drawn board is in a match."""
    return parse_grid("\n".join(grid(document)), NOTATIONS)


def content(board: Board) -> object:
    """Return all that is on a board."""
    elements = sorted((element.cell, element.kind, repr(dict(element.values))) for element in board.elements)
    return board.width, board.height, board.inside, board.walls, elements, in_order(board.gates)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_board_that_is_turned_as_a_text_is_the_one_that_is_turned_in_a_course(path: Path) -> None:
    """Four turns lead back, in both places, and so do two mirrors."""
    document = read_document(path)
    turned, board = document, board_of(document)
    for quarters in range(1, 5):
        turned = turned.moved(TURN_RIGHT, SPELLER)
        assert content(board_of(turned)) == content(rotate_board(board, quarters, NOTATIONS.sides))
    assert content(board_of(turned)) == content(board_of(turned.moved(TURN_RIGHT, SPELLER).moved(TURN_LEFT, SPELLER)))
    assert content(board_of(turned)) == content(board)
    for motion in (MIRROR, FLIP):
        assert content(board_of(document.moved(motion, SPELLER).moved(motion, SPELLER))) == content(board)


def test_start_spaces_of_volt_stay_at_their_side_of_the_arena() -> None:
    """1 is south, 2 west, 3 north and 4 east, so a turn makes the western ones northern ones."""
    document = document_of('grid = """\n . s3 .\n s2 . s4\n . s1 vp1\n"""')
    assert grid(document.moved(TURN_RIGHT, SPELLER)) == [". s3 .", "s2 . s4", "vp1 s1 ."]
    lone = document_of('grid = """\n s2 .\n"""')
    assert grid(lone.moved(TURN_RIGHT, SPELLER)) == ["s3", "."]
    assert grid(lone.moved(TURN_AROUND, SPELLER)) == [". s4"]
    assert grid(lone.moved(TURN_LEFT, SPELLER)) == [".", "s1"]
    assert grid(lone.moved(MIRROR, SPELLER)) == [". s4"]
    assert grid(lone.moved(FLIP, SPELLER)) == ["s2 ."]


def test_symmetric_painting_gives_each_side_its_start_space() -> None:
    painter = Painter(SPELLER, "turn-4")
    drawn = painter.paint(Document.blank(3, 3), [((1, 2), Brush.of("volt-start", SPELLER, side=1))]).document
    assert grid(drawn) == [". s3 .", "s2 . s4", ". s1 ."]


def test_a_course_that_turns_an_arena_turns_its_sides(tmp_path: Path) -> None:
    """A board is read, turned and joined as its course says."""
    (tmp_path / "pit.toml").write_text('grid = """\n s2 . s1\n"""\n')
    (tmp_path / "turned.toml").write_text('[[boards]]\nfile = "pit"\nat = [0, 0]\nrotate = 90\n')
    board = load_course(tmp_path / "turned.toml", NOTATIONS, [tmp_path]).board
    assert [(element.cell, dict(element.values)) for element in board.of_kind("volt-start")] == [
        ((0, 0), {"side": 3}),
        ((0, 2), {"side": 2}),
    ]


def test_an_element_of_a_stranger_says_its_sides_with_letters() -> None:
    """No plugin is privileged: the manifest alone says what turns, and other values stay."""
    speller = Speller(STRANGE)
    document = document_of('grid = """\n gate-nb gate-w\n"""')
    assert grid(document.moved(TURN_RIGHT, speller)) == ["gate-eb", "gate-n"]
    assert grid(document.moved(MIRROR, speller)) == ["gate-e gate-nb"]
    turned = rotate_board(parse_grid("gate-nb gate-w", STRANGE), 1, STRANGE.sides)
    assert [dict(element.values) for element in turned.elements] == [
        {"side": "e", "colour": "b"},
        {"side": "n", "colour": ""},
    ]
