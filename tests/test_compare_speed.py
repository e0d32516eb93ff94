"""`tools/compare_speed`: its figures are ratios, so no time is asserted."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from roborally.features.bench.works import Works
from tests.shipped import catalogue

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
ROOT = Path(__file__).resolve().parent.parent


def compare(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "compare_speed.py", *words], capture_output=True, text=True, check=False
    )


def test_an_unknown_commit_is_named() -> None:
    done = compare("no-such-commit")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no-such-commit" in done.stderr


@pytest.mark.long
def test_every_work_has_a_row_and_nothing_is_left_behind() -> None:
    before = subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    done = compare("HEAD", "--passes", "3")
    assert done.returncode == 0, done.stderr
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == list(Works(catalogue()).names)
    assert all(float(row[1]) > 0 for row in rows)
    after = subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert after == before
