"""`roborally plugin new` and `list`: templates that work, and plugins that are told of."""

import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.scaffold import KINDS, create, identifier, title_of
from roborally.game.scenario.run import catalogue_with, find_scenarios, load_scenario, run_scenario
from roborally.plugin_system.loader import find_plugins
from tests.sweeps import few_of
from tests.waiting import PATIENCE
from tests.writing import change

pytestmark = pytest.mark.usefixtures("user_plugins")


ROOT = Path(__file__).resolve().parents[3]
RUFF = Path(sys.executable).with_name("ruff")


@pytest.mark.parametrize("kind", KINDS)
def test_template_works(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"Trial {kind}"
    assert main(["plugin", "new", name, "--kind", kind, "--to", str(tmp_path)]) == 0
    folder = tmp_path / f"trial-{kind}"
    assert str(folder) in capsys.readouterr().out
    report = check_plugin(folder)
    assert report.problems == []
    assert "standard" in report.modes or report.modes == ["trial-mode"]
    assert report.scenarios >= 1 or (kind, report.notes) == ("bot", [])


def run_tests(folder: Path) -> str:
    """Run the tests in a folder as an author does; return how many there were."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.parametrize(
    ("kinds", "passed"), [(("element", "bot"), 10), pytest.param(KINDS, 22, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_templates_pass_their_own_tests(tmp_path: Path, kinds: Sequence[str], passed: int) -> None:
    """Some of them as packages."""
    for kind in kinds:
        create(f"Trial {kind}", kind, tmp_path, package=kind in ("element", "bot"))
    assert run_tests(tmp_path) == f"{passed} passed"


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_package_passes_its_own_tests(kind: str, tmp_path: Path) -> None:
    run_tests(create("Trial", kind, tmp_path, package=True))


@pytest.mark.parametrize("kind", few_of(KINDS))
def test_package(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", f"Trial {kind}", "--kind", kind, "--package", "--to", str(tmp_path)]) == 0
    project = tmp_path / f"trial-{kind}"
    folder = project / f"trial_{kind}"
    assert f"check it with: roborally plugin check {folder}\n" in capsys.readouterr().out
    report = check_plugin(folder)
    assert (report.problems, report.id) == ([], f"trial-{kind}")
    written = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert written["project"]["entry-points"]["roborally.plugins"] == {f"trial-{kind}": f"trial_{kind}"}
    assert {path.name for path in project.iterdir()} >= {"README.md", ".gitignore", ".github"}


def test_package_can_be_built_and_is_found(tmp_path: Path) -> None:
    project = create("Trial", "element", tmp_path, package=True)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(build, cwd=project, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (project / "dist").glob("roborally_trial-0.1.0-*.whl")
    here = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(here)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(ROOT)]), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "roborally", "plugin", "list"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, env=environment)
    assert str(here / "trial") in done.stdout


def test_templates_are_in_the_house_style(tmp_path: Path) -> None:
    for kind in KINDS:
        create(f"Trial {kind}", kind, tmp_path)
    config = ["--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = subprocess.run([str(RUFF), *command, *config], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_all_templates_can_be_enabled_together(tmp_path: Path) -> None:
    folders = [create(f"Trial {kind}", kind, tmp_path) for kind in KINDS if kind != "mode"]
    catalogue = find_plugins(installed=False)
    for folder in folders:
        catalogue = catalogue_with(folder, catalogue)
    for path in find_scenarios([folder for folder in folders if (folder / "scenarios").is_dir()]):
        data = {**load_scenario(path), "plugins": [folder.name for folder in folders]}
        result = run_scenario(path, catalogue, data)
        assert result.ok, result


def test_new_goes_to_the_players_plugins(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", "Trial"]) == 0
    assert (user_plugins / "trial" / "plugin.toml").is_file()
    assert main(["plugin", "list"]) == 0
    assert str(user_plugins / "trial") in capsys.readouterr().out


def test_new_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trial").mkdir()
    (tmp_path / "trial" / "mine.txt").write_text("precious")
    assert main(["plugin", "new", "Trial", "--to", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "trial").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("name", ["", "   ", "3 wheels", "♥", "x" * 41, "Gears", "../../etc"])
def test_new_refuses_a_name(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["plugin", "new", name, "--to", str(tmp_path / "here")])
    if name == "../../etc":  # becomes a plain name
        assert (tmp_path / "here" / "etc").is_dir()
        return
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "here").exists()


def test_new_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["plugin", "new", "Trial", "--to", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_new_refuses_the_name_of_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "new", "Random", "--kind", "bot", "--to", str(tmp_path / "here")]) == 2
    assert "there is a bot 'random' already" in capsys.readouterr().err
    assert not (tmp_path / "here").exists()


def test_names() -> None:
    assert identifier("Tar Pit!") == "tar-pit"
    assert identifier("Éclair") == "eclair"
    assert title_of('  tar-"pit"\\ ') == "Tar pit"


def test_list_names_what_is_broken(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (user_plugins / "wreck").mkdir(parents=True)
    (user_plugins / "wreck" / "plugin.toml").write_text("id = ")
    assert main(["plugin", "list"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["id", "title", "kind", "version", "where"]
    assert "gears" in out
    assert str(user_plugins / "wreck" / "plugin.toml") in out.partition("not usable:")[2]


def test_list_says_why_a_plugin_cannot_be_used(user_plugins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it needs is looked for, and its code is imported."""
    for name, needs in (("Lonely", '["ghosts"]'), ("Old", '["gears>99"]'), ("Wreck", "[]"), ("Needy", '["wreck"]')):
        manifest = create(name, "element", user_plugins) / "plugin.toml"
        change(manifest, 'kind = "elements"', f'kind = "elements"\nneeds = {needs}')
    (user_plugins / "wreck" / "rules.py").write_text("import nothere\n", encoding="utf-8")
    assert main(["plugin", "list"]) == 0
    table, _title, rest = capsys.readouterr().out.partition("not usable:\n")
    assert str(user_plugins) not in table
    lonely, needy, old, wreck = rest.splitlines()
    assert lonely.startswith("  lonely: plugin 'lonely' needs 'ghosts': there is no plugin 'ghosts'")
    assert "must be of version" in old
    for line in (needy, wreck):
        assert f"plugin 'wreck': {user_plugins / 'wreck' / 'rules.py'}:1: ModuleNotFoundError" in line
