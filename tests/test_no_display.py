"""Tests of the window that cannot run make the run fail, unless they were left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLAIN = ("-m", "pytest", "-p", "no:cacheprovider", "tests/ui/test_cached_pictures.py", "tests/test_paths.py")


@pytest.mark.parametrize(
    ("processes", "words", "code"),
    [
        ("0", (), 1),
        pytest.param("0", ("-m", "not window and not long"), 0, marks=pytest.mark.long),
        pytest.param("1", (), 1, marks=pytest.mark.long),
    ],
)
def test_a_run_without_a_display_fails(processes: str, words: tuple[str, ...], code: int) -> None:
    without = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    command = [sys.executable, *PLAIN, "-n", processes, *words]
    done = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    assert ("tests of the window did not run: there is no display" in done.stdout) == bool(code)
