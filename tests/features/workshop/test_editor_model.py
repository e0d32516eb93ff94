"""What is promised about drawing boards: nothing is lost, every step can be undone, and symmetry is symmetric."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.base import paths
from roborally.core.geometry import DIRECTIONS
from roborally.features.workshop.editor.atom_text import LEFT_OUT, Speller, number_name
from roborally.features.workshop.editor.board_text import (
    board_of_code,
    code_of_board,
    document_of,
    read_document,
    text_of,
)
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.edited_board import Editing
from roborally.features.workshop.editor.motion import MIRROR, SYMMETRIES, TURN_RIGHT
from roborally.features.workshop.editor.painter import Brush, Painter
from roborally.features.workshop.editor.shapes import along, area, line
from roborally.game.course.courses import load_course
from roborally.game.course.notation import CourseError, Notations
from roborally.plugin_system.loader import find_plugins
from tests.features.workshop.random_painter import RandomPainter
from tests.sweeps import few_of

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
CATALOGUE = find_plugins([paths.plugin_folder(), EXAMPLES], installed=False)
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
SPELLER = Speller(NOTATIONS)
KINDS = sorted(NOTATIONS.elements)
BOARDS = [path for path in sorted(paths.board_folder().glob("*.toml")) if "[[boards]]" not in path.read_text()]


def meant(document: Document) -> object:
    """Return what a board means: elements, without their numbers, and walls."""
    elements = Counter(
        (cell, known.kind, *sorted((k, v) for k, v in known.values.items() if k != number_name(known.manifest)))
        for cell, known in document.elements(SPELLER)
    )
    edges = product(document.cells(), DIRECTIONS)
    walls = {frozenset(document.sides(edge)) for edge in edges if document.has_wall(edge)}
    return document.width, document.height, elements, walls


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_board_of_the_game_is_written_as_it_was_read(path: Path) -> None:
    """All that the file says is in the document; in most of them the bytes are the same."""
    document = read_document(path)
    again = document_of(text_of(document))
    assert again == document
    if path.stem not in ("cup-final", "duel-bridge", "spark-pit"):  # whose columns are wider than needed
        assert text_of(document) == path.read_text()


def test_comments_and_strange_elements_stay() -> None:
    """A file's comments, and elements of a plugin that is not there, survive being opened and saved."""
    text = '# mine\nname = "A \\"quoted\\" name"\n# who may\nplayers = [2, 4]\nplugins = ["gone"]\ngrid = """\n'
    text += ' .    warp7+c1:n  .\n ?\\\\>  .           d1\n .    .           .\n"""\n# the end\n'
    document = document_of(text)
    assert text_of(document) == text
    assert document.unknown(SPELLER) == {(1, 0): ["warp7"], (0, 1): ["?\\>"]}
    turned = document.moved(TURN_RIGHT, SPELLER)
    assert turned.unknown(SPELLER) == {(2, 1): ["warp7"], (1, 0): ["?\\>"]}
    painted = Painter(SPELLER).paint(document, [((1, 0), Brush.of("gear", SPELLER))])
    assert painted.document.tile((1, 0)).token == "g<+warp7+c1:n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[boards]]\nfile = 'x'", "a course of several boards; open each of them by itself"),
        ("grid = 3", "key 'grid' must be a text with one line for each row of the board"),
        ("grid = ''", "the grid is empty; write one line for each row, for example ' .  .  .'"),
        ("grid = '''. .\n.'''", "row 2 has 1 cells, but row 1 has 2; all must be equal"),
        (f"grid = '{'. ' * 101}'", "101 x 1 cells are too many; at most 100 on a side are possible"),
        ("colour = 1", "unknown key 'colour'; possible are: author, description, grid, license, name, players"),
        ("grid = '.'\nplayers = [9]", "key 'players' must be the smallest and the largest number of players"),
        ("grid = '.'\nname = 3", "key 'name' must be a text, not 3"),
        ("grid =", "not readable as TOML"),
    ],
)
def test_what_is_no_board_is_refused(text: str, sentence: str) -> None:
    """A sentence says what is wrong."""
    with pytest.raises(CourseError) as error:
        document_of(text)
    assert str(error.value).startswith(sentence)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
def test_undoing_everything_leads_back_to_the_same_bytes(seed: int, steps: int) -> None:
    """Undo and redo lead through the same boards, byte by byte, without end."""
    painter = RandomPainter(SPELLER, seed, KINDS)
    editing = Editing(painter.blank())
    texts = [text_of(editing.document)]
    for _step in range(steps):
        before = editing.document
        painter.act(editing)
        if editing.document != before:
            texts.append(text_of(editing.document))
    for text in reversed(texts[:-1]):
        assert editing.undo()
        assert text_of(editing.document) == text
    assert not editing.undo()
    for text in texts[1:]:
        assert editing.redo()
        assert text_of(editing.document) == text
    assert not editing.redo()


def test_a_stroke_is_one_step() -> None:
    """What is painted between press and release is undone at once; an empty stroke is no step."""
    editing, painter, pit = Editing(Document.blank(5, 5)), Painter(SPELLER), Brush.of("pit", SPELLER)
    editing.begin()
    for x in range(3):
        editing.put(painter.paint(editing.document, [((x, 0), pit)]).document)
    editing.end()
    editing.begin()
    editing.end()
    assert [tile.token for tile in editing.document.rows[0]] == ["O", "O", "O", ".", "."]
    assert editing.undo()
    assert editing.document == Document.blank(5, 5)
    assert not editing.history.can_undo


SYMMETRIC = given(seed=st.integers(0, 2**32), symmetry=st.sampled_from([*SYMMETRIES]), side=st.integers(3, 24))


@settings(max_examples=12, deadline=None)
@SYMMETRIC
def test_symmetric_painting_is_symmetric(seed: int, symmetry: str, side: int) -> None:
    paint_symmetrically(seed, symmetry, side)


@pytest.mark.long
@settings(max_examples=400, deadline=None)
@SYMMETRIC
def test_much_symmetric_painting_is_symmetric(seed: int, symmetry: str, side: int) -> None:
    paint_symmetrically(seed, symmetry, side)


def paint_symmetrically(seed: int, symmetry: str, side: int) -> None:
    """Whatever is painted with a symmetry, the board looks the same after each of its motions."""
    lot = RandomPainter(SPELLER, seed, KINDS)
    document, painter = Document.blank(side, side), Painter(SPELLER, symmetry)
    for _step in range(12):
        cell = lot.lot.randrange(side), lot.lot.randrange(side)
        edge = cell, lot.lot.randrange(4)
        brush = lot.brush()
        while SPELLER.manifest(brush.kind).unique or number_name(SPELLER.manifest(brush.kind)):
            brush = lot.brush()  # there are not always enough numbers for all images
        way = [*line(cell, (lot.lot.randrange(side), lot.lot.randrange(side)))]
        document = painter.paint(document, [(cell, brush)]).document
        document = painter.set_wall(document, edge, lot.lot.random() < 0.7)
        if brush.direction is not None:
            document = painter.paint(document, along(way, brush)).document
        if lot.lot.random() < 0.3:
            document = painter.erase(painter.clear_edge(document, edge), [cell])
        for motion in SYMMETRIES[symmetry]:
            assert meant(document.moved(motion, SPELLER)) == meant(document)


def test_docks_of_a_symmetry_are_numbered() -> None:
    """Each image gets the next free number, and faces the way that the symmetry wants."""
    dock = Brush.of("dock", SPELLER)
    painted = Painter(SPELLER, "turn-4").paint(Document.blank(7, 7), [((0, 3), dock), ((0, 2), dock)])
    found = {cell: (known.number, known.values["direction"]) for cell, known in painted.document.elements(SPELLER)}
    assert found[0, 3] == (1, 1)
    assert found[3, 0] == (2, 2)
    assert found[6, 3] == (3, 3)
    assert found[3, 6] == (4, 0)
    assert sorted(number for number, _ in found.values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    more = Painter(SPELLER).paint(painted.document, [((3, 3), dock)])
    assert str(more.refused[3, 3]) == "there is no further dock; all 8 are on the board"
    assert more.document == painted.document


def test_an_element_on_the_axis_cannot_point_two_ways() -> None:
    """A belt to the side in the middle column has no mirror image; the sentence stands at its cell."""
    belt = Brush.of("belt", SPELLER, direction=1)
    painted = Painter(SPELLER, "left-right").paint(Document.blank(5, 5), [((2, 1), belt), ((1, 1), belt)])
    assert list(painted.refused) == [(2, 1)]
    assert [tile.token for tile in painted.document.rows[1]] == [".", ">", ".", "<", "."]


@pytest.mark.parametrize("seed", few_of(range(20), 4))
def test_a_random_board_survives_file_and_code(seed: int, tmp_path: Path) -> None:
    """Model, file, code and back: the same board, and the same to the game."""
    painter = RandomPainter(SPELLER, seed, KINDS)
    editing = Editing(painter.blank().with_texts(name=f"Board {seed}", description='Says "hi" in C:\\x'))
    for _step in range(60):
        painter.act(editing)
    document = _mended(editing.document)
    path = tmp_path / "board.toml"
    path.write_text(text_of(document), encoding="utf-8")
    read = read_document(path)
    assert read == document
    name, unpacked = board_of_code(code_of_board(read, "Board", SPELLER))
    assert (name, unpacked) == ("board", document)
    again = tmp_path / "again.toml"
    again.write_text(text_of(unpacked), encoding="utf-8")
    assert load_course(again, NOTATIONS).board.elements == load_course(path, NOTATIONS).board.elements
    assert again.read_bytes() == path.read_bytes()


def _mended(document: Document) -> Document:
    """Return a board without what the whole of it forbids: numbers with gaps, single portals."""
    for cell, known in [*document.elements(SPELLER)]:
        if number_name(known.manifest):
            tile = document.tile(cell)
            document = document.with_tiles({cell: type(tile)(_without(tile.atoms, known.kind), tile.walls)})
    return document


def _without(atoms: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return tuple(atom for atom in atoms if (known := SPELLER.read(atom)) is None or known.kind != kind)


@pytest.mark.parametrize("kind", KINDS)
def test_every_element_can_be_written_with_all_its_values(kind: str) -> None:
    """What a notation can say, a brush can paint: also that of a stranger's plugin."""
    names = sorted(SPELLER.usual(kind))
    choices = [SPELLER.possible(kind, name)[:6] for name in names]
    for chosen in product(*choices):
        values = dict(zip(names, chosen, strict=True))
        atom = SPELLER.write(kind, values)
        assert atom is not None
        known = SPELLER.read(atom)
        assert known is not None
        assert known.kind == kind
        assert known.values == {name: value for name, value in values.items() if value != LEFT_OUT}


def test_a_mirror_turns_gears_and_belts_around() -> None:
    """Left becomes right: belts, gears, and the walls behind lasers."""
    document = document_of('grid = """\n > g> l>\n v:w d1 .:e\n"""')
    mirrored = document.moved(MIRROR, SPELLER)
    assert [[tile.token for tile in row] for row in mirrored.rows] == [["l<", "g<", "<"], [".:w", "d1<", "v:e"]]


def test_sides_grow_and_shrink_between_3_and_24() -> None:
    """From any side; another size is refused with a sentence."""
    document = document_of('grid = """\n > . O\n . . .\n . c1 .\n"""')
    larger = document.resized(west=1, south=2)
    assert (larger.width, larger.height, larger.tile((1, 0)).token) == (4, 5, ">")
    assert larger.resized(west=-1, south=-2) == document
    for sides in ({"east": -1}, {"north": 22}):
        with pytest.raises(CourseError, match="a board has 3 to 24 cells on a side"):
            document.resized(**sides)


def test_devices_stand_on_the_edge_that_is_clicked() -> None:
    """A laser gets its wall at its back, a door lies in the edge, and clearing the edge takes both."""
    painter, document = Painter(SPELLER), Document.blank(3, 3)
    document = painter.mount(document, ((0, 1), 3), Brush.of("laser", SPELLER, beams=2)).document
    document = painter.mount(document, ((1, 1), 1), Brush.of("door", SPELLER, registers=(2, 4))).document
    document = painter.set_wall(document, ((1, 1), 0), True)
    assert [tile.token for tile in document.rows[1]] == ["l2>", "door>24:n", "."]
    assert painter.set_wall(document, ((1, 0), 2), True) == document  # it is the same edge
    for edge in (((0, 1), 3), ((2, 1), 3), ((1, 0), 2)):
        document = painter.clear_edge(document, edge)
    assert document == Document.blank(3, 3)


def test_what_excludes_each_other_is_refused_and_nothing_is_lost() -> None:
    """A pit on a dock: the dock stays, and a sentence says why."""
    document = document_of('grid = """\n d1 . .\n . . .\n"""')
    painted = Painter(SPELLER).paint(document, [((0, 0), Brush.of("pit", SPELLER)), ((1, 0), Brush.of("pit", SPELLER))])
    assert {cell: str(text) for cell, text in painted.refused.items()} == {(0, 0): "a dock may not stand on a pit"}
    assert [tile.token for tile in painted.document.rows[0]] == ["d1", "O", "."]


def test_pasting_gives_new_numbers_where_they_are_taken() -> None:
    """A copy of a dock gets the next number, a portal its partner, a cut part keeps its numbers."""
    document = document_of('grid = """\n d1+> portalA . .\n . . . .\n"""')
    painter = Painter(SPELLER)
    part = painter.copy(document, (0, 0), 2, 1)
    pasted = painter.paste(document, part, (2, 1))
    assert [tile.token for tile in pasted.document.rows[1]] == [".", ".", "d2+>", "portalA"]
    twice = painter.paste(pasted.document, part, (0, 1)).document
    assert [tile.token for tile in twice.rows[1]] == ["d3+>", "portalB", "d2+>", "portalA"]
    moved = painter.paste(painter.cut(document, (0, 0), 2, 1), part, (3, 1))
    assert [tile.token for tile in moved.document.rows[1]] == [".", ".", ".", "d1+>"]  # the rest hangs over


def test_a_ball_moves_when_it_is_painted_again() -> None:
    """There is one ball; painting another one moves it."""
    painter, ball = Painter(SPELLER), Brush.of("ball", SPELLER)
    document = painter.paint(Document.blank(3, 3), [((0, 0), ball), ((2, 2), ball)]).document
    assert [cell for cell, _known in document.elements(SPELLER)] == [(2, 2)]


def test_belts_follow_the_way_and_areas_end_at_other_elements() -> None:
    """A belt points from cell to cell of the way that is drawn; filling stops where something else lies."""
    painter = Painter(SPELLER)
    way = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2)]
    document = painter.paint(Document.blank(4, 3), along(way, Brush.of("belt", SPELLER))).document
    assert [[tile.token for tile in row[:2]] for row in document.rows] == [[">", "v"], [".", "v"], ["<", "<"]]
    assert area(document, (0, 1)) == [(0, 1)]
    assert len(area(document, (3, 0))) == 6
