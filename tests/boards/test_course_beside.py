"""A match file or scenario that names the file of a course means the one beside itself."""

from pathlib import Path

import pytest

from roborally.game.factory import make_game
from roborally.game.match_file import load_config
from roborally.game.scenario.file import load_scenario
from roborally.game.scenario.run import scenario_course
from tests.shipped import catalogue

BOARD = 'name = "{0}"\ngrid = """\n d1>  .  c1\n .    O  .\n"""\n'


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a board that is also, with another title, where the command runs."""
    here, elsewhere = tmp_path / "mine", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
        (folder / "yard.toml").write_text(BOARD.format(folder.name))
    (elsewhere / "only-there.toml").write_text(BOARD.format("only there"))
    monkeypatch.chdir(elsewhere)
    return here


def test_the_course_beside_a_match_file_comes_first(beside: Path) -> None:
    file = beside / "match.toml"
    file.write_text('[match]\ncourse = "yard.toml"\n[[seats]]\nname = "Ada"\n')
    for path in (file, Path("../mine/match.toml")):
        assert make_game(load_config(path), catalogue(), strict=False).course.name == "mine"
    file.write_text('[match]\ncourse = "only-there.toml"\n[[seats]]\nname = "Ada"\n')
    assert make_game(load_config(file), catalogue(), strict=False).course.name == "only there"


def test_the_course_beside_a_scenario_comes_first(beside: Path) -> None:
    file = beside / "scenario.toml"
    file.write_text('name = "S"\ncourse = "yard.toml"\n[[robots]]\nname = "A"\n')
    assert scenario_course(str(file), load_scenario(file), catalogue()).name == "mine"
