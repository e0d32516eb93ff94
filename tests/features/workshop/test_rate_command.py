"""The command `roborally board rate`."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from roborally.base import paths
from roborally.base.numbers import percent_text
from roborally.cli import main
from roborally.features.workshop.rating import verdicts
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.rating.figures import DeathSpot, Dock, Estimate, Rating, Use
from roborally.features.workshop.rating.suggestions import Suggestion
from roborally.game.course.courses import load_course
from roborally.game.course.notation import Notations
from roborally.plugin_system.loader import find_plugins
from roborally.profile.board_figures import Verdict, stored_figures
from tests.features.workshop.setting import FAR, PIT

FORMATS = (Path(__file__).resolve().parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")


@pytest.fixture
def far(tmp_path: Path) -> Path:
    path = tmp_path / "far.toml"
    path.write_text(f'name = "Far"\ngrid = """{FAR}"""\n')
    return path


def run_command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main(["board", "rate", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_file_is_rated_in_words(far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "heat.png"
    words = (far, "--games", "6", "--bot", "greedy", "--jobs", "2", "--picture", picture)
    status, out, err = run_command(capsys, *words)
    assert (status, err) == (0, "")
    assert out.startswith("6 games, mode standard, course far, 2 x greedy, seed 1")
    none, half = (percent_text(number) for number in (0, 50))
    assert f"Unfair to start space 2: it wins {none} of the games, and {half} would be fair." in out
    with Image.open(picture) as image:
        assert image.size == (14 * 64, 4 * 64)


def test_json_is_as_the_formats_say(far: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (far, "--games", "2", "--bot", "random", "--jobs", "1", "--json", "--seed", "3")
    status, out, err = run_command(capsys, *words, "--suggest")
    assert (status, err) == (0, "")
    rating = msgspec.json.decode(out, type=Rating)
    assert (rating.course, rating.games, rating.seed, rating.bot) == ("far", 2, 3, "random")
    section = FORMATS.split("## Rating", 1)[1].split("\n## ", 1)[0]
    text = [key for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert sorted(text) == sorted(json.loads(out))
    assert json.loads(run_command(capsys, *words)[1]).keys() == json.loads(out).keys() - {"suggestions"}
    for part in (Estimate, Dock, DeathSpot, Use, Verdict, Suggestion, Change):
        assert all(f"`{name}`" in section for name in part.__struct_fields__)


def test_changes_that_help_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pit.toml"
    path.write_text(f'grid = """{PIT}"""\n')
    _status, out, _err = run_command(capsys, path, "--games", "12", "--bot", "random", "--suggest", "--jobs", "2")
    assert "Less deadly would be:\n" in out
    text = r"^  Plain floor instead of Pit at column 3, row 3: [\d.]+ destructions per robot instead of [\d.]+"
    assert re.search(text, out, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere"], "there is no course 'nowhere'"),
        (["canyon", "--mode", "standard"], "course 'Canyon' has no dock, without which 'standard' cannot be played"),
        (["first-steps", "--games", "0"], "--games must be a whole number from 1 to 1000, not '0'"),
        (["first-steps", "--seats", "9"], "--seats must be a whole number from 1 to 8, not '9'"),
        (["first-steps", "--mode", "nothing"], "nothing"),
        (["first-steps", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["first-steps", "--picture", "heat.jpg"], "--picture must name a file that ends in .png, not 'heat.jpg'"),
        (["first-steps", "--picture", "no/such/folder/heat.png"], "cannot be written"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_command(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("roborally: ")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.long
def test_what_planners_have_found_is_kept_for_the_shelf(
    far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that cannot be written is told, and takes nothing from what the command tells."""
    monkeypatch.setattr(verdicts, "BOT", "random")
    words = (far, "--games", "12", "--bot", "random", "--jobs", "1", "--json")
    file = tmp_path / "data" / "figures.toml"
    monkeypatch.setattr(paths, "figures_file", lambda: file)
    status, out, err = run_command(capsys, *words)
    assert (status, err) == (0, "")
    course = load_course(far, Notations.of(find_plugins().plugins.values()))
    kept = stored_figures(course.board)
    assert kept is not None
    assert kept.games == 12
    monkeypatch.setattr(paths, "figures_file", lambda: far / "figures.toml")
    status, again, err = run_command(capsys, *words)
    assert (status, again) == (0, out)
    assert err.startswith("the figures could not be kept for the shelf: ")
