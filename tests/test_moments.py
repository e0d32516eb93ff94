"""The moments of `tools/test --at`, and the library that moves the clock there."""

import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from moments import NAMES, environment, moment

ROOT = Path(__file__).resolve().parent.parent
COMPILER = shutil.which(os.environ.get("CC", "cc"))
OLD, SHIFT = 1_000_000_000, 1_000_000
ASKED = """
import os, pathlib, subprocess, sys, threading, time
pathlib.Path("new").write_text("")
os.utime("touched", (time.time() - 60,) * 2)
time.sleep(0.001)
threading.Event().wait(0.001)
files = [os.stat(name).st_mtime for name in ("old", "new", "touched")]
child = subprocess.run([sys.executable, "-c", "import time; print(time.time())"], capture_output=True, text=True)
print(time.time(), time.clock_gettime(time.CLOCK_MONOTONIC), child.stdout.strip(), *files)
"""


@pytest.mark.parametrize("year", [2026, 2028])
def test_moments_are_those_that_come_next(year: int) -> None:
    now = datetime(year, 11, 28, 9, tzinfo=UTC)
    found = {name: moment(name, now) for name in NAMES}
    assert found["in-a-week"] == now + timedelta(7)
    assert found["in-a-year"] == now.replace(year=year + 1)
    assert found["leap-day"].strftime("%m-%d") == "02-29"
    assert found["new-years-eve"] + timedelta(seconds=30) == datetime(year + 1, 1, 1, tzinfo=UTC)
    change = found["clock-change"].astimezone(ZoneInfo("Europe/Berlin"))
    assert change.strftime("%Y-%m-%d %H:%M:%S") == {2026: "2027-10-31 02:59:30", 2028: "2029-10-28 02:59:30"}[year]
    assert (change.utcoffset(), change.fold) == (timedelta(hours=2), 0)
    assert all(now < moment <= now + timedelta(4 * 365) for moment in found.values())


@pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="needs a C compiler and Linux")
def test_a_program_and_what_it_starts_live_at_the_moment(tmp_path: Path) -> None:
    """Clocks that measure, and files of before, stay as they are."""
    library = tmp_path / "moment.so"
    subprocess.run([str(COMPILER), "-shared", "-fPIC", "-o", library, ROOT / "tools" / "moment.c", "-ldl"], check=True)
    for name in ("old", "touched"):
        (tmp_path / name).write_text("")
    os.utime(tmp_path / "old", (OLD, OLD))
    there = environment("in-a-year", str(library))
    assert int(there["MOMENT_SHIFT"]) == 365 * 24 * 3600
    clock = {**os.environ, "LD_PRELOAD": ""}  # of the machine, should this test itself run at another moment
    since = subprocess.run(["date", "+%s"], env=clock, capture_output=True, text=True, check=True).stdout.strip()
    before = time.monotonic()
    there |= {"MOMENT_SINCE": since, "MOMENT_SHIFT": str(SHIFT)}
    command, variables = [sys.executable, "-c", ASKED], {**os.environ, **there}
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=True)
    now, steady, child, old, new, touched = map(float, done.stdout.split())
    moved = int(since) + SHIFT
    assert min(now, child, new) >= moved
    assert old == OLD
    assert touched < now
    assert steady - before < SHIFT
