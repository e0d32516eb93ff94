"""`.ci/run`: what it runs, in which order, and what it says of it; the programs in tools/ are stood in for."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOTH = ["test", "compile", "test --compiled", "test --long --compiled"]
PLAIN = ["test", "compile", "test --long"]
NOT_TESTED = "NOT TESTED: the compiled engine"


def ran(folder: Path, **statuses: int) -> tuple[int, list[str], str]:
    """Run it; programs end with these statuses, by name. Return its own, what it called, and what it said."""
    for name in ("test", "compile"):
        program = folder / "tools" / name
        program.parent.mkdir(exist_ok=True)
        told = 'echo "$(basename "$0") $*" | sed "s/ *$//" >> "$(dirname "$0")/calls"'
        program.write_text(f"#!/bin/sh\n{told}\nexit {statuses.get(name, 0)}\n", encoding="utf-8")
        program.chmod(0o755)
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", folder / ".ci" / "run")
    done = subprocess.run([folder / ".ci" / "run"], capture_output=True, text=True, check=False)
    return done.returncode, (folder / "tools" / "calls").read_text(encoding="utf-8").splitlines(), done.stderr


def test_both_engines_are_tested(tmp_path: Path) -> None:
    assert ran(tmp_path) == (0, BOTH, "")


def test_what_fails_fails_in_the_end_and_hides_nothing(tmp_path: Path) -> None:
    assert ran(tmp_path, test=3) == (3, BOTH, "")


@pytest.mark.parametrize(("status", "end"), [(2, 0), (1, 1)], ids=["no compiler", "compiling fails"])
def test_without_a_build_the_last_lines_say_that_it_was_not_tested(tmp_path: Path, status: int, end: int) -> None:
    returned, calls, said = ran(tmp_path, compile=status)
    assert (returned, calls) == (end, PLAIN)
    assert NOT_TESTED in "".join(said.splitlines()[-2:])
