"""The tools around the code: what fails there fails silently."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(
    path
    for path in [*(ROOT / "tools").iterdir(), ROOT / ".ci" / "run"]
    if path.is_file() and (path.suffix == ".sh" or path.read_bytes().startswith(b"#!/usr/bin/env bash"))
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_is_valid_bash(script: Path) -> None:
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_tests_of_one_group_run_in_one_process(tmp_path: Path) -> None:
    """Two windows at a time are slow and leak; some versions of pytest and xdist ignore groups without a word."""
    (tmp_path / "test_group.py").write_text(
        "import os, pathlib, pytest\n"
        "@pytest.mark.xdist_group('window')\n"
        "@pytest.mark.parametrize('number', range(8))\n"
        "def test_one(number):\n"
        "    pathlib.Path(f'process-{os.getpid()}').touch()\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadgroup"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "8 passed" in done.stdout, done.stdout
    assert len(list(tmp_path.glob("process-*"))) == 1


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_names_no_index(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in lock
    assert "--index" not in lock
    assert "--find-links" not in lock


def test_development_lock_holds_every_pin_of_the_players() -> None:
    def pins(name: str) -> set[str]:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        return {line.removesuffix("\\").strip() for line in lines if "==" in line and not line.startswith((" ", "#"))}

    assert pins("requirements.lock")
    assert pins("requirements.lock") <= pins("requirements-dev.lock")
