"""`.ci/run`: what it runs, in which order, and what it says of it; the programs in tools/ are stood in for."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOTH = ["check", "test --at C", "compile", "test --compiled", "test --long --compiled --sample=C"]
PLAIN = ["check", "test --at C", "compile", "test --long --sample=C"]
NOT_TESTED = "NOT TESTED: the compiled engine"
REPORT = '<testsuite><testcase classname="file" name="test" time="2.5"/></testsuite>'


def ran(folder: Path, **statuses: int) -> tuple[int, list[str], str, str]:
    """Run it; programs end with these statuses, by name. Return its own, what it called, and what it printed."""
    for name in ("check", "test", "compile"):
        program = folder / "tools" / name
        program.parent.mkdir(exist_ok=True)
        called = 'echo "$(basename "$0") $*" | sed "s/ *$//" >> "$(dirname "$0")/calls"'
        report = f"for word; do case $word in --junitxml=*) echo '{REPORT}' > ${{word#*=}} ;; esac; done"
        program.write_text(f"#!/bin/sh\n{called}\n{report}\nexit {statuses.get(name, 0)}\n", encoding="utf-8")
        program.chmod(0o755)
    shutil.copy(ROOT / "tools" / "dearest.py", folder / "tools")
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", folder / ".ci" / "run")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    done = subprocess.run([folder / ".ci" / "run"], capture_output=True, text=True, check=False)
    calls = (folder / "tools" / "calls").read_text(encoding="utf-8")
    calls = re.sub(r" --junitxml=\S+", "", calls).replace("0000000", "C")
    return done.returncode, calls.splitlines(), done.stdout, done.stderr


def test_both_engines_are_tested_and_the_stages_and_the_dearest_tests_are_listed(tmp_path: Path) -> None:
    status, calls, printed, said = ran(tmp_path)
    assert (status, calls, said) == (0, BOTH, "")
    assert re.findall(r"^ +2\.5  file::test \((\w+)\)$", printed, re.MULTILINE) == ["short", "long", "compiled"]
    stages = printed.partition("What the stages took:\n")[2]
    assert re.findall(r"^ *\d+ s  (\w+)$", stages, re.MULTILINE) == ["check", "short", "compile", "compiled", "long"]


def test_what_fails_fails_in_the_end_and_hides_nothing(tmp_path: Path) -> None:
    status, calls, printed, _said = ran(tmp_path, test=3)
    assert (status, calls) == (3, BOTH)
    assert "short, ended with 3" in printed


def test_a_check_that_fails_is_enough(tmp_path: Path) -> None:
    assert ran(tmp_path, check=1)[:2] == (1, BOTH)


@pytest.mark.parametrize(("status", "end"), [(2, 0), (1, 1)], ids=["no compiler", "compiling fails"])
def test_without_a_build_the_last_lines_say_that_it_was_not_tested(tmp_path: Path, status: int, end: int) -> None:
    returned, calls, _printed, said = ran(tmp_path, compile=status)
    assert (returned, calls) == (end, PLAIN)
    assert NOT_TESTED in "".join(said.splitlines()[-2:])
