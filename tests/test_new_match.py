"""`import roborally` and `roborally.new_match`, for notebooks and scripts."""

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import roborally
from roborally.base.errors import GameError
from roborally.core.match import Match
from roborally.game.compatibility import complete
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig, parse_config
from roborally.plugin_system.loader import Catalogue
from tests.shipped import catalogue
from tests.sweeps import few_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"<!-- (\w+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))
MODES = sorted(plugin.id for plugin in catalogue().modes())


def play(match: Match, questions: int) -> Match:
    for _number in range(questions):
        match.default_answers()
    return match


# --- new_match ------------------------------------------------------------------------------------------------------


def test_a_match_stands_at_its_first_questions(catalogue: Catalogue) -> None:
    match = roborally.new_match(
        "standard", robots=["tanky", "peach"], course="first-steps", seed=1, rules={"lives": 2}, catalogue=catalogue
    )
    assert [(seat.name, seat.model) for seat in match.seats] == [("Tanky", "tanky"), ("Peach", "peach")]
    assert [decision["kind"] for decision in match.state.decisions] == [
        "program",
        "program",
        "power-down",
        "power-down",
    ]
    settings = [table["lives"] for table in match.rules.settings.values() if "lives" in table]
    assert settings == [2]


def test_it_is_the_match_of_the_same_match_file(catalogue: Catalogue) -> None:
    data = {
        "match": {"course": "first-steps"},
        "rules": {"lives": 2},
        "seats": [{"name": "Ann", "robot": "tanky"}, {"name": "Bob", "robot": "peach"}],
    }
    expected = make_game(parse_config(data), catalogue).start(5)
    expected.run()
    match = roborally.new_match(
        robots=["tanky", "peach"], names=["Ann", "Bob"], course="first-steps", seed=5, rules={"lives": 2}
    )
    assert play(match, 4).digest() == play(expected, 4).digest()


def test_the_seed_decides(catalogue: Catalogue) -> None:
    seeds = (1, 1, 2, None, None)
    digests = [roborally.new_match(seed=seed, catalogue=catalogue).digest() for seed in seeds]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 4


@pytest.mark.parametrize("mode", few_of(MODES, 2))
def test_every_mode_has_a_match_without_any_wishes(mode: str, catalogue: Catalogue) -> None:
    match = roborally.new_match(mode, seed=3, catalogue=catalogue)
    assert len(match.seats) == 2
    assert len({seat.name for seat in match.seats}) == 2
    assert match.state.decisions
    assert play(match, 3).state.turn >= 1


def test_seats_are_as_many_as_names_and_the_course_has_room_for_them(catalogue: Catalogue) -> None:
    names = [f"Player {number}" for number in range(1, 9)]
    match = roborally.new_match("roboball", names=names, seed=1, catalogue=catalogue)
    assert [seat.name for seat in match.seats] == names
    assert [seat.info["team"] for seat in match.seats] == [1, 2] * 4


def test_equal_robots_have_different_names(catalogue: Catalogue) -> None:
    match = roborally.new_match(robots=["peach", "tanky", "peach"], seed=1, catalogue=catalogue)
    assert [seat.name for seat in match.seats] == ["Peach 1", "Tanky", "Peach 2"]


def test_further_plugins_take_part(catalogue: Catalogue) -> None:
    match = roborally.new_match("standard", plugins=["portals"], seed=1, catalogue=catalogue)
    assert "portals" in match.rules.settings


@pytest.mark.parametrize(
    ("wishes", "text"),
    [
        ({"mode": "chess"}, "new_match: there is no mode 'chess'; there are: auenland, classic, "),
        ({"mode": "gears"}, "new_match: there is no mode 'gears'; there are: auenland"),
        ({"robots": ["rusty", "tanky"]}, "there is no robot 'rusty'"),
        ({"robots": "tanky"}, "robots must be a list of texts, not 'tanky'"),
        ({"robots": 3}, "robots must be a list of texts, not 3"),
        ({"robots": ["tanky"]}, "1 seats, but mode 'standard'"),
        ({"robots": ["tanky", "peach"], "names": ["Ann"]}, "there are 2 robots and 1 names"),
        ({"names": [1, 2]}, "seats[0].name: expected a text, got a whole number"),
        ({"names": ["Ann", "Ann"]}, "the name 'Ann' is taken already"),
        ({"mode": "volt", "names": list("abcde")}, "takes 2 to 4"),
        ({"course": "nowhere"}, "there is no course 'nowhere'"),
        ({"course": "kick-off"}, "mode 'standard' does not know"),
        ({"course": 5}, "match.course: expected a text"),
        ({"rules": {"liver": 2}}, "rules: unknown key 'liver'; is it 'lives'?"),
        ({"rules": {"lives": "many"}}, "rules.lives"),
        ({"rules": 3}, "rules: expected a table"),
        ({"plugins": ["cheese"]}, "there is no plugin 'cheese'"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"seed": "now"}, "seed must be a whole number from 0 to"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_what_cannot_be_played_is_told_in_a_sentence(
    wishes: Mapping[str, Any], text: str, catalogue: Catalogue
) -> None:
    with pytest.raises(GameError) as caught:
        roborally.new_match(**wishes, catalogue=catalogue)
    sentence = str(caught.value)
    assert text in sentence
    assert "\n" not in sentence


def test_a_timer_has_at_most_an_hour() -> None:
    for seconds in (0, 3600):
        assert parse_config({"match": {"timer": seconds}}).match.timer == seconds
    for seconds in (-1, 3601):
        with pytest.raises(GameError, match="timer must be 0"):
            parse_config({"match": {"timer": seconds}})


def test_a_mode_without_a_course_is_told(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roborally.game.compatibility.course_files", lambda notations: {})
    with pytest.raises(GameError, match="there is no course for mode 'volt'; name one"):
        roborally.new_match("volt", catalogue=catalogue)


# --- the package ----------------------------------------------------------------------------------------------------

LOADED = "print(*sorted({'arcade', 'pluggy', 'pyglet', 'roborally.core', 'websockets'} & set(sys.modules)))"


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("roborally", []),
        ("dir(roborally)", []),
        ("roborally.__version__", []),
        ("roborally.observe", ["roborally.core"]),
        ("roborally.new_match()", ["pluggy", "roborally.core"]),
    ],
)
def test_only_what_is_used_is_imported(code: str, loaded: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, roborally; {code}; {LOADED}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == loaded


def test_every_name_is_there_and_type_checkers_see_it() -> None:
    assert set(roborally.__all__) <= set(dir(roborally))
    assert all(getattr(roborally, name) for name in roborally.__all__)
    tree = ast.parse((ROOT / "roborally" / "__init__.py").read_text(encoding="utf-8"))
    conditions = [node for node in tree.body if isinstance(node, ast.If)]
    (checked,) = [node for node in conditions if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"]
    homes = {
        (name.name, node.module) for node in checked.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert {(name, getattr(roborally, name).__module__) for name in roborally.__all__ if name != "__version__"} == homes


def test_a_name_that_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="module 'roborally' has no attribute 'new_mtach'"):
        _ = roborally.new_mtach


# --- docs/notebook.md -----------------------------------------------------------------------------------------------


def test_the_race_of_the_page_is_won(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES["race"], {})
    assert re.fullmatch(r"turn \d+ won by \['(Tanky|Peach)'\]\n", capsys.readouterr().out)
    assert len(EXAMPLES["race"].split("make_bot\n")[-1].splitlines()) <= 12


def test_the_events_of_the_page_come() -> None:
    scope: dict[str, Any] = {}
    exec(EXAMPLES["events"], scope)
    assert len(scope["steps"]) > 2
    assert all(len(cell) == 2 for cell in scope["steps"])


def test_the_page_names_everything() -> None:
    assert not [name for name in roborally.__all__ if f"roborally.{name}" not in PAGE]


@pytest.mark.parametrize(
    ("seats", "wished", "chosen"),
    [
        (2, [], "pair"),
        (2, ["quad"], "quad"),
        (3, ["pair"], "quad"),
        (4, [], "quad"),
        (5, [], "quad"),  # nobody has room for five
        (5, ["pair"], "pair"),
    ],
)
def test_the_smallest_course_with_room_for_all_is_chosen(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int, wished: list[str], chosen: str
) -> None:
    grids = {"single": "d1^ c1", "pair": "d1^ d2^ c1", "quad": "d1^ d2^ d3^ d4^ c1"}
    files = {name: tmp_path / f"{name}.toml" for name in grids}
    for name, path in files.items():
        path.write_text(f'name = "{name}"\ngrid = "{grids[name]}"\n')
    monkeypatch.setattr("roborally.game.compatibility.course_files", lambda notations: files)
    config = MatchConfig(MatchSection("standard"), seats=[SeatConfig(f"Robot {seat}") for seat in range(seats)])
    assert complete(config, catalogue, wished).match.course == chosen


def test_a_course_for_fewer_than_the_mode_is_told(catalogue: Catalogue, tmp_path: Path) -> None:
    """Two seats are right for the mode, so that a number of seats would not help."""
    course = tmp_path / "yard.toml"
    course.write_text('name = "Yard"\ngrid = """\n d1 . c1\n"""\n', encoding="utf-8")
    with pytest.raises(GameError, match="is for 1 at most, and mode 'standard' for 2 or more"):
        roborally.new_match("standard", course=str(course), names=["Ann", "Bob"], catalogue=catalogue)
