from pathlib import Path

import pytest
from PIL import Image, ImageChops

from roborally.base import paths
from roborally.cli import main
from roborally.core.board import Board, Element
from roborally.game.course.courses import Course, course_files, load_course
from roborally.game.course.image import draw_course, sprite_name
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.course.surroundings import Surroundings
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.pictures import colours
from tests.shipped import catalogue
from tests.sweeps import few_of
from tests.writing import write_plugin

TILE = 32
CATALOGUE: Catalogue = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())


def read(grid: str) -> Course:
    return Course("t", "T", parse_grid(grid, NOTATIONS))


def drawn(grid: str) -> Image.Image:
    return draw_course(read(grid), CATALOGUE, TILE)


def tile(image: Image.Image, x: int = 0, y: int = 0) -> Image.Image:
    return image.crop((x * TILE, y * TILE, (x + 1) * TILE, (y + 1) * TILE)).convert("RGB")


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is not None


@pytest.mark.parametrize("path", few_of(course_files().values(), 6), ids=lambda path: path.stem)
def test_every_course_of_the_game_is_drawn(path: Path) -> None:
    course = load_course(path, NOTATIONS)
    image = draw_course(course, CATALOGUE, 16)
    assert image.size == (course.board.width * 16, course.board.height * 16)
    assert len(colours(image)) > 100


def test_all_pictures_of_the_floor_are_used() -> None:
    image = drawn("\n".join([" . " * 8] * 8))
    pictures = [Image.open(path) for path in sorted((paths.asset_folder() / "tiles").glob("floor-*.png"))]
    expected = {one.convert("RGB").resize((TILE, TILE), Image.Resampling.LANCZOS).tobytes() for one in pictures}
    assert {tile(image, x, y).tobytes() for x in range(8) for y in range(8)} == expected


@pytest.mark.parametrize(
    "token", ["O", ">", "^^", "g>", "g<", "w1", "w2", "c1", "d1", "l>", "l3v", "~", "push<1", "crush3", ".:n", ".:w"]
)
def test_every_element_changes_the_picture(token: str) -> None:
    assert differ(drawn(f" . . \n . {token} "), drawn(" . . \n . . "))


def test_a_beam_is_drawn_up_to_the_first_wall() -> None:
    changed = [differ(tile(drawn("l> . .:e ."), x), tile(drawn("g> . .:e ."), x)) for x in range(4)]
    assert changed == [True, True, True, False]


@pytest.mark.parametrize(
    "symbols", ["^ > v <", "^^ >> vv <<", "l^ l> lv l<", "push^1 push>1 pushv1 push<1", "d1^ d1> d1v d1<"]
)
def test_elements_are_turned_by_their_direction(symbols: str) -> None:
    north, *others = [tile(drawn(symbol)) for symbol in symbols.split()]
    for quarters, other in enumerate(others, 1):
        assert differ(north, other)
        # A belt covers its whole tile; around the others the floor shows, which is not turned.
        if len(set(symbols.split()[0])) == 1:
            assert not differ(north.rotate(-90 * quarters), other)


def around(grid: str) -> tuple[Surroundings, dict[tuple[int, int], Element]]:
    """Return the surroundings on a board, and its elements by column and row, the last of each cell."""
    board = parse_grid(grid, NOTATIONS)
    elements = {element.cell: element for element in board.elements}
    return Surroundings(board, lambda kind: NOTATIONS.elements[kind][1]), elements


def test_belts_follow_their_neighbours() -> None:
    looked, at = around(" >  v  <\n .  v  .\n >  v:e  < ")
    assert looked.feeders(at[1, 0]) == "-from-east-west"
    assert looked.feeders(at[1, 1]) == ""
    # A wall keeps one away; the other comes from the left as one looks back.
    assert looked.feeders(at[1, 2]) == "-from-south-east"
    assert looked.feeders(at[0, 0]) == ""


def test_a_straight_belt_is_not_bent() -> None:
    """COM-09."""
    looked, at = around(" >  v=  <\n .  vv=  << ")
    assert [looked.feeders(at[1, row]) for row in (0, 1)] == ["", ""]


def test_what_stands_over_another_element_lets_it_be_seen() -> None:
    looked, at = around(" >+flame1  flame1  c1+flame1  ~+crush1  crush1  push>1+flame1  crush1+flame2  >+push>1 ")
    assert [looked.is_over(at[x, 0]) for x in range(8)] == [True, False, True, True, False, False, True, True]


@pytest.mark.parametrize("other", ["flame1", "crush1"])
def test_belts_oil_and_portals_are_seen_below_a_device(other: str) -> None:
    """Whatever is written first; a checkpoint is seen as well."""
    for token in (">", "^^", "~", "w1", "g>", "c1"):
        alone, below, above = drawn(token), drawn(f"{token}+{other}"), drawn(f"{other}+{token}")
        middle = (TILE * 3 // 8, TILE // 2, TILE * 5 // 8, TILE * 5 // 8)
        assert not differ(below, above)
        assert not differ(alone.crop(middle), below.crop(middle))
        assert differ(alone, below)


def test_printed_values_do_not_cover_each_other() -> None:
    """Where a device points, its registers stand; those of others keep away."""
    for grid, sides in {
        "flame1": [2],
        "pushv2+flame1": [2, 0],
        "push>2+flame1": [1, 2],
        "crush1+flame2": [2, 0],
        "pushv2+push^1+flame1": [2, 0, 1],
    }.items():
        board = parse_grid(grid, NOTATIONS)
        looked = Surroundings(board, lambda kind: NOTATIONS.elements[kind][1])
        assert [looked.plate_side(element) for element in board.elements] == sides


def test_a_curve_looks_unlike_a_straight_belt() -> None:
    curve, straight = drawn(" >  v \n .  v "), drawn(" .  v \n .  v ")
    assert differ(tile(curve, 1, 0), tile(straight, 1, 0))
    assert not differ(tile(curve, 1, 1), tile(straight, 1, 1))


def test_cells_outside_the_floor_are_void() -> None:
    board = Board("t", 2, 1, frozenset({(0, 0)}), frozenset(), ())
    image = draw_course(Course("t", "T", board), CATALOGUE, TILE)
    assert differ(tile(image, 0), tile(image, 1))


def test_names_of_pictures_take_values_and_words() -> None:
    course = read(" g<  l2>  c1 ")
    names = {element.kind: sprite_name(element, NOTATIONS) for element in course.board.elements}
    assert names == {"gear": "gear-left.png", "laser": "laser-2.png", "checkpoint": "checkpoint-1.png"}


def test_elements_without_a_picture_show_their_symbols(tmp_path: Path) -> None:
    element = '[element.{0}]\nnotation = "{0}"\ntooltip = "{0}"\nsymbol = "{1}"\nsprite = "{0}.png"\n'
    write_plugin(tmp_path / "plugins", "bare", element.format("magnet", "M") + element.format("fan", "F"))
    catalogue = find_plugins([tmp_path / "plugins"], installed=False)
    board = parse_grid(" magnet  fan  . ", Notations.of(catalogue.plugins.values()))
    image = draw_course(Course("t", "T", board), catalogue, TILE)
    assert len({tile(image, x).tobytes() for x in range(3)}) == 3


def test_the_command_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "first.png"
    assert main(["board", "render", "first-steps", "--out", str(out)]) == 0
    with Image.open(out) as image:
        assert (image.format, image.size) == ("PNG", (12 * 64, 12 * 64))
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere", "--out", "{}/x.png"], "there is no course 'nowhere'"),
        (["first-steps", "--out", "{}/x.gif"], "must name a file that ends in .png"),
        (["first-steps", "--out", "{}/lost/x.png"], "cannot be written"),
        (["{}/lost.toml", "--out", "{}/x.png"], "there is no such file"),
    ],
)
def test_bad_values_are_one_plain_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], sentence: str
) -> None:
    assert main(["board", "render", *[word.format(tmp_path) for word in words]]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
    assert list(tmp_path.iterdir()) == []
