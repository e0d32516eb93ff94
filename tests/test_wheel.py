"""What is in the wheel: the package, and the data that a player without a checkout needs."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

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
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (project / "dist").glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_wheel_holds_the_package(wheel_names: set[str]) -> None:
    assert {"roborally/__init__.py", "roborally/base/paths.py"} <= wheel_names


@pytest.mark.parametrize("name", DATA_FILES)
def test_wheel_holds_data_inside_the_package(name: str, wheel_names: set[str]) -> None:
    assert f"roborally/_data/{name}" in wheel_names


def test_wheel_holds_the_rulebook(wheel_names: set[str]) -> None:
    assert "roborally/_data/rules/volt.md" in wheel_names


@pytest.mark.parametrize("name", LEFT_OUT)
def test_wheel_leaves_out_tests_tools_and_leftovers(name: str, wheel_names: set[str]) -> None:
    assert not [found for found in wheel_names if found.endswith(Path(name).name)]


def test_wheel_puts_nothing_beside_the_package(wheel_names: set[str]) -> None:
    assert {name.split("/")[0].split("-")[0] for name in wheel_names} == {"roborally"}
