"""The tools around the code: what fails there fails silently."""

import re
import subprocess
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


def test_what_is_tested_with_the_compiled_engine_exists() -> None:
    """Pytest runs nothing at all when one of its paths is missing."""
    script = (ROOT / "tools" / "test").read_text(encoding="utf-8")
    (paths,) = re.findall(r"^ENGINE=\(([^)]*)\)", script, re.MULTILINE)
    assert paths.split()
    assert [path for path in paths.split() if not (ROOT / path).exists()] == []
