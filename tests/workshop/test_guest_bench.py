"""The table of a host as a guest has it: steps of both, whatever comes first, and courses that strangers have made."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roborally.base import paths
from roborally.course import courses
from roborally.course.code import MAX_WORDS, SharedCourse, code_of, look_at, unpack
from roborally.course.notation import CourseError, Notations, parse_grid
from roborally.workshop.building import seen_course
from roborally.workshop.building.course_table import Laid, Layout
from roborally.workshop.building.guest_bench import BETWEEN_STEPS, PATIENCE, GuestBench
from roborally.workshop.building.seen_course import SeenCourse, name_in_code, read_seen
from roborally.workshop.building.table_step import StepError, TableStep, step_between, take_step
from roborally.workshop.building.workbench import Workbench
from tests.shipped import catalogue
from tests.workshop.test_course_table import ACTIONS, TABLE, after

CATALOGUE = catalogue()
NOTATIONS = Notations.of(CATALOGUE.plugins.values())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path / "boards")


def host_with(*boards: Laid, checkpoints: tuple[Any, ...] = ()) -> Workbench:
    return Workbench(CATALOGUE, "standard", layout=Layout(boards, checkpoints))


def shown(host: Workbench) -> tuple[SeenCourse | None, tuple[int, int]]:
    """Return what guests are shown of a host's table."""
    extent = host.table.extent(host.layout)
    code = host.code()
    return read_seen(code, NOTATIONS) if code else None, (extent.left, extent.top)


def guest_of(host: Workbench) -> GuestBench:
    guest = GuestBench(CATALOGUE, "standard")
    guest.see(*shown(host))
    return guest


RING, CANYON = Laid("ring", (0, 0)), Laid("canyon", (12, 0), 1)


@settings(max_examples=100, deadline=None)
@given(st.lists(ACTIONS, max_size=10))
def test_a_step_makes_of_a_layout_what_was_made_of_it(actions: list[Any]) -> None:
    """CLI-2376: board or checkpoint, whatever is done with it."""
    layout = Layout()
    for action in actions:
        new = after(layout, action)
        step = step_between(layout, new)
        assert (step is None) == (new == layout)
        if step is not None:
            assert take_step(TABLE, layout, step) == new
        layout = new


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (TableStep(Laid("ring", (1, 0)), None), "gone"),
        (TableStep(Laid("canyon", (0, 0)), None), "gone"),
        (TableStep(RING, Laid("ring", (13, 0))), "taken"),
        (TableStep(RING, Laid("ring", (1000, 0))), "taken"),
        (TableStep(RING, Laid("canyon", (0, 0))), "unknown"),
        (TableStep(None, Laid("no-such-board", (0, 12))), "unknown"),
        (TableStep(RING, (3, 3)), "gone"),
        (TableStep((3, 3), RING), "gone"),
        (TableStep((4, 4), None), "gone"),
        (TableStep(None, (3, 0)), "taken"),
        (TableStep(None, (-5, 0)), "taken"),
        (TableStep(None, None), "gone"),
    ],
)
def test_a_step_that_does_not_fit_is_refused_with_its_reason(step: TableStep, reason: str) -> None:
    """CLI-2377: nothing is done by halves."""
    layout = Layout((RING, CANYON), ((3, 0),))
    with pytest.raises(StepError) as refused:
        take_step(TABLE, layout, step)
    assert refused.value.reason == reason


def test_a_guest_sees_the_boards_of_the_host_in_the_cells_of_the_host() -> None:
    host = host_with(Laid("ring", (-24, 7)), Laid("canyon", (-12, 7), 1), checkpoints=((-21, 7),))
    guest = guest_of(host)
    assert guest.layout == host.layout


def test_a_board_that_only_the_host_has_is_moved_and_cannot_be_laid(tmp_path: Path) -> None:
    """CLI-2376: its picture comes with the code; the shelf of a guest is that of the game."""
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "ring.toml").write_text('name = "Mine"\ngrid = """\n . .\n . .\n"""\n')
    host = host_with(Laid("ring", (0, 0)))
    guest = guest_of(host)
    (laid,) = guest.layout.boards
    assert name_in_code(laid.name) == "ring"
    assert laid.name != "ring"
    assert guest.table.area(laid).width == 2
    assert laid.name not in [part.name for part in guest.parts]
    host.put(Layout())
    guest.see(*shown(host))
    assert guest.gone == [laid.name]
    assert laid.name not in guest.table.parts


def test_steps_are_told_one_after_the_other_and_those_with_one_piece_as_one() -> None:
    guest = guest_of(host_with(RING, CANYON))
    for step in range(1, 4):
        guest.put(guest.table.put_at(guest.layout, Laid("ring", (0, -step)), 0))
    assert guest.to_send(0) == TableStep(RING, Laid("ring", (0, -3)))
    guest.put(guest.table.put_at(guest.layout, Laid("ring", (0, -4)), 0))
    assert guest.to_send(BETWEEN_STEPS / 2) is None
    guest.put(guest.table.remove(guest.layout, 1))
    assert guest.to_send(BETWEEN_STEPS) == TableStep(Laid("ring", (0, -3)), Laid("ring", (0, -4)))
    assert guest.to_send(2 * BETWEEN_STEPS) == TableStep(CANYON, None)
    assert guest.to_send(3 * BETWEEN_STEPS) is None


def test_a_step_there_and_back_is_none() -> None:
    guest = guest_of(host_with(RING, CANYON))
    guest.put(guest.table.put_at(guest.layout, Laid("ring", (0, -1)), 0))
    guest.put(guest.table.put_at(guest.layout, RING, 0))
    assert guest.to_send(0) is None
    assert not guest.is_waiting


def move(bench: Any, old: Laid, new: Laid) -> TableStep:
    bench.put(bench.table.put_at(bench.layout, new, bench.layout.boards.index(old)))
    return TableStep(old, new)


def test_what_one_does_is_seen_at_once_and_stays_when_the_host_has_taken_it_in() -> None:
    """CLI-2376: also while an older state arrives, and one with a step of somebody else."""
    host = host_with(RING, CANYON)
    guest = guest_of(host)
    step = move(guest, RING, Laid("ring", (0, 20)))
    assert guest.to_send(0) == step
    moved = guest.layout
    guest.see(*shown(host))
    assert guest.layout == moved, "the host has not heard of it yet"
    move(host, CANYON, Laid("canyon", (30, 0), 1))
    guest.see(*shown(host))
    assert set(guest.layout.boards) == {Laid("ring", (0, 20)), Laid("canyon", (30, 0), 1)}
    host.put(take_step(host.table, host.layout, step))
    guest.see(*shown(host))
    assert guest.layout == host.layout
    assert not guest.is_waiting


def test_of_two_who_move_the_same_piece_the_second_one_is_refused() -> None:
    """CLI-2377: one of the two places counts, and everybody sees that one."""
    host = host_with(RING, CANYON)
    ann, bob = guest_of(host), guest_of(host)
    steps = [move(ann, RING, Laid("ring", (0, 20))), move(bob, RING, Laid("ring", (0, 30), 2))]
    host.put(take_step(host.table, host.layout, steps[0]))
    with pytest.raises(StepError) as refused:
        take_step(host.table, host.layout, steps[1])
    assert refused.value.reason == "gone"
    for guest in (ann, bob):
        guest.see(*shown(host))
        assert guest.layout == host.layout


def test_a_step_that_is_refused_or_of_which_nothing_is_heard_is_taken_back() -> None:
    host = host_with(RING, CANYON)
    for is_refused in (True, False):
        guest = guest_of(host)
        move(guest, RING, Laid("ring", (0, 20)))
        guest.to_send(0)
        assert not guest.look_at_the_clock(PATIENCE / 2)
        if is_refused:
            guest.refuse()
        else:
            assert guest.look_at_the_clock(PATIENCE + 1)
        assert guest.layout == host.layout


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), ACTIONS, st.booleans()), max_size=16))
def test_whoever_does_what_in_any_order_in_the_end_all_see_the_table_of_the_host(moves: list[Any]) -> None:
    """CLI-2377: the table is never torn, and nobody sees another one in the end."""
    host = host_with()
    guests = [GuestBench(CATALOGUE, "standard") for _guest in range(2)]
    on_the_way: list[TableStep] = []
    now = 0.0

    def deliver() -> None:
        for step in on_the_way:
            try:
                layout = take_step(host.table, host.layout, step)
            except StepError:
                continue
            host.put(layout)
            areas = host.table.areas(layout)
            assert not any(a.meets(b) for i, a in enumerate(areas) for b in areas[:i])
        on_the_way.clear()

    for who, action, late in moves:
        bench: Any = host if who == 2 else guests[who]
        if action[0] == "lay" and action[1] not in bench.table.parts:
            continue
        bench.put(after(bench.layout, action))
        now += BETWEEN_STEPS
        on_the_way += [step for guest in guests if (step := guest.to_send(now)) is not None]
        if not late:
            deliver()
            for guest in guests:
                guest.see(*shown(host))
    while any(guest.is_waiting for guest in guests):
        now += PATIENCE + 1
        on_the_way += [step for guest in guests if (step := guest.to_send(now)) is not None]
        deliver()
        for guest in guests:
            guest.see(*shown(host))
            guest.look_at_the_clock(now + PATIENCE + 1)
    for guest in guests:
        guest.see(*shown(host))
        assert set(guest.layout.boards) == set(host.layout.boards) or not host.code()


# --- codes of strangers -----------------------------------------------------------------------------------------------


def grid(width: int, height: int, token: str = ".") -> str:
    return 'grid = """\n' + "\n".join([" ".join([token] * width)] * height) + '\n"""\n'


def joined(*at: tuple[int, int]) -> str:
    return "\n".join(f'[[boards]]\nfile = "part"\nat = [{x}, {y}]\n' for x, y in at)


def test_the_largest_course_of_the_builder_is_shown() -> None:
    parts = {"part": grid(24, 24, ".:n")}
    places = [(24 * column, 24 * row) for row in range(2) for column in range(4)]
    seen = read_seen(code_of(SharedCourse("course", joined(*places), parts)), NOTATIONS)
    assert seen.layout is not None
    assert len(seen.layout.boards) == 8


@pytest.mark.parametrize(
    "shared",
    [
        SharedCourse("course", grid(100, 100)),
        SharedCourse("course", joined((0, 0)), {"part": grid(80, 80)}),
        SharedCourse("course", grid(24, 24, ".+" * 200 + ".")),
        SharedCourse("course", "[[boards]]\n" * (MAX_WORDS + 1)),
    ],
    ids=["a large board", "a large part", "long words", "many entries"],
)
def test_a_course_that_takes_long_to_read_is_not_read(shared: SharedCourse, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-2378: it is measured first."""

    def read(*_arguments: object) -> None:
        raise AssertionError("it has been read")

    monkeypatch.setattr(seen_course, "look_at", read)
    with pytest.raises(CourseError):
        read_seen(code_of(shared), NOTATIONS)


@pytest.mark.parametrize(
    "places",
    [[(0, 0)] * 2000, [(1000 * number, 0) for number in range(2000)]],
    ids=["all in one place", "far from each other"],
)
def test_a_board_that_is_joined_thousands_of_times_is_read_once(
    places: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-2378: such a code kept a window busy for minutes, and filled the memory."""
    calls = 0
    real: Callable[..., Any] = parse_grid

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return real(*arguments)

    monkeypatch.setattr(courses, "parse_grid", counted)
    with pytest.raises(CourseError, match=r"overlap|too many"):
        look_at(SharedCourse("course", joined(*places), {"part": grid(12, 12)}), NOTATIONS)
    assert calls == 1


def test_a_code_is_made_in_memory_and_is_that_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = host_with(RING, CANYON, checkpoints=((3, 0),))
    host.title = "Ring"
    monkeypatch.setattr("tempfile.mkdtemp", lambda *_a, **_k: pytest.fail("a folder was made"))
    shared = unpack(host.code())
    assert shared.name == "ring"
    assert sorted(shared.boards) == ["canyon", "ring-2"], "no board has the name of the course"
    assert host.names_in_code() == {"canyon": "canyon", "ring": "ring-2"}
    assert [entry["file"] for entry in tomllib.loads(shared.text)["boards"]] == ["ring-2", "canyon"]
    course = look_at(shared, NOTATIONS)
    assert course.board.elements == host.table.joined(host.layout).elements
    assert course.board.walls == host.table.joined(host.layout).walls
