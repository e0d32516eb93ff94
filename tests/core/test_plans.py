"""What a match passes over while nobody watches makes no difference to it."""

from pathlib import Path

import pytest

from roborally.core.data import Frame
from roborally.core.dice import Dice
from roborally.core.events import Watch
from roborally.core.geometry import EAST, WEST
from roborally.core.match import Match
from roborally.core.plan import ANYWHERE, BITS, Marks, Plan, PlanPart
from roborally.core.state import OFF
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import find_plugins
from tests.fuzz.play import EDITIONS, play, random_game, stretches
from tests.writing import write_plugin

ROOT = Path(__file__).resolve().parents[2]
LAMP = 'kind = "elements"\n[element.lamp]\nnotation = "lamp"\ntooltip = "A lamp."\nsprite = "pit"\n'


RULES = """
from typing import TypedDict

from roborally.plugin import hookimpl, plugin_slot


class LampsSlot(TypedDict):
    local: int
    shown: int
    fired: int


slot_of = plugin_slot("lamps", LampsSlot)


@hookimpl
def register(rules):
    rules.slot(slot_of)
    rules.element("lamp")
    rules.phase("register", "light", light, needs=("lamp",), after=("touch", "site-archives"), local=True)
    rules.phase("register", "glow", glow, needs=("lamp",), after=("light",), shown=True)
    rules.shooter("lamps", fire, along="robot-lasers", reach=lamps)


def lamps(floor):
    return [floor.index(element.cell) for element in floor.board.of_kind("lamp")]


@hookimpl
def setup(match):
    slot_of.fill(match, {"local": 0, "shown": 0, "fired": 0})


def light(match):
    slot_of(match)["local"] += 1


def glow(match):
    slot_of(match)["shown"] += 1


def fire(match):
    slot_of(match)["fired"] += 1
    return []
"""


def answer_all(match: Match, dice: Dice) -> None:
    for decision in list(match.state.decisions):
        sample = match.rules.decisions[decision["kind"]].sample
        answer = dice.pick(decision["choices"] or ("",)) if sample is None else sample(match, decision, dice)
        match.seal(decision["id"], answer)


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(3, 9, 12))
def test_a_watch_changes_nothing(mode: str, numbers: range) -> None:
    moves = 0
    for number in numbers:
        match = random_game(mode, 900 + number).start(number)
        match.watch = Watch(lambda event: None)
        dice = Dice(number)
        for _ in range(60):
            twin = match.clone()
            match.run("stage")
            twin.run("stage")
            assert twin.to_data() == match.to_data()
            moves += match.halted
            if match.state.over:
                break
            answer_all(match, dice)
    assert moves > 20


def turn_with_lamps(tmp_path: Path, grid: str, watch: Watch | None) -> tuple[list[Frame], tuple[int, int, int]]:
    """Return the agenda after the first register, and how often the plugin's phases have run in the turn."""
    write_plugin(tmp_path, "lamps", LAMP, rules=RULES)
    catalogue = find_plugins([ROOT / "plugins", tmp_path], installed=False)
    course = Course("lamps", "Lamps", parse_grid(grid, Notations.of(catalogue.plugins.values())))
    section = MatchSection(mode="classic", course="lamps", timer=0, plugins=["lamps"])
    config = MatchConfig(section, seats=[SeatConfig("A"), SeatConfig("B")])
    match = make_game(config, catalogue, course=course, strict=False).start(1, watch)
    match.state.ext["program-cards"] |= {"scripted": True, "deals": ((),) * 2, "programs": ((),) * 2}
    match.run()
    match.state.sealed = {entry["id"]: entry["default"] for entry in match.state.decisions}
    match.run("stage")
    agenda = match.to_data()["agenda"]
    match.run("turn")
    lamps = match.state.ext["lamps"]
    return agenda, (lamps["local"], lamps["fired"], lamps["shown"])


@pytest.mark.parametrize(
    ("grid", "unwatched"), [("d1> . lamp d2> c1", (0, 0, 0)), ("d1>+lamp . . d2> c1", (5, 5, 0))], ids=["away", "there"]
)
def test_phases_and_shooters_of_any_plugin_are_passed_over(
    grid: str, unwatched: tuple[int, int, int], tmp_path: Path
) -> None:
    (agenda, runs), (seen, seen_runs) = (
        turn_with_lamps(tmp_path, grid, watch) for watch in (None, Watch(lambda event: None))
    )
    assert (runs, seen_runs) == (unwatched, (5, 5, 5))
    assert agenda == seen


def test_lines_are_rows_and_columns() -> None:
    for mode in EDITIONS:
        floor = random_game(mode, 77).floor
        assert floor.across[OFF] == 0
        for cell, ray in ((cell, ray) for rays in floor.rays for cell, ray in enumerate(rays)):
            assert all(floor.across[cell] & floor.across[other] for other in ray)
        for direction, rays in enumerate(floor.rays):
            lines = floor.lines[direction]
            assert lines[OFF] == 0
            assert all(lines[cell] == lines[other] for cell, ray in enumerate(rays) for other in ray)
            assert len(set(lines)) == 1 + (floor.height if direction in (EAST, WEST) else floor.width)


@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize("numbers", stretches(8, 32, 40))
def test_who_faces_whom_is_found_as_along_the_rays(mode: str, numbers: range) -> None:
    found = 0
    for number in numbers:
        match = play(random_game(mode, number), number, 4, watched=False).match
        standing = [piece for piece in match.state.pieces if piece.cell >= 0]
        first = {piece.index: match.first_on(match.rays[piece.facing][piece.cell]) for piece in standing}
        expected = {index: piece for index, piece in first.items() if piece is not None}
        assert match.pieces_ahead() == expected, number
        found += len(expected)
    assert found


def test_marks_that_run_out_leave_nothing_out() -> None:
    marks = Marks(3)
    given = [marks.mark([1]) for _ in range(BITS + 5)]
    assert len(set(given)) == BITS
    assert given[-1] == ANYWHERE
    called: list[int] = []
    plan = Plan(
        [PlanPart(at, mark, lambda match, at=at: called.append(at)) for at, mark in enumerate(given, 1)], len(given)
    )
    there, away = (plan.due(marks.of_cells[cell] & plan.marks)[0] for cell in (1, 2))
    assert [at for at, _ in there] == list(range(1, len(given) + 1))
    assert [at for at, _ in away] == [at for at, mark in enumerate(given, 1) if mark == ANYWHERE]
