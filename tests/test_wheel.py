"""What is in the wheel: the package, the data that a player without a checkout needs, and perhaps a compiled engine."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import engine_build
from roborally.base.compiled import SWITCH
from roborally.base.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PROJECT_FILES = [
    "pyproject.toml",
    "README.md",
    "LICENSE",
    ".gitignore",
    "roborally/__init__.py",
    "roborally/base/paths.py",
    "roborally/base/version.py",
]
DATA_FILES = ["plugins/tar-pit/plugin.toml", "plugins/tar-pit/rules.py", "boards/yard.toml", "assets/fonts/plain.ttf"]
RULES = "docs/rules/volt.md"
LEFT_OUT = [
    "plugins/tar-pit/__pycache__/rules.cpython-311.pyc",
    "plugins/tar-pit/tests/test_rules.py",
    "plugins/tar-pit/test_rules.py",
    "plugins/tar-pit/conftest.py",
    "tests/test_paths.py",
    "docs/examples/fan/fan-of-the-docs.py",
    "tools/play",
]


def build(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel of a project with the packages that are here."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    return subprocess.run(
        command, cwd=project, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def built(project: Path, **environment: str) -> Path:
    """Return the wheel of a project."""
    done = build(project, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (project / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build a wheel from a small copy of the project and return the names of its files."""
    project = tmp_path_factory.mktemp("project")
    for name in PROJECT_FILES:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes((ROOT / name).read_bytes())
    for name in [*DATA_FILES, *LEFT_OUT, RULES]:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("\n", encoding="utf-8")
    return set(zipfile.ZipFile(built(project)).namelist())


def test_wheel_holds_the_package_with_its_data_and_nothing_else(wheel_names: set[str]) -> None:
    data = {f"roborally/_data/{name}" for name in [*DATA_FILES, "rules/volt.md"]}
    assert {"roborally/__init__.py", "roborally/base/paths.py", *data} <= wheel_names
    assert not {Path(name).name for name in LEFT_OUT} & {Path(name).name for name in wheel_names}
    assert {name.split("/")[0].split("-")[0] for name in wheel_names} == {"roborally"}


# --- with and without the compiled engine ---------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the checkout, as far as a wheel needs it."""
    folder = tmp_path / "project"
    for name in ("roborally", "plugins", "boards", "tools", "docs/rules"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "art", "_compiled"))
    (folder / "assets").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def installed(wheel: Path, place: Path) -> Path:
    """Install a wheel into a folder, as pip does, which refuses one of another Python or platform."""
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--no-index", "--target", str(place)]
    subprocess.run([*command, str(wheel)], check=True)
    return place


def ran(place: Path, *words: str, switch: str = "") -> str:
    """Run the game that is installed in a folder, with the packages that are here; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(place), SWITCH: switch}
    command = [sys.executable, "-P", "-m", "roborally", *words]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_without_a_compiler_no_wheel_is_made_and_a_sentence_says_why(project: Path) -> None:
    done = build(project, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true", CC="no-such-compiler")
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert "\ncompile: there is no C compiler 'no-such-compiler'; on Debian the package is gcc\n" in said
    assert "Traceback" not in said
    assert not (project / "dist").exists() or not list((project / "dist").iterdir())


@pytest.mark.long
def test_a_wheel_for_all_runs_plain(project: Path, tmp_path: Path) -> None:
    wheel = built(project)
    assert wheel.name == f"roborally-{VERSION}-py3-none-any.whl"
    place = installed(wheel, tmp_path / "place")
    assert ran(place, "--version") == f"roborally {VERSION} (plain engine)\n"
    asked = ran(place, "--version", switch="1").split("(")[1]
    assert " ".join(asked.split()) == "plain engine: there is no build; install a wheel that brings a fitting one)"


@pytest.mark.long
@pytest.mark.skipif(engine_build.missing() != "", reason=engine_build.missing())
def test_a_wheel_that_brings_a_build_runs_compiled(project: Path, tmp_path: Path) -> None:
    if (build := engine_build.current_build()) is not None:
        shutil.copytree(build, project / "build" / "compiled" / build.name)
    place = installed(built(project, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true"), tmp_path / "place")
    assert ran(place, "--version") == f"roborally {VERSION} (compiled engine)\n"
    assert ran(place, "--version", switch="0") == f"roborally {VERSION} (plain engine)\n"
    rating = ("board", "rate", "ring-race", "--games", "2", "--jobs", "1", "--json")
    assert ran(place, *rating) == ran(place, *rating, switch="0")
    # Somebody edits what is installed.
    rules = place / "roborally" / "_data" / "plugins" / "oil" / "rules.py"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\nMORE = 1\n", encoding="utf-8")
    text = " ".join(ran(place, "--version").split())
    assert "(plain engine: plugins/oil/rules.py has changed since the build;" in text
