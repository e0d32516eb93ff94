"""The table on which courses are laid out, as a model: places, turns, checkpoints, undo."""

import tomllib
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.features.workshop.building.board_parts import read_parts
from roborally.features.workshop.building.course_table import (
    MAX_BOARDS,
    MAX_CHECKPOINTS,
    CourseTable,
    Laid,
    Layout,
    TableError,
)
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.history import UndoHistory
from roborally.game.course.code import look_at, unpack
from roborally.game.course.notation import MAX_SIDE, Notations
from roborally.plugin_system.loader import Catalogue
from tests.shipped import catalogue

CATALOGUE = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())
PARTS = read_parts(CATALOGUE).parts
TABLE = CourseTable(PARTS, NOTATIONS)
NAMES = ("canyon", "dock-bay", "ring", "spark-pit", "cup-final")
PLACES = st.tuples(st.floats(-40, 40), st.floats(-40, 40))
ACTIONS = st.one_of(
    st.tuples(st.just("lay"), st.sampled_from(NAMES), st.none() | PLACES, st.integers(0, 3)),
    st.tuples(st.just("move"), st.integers(0, 7), PLACES),
    st.tuples(st.just("push"), st.integers(0, 7), st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)])),
    st.tuples(st.just("turn"), st.integers(0, 7), st.sampled_from([1, -1])),
    st.tuples(st.just("remove"), st.integers(0, 7)),
    st.tuples(st.just("set"), st.integers(0, 2000)),
    st.tuples(st.just("unset"), st.integers(0, 7)),
)


def after(layout: Layout, action: Any) -> Layout:
    """Return the layout after an action; one that is not possible leaves it."""
    what, *rest = action
    boards = len(layout.boards)
    if what == "lay":
        return TABLE.lay(layout, *rest) if boards < MAX_BOARDS else layout
    if what == "set":
        area = TABLE.extent(layout)
        cells = [(x, y) for y in range(area.top, area.bottom) for x in range(area.left, area.right)]
        free = [cell for cell in cells if TABLE.obstacle(layout, cell) is None]
        if not free or not TABLE.has_room(layout):
            return layout
        return TABLE.set_checkpoint(layout, free[rest[0] % len(free)])
    if what == "unset":
        return TABLE.remove_checkpoint(layout, rest[0]) if rest[0] < len(layout.checkpoints) else layout
    if rest[0] >= boards:
        return layout
    if what == "push":
        return TABLE.push(layout, rest[0], *rest[1])
    if what == "move":
        return TABLE.move(layout, *rest)
    return TABLE.turn(layout, *rest) if what == "turn" else TABLE.remove(layout, *rest)


@settings(max_examples=150, deadline=None)
@given(st.lists(ACTIONS, max_size=14))
def test_boards_never_overlap_and_checkpoints_stand_where_they_may(actions: list[Any]) -> None:
    layout, history = Layout(), UndoHistory(Layout())
    layouts = [layout]
    for action in actions:
        layout = after(layout, action)
        history.put(layout)
        if layout != layouts[-1]:
            layouts.append(layout)
        assert not any(one.meets(other) for one, other in combinations(TABLE.areas(layout), 2))
        extent = TABLE.extent(layout)
        assert max(extent.width, extent.height) <= MAX_SIDE
        assert len(layout.boards) <= MAX_BOARDS
        assert len(set(layout.checkpoints)) == len(layout.checkpoints) <= MAX_CHECKPOINTS
        for index, cell in enumerate(layout.checkpoints):
            assert TABLE.obstacle(TABLE.remove_checkpoint(layout, index), cell) is None
    for expected in reversed(layouts):
        assert history.now == expected
        history.undo()
    for expected in layouts:
        assert history.now == expected
        history.redo()


@given(st.lists(ACTIONS, max_size=10), st.sampled_from(NAMES), st.integers(0, 3), PLACES)
@settings(max_examples=100, deadline=None)
def test_a_board_that_is_dropped_near_another_one_touches_it(
    actions: list[Any], name: str, quarters: int, place: tuple[float, float]
) -> None:
    layout = Layout()
    for action in actions:
        layout = after(layout, action)
    if len(layout.boards) == MAX_BOARDS:
        return
    laid = TABLE.lay(layout, name, place, quarters)
    new, others = TABLE.area(laid.boards[-1]), TABLE.areas(layout)
    exact = (round(place[0]), round(place[1]))
    grown = [type(o)(o.left - 1, o.top - 1, o.width + 2, o.height + 2) for o in others]
    touches = any(new.meets(area) for area in grown)
    assert touches or laid.boards[-1].at == exact or not others


def test_a_board_goes_to_the_corner_of_its_neighbour() -> None:
    layout = TABLE.lay(Layout(), "canyon", (0, 0))
    assert TABLE.lay(layout, "ring", (13.6, 1.4)).boards[-1].at == (12, 0)
    assert TABLE.lay(layout, "ring", (12.2, 5.0)).boards[-1].at == (12, 5)
    assert TABLE.lay(layout, "ring", (30.0, 20.0)).boards[-1].at == (30, 20)
    assert TABLE.lay(layout, "ring", (1.0, 9.0)).boards[-1].at == (0, 12), "nothing is laid on another board"


def test_without_a_place_a_board_keeps_the_course_compact() -> None:
    layout = Layout()
    for name in ("canyon", "ring", "station", "gear-works"):
        layout = TABLE.lay(layout, name)
    extent = TABLE.extent(layout)
    assert (extent.width, extent.height) == (24, 24)


def test_checkpoints_go_with_their_board() -> None:
    layout = TABLE.lay(TABLE.lay(Layout(), "ring", (0, 0)), "dock-bay", (0, 12))
    cell = next(c for c in ((x, y) for y in range(16) for x in range(12)) if TABLE.obstacle(layout, c) is None)
    assert cell == (0, 0)
    layout = TABLE.set_checkpoint(TABLE.set_checkpoint(layout, cell), (3, 12))
    assert TABLE.turn(layout, 0).checkpoints == ((11, 0), (3, 12))
    assert TABLE.turn(TABLE.turn(layout, 0), 0, -1) == layout
    assert TABLE.move(layout, 0, (30, 0)).checkpoints == ((30, 0), (3, 12))
    assert TABLE.remove(layout, 0).checkpoints == ((3, 12),)


def test_what_is_in_the_way_of_a_checkpoint_is_known() -> None:
    layout = TABLE.lay(TABLE.lay(Layout(), "canyon", (0, 0)), "dock-bay", (0, 12))
    pit = TABLE.board("canyon", 0).of_kind("pit")[0].cell
    dock = TABLE.board("dock-bay", 0).of_kind("dock")[0].cell
    for cell, kind in ((pit, "pit"), ((dock[0], dock[1] + 12), "dock")):
        obstacle = TABLE.obstacle(layout, cell)
        assert obstacle is not None
        assert obstacle.element is not None
        assert obstacle.element.kind == kind
        with pytest.raises(TableError, match="no checkpoint may stand on"):
            TABLE.set_checkpoint(layout, cell)
    nothing = TABLE.obstacle(layout, (-1, 0))
    assert nothing is not None
    assert nothing.why == "nothing"
    taken = TABLE.obstacle(TABLE.set_checkpoint(layout, (0, 12)), (0, 12))
    assert taken is not None
    assert taken.why == "taken"


def test_crash_and_burn_has_checkpoints_on_open_floor_and_repair_sites_only() -> None:
    """CNB-103: also where walls stand at the edges."""
    strict = CourseTable(PARTS, NOTATIONS, CATALOGUE.get("crash-and-burn").manifest.shares["checkpoint"])
    layout = strict.lay(Layout(), "gear-works", (0, 0))
    board = strict.board("gear-works", 0)
    for element in board.elements:
        obstacle = strict.obstacle(layout, element.cell)
        assert (obstacle is None) == (element.kind == "repair"), element
        assert (TABLE.obstacle(layout, element.cell) is None) == (element.kind != "pit"), element


def test_limits_are_told() -> None:
    layout = Layout()
    for _board in range(MAX_BOARDS):
        layout = TABLE.lay(layout, "ring")
    with pytest.raises(TableError, match="at most 8 boards"):
        TABLE.lay(layout, "ring")
    for x in range(MAX_CHECKPOINTS):
        layout = TABLE.set_checkpoint(layout, (x, 0))
    with pytest.raises(TableError, match="at most 8 checkpoints"):
        TABLE.set_checkpoint(layout, (0, 1))
    with pytest.raises(TableError, match="no board 'ruins'"):
        TABLE.lay(Layout(), "ruins")


def test_a_course_is_no_longer_than_files_allow() -> None:
    layout = TABLE.lay(Layout(), "ring", (0, 0))
    far = TABLE.lay(layout, "ring", (95, 0))
    assert TABLE.extent(far).width <= MAX_SIDE


def test_the_joined_board_is_that_of_the_file(tmp_path: Any) -> None:
    from roborally.features.workshop.building.course_file import save_course
    from roborally.game.course.courses import load_course

    layout = TABLE.lay(TABLE.lay(Layout(), "canyon", (-7, -3), 1), "dock-bay", (-7, 9), 3)
    layout = TABLE.set_checkpoint(layout, (-7, -3))
    course = load_course(save_course(TABLE, layout, "Test", tmp_path, NOTATIONS), NOTATIONS)
    joined = TABLE.joined(layout)
    assert (joined.inside, joined.walls, joined.gates) == (course.board.inside, course.board.walls, course.board.gates)
    assert sorted(map(repr, joined.elements)) == sorted(map(repr, course.board.elements))


def test_every_board_of_the_game_can_be_laid() -> None:
    parts = read_parts(CATALOGUE)
    assert parts.unusable == {}
    for mode in CATALOGUE.modes():
        assert parts.fitting(CATALOGUE, mode.id)
    catalogue: Catalogue = CATALOGUE
    assert "oil-field" not in [part.name for part in parts.fitting(catalogue, "classic")]
    assert "oil-field" in [part.name for part in parts.fitting(catalogue, "classic", ["oil"])]
    assert [part.docks for part in parts.parts.values() if part.name in ("dock-bay", "ring")] == [8, 0]
    assert parts.parts["smelter"].danger > parts.parts["gear-works"].danger > parts.parts["dock-bay"].danger == 0


def test_a_code_is_made_in_memory_and_is_that_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = Laid("ring", (0, 0)), Laid("canyon", (12, 0), 1)
    host = Workbench(CATALOGUE, "standard")
    host.put(Layout(boards, ((3, 0),)))
    host.title = "Ring"
    monkeypatch.setattr("tempfile.mkdtemp", lambda *_a, **_k: pytest.fail("a folder was made"))
    shared = unpack(host.code())
    assert shared.name == "ring"
    assert sorted(shared.boards) == ["canyon", "ring-2"], "no board has the name of the course"
    assert [entry["file"] for entry in tomllib.loads(shared.text)["boards"]] == ["ring-2", "canyon"]
    course = look_at(shared, NOTATIONS)
    assert course.board.elements == host.table.joined(host.layout).elements
    assert course.board.walls == host.table.joined(host.layout).walls
