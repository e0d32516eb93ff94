"""How trees find the places of their leaves, without a window, and the sizes of texts as the window draws them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import roborally
from roborally.base.translation import read_po
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import FormBranch, column, fitting, flow, form, row, space, stack
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size, Target
from roborally.ui.toolkit.measure import Metrics, metrics
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from tests.sweeps import few_of

LOCALE = Path(roborally.__file__).parent / "base" / "locale"
METRICS: Any = object()
"""The boxes of these tests have sizes of their own."""


class Boxes:
    """Makes leaves, and knows where they were built."""

    def __init__(self) -> None:
        self.built: list[Rect] = []

    def box(self, width: float | Size, height: Any = 10.0) -> Leaf[Rect]:
        return Leaf(self._build, width, height)

    def text(self, letters: float) -> Leaf[Rect]:
        """A text of a length that wraps anywhere, in lines of a height of 10."""

        def up(_m: Metrics, width: float) -> Size:
            lines = -(-letters // width)
            return Size(lines * 10, lines * 10)

        return Leaf(self._build, Size(20, letters), up)

    def _build(self, _target: Target, rect: Rect) -> Rect:
        self.built.append(rect)
        return rect

    def places(self, tree: Node, width: float, height: float = 100) -> list[tuple[float, ...]]:
        """Build a tree and return x, distance from the upper edge, width and height of the leaves."""
        self.built.clear()
        tree.build(Target(METRICS, *[None] * 3), Rect(0, 0, width, height))  # type: ignore[arg-type] # boxes need none
        return [(rect.x, height - rect.top, rect.width, rect.height) for rect in self.built]


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def test_a_row_gives_free_room_to_what_grows_and_centres_leaves(boxes: Boxes) -> None:
    tree = row(boxes.box(20), boxes.box(20).grow(3), boxes.box(20, 30).grow(), gap=5)
    assert boxes.places(tree, 110, 30) == [(0, 10, 20, 10), (25, 10, 50, 10), (80, 0, 30, 30)]


def test_a_row_takes_what_is_lacking_from_what_can_shrink(boxes: Boxes) -> None:
    tree = row(boxes.box(Size(10, 50)), boxes.box(30), boxes.box(Size(40, 50)), gap=0)
    assert tree.widths(METRICS) == (80, 130)
    assert [place[2] for place in boxes.places(tree, 105)] == [30, 30, 45]
    assert [place[2] for place in boxes.places(tree, 50)] == [10, 30, 40], "never less than the least"


def test_an_even_row_has_halves_unless_one_is_too_narrow(boxes: Boxes) -> None:
    tree = row(boxes.box(20).grow(), boxes.box(60).grow(), gap=10, even=True)
    assert tree.widths(METRICS).natural == 130
    assert [place[2] for place in boxes.places(tree, 150)] == [70, 70]
    assert [place[2] for place in boxes.places(tree, 110)] == [30, 70]


def test_a_column_stretches_or_places_its_children(boxes: Boxes) -> None:
    tree = column(boxes.box(20), boxes.box(20).at("end"), space(), boxes.box(20).at("centre"), gap=5, pad=(4, 2))
    assert boxes.places(tree, 48, 60) == [(4, 2, 40, 10), (24, 17, 20, 10), (14, 48, 20, 10)]
    assert tree.begins[0] == 2


def test_a_wrapped_text_is_as_high_as_its_width_makes_it(boxes: Boxes) -> None:
    tree = column(boxes.text(100), boxes.box(10), gap=0)
    assert tree.heights(METRICS, 100) == (20, 20)
    assert tree.heights(METRICS, 30) == (50, 50)
    assert row(boxes.text(100), boxes.box(40), gap=0).heights(METRICS, 90).least == 20


def test_a_flow_goes_on_in_the_next_line(boxes: Boxes) -> None:
    tree = flow(*(boxes.box(30) for _number in range(5)), gap=10, below=4)
    assert tree.widths(METRICS) == (30, 190)
    assert [place[:2] for place in boxes.places(tree, 109)] == [(0, 0), (40, 0), (0, 14), (40, 14), (0, 28)]
    around = column(boxes.box(30), tree, boxes.box(30), gap=6)
    boxes.places(around, 109)
    assert around.begins == [0, 16, 30, 44, 60], "a page may be cut off between its lines"


def test_an_equal_flow_has_lines_of_about_the_same_length(boxes: Boxes) -> None:
    tree = flow(*(boxes.box(width) for width in (30, 10, 20, 10)), gap=10, equal=True)
    assert [place[0::2] for place in boxes.places(tree, 130)] == [(0, 60), (70, 60)] * 2
    assert [place[1] for place in boxes.places(tree, 150)] == [0, 0, 0, 0]
    assert [place[1] for place in boxes.places(flow(*tree.children, equal=True, most=1), 150)] == [0, 18, 36, 54]


def test_the_rows_of_a_form_share_their_columns(boxes: Boxes) -> None:
    tree = form(
        row(boxes.box(20), boxes.box(10).grow(), gap=6),
        boxes.box(30),
        row(boxes.box(50), boxes.box(10), gap=6),
        gap=2,
    )
    assert isinstance(tree, FormBranch)
    assert tree.widths(METRICS) == (66, 66)
    assert boxes.places(tree, 100, 34) == [
        (0, 0, 20, 10),
        (56, 0, 44, 10),
        (0, 12, 100, 10),
        (0, 24, 50, 10),
        (56, 24, 10, 10),
    ]


def test_a_stack_is_as_large_as_its_largest(boxes: Boxes) -> None:
    tree = stack(boxes.box(0, 0), boxes.box(30, 20), pad=(5, 5))
    assert (tree.widths(METRICS).natural, tree.heights(METRICS, 40).natural) == (40, 30)
    assert boxes.places(tree, 40, 30) == [(5, 5, 30, 20)] * 2


def test_the_first_tree_that_fits_is_taken(boxes: Boxes) -> None:
    left, right = boxes.box(40), boxes.box(40)
    tree = fitting(lambda: row(left, right, gap=20), lambda: row(left, right, gap=0), lambda: column(left, right))
    assert tree.widths(METRICS) == (40, 100)
    assert [boxes.places(tree, width)[1][:2] for width in (100, 99, 79)] == [(60, 45), (40, 45), (0, 18)]


def test_bounds_hold_for_least_and_natural_sizes(boxes: Boxes) -> None:
    tree = column(boxes.box(Size(10, 90)).wide(least=20, most=50), boxes.box(5).high(30))
    assert tree.widths(METRICS) == (20, 50)
    assert tree.heights(METRICS, 50).natural == 10 + 8 + 30


def trees(boxes: Boxes) -> Any:
    """A strategy for trees of boxes and texts."""
    sizes = st.tuples(st.integers(1, 60), st.integers(0, 60)).map(lambda size: Size(size[0], size[0] + size[1]))
    leaf = st.builds(boxes.box, sizes, st.integers(1, 30)) | st.builds(boxes.text, st.integers(20, 300))
    grown = leaf.flatmap(lambda found: st.sampled_from([0, 0, 1, 2]).map(found.grow))
    groups = st.sampled_from([row, column, flow, form, stack, lambda *some: row(*some, even=True)])
    return st.recursive(
        grown,
        lambda some: st.tuples(groups, st.lists(some, min_size=1, max_size=4)).map(lambda made: made[0](*made[1])),
    )


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=50)
def test_with_enough_room_everything_lies_within_it_and_has_its_least_size(data: st.DataObject) -> None:
    boxes = Boxes()
    tree = data.draw(trees(boxes))
    width = tree.widths(METRICS).least + data.draw(st.integers(0, 300))
    height = tree.heights(METRICS, width).least + data.draw(st.integers(0, 100))
    assert tree.widths(METRICS).least <= tree.widths(METRICS).natural
    for x, y, wide, high in boxes.places(tree, width, height):
        assert min(x, y, width - x - wide, height - y - high) > -0.01
        assert wide > 0
        assert high > 0


@pytest.mark.parametrize("scale", few_of([1.83, 11 / 12, 1.0]))
def test_texts_are_measured_as_pyglet_draws_them(app: Any, scale: float) -> None:
    layer, m = Layer(Space(app, lambda *_window: scale)), metrics(scale)
    german = list(read_po(LOCALE / "de.po").values())[::12]
    for number, text in enumerate(
        [*german, " ", "two  gaps\nand a line", "Donau\N{ZERO WIDTH SPACE}dampf" * 9, "שלום עולם 7"]
    ):
        size, width = 12 + number % 7, 90.0 + 37 * (number % 11)
        font, bold = (theme.HEADING, True) if number % 3 == 0 else (theme.TEXT, False)
        line = layer.label(text, 0, 0, size=size, font=font, bold=bold)
        if "\n" not in text:
            assert m.width(text, size, font, bold) == pytest.approx(line.shown_size[0], abs=0.01), text
        wrapped = layer.label(text, 0, 0, size=size, font=font, bold=bold, wrap=True, width=width)
        lines = m.lines(text, size, width, font, bold)
        assert lines == wrapped.lines, text
        assert lines * m.line(size, font, bold) == pytest.approx(wrapped.shown_size[1], abs=1 / scale), text
