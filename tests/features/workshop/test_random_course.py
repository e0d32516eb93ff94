"""Courses by lot, and courses as files."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roborally.base.errors import GameError
from roborally.features.workshop.building.board_parts import read_parts
from roborally.features.workshop.building.course_file import CourseRules, layout_of, problem, save_course
from roborally.features.workshop.building.course_table import MAX_BOARDS, CourseTable, Layout, TableError
from roborally.features.workshop.building.random_course import EASY, HARD, MEDIUM, Lottery, Wish, add_docks
from roborally.game.board_check import check_file
from roborally.game.course.courses import load_course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import Catalogue, find_plugins

RACES = ("standard", "classic", "auenland", "crash-and-burn")
SOME = (("standard", 1), ("auenland", 1), ("crash-and-burn", 1))


@pytest.fixture(scope="module")
def notations(catalogue: Catalogue) -> Notations:
    return Notations.of(catalogue.plugins.values())


@pytest.fixture(scope="module")
def table_for(catalogue: Catalogue, notations: Notations) -> Any:
    parts = read_parts(catalogue)

    def make(mode: str, extras: tuple[str, ...] = ()) -> tuple[CourseTable, CourseRules]:
        manifest = catalogue.get(mode).manifest
        fitting = {part.name: part for part in parts.fitting(catalogue, mode, extras)}
        rules = CourseRules(catalogue, catalogue.get(mode), extras)
        return CourseTable(fitting, notations, manifest.shares.get("checkpoint")), rules

    return make


@pytest.mark.parametrize(
    ("mode", "boards"),
    [
        pytest.param(mode, boards, marks=() if (mode, boards) in SOME else pytest.mark.long)
        for mode in RACES
        for boards in (1, 3, MAX_BOARDS)
    ],
)
def test_a_seed_gives_a_course_that_can_be_played(
    mode: str, boards: int, table_for: Any, catalogue: Catalogue, notations: Notations, tmp_path: Path
) -> None:
    table, rules = table_for(mode)
    for seed, difficulty in enumerate((EASY, MEDIUM, HARD)):
        wish = Wish(boards, difficulty, seed)
        layout = Lottery(table, rules).draw(wish)
        assert len(layout.boards) == min(MAX_BOARDS, boards + rules.wants_docks)
        assert layout == Lottery(table, rules).draw(wish)
        path = save_course(table, layout, f"Lot {seed}", tmp_path, notations)
        findings = check_file(path, catalogue)
        assert findings.errors == findings.doubts == []
        assert layout_of(path, table) == table.at_origin(layout)


def test_other_seeds_sizes_and_difficulties_give_other_courses(table_for: Any) -> None:
    table, rules = table_for("standard")
    wishes = [Wish(3, MEDIUM, seed) for seed in range(5)] + [Wish(3, EASY, 0), Wish(3, HARD, 0), Wish(4, MEDIUM, 0)]
    assert len({Lottery(table, rules).draw(wish) for wish in wishes}) == len(wishes)


@pytest.mark.long
def test_hard_courses_are_more_dangerous_and_have_more_checkpoints(table_for: Any) -> None:
    table, rules = table_for("crash-and-burn")
    lottery = Lottery(table, rules)

    def of(difficulty: int) -> tuple[float, int]:
        layouts = [lottery.draw(Wish(2, difficulty, seed)) for seed in range(10)]
        dangers = [table.parts[laid.name].danger for layout in layouts for laid in layout.boards]
        return sum(dangers), sum(len(layout.checkpoints) for layout in layouts)

    easy, hard = of(EASY), of(HARD)
    assert easy[0] < hard[0]
    assert easy[1] < hard[1]


def test_the_seed_counts_and_not_what_else_a_player_has(
    table_for: Any, catalogue: Catalogue, notations: Notations, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roborally.base import paths

    table, rules = table_for("classic")
    expected = Lottery(table, rules).draw(Wish(3, MEDIUM, 4711))
    (tmp_path / "mine.toml").write_text('grid = """\n . . .\n . . .\n"""\n')
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path)
    parts = read_parts(catalogue)
    fitting = {part.name: part for part in parts.fitting(catalogue, "classic", ["oil"])}
    assert {"mine", "oil-field"} <= set(fitting)
    more = CourseTable(fitting, notations)
    lottery = Lottery(more, CourseRules(catalogue, catalogue.get("classic"), ("oil",)))
    assert lottery.draw(Wish(3, MEDIUM, 4711)) == expected


def test_where_no_boards_fit_it_is_said(table_for: Any) -> None:
    with pytest.raises(TableError, match="not enough boards"):
        Lottery(*table_for("volt")).draw(Wish())


def test_docks_are_laid_facing_the_course_or_it_is_said_that_there_is_no_room(table_for: Any) -> None:
    table, _rules = table_for("standard")
    layout = add_docks(table, table.lay(Layout(), "ring", (0, 0)), "dock-bay")
    assert layout.boards[-1].at == (0, 12)
    assert layout.boards[-1].quarters == 0
    (single,) = (part for part in table.parts.values() if part.name == "ring")
    wide = replace(single, course=replace(single.course, id="wide"), board=replace(single.board, width=100, height=100))
    full = CourseTable({**table.parts, "wide": wide}, table.notations)
    with pytest.raises(TableError, match="no room"):
        add_docks(full, full.lay(Layout(), "wide", (0, 0)), "dock-bay")


class TestProblems:
    def test_the_first_one_is_told(self, table_for: Any) -> None:
        table, rules = table_for("standard")

        def text(layout: Layout) -> str:
            found = problem(table, layout, rules)
            return str(found) if found is not None else ""

        assert text(Layout()) == "lay a board on the table"
        ring = table.lay(Layout(), "ring", (0, 0))
        assert "no start spaces" in text(ring)
        docked = add_docks(table, ring, "dock-bay")
        assert text(docked) == "set at least one checkpoint"
        assert text(table.set_checkpoint(docked, (0, 0))) == ""
        twice = table.lay(docked, "station")
        assert text(twice) == "more than one board has start spaces (Dock Bay, Station); only one may"
        apart = table.lay(docked, "canyon", (40, 0))
        free = next((40 + x, y) for y in range(12) for x in range(12) if table.obstacle(apart, (40 + x, y)) is None)
        assert text(table.set_checkpoint(apart, free)) == "no way leads from start space 7 to checkpoint 1"

    def test_portals_of_one_colour_on_two_boards_are_told(self, table_for: Any) -> None:
        table, rules = table_for("crash-and-burn")
        layout = table.lay(table.lay(Layout(), "rabbit-holes"), "rabbit-holes")
        layout = table.set_checkpoint(layout, next(iter(_free(table, layout))))
        assert "portal A is there 4 times" in str(problem(table, layout, rules))

    def test_arenas_need_no_checkpoints(self, table_for: Any) -> None:
        table, rules = table_for("volt")
        assert not rules.has_checkpoints
        assert problem(table, table.lay(Layout(), "spark-pit"), rules) is None
        table, rules = table_for("roboball")
        assert "do not go together" in str(problem(table, table.lay(Layout(), "ring"), rules))


def _free(table: CourseTable, layout: Layout) -> Any:
    area = table.extent(layout)
    cells = ((x, y) for y in range(area.top, area.bottom) for x in range(area.left, area.right))
    return (cell for cell in cells if table.obstacle(layout, cell) is None)


class TestFiles:
    def a_course(self, table_for: Any) -> tuple[CourseTable, Layout]:
        table, rules = table_for("standard")
        return table, Lottery(table, rules).draw(Wish(2, MEDIUM, 5))

    def test_no_other_file_is_replaced(self, table_for: Any, notations: Notations, tmp_path: Path) -> None:
        table, layout = self.a_course(table_for)
        first = save_course(table, layout, "Ring Race", tmp_path, notations)
        assert first == tmp_path / "ring-race-2.toml", "the game has a course of this name"
        assert load_course(first, notations).name == "Ring Race"
        again = save_course(table, table.remove_checkpoint(layout, 0), "Ring Race!", tmp_path, notations, instead=first)
        assert again == first
        assert load_course(first, notations).checkpoints == len(layout.checkpoints) - 1

    def test_a_plugin_that_a_board_needs_is_named(self, table_for: Any, notations: Notations, tmp_path: Path) -> None:
        (tmp_path / "slick.toml").write_text('plugins = ["oil"]\ngrid = """\n d1 ~ .\n . . .\n"""\n')
        catalogue = find_plugins()
        parts = read_parts(catalogue, [tmp_path])
        table = CourseTable(parts.parts, notations)
        layout = table.set_checkpoint(table.lay(Layout(), "slick"), (2, 1))
        path = save_course(table, layout, "Slick", tmp_path, notations, instead=tmp_path / "track.toml")
        assert load_course(path, notations).plugins == ("oil",)
        assert load_course(path, notations).players == (1, 1)

    def test_a_course_needs_a_title(self, table_for: Any, notations: Notations, tmp_path: Path) -> None:
        table, layout = self.a_course(table_for)
        with pytest.raises(GameError, match="needs a title"):
            save_course(table, layout, "  ", tmp_path, notations)
        assert not list(tmp_path.iterdir())

    def test_courses_that_cannot_be_laid_out_say_why(
        self, table_for: Any, notations: Notations, tmp_path: Path
    ) -> None:
        table, _layout = self.a_course(table_for)
        single = tmp_path / "single.toml"
        single.write_text('grid = """\n d1 . c1\n"""\n')
        with pytest.raises(GameError, match="is one board"):
            layout_of(single, table)
        foreign = tmp_path / "foreign.toml"
        foreign.write_text('[[boards]]\nfile = "press-hall"\n')
        with pytest.raises(GameError, match="no board 'press-hall' for these rules"):
            layout_of(foreign, table)
        many = tmp_path / "many.toml"
        many.write_text("".join(f'[[boards]]\nfile = "single"\nat = [0, {number}]\n' for number in range(9)))
        with pytest.raises(GameError, match=r"at most 8 boards|is there twice"):
            layout_of(many, table)
