"""Time limits leave code alone that stands in a debugger; each test runs pdb itself, which reads from a pipe.

The script that is debugged types `c` only when the limit has been over many times.
"""

import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

from tests.writing import write_plugin

PIPE = """
import os, sys
from pathlib import Path

reading, writing = os.pipe()
os.dup2(reading, 0)
sys.stdin = open(0)
seen = 0

def looked(most):
    global seen
    seen += 1
    if seen == most:
        os.write(writing, b"c\\n")
    elif seen == 20 * most:
        os._exit(1)  # it did not go on
"""
WATCHED = """
from roborally.base.errors import Overrun
from roborally.plugin_system.loader import find_plugins
from roborally.plugin_system.watchdog import Watchdog

class Counting(Watchdog):
    def look(self):
        super().look()
        looked(50)

found = find_plugins([Path(sys.argv[1])])
code = found.get("stops").load("rules")
watchdog = Counting(found.plugins.values(), seconds=3600, still=5, every=0.01).start()
try:
    code.stand()
except Overrun as error:
    print("interrupted at once:", error)
else:
    print("went on")
try:
    code.wait()
except Overrun as error:
    print("interrupted afterwards:", error)
"""
LIMITED = """
from roborally.base import errors
from roborally.bots import time_limit

really = time_limit.in_debugger

def in_debugger(*frames):
    looked(5)
    return really(*frames)

time_limit.in_debugger = in_debugger
time_limit.REPEAT_SECONDS = 0.01
try:
    with time_limit.time_limit(0.05):
        breakpoint()
        print("went on")
        while True:
            pass
except errors.TimeLimitExceeded:
    print("interrupted afterwards")
"""
END = """
except Exception as error:
    print(repr(error))
finally:
    sys.stdout.flush()
    os._exit(0)  # pdb would run the script again
"""
RULES = """
import time

def register(rules):
    pass

def stand():
    breakpoint()
    return 1

def wait():
    time.sleep(86400)
"""


@pytest.mark.parametrize("script", [WATCHED, LIMITED], ids=["watchdog", "time limit"])
@pytest.mark.parametrize("with_pdb", [False, True], ids=["breakpoint", "started by pdb"])
def test_what_stands_in_a_debugger_is_interrupted_only_afterwards(script: str, with_pdb: bool, tmp_path: Path) -> None:
    write_plugin(tmp_path, "stops", 'kind = "rules"', rules=RULES)
    file = tmp_path / "script.py"
    file.write_text(PIPE + "try:" + indent(script, "    ") + END)
    started = ["-m", "pdb", "-c", "c"] if with_pdb else []
    ran = subprocess.run(
        [sys.executable, *started, str(file), str(tmp_path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "(Pdb)" in ran.stdout, ran.stdout
    assert "went on" in ran.stdout, ran.stdout
    assert "interrupted afterwards" in ran.stdout
    assert "at once" not in ran.stdout
