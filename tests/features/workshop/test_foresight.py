"""What lies ahead of a robot on a board that is drawn, as the engine plays it, with elements of any plugin."""

from pathlib import Path

import pytest

from roborally.base import paths
from roborally.core.geometry import EAST, NORTH, SOUTH
from roborally.features.workshop.editor.consequences import GONE, Consequences, RegisterEvents, consequences
from roborally.features.workshop.editor.foresight import Foreseen, Foresight, foresee
from roborally.features.workshop.editor.routes import NOWHERE
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests import shipped
from tests.features.workshop.setting import FAN, course
from tests.waiting import until

ALWAYS = range(5)
BROKEN = """
id = "broken"
title = "Broken"
description = "Fails."
version = "1.0.0"
authors = ["A"]
license = "MIT"
api = 2
kind = "elements"
[element.broken]
notation = "broken"
tooltip = "Broken."
"""
BROKEN_RULES = """
from roborally.plugin import hookimpl

@hookimpl
def register(rules):
    rules.element("broken")
    rules.phase("register", "broken", fail, needs=("broken",), after=("cards",))

def fail(match):
    raise ZeroDivisionError("of the stranger")
"""


def found(grid: str, catalogue: Catalogue | None = None) -> tuple[Consequences, RegisterEvents]:
    outcome, description = consequences(course(grid, catalogue), catalogue or shipped.catalogue())
    assert isinstance(outcome, Consequences)
    assert isinstance(description, dict)
    return outcome, description


def foreseen(grid: str) -> Foreseen:
    first = next(foresee(course(grid), shipped.catalogue()))
    assert isinstance(first, Foreseen), first
    return first


def names(grid: str, cell: int) -> list[tuple[str, int]]:
    return [*foreseen(grid).dangers[cell]]


class TestWhatElementsDo:
    """By register, to a robot that stands on a cell."""

    def test_belts_carry_and_express_belts_carry_twice(self) -> None:
        outcome, description = found(" >  .  . \n >> >> . ")
        assert [outcome.ends[register][0] for register in ALWAYS] == [1] * 5
        assert [outcome.ends[register][3] for register in ALWAYS] == [5] * 5
        assert [event["type"] for event in description[0, 3]] == ["step", "step"]
        assert (0, 2) not in description

    def test_a_pusher_acts_in_its_registers(self) -> None:
        outcome, _details = found(" push>24 .  . ")
        assert [outcome.ends[register][0] for register in ALWAYS] == [0, 1, 0, 1, 0]

    def test_a_beam_hurts_every_cell_that_it_reaches_first(self) -> None:
        outcome, description = found(" l2> .  .:e .")
        assert outcome.hurt[0] == (2, 2, 2, 0)
        assert [event["points"] for event in description[3, 1] if event["type"] == "hurt"] == [2]

    def test_a_repair_and_a_turn_are_told(self) -> None:
        outcome, description = found(" g>  w1  . ")
        assert outcome.ends[0] == (0, 1, 2)
        assert [event["type"] for event in description[0, 0]] == ["turn"]

    def test_entering_a_pit_destroys_and_standing_on_it_does_not(self) -> None:
        outcome, _details = found(" .  .  . \n .  O  . \n .  .  . ")
        assert outcome.steps[0][SOUTH][1] == GONE
        assert outcome.steps[0][EAST][3] == GONE
        assert outcome.steps[0][NORTH][4] == 1
        assert outcome.ends[0][4] == 4

    def test_a_wall_stops_a_step_and_the_edge_does_not(self) -> None:
        outcome, _details = found(" .:e  .  . ")
        assert outcome.steps[0][EAST] == (0, 2, GONE)

    def test_a_door_counts_only_in_the_registers_in_which_it_is_shut(self) -> None:
        outcome, _details = found(" door>24 .  . ")
        ways = [outcome.steps[register][EAST][0] for register in ALWAYS]
        assert sorted(set(ways)) == [0, 1]

    def test_elements_of_a_stranger_count(self) -> None:
        """The fan of `docs/examples` is in no mode of the game."""
        catalogue = find_plugins([paths.plugin_folder(), FAN.parent], installed=False)
        outcome, description = found(" fan>24 .  .  . ", catalogue)
        assert [outcome.ends[register][1] for register in ALWAYS] == [1, 2, 1, 2, 1]
        assert [event["type"] for event in description[1, 1]] == ["fan", "step"]

    def test_boards_of_every_mode_are_asked(self) -> None:
        """A board without start spaces and checkpoints, and those of other modes."""
        outcome, _details = found(" .  .  . ")
        assert outcome.registers == 5
        for name in ("spark-pit", "pinball", "gatehouse", "press-hall"):
            course = next(one for one in shipped.courses() if one.id == name)
            first = next(foresee(course, shipped.catalogue()))
            assert isinstance(first, Foreseen), (name, first)


@pytest.mark.parametrize(
    ("grid", "cell", "text"),
    [
        (" .  .  . \n .  O  . \n .  .  . ", 4, [("fatal", 0)]),
        (" .  .  . \n .  O  . \n .  .  . ", 0, []),
        (" >  >  O  . \n .  .  .  . ", 1, [("lost", 1)]),
        (" >  >  O  . \n .  .  .  . ", 0, [("doomed", 2)]),
        (" .  push^3 . \n .  .  . ", 1, [("lost", 1)]),
        (" l>  . .:e \n .  .  . ", 1, [("hurt", 5)]),
        (" .:nesw  .  . \n .  .  . \n .  .  . ", 0, [("trap", 0)]),
        (" .  .:nse  . \n .  .  . \n .  .  . ", 1, [("dead-end", 0)]),
        (" .  .  . \n .  .  . \n .  .  . ", 4, []),
    ],
)
def test_dangers_are_found(grid: str, cell: int, text: list[tuple[str, int]]) -> None:
    assert names(grid, cell) == text


class TestWays:
    """One step at most in each register; then the elements act."""

    def test_reach_counts_registers_and_belts_help(self) -> None:
        plain = foreseen(" .  .  .  .  .  . \n .  .  .  .  .  . ").routes
        assert plain.reach(0)[:6] == [0, 1, 2, 3, 4, 5]
        assert len(plain.moves) == 1
        belts = foreseen(" .  >> >> >> >> . \n .  .  .  .  .  . ").routes
        assert belts.reach(0)[:6] == [0, 1, 2, 1, 2, 2]
        assert belts.reach(5)[0] > 5

    def test_what_nobody_survives_is_not_reached(self) -> None:
        routes = foreseen(" .  O  . \n .:e  O  . ").routes
        assert routes.reach(0) == [0, NOWHERE, NOWHERE, 1, NOWHERE, NOWHERE]

    def test_a_door_is_waited_for(self) -> None:
        """It is open in register 2 alone, and there is no other way."""
        routes = foreseen(" door>2  .  . ").routes
        assert len(routes.moves) == 5
        assert routes.reach(0) == [0, 2, 3]

    def test_ways_lead_from_the_nearest_dock_over_all_checkpoints(self) -> None:
        ways = foreseen(" d1>  .  .  .  c1  .  d2< \n .  .  .  .  .  .  . \n c2 .  .  .  .  .  . ").ways
        assert [(way.number, way.registers) for way in ways] == [(1, 2), (2, 6)]
        assert ways[0].cells[0] == 6
        assert ways[0].cells[-1] == ways[0].goal == ways[1].cells[0] == 4

    def test_where_no_way_leads_none_is_told(self) -> None:
        (way,) = foreseen(" d1>  .:e  .  c1 \n .  .:e  .  . ").ways
        assert (way.number, way.cells, way.registers) == (1, (), 0)


def test_another_process_finds_it_and_a_later_board_counts(tmp_path: Path) -> None:
    foresight = Foresight()
    try:
        foresight.ask(course(" .  .  . \n .  O  . \n .  .  . "))
        foresight.ask(course(" >  .  . "))
        while not foresight.done:
            until(foresight.poll)
        assert foresight.problem == ""
        assert foresight.foreseen is not None
        assert (foresight.foreseen.width, foresight.foreseen.height) == (3, 1)
        assert foresight.consequences is not None
        assert {cell for _register, cell in foresight.consequences} == {0}
        foresight.ask(None)
        assert foresight.foreseen is None
    finally:
        foresight.close()


def test_what_is_found_about_a_board_that_has_changed_is_newer_than_nothing() -> None:
    """CLI-2413: who draws without a pause sees it, until there is something about the last board."""
    foresight = Foresight()
    try:
        foresight.ask(course(" .  .  . "))
        foresight.ask(course("\n".join([" >  O  l>" * 4] * 12)))
        sizes: list[tuple[int, bool]] = []
        while not foresight.done:
            until(foresight.poll)
            if foresight.foreseen is not None:
                sizes.append((foresight.foreseen.width, foresight.is_old))
        assert sizes[0] == (3, True)
        assert sizes[-1] == (12, False)
        foresight.ask(course(" .  .  . "))
        foresight.ask(None)
        foresight.ask(course(" .  .  .  . "))
        while not foresight.done:
            until(foresight.poll)
            assert foresight.foreseen is None or foresight.foreseen.width == 4, "a board with faults came between"
    finally:
        foresight.close()


def test_a_plugin_that_fails_is_told_and_nothing_stops(tmp_path: Path) -> None:
    """The sentence takes the place of what is foreseen; the next board is asked all the same."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "plugin.toml").write_text(BROKEN, encoding="utf-8")
    (folder / "rules.py").write_text(BROKEN_RULES, encoding="utf-8")
    catalogue = find_plugins([paths.plugin_folder(), tmp_path], installed=False)
    (text,) = foresee(course(" broken .  . ", catalogue), catalogue)
    assert "of the stranger" in str(text)
