"""`roborally board new` makes boards that can be played at once."""

from pathlib import Path

import pytest

from roborally.cli import main
from roborally.game.board_check import check_file
from roborally.game.compatibility import fitting_modes
from tests.shipped import catalogue
from tests.sweeps import few_of

CATALOGUE = catalogue()


@pytest.mark.parametrize("mode", [mode.id for mode in CATALOGUE.modes()])
@pytest.mark.parametrize("size", few_of(["4x4", "5x9", "12x12", "100x6"]))
def test_a_new_board_passes_the_check_of_its_edition(mode: str, size: str, tmp_path: Path) -> None:
    path = tmp_path / "first-try.toml"
    assert main(["board", "new", str(path), "--size", size, "--mode", mode]) == 0
    found = check_file(path, CATALOGUE)
    assert found.errors == found.doubts == []
    assert found.course is not None
    assert f"{found.course.board.width}x{found.course.board.height}" == size
    assert found.course.name == "First Try"
    assert mode in [fitting.id for fitting in fitting_modes(found.course, CATALOGUE)]
    assert found.course.players[1] >= 2


def test_docks_face_the_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert main(["board", "new", str(path)]) == 0
    course = check_file(path, CATALOGUE).course
    assert course is not None
    docks = course.board.of_kind("dock")
    assert len(docks) == course.players[1] == 8
    assert {(dock.values["direction"], dock.cell[1]) for dock in docks} == {(0, 11)}


MODES = "auenland, classic, crash-and-burn, roboball, standard, volt"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["new.toml", "--size", "12"], "--size: must be columns and rows such as 12x12, not '12'"),
        (["new.toml", "--size", "3x12"], "--size: a side must have 4 to 100 cells"),
        (["new.toml", "--size", "12x101"], "--size: a side must have 4 to 100 cells"),
        (["new.toml", "--mode", "gears"], f"--mode: there is no mode 'gears'; there are: {MODES}"),
        (["new.toml", "--mode", "standart"], "--mode: there is no mode 'standart'; is it 'standard'?"),
        (["new.txt"], "new.txt: the file must end in .toml"),
        (["there.toml"], "there.toml: there is such a file already"),
    ],
)
def test_wrong_use_is_one_sentence_and_writes_nothing(
    arguments: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.toml").write_text("mine")
    assert main(["board", "new", *arguments]) == 2
    assert capsys.readouterr().err == f"roborally: {text}\n"
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("there.toml", "mine")]
